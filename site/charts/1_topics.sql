-- title: Which topics do the papers have, and how were they accepted?
-- rows: papers?_facet=topic_area&_facet=decision
SELECT coalesce(topic_area, 'not known') AS topic_area, coalesce(decision, 'not known') AS decision, count(*) AS papers
FROM papers
GROUP BY topic_area, decision
ORDER BY topic_area, decision
