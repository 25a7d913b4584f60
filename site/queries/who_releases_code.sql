-- title: Who releases code
-- description: For each topic, how many papers there are and how many give the address of code or data in the abstract.
SELECT
  p.topic_area,
  count(*) AS papers,
  sum(EXISTS (SELECT 1 FROM links AS l WHERE l.paper_id = p.paper_id AND l.kind = 'code')) AS with_code,
  sum(EXISTS (SELECT 1 FROM links AS l WHERE l.paper_id = p.paper_id AND l.kind = 'data')) AS with_data,
  round(100.0 * sum(EXISTS (SELECT 1 FROM links AS l WHERE l.paper_id = p.paper_id AND l.kind = 'code')) / count(*), 1)
    AS percent_with_code
FROM papers AS p
GROUP BY p.topic_area
ORDER BY with_code DESC, papers DESC, p.topic_area
