-- title: Search by phrase (按词组检索)
-- description: The first 200 papers in which these words stand one after the other, in title, abstract or an author's name; first those that have them letter by letter. Any text will do, in English or Chinese: quotation marks, hyphens, C++ and pass@1 are taken as they are.
-- example: phrase=world model
WITH asked AS (
  -- A phrase in double quotes is data to FTS5, whatever is in it, but a double quote,
  -- and NUL, where length() stops. The plus and the number sign are no part of any word there, and yet make C++ and C# what
  -- they are, so a phrase that has one must be there letter by letter. So must Chinese beyond
  -- 8 characters, the longest that is indexed: that is looked for without the index.
  SELECT trim(coalesce(substr(:phrase, 1, length(:phrase)), '')) AS phrase
),
found AS (
  SELECT rowid, rank, snippet(papers_fts, 1, '', '', '…', 32) AS extract
  FROM papers_fts
  WHERE papers_fts MATCH (
    SELECT '"' || replace(phrase, '"', ' ') || '"' FROM asked
  )
),
texts AS (
  SELECT p.*, f.rank, f.extract, instr(
    lower(coalesce(p.title, '') || char(10) || p.abstract), (SELECT lower(phrase) FROM asked)
  ) > 0 AS exact
  FROM found AS f
  JOIN papers AS p ON p.rowid = f.rowid
  UNION ALL
  SELECT p.*, 0, substr(abstract, max(1, instr(abstract, phrase) - 80), 240), 1
  FROM asked, papers AS p
  WHERE length(phrase) > 8
    AND p.rowid NOT IN (SELECT rowid FROM found)
    AND instr(coalesce(title, '') || char(10) || abstract, phrase)
)
SELECT
  paper_id,
  title,
  extract,
  CASE exact WHEN 1 THEN 'letter by letter' ELSE 'same words' END AS how,
  decision,
  topic_area,
  topic
FROM texts
WHERE exact OR (SELECT phrase NOT GLOB '*[+#]*' FROM asked)
ORDER BY exact DESC, rank, paper_id
LIMIT 200
