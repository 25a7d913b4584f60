-- title: Papers by author
-- description: The first 100 papers, author by author, with an author whose name has these words in it, one after the other; the last may be cut short, and accents do not matter.
-- example: author=Zhang
WITH named AS (
  SELECT a.name, a.paper_id, a.position
  FROM authors_fts
  JOIN authors AS a ON a.rowid = authors_fts.rowid
  WHERE authors_fts MATCH 'name : "' || replace(coalesce(substr(:author, 1, length(:author)), ''), '"', ' ') || '" *'
  ORDER BY a.name, a.paper_id
  LIMIT 100
)
SELECT a.name AS author, p.paper_id, p.title, a.position, p.decision, p.topic_area, p.topic
FROM named AS a
JOIN papers AS p USING (paper_id)
ORDER BY a.name, p.title, p.paper_id
