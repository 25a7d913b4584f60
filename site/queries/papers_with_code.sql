-- title: Papers with code
-- description: The first 100 papers, by title, whose abstract gives the address of code, and that address.
SELECT p.paper_id, p.title, l.url, p.decision, p.topic_area, p.topic
FROM links AS l
JOIN papers AS p USING (paper_id)
WHERE l.kind = 'code'
ORDER BY p.title, p.paper_id, l.position
LIMIT 100
