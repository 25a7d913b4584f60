-- title: Papers in more than one listing
-- description: Each paper that several listings show, with the listings and the lines where it stands.
SELECT
  p.paper_id,
  p.title,
  count(DISTINCT e.listing_id) AS listings,
  group_concat(e.listing_id || ', line ' || e.line_start, '; ') AS places
FROM papers AS p
JOIN (SELECT * FROM entries ORDER BY listing_id, position) AS e USING (paper_id)
GROUP BY p.paper_id
HAVING count(DISTINCT e.listing_id) > 1
ORDER BY listings DESC, p.title, p.paper_id
