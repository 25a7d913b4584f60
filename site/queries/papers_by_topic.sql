-- title: Papers by topic
-- description: Papers whose topic, or area of topics, has these words in it; without words, all papers, topic by topic.
-- example: topic=Computer Vision
SELECT o.topic, o.paper_id, o.title, o.authors, o.decision, o.snippet
FROM paper_overview AS o
WHERE instr(lower(coalesce(o.topic, '')), lower(trim(coalesce(:topic, ''))))
ORDER BY o.topic, o.title, o.paper_id
