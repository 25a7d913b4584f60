-- title: Benchmarks and data sets introduced
-- description: The first 100 benchmarks, data sets and studies, kind by kind, that papers bring under a name of their own.
SELECT c.name, c.expansion, c.kind, c.role, p.paper_id, p.title, p.topic
FROM contributions AS c
JOIN papers AS p USING (paper_id)
WHERE c.kind IN ('benchmark', 'dataset', 'study')
ORDER BY c.kind, c.name, p.paper_id
LIMIT 100
