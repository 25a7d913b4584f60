-- title: Authors at a glance
-- description: One row a name: how many papers it stands on, and which. People who share a name share a row; nothing here tells them apart.
-- fields: authors
-- column papers: How many papers have an author of that name.
-- column titles: The titles of those papers, parted by “ | ”.
SELECT
  name,
  papers,
  (
    SELECT group_concat(title, ' | ')
    FROM (
      SELECT DISTINCT p.paper_id, p.title
      FROM authors AS a
      JOIN papers AS p USING (paper_id)
      WHERE a.name = counted.name
      ORDER BY p.title, p.paper_id
    )
  ) AS titles
-- Counted first, so that titles are only put together for the names that a page shows.
FROM (
  SELECT name, count(DISTINCT paper_id) AS papers FROM authors GROUP BY name ORDER BY papers DESC, name
) AS counted
