-- title: Where code and data are kept
-- description: The hosts that abstracts send their readers to, by kind of address, the most used first.
SELECT kind, host, count(*) AS addresses, count(DISTINCT paper_id) AS papers
FROM links
GROUP BY kind, host
ORDER BY addresses DESC, kind, host
