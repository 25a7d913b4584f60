-- title: Papers by author
-- description: Papers with an author whose name has these words in it, one after the other; the last may be cut short, and accents do not matter.
-- example: author=Zhang
WITH named AS (
  SELECT rowid
  FROM authors_fts
  WHERE authors_fts MATCH 'name : "' || replace(coalesce(substr(:author, 1, length(:author)), ''), '"', ' ') || '" *'
)
SELECT a.name AS author, p.paper_id, p.title, a.position, p.decision, p.topic_area, p.topic
FROM named
JOIN authors AS a ON a.rowid = named.rowid
JOIN papers AS p ON p.paper_id = a.paper_id
ORDER BY a.name, p.title, p.paper_id
