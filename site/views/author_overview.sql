-- title: Authors at a glance
-- description: One row a name: how many papers it stands on, and which. People who share a name share a row; nothing here tells them apart.
-- fields: authors
-- column papers: How many papers have an author of that name.
-- column titles: The titles of those papers, parted by “ | ”.
SELECT
  name,
  count(*) AS papers,
  group_concat(title, ' | ') AS titles
FROM (
  SELECT DISTINCT a.name, p.paper_id, p.title
  FROM authors AS a
  JOIN papers AS p USING (paper_id)
  ORDER BY a.name, p.title, p.paper_id
)
GROUP BY name
ORDER BY papers DESC, name
