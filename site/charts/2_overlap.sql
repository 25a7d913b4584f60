-- title: How many papers do the listings share?
-- rows: several_listings
WITH numbered AS (
  -- Listings are known by the number that their file name begins with.
  SELECT DISTINCT paper_id, substr(listing_id, 1, instr(listing_id || '_', '_') - 1) AS number
  FROM entries
  WHERE paper_id IS NOT NULL
  ORDER BY paper_id, number
),
shown AS (
  SELECT paper_id, count(*) AS listings, group_concat(number, ' and ') AS numbers
  FROM numbered
  GROUP BY paper_id
)
SELECT CASE listings WHEN 1 THEN 'only in ' ELSE 'in ' END || numbers AS place, count(*) AS papers
FROM shown
GROUP BY place
ORDER BY papers DESC, place
LIMIT 15
