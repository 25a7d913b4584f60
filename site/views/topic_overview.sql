-- title: Topics at a glance
-- description: One row a topic of the conference: how many papers have it, how many of them were singled out, and how many abstracts give the address of code.
-- fields: papers
-- column papers: How many papers have the topic.
-- column singled_out: How many of them were accepted as spotlight or oral.
-- column with_code: How many of them give the address of code in the abstract.
SELECT
  topic_area,
  topic,
  count(*) AS papers,
  sum(decision IN ('spotlight', 'oral')) AS singled_out,
  sum(EXISTS (SELECT 1 FROM links AS l WHERE l.paper_id = p.paper_id AND l.kind = 'code')) AS with_code
FROM papers AS p
GROUP BY topic_area, topic
ORDER BY papers DESC, topic_area, topic
