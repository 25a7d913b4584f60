-- title: Texts with a flag
-- description: The first 100 abstracts that a reader should be wary of, one row a flag, with the place in the listing to look at.
SELECT f.value AS flag, p.paper_id, p.title, p.abstract, e.listing_id, e.line_start, e.line_end
FROM papers AS p
JOIN json_each(p.flags) AS f
JOIN entries AS e ON e.listing_id = p.listing_id AND e.position = p.position
ORDER BY flag, p.title, p.paper_id
LIMIT 100
