-- title: Longest and shortest abstracts
-- description: The ten abstracts of most words and the ten of fewest.
WITH longest AS (
  SELECT paper_id FROM papers ORDER BY words DESC, paper_id LIMIT 10
),
shortest AS (
  SELECT paper_id FROM papers WHERE paper_id NOT IN (SELECT paper_id FROM longest) ORDER BY words, paper_id LIMIT 10
)
SELECT
  CASE WHEN paper_id IN (SELECT paper_id FROM longest) THEN 'longest' ELSE 'shortest' END AS among,
  words,
  paper_id,
  title,
  abstract
FROM papers
WHERE paper_id IN (SELECT paper_id FROM longest UNION ALL SELECT paper_id FROM shortest)
ORDER BY words DESC, paper_id
