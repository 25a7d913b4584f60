-- title: Spotlights and orals
-- description: The papers that the conference singled out.
SELECT paper_id, title, decision, authors, topic, icml_url
FROM paper_overview
WHERE decision IN ('spotlight', 'oral')
ORDER BY decision, title, paper_id
