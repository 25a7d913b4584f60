-- title: Papers by topic
-- description: The first 100 papers whose topic, or area of topics, has these words in it; without words, of all papers, topic by topic.
-- example: topic=Computer Vision
WITH shown AS (
  SELECT paper_id
  FROM papers
  WHERE instr(lower(coalesce(topic_area || coalesce(' > ' || topic, ''), '')), lower(trim(coalesce(:topic, ''))))
  ORDER BY topic_area, topic, title, paper_id
  LIMIT 100
)
SELECT o.topic, o.paper_id, o.title, o.authors, o.decision, o.snippet
FROM shown
JOIN paper_overview AS o USING (paper_id)
ORDER BY o.topic, o.title, o.paper_id
