-- title: Spotlights and orals
-- description: The first 100 papers, by title, that the conference singled out: orals first.
WITH shown AS (
  SELECT paper_id FROM papers WHERE decision IN ('spotlight', 'oral') ORDER BY decision, title, paper_id LIMIT 100
)
SELECT paper_id, title, decision, authors, topic, icml_url
FROM shown
JOIN paper_overview USING (paper_id)
ORDER BY decision, title, paper_id
