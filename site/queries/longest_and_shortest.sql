-- title: Longest and shortest abstracts
-- description: The ten abstracts of most words and the ten of fewest.
WITH ranked AS (
  SELECT
    paper_id, title, words, abstract,
    row_number() OVER (ORDER BY words DESC, paper_id) AS from_longest,
    row_number() OVER (ORDER BY words, paper_id) AS from_shortest
  FROM papers
)
SELECT
  CASE WHEN from_longest <= 10 THEN 'longest' ELSE 'shortest' END AS among,
  words,
  paper_id,
  title,
  abstract
FROM ranked
WHERE from_longest <= 10 OR from_shortest <= 10
ORDER BY words DESC, paper_id
