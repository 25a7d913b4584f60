-- title: Where do abstracts say the code is?
-- rows: links?kind=code
SELECT host, count(DISTINCT paper_id) AS papers
FROM links
WHERE kind = 'code'
GROUP BY host
ORDER BY papers DESC, host
LIMIT 15
