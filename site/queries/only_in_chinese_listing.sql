-- title: Only in the listing with the Chinese title (仅见于中文列表)
-- description: Papers that listings with a Chinese title show, and no other listing.
SELECT o.paper_id, o.title, o.authors, o.decision, o.topic, o.listings
FROM paper_overview AS o
WHERE o.paper_id IN (
  SELECT e.paper_id
  FROM entries AS e
  JOIN listings AS s USING (listing_id)
  WHERE e.paper_id IS NOT NULL
  GROUP BY e.paper_id
  HAVING min(s.title_language = 'zh') = 1
)
ORDER BY o.title, o.paper_id
