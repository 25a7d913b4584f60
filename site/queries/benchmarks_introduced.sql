-- title: Benchmarks and data sets introduced
-- description: Benchmarks, data sets and studies that papers bring under a name of their own.
SELECT c.name, c.expansion, c.kind, c.role, p.paper_id, p.title, p.topic
FROM contributions AS c
JOIN papers AS p USING (paper_id)
WHERE c.kind IN ('benchmark', 'dataset', 'study')
ORDER BY c.kind, c.name, p.paper_id
