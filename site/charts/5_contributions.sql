-- title: What do the papers contribute under a name of their own?
-- rows: contributions?_facet=kind&_facet=role
SELECT kind, role, count(*) AS names
FROM contributions
GROUP BY kind, role
ORDER BY kind, role
