-- title: Which percentages and multipliers do abstracts report?
-- rows: quantities?_facet=unit&_sort_desc=value_max
SELECT
  CASE
    WHEN value_max < 1 THEN 'below 1'
    WHEN value_max < 2 THEN '1 to 2'
    WHEN value_max < 5 THEN '2 to 5'
    WHEN value_max < 10 THEN '5 to 10'
    WHEN value_max < 20 THEN '10 to 20'
    WHEN value_max < 50 THEN '20 to 50'
    WHEN value_max <= 100 THEN '50 to 100'
    ELSE 'above 100'
  END AS size,
  replace(unit, '_', ' ') AS unit,
  count(*) AS figures
FROM quantities
GROUP BY size, unit
ORDER BY size, unit
