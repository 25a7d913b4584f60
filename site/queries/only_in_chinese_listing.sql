-- title: Only in the listing with the Chinese title (仅见于中文列表)
-- description: The first 50 papers, by title, that listings with a Chinese title show, and no other listing.
WITH shown AS (
  SELECT p.paper_id
  FROM papers AS p
  WHERE p.paper_id IN (
    SELECT e.paper_id
    FROM entries AS e
    JOIN listings AS s USING (listing_id)
    WHERE e.paper_id IS NOT NULL
    GROUP BY e.paper_id
    HAVING min(s.title_language = 'zh') = 1
  )
  ORDER BY p.title, p.paper_id
  LIMIT 50
)
SELECT o.paper_id, o.title, o.authors, o.decision, o.topic, o.listings
FROM shown
JOIN paper_overview AS o USING (paper_id)
ORDER BY o.title, o.paper_id
