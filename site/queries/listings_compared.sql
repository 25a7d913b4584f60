-- title: Listings compared, two by two
-- description: For each two listings: how many papers each shows, how many both show, and what share of all theirs that is.
WITH shown AS (
  SELECT DISTINCT listing_id, paper_id FROM entries WHERE paper_id IS NOT NULL
),
counted AS (
  SELECT listing_id, count(*) AS papers FROM shown GROUP BY listing_id
)
SELECT
  l.listing_id AS listing,
  l.papers AS papers,
  r.listing_id AS other_listing,
  r.papers AS papers_of_other,
  count(b.paper_id) AS papers_in_both,
  round(100.0 * count(b.paper_id) / (l.papers + r.papers - count(b.paper_id)), 1) AS percent_shared
FROM counted AS l
JOIN counted AS r ON l.listing_id < r.listing_id
JOIN shown AS a ON a.listing_id = l.listing_id
LEFT JOIN shown AS b ON b.listing_id = r.listing_id AND b.paper_id = a.paper_id
GROUP BY l.listing_id, r.listing_id
ORDER BY papers_in_both DESC, listing, other_listing
