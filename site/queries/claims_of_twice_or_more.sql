-- title: Claims of at least 2×
-- description: The 100 greatest multipliers, of two or more, that abstracts report, with the words around them.
WITH claims AS (
  -- A blank at either end of the abstract, so that every word is between two.
  SELECT q.*, ' ' || p.abstract || ' ' AS said, p.title
  FROM quantities AS q
  JOIN papers AS p USING (paper_id)
  WHERE q.unit = 'multiplier' AND q.value_max >= 2
),
cut AS (
  SELECT *, substr(said, max(1, start - 79), min(start + 1, 81)) AS before, substr(said, start + 2, "end" - start + 80) AS after
  FROM claims
)
SELECT
  value_max AS times,
  text,
  qualifier,
  paper_id,
  title,
  -- From the first whole word to the last: what rtrim takes off is every character but the blank.
  CASE WHEN start > 79 THEN '…' ELSE '' END
    || trim(substr(before, instr(before, ' ') + 1) || rtrim(after, replace(after, ' ', ''))) || '…' AS extract
FROM cut
ORDER BY value_max DESC, title, paper_id, position
LIMIT 100
