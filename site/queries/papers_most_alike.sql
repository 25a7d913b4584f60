-- title: Papers most alike
-- description: The 50 pairs of papers whose abstracts have most in common, each pair once, with the terms that bring them together.
WITH nearest AS (
  -- Where each is near the other, the pair stands there twice, so 100 rows hold 50 pairs.
  SELECT *
  FROM related
  ORDER BY similarity DESC, min(paper_id, related_paper_id), max(paper_id, related_paper_id)
  LIMIT 100
)
SELECT
  r.similarity,
  p.paper_id,
  p.title,
  r.related_paper_id,
  o.title AS related_title,
  r.shared_terms
FROM nearest AS r
JOIN papers AS p ON p.paper_id = r.paper_id
JOIN papers AS o ON o.paper_id = r.related_paper_id
WHERE r.paper_id < r.related_paper_id
  OR NOT EXISTS (
    SELECT 1 FROM related AS b WHERE b.paper_id = r.related_paper_id AND b.related_paper_id = r.paper_id
  )
ORDER BY r.similarity DESC, p.paper_id, r.related_paper_id
LIMIT 50
