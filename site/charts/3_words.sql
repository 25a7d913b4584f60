-- title: How many words does an abstract have?
-- rows: papers?_sort_desc=words
WITH RECURSIVE bins AS (
  -- Also those that no abstract falls into: a gap is to be seen as one.
  SELECT min(words) / 20 * 20 AS first, max(words) AS longest FROM papers
  UNION ALL
  SELECT first + 20, longest FROM bins WHERE first + 20 <= longest
),
counted AS (
  SELECT words / 20 * 20 AS first, count(*) AS papers FROM papers GROUP BY 1
)
SELECT bins.first || '–' || (bins.first + 19) AS words, coalesce(papers, 0) AS papers
FROM bins
LEFT JOIN counted ON counted.first = bins.first
ORDER BY bins.first
