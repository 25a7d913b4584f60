-- title: Titles to check against the proceedings
-- description: The first 100 papers without a title, and papers whose title was found in the conference schedule, which may differ from the final one.
SELECT title_source, paper_id, title, icml_url, openreview_url
FROM papers
WHERE title_source IS NOT 'proceedings'
ORDER BY title_source, title, paper_id
LIMIT 100
