-- title: Merged entries, side by side
-- description: The first 100 entries that were merged into a paper, each beside the entry whose text is shown for it.
SELECT
  p.title,
  m.match,
  m.similarity,
  CASE m.sha256 WHEN k.sha256 THEN 'same bytes' ELSE 'other bytes' END AS bytes,
  m.reason,
  m.listing_id AS merged_listing,
  m.position AS merged_position,
  m.line_start AS merged_line,
  k.listing_id AS shown_listing,
  k.position AS shown_position,
  k.line_start AS shown_line,
  m.paper_id
FROM entries AS m
JOIN papers AS p ON p.paper_id = m.paper_id
JOIN entries AS k ON k.listing_id = p.listing_id AND k.position = p.position
WHERE m.status = 'merged'
ORDER BY m.listing_id, m.position
LIMIT 100
