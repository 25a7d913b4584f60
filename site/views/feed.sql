-- title: The papers as a feed
-- description: One row a paper, as the feed of the papers has it: add `.atom` to the address. The sources give no day, so each paper stands at the start of the conference's year.
-- fields: papers
-- column atom_id: The paper's permanent id as a URN: its fingerprint as a UUID of version 8.
-- column atom_title: The paper's title; its id where no source gives one.
-- column atom_updated: The start of the year that the listing names.
-- column atom_link: The paper's permanent address on this site.
-- column atom_content: The abstract as plain text.
-- column atom_author_name: The authors' names in the paper's order, parted by commas.
SELECT
  'urn:uuid:' || substr(p.fingerprint, 1, 8) || '-' || substr(p.fingerprint, 9, 4) || '-8'
    || substr(p.fingerprint, 14, 3) || '-8' || substr(p.fingerprint, 18, 3) || '-' || substr(p.fingerprint, 21, 12) AS atom_id,
  coalesce(p.title, 'Untitled (' || p.paper_id || ')') AS atom_title,
  coalesce((SELECT year FROM listings AS l WHERE l.listing_id = p.listing_id), 1970) || '-01-01T00:00:00Z' AS atom_updated,
  '/paper/' || p.paper_id AS atom_link,
  coalesce(p.abstract, '') AS atom_content,
  coalesce((
    SELECT group_concat(name, ', ')
    FROM (SELECT name FROM authors AS a WHERE a.paper_id = p.paper_id ORDER BY a.position)
  ), 'Not known') AS atom_author_name
FROM (
  SELECT *, (SELECT fingerprint FROM identifiers AS i WHERE i.paper_id = papers.paper_id) AS fingerprint FROM papers
) AS p
