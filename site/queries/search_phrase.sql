-- title: Search by phrase (按词组检索)
-- description: The first 100 papers in which these words stand one after the other, in title, abstract or an author's name; first those that have them letter by letter. Any text will do, in English or Chinese: quotation marks, hyphens, C++ and pass@1 are taken as they are.
-- example: phrase=world model
WITH asked AS (
  -- A phrase in double quotes is data to FTS5, whatever is in it, but a double quote,
  -- and NUL, where length() stops. The plus and the number sign are no part of any word there, and yet make C++ and C# what
  -- they are, so a phrase that has one must be there letter by letter. So must Chinese beyond
  -- 8 characters, the longest that is indexed: that is looked for without the index.
  SELECT trim(coalesce(substr(:phrase, 1, length(:phrase)), '')) AS phrase
),
quoted AS (
  SELECT '"' || replace(phrase, '"', ' ') || '"' AS phrase FROM asked
),
found AS (
  SELECT rowid, rank
  FROM papers_fts
  WHERE papers_fts MATCH (SELECT phrase FROM quoted)
  ORDER BY rank
  -- Letter by letter means reading the text: of the best 300, where it is not what is asked.
  LIMIT (SELECT CASE WHEN phrase GLOB '*[+#]*' THEN -1 ELSE 300 END FROM asked)
),
texts AS (
  SELECT p.rowid AS place, f.rank, instr(
    lower(coalesce(p.title, '') || char(10) || p.abstract), (SELECT lower(phrase) FROM asked)
  ) > 0 AS exact
  FROM found AS f
  JOIN papers AS p ON p.rowid = f.rowid
  UNION ALL
  SELECT p.rowid, 0, 1
  FROM asked, papers AS p
  WHERE length(phrase) > 8
    AND phrase GLOB '*[^ -~]*'
    AND p.rowid NOT IN (SELECT rowid FROM found)
    AND instr(coalesce(title, '') || char(10) || abstract, phrase)
),
best AS (
  SELECT * FROM texts
  WHERE exact OR (SELECT phrase NOT GLOB '*[+#]*' FROM asked)
  ORDER BY exact DESC, rank, place
  LIMIT 100
)
SELECT
  p.paper_id,
  p.title,
  coalesce(
    (
      SELECT snippet(papers_fts, 1, '', '', '…', 32) FROM papers_fts
      WHERE papers_fts MATCH (SELECT phrase FROM quoted) AND papers_fts.rowid = b.place
    ),
    (SELECT substr(p.abstract, max(1, instr(p.abstract, phrase) - 80), 240) FROM asked)
  ) AS extract,
  CASE b.exact WHEN 1 THEN 'letter by letter' ELSE 'same words' END AS how,
  p.decision,
  p.topic_area,
  p.topic
FROM best AS b
JOIN papers AS p ON p.rowid = b.place
ORDER BY b.exact DESC, b.rank, b.place
