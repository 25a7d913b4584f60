-- title: The paper that an id leads to
-- description: For any paper id ever given, also of papers that turned out to be one: the paper as it is now. The id may be cut short; the first 100 ids that begin so are shown.
-- example: id=a
SELECT
  i.paper_id AS id,
  i.current_paper_id,
  CASE
    WHEN i.current_paper_id IS NULL THEN 'no listing shows it any more'
    WHEN i.current_paper_id = i.paper_id THEN 'current'
    ELSE 'became another id'
  END AS state,
  p.title
FROM identifiers AS i
LEFT JOIN papers AS p ON p.paper_id = i.current_paper_id
WHERE instr(i.paper_id, lower(trim(coalesce(:id, '')))) = 1
ORDER BY i.paper_id
LIMIT 100
