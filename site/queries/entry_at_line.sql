-- title: What stands at a line of a listing
-- description: The entry at a line of a file of raw/, and the paper that it became. The listing may be cut short.
-- example: listing=003&line=5
SELECT
  e.listing_id, e.position, e.line_start, e.line_end, e.status, e.match, e.reason, e.paper_id, p.title
FROM entries AS e
LEFT JOIN papers AS p USING (paper_id)
WHERE instr(e.listing_id, trim(:listing)) = 1
  AND CAST(:line AS INTEGER) BETWEEN e.line_start AND e.line_end
ORDER BY e.listing_id, e.position
