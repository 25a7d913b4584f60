-- title: Papers in more than one listing
-- description: The first 100 papers that several listings show, most listings first, with the listings and the lines where each stands.
WITH shown AS (
  SELECT paper_id, count(DISTINCT listing_id) AS listings
  FROM entries
  WHERE paper_id IS NOT NULL
  GROUP BY paper_id
  HAVING count(DISTINCT listing_id) > 1
)
SELECT
  p.paper_id,
  p.title,
  s.listings,
  (
    SELECT group_concat(listing_id || ', line ' || line_start, '; ')
    FROM (SELECT * FROM entries AS e WHERE e.paper_id = p.paper_id ORDER BY listing_id, position)
  ) AS places
FROM shown AS s
JOIN papers AS p USING (paper_id)
ORDER BY s.listings DESC, p.title, p.paper_id
LIMIT 100
