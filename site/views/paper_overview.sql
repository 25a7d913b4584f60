-- title: Papers at a glance
-- description: One row a paper: what it is called, who wrote it, how and where it was accepted, where to read it, how it begins, and the listings that show it.
-- fields: papers
-- column authors: The authors' names in the paper's order, parted by semicolons. Empty where no source gives them.
-- column topic: The conference's own topic, its two levels parted by “>”. Empty where no source gives it.
-- column arxiv_url: Address of the paper's preprint at arXiv.
-- column links: The web addresses that the abstract gives, in its order, parted by blanks. Empty where it gives none.
-- column snippet: How the abstract begins: at most 200 characters, up to the end of a word.
-- column listings: The listings that show the paper, parted by semicolons.
SELECT
  p.paper_id,
  p.title,
  (
    SELECT group_concat(name, '; ')
    FROM (SELECT name FROM authors AS a WHERE a.paper_id = p.paper_id ORDER BY a.position)
  ) AS authors,
  p.decision,
  p.topic_area || coalesce(' > ' || p.topic, '') AS topic,
  (
    SELECT group_concat(url, ' ')
    FROM (SELECT url FROM links AS l WHERE l.paper_id = p.paper_id ORDER BY l.position)
  ) AS links,
  CASE
    WHEN length(p.abstract) <= 200 THEN p.abstract
    -- Cut back to the last blank: what rtrim takes off is every other character before it.
    ELSE rtrim(coalesce(
      nullif(rtrim(substr(p.abstract, 1, 200), replace(substr(p.abstract, 1, 200), ' ', '')), ''),
      substr(p.abstract, 1, 200)
    )) || '…'
  END AS snippet,
  (
    SELECT group_concat(listing_id, '; ')
    FROM (SELECT DISTINCT listing_id FROM entries AS e WHERE e.paper_id = p.paper_id ORDER BY 1)
  ) AS listings,
  p.words,
  p.icml_url,
  p.openreview_url,
  'https://arxiv.org/abs/' || p.arxiv_id AS arxiv_url
FROM papers AS p
