"""The papers nearest to each paper, and the terms that tie them: TF-IDF and cosine.

A term is a stemmed word, or two that stand side by side; in Chinese and Japanese, which set no
blanks, two characters side by side. Everything is counted and summed in the order of paper_id
and of terms, so that the rows are the same for any order of the input, any number of threads
and any hash seed.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer, TfidfTransformer
from snowballstemmer.english_stemmer import EnglishStemmer

NEAREST = 5
SHARED = 5
_DIGITS = 6
# A term in more than this share of the papers says little of any of them, and costs the most:
# the work grows with the square of a term's papers. Small collections need every term they have.
_COMMON = 0.1
_COMMON_AT_LEAST = 50
_FEATURES = 500_000
# The nearest are sought by each paper's heaviest terms, and so many of them compared in full: that
# finds 99.4% of the five nearest of 1,117 real abstracts. What it saves grows with the square of
# the papers: of 10,000, 1.7 of 21.4 seconds and 126 of 567 MB.
_HEAVIEST = 64
_CANDIDATES = 20
# Cells of one block of the product, about 50 MB; rows compared in full at a time.
_BLOCK = 4_000_000
_ROWS = 1_000
# The column of what a paper has to itself; no term is empty.
_OWN = ""
_SEEN_BITS = 1 << 27

_HAN = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_ADDRESS = re.compile(r"https?://\S+")
# Words, runs of Han, and whatever ends a phrase: no term reaches across it.
_TOKEN = re.compile(rf"([{_HAN}]+)|([^\W_{_HAN}]+)|[^\w\s-]")

# What every abstract says of itself, as stems; none that is also half a term of the field (`state`, `model`).
# fmt: off
_BOILERPLATE = frozenset((
    "abstract", "achiev", "address", "approach", "art", "avail", "benchmark", "compar", "current", "demonstr",
    "emploi", "empir", "enabl", "enhanc", "evalu", "exist", "extens", "framework", "furthermor", "github",
    "howev", "improv", "introduc", "leverag", "method", "moreov", "new", "novel", "outperform", "paper",
    "perform", "present", "previous", "propos", "provid", "requir", "result", "show", "signific", "studi",
    "superior", "use", "various", "work",
))
# fmt: on

Paper = tuple[str, str | None, str]
Row = dict[str, Any]


class _Terms:
    """Texts to terms, remembering the stem of every word."""

    def __init__(self) -> None:
        self._stemmer = EnglishStemmer()
        self._stems: dict[str, str] = {}

    def of(self, text: str) -> list[str]:
        """The terms of a text, repeats included."""
        return [term for term, _ in self.printed(text)]

    def printed(self, text: str) -> Iterator[tuple[str, str]]:
        """The terms of a text, each as it is printed there."""
        text = _ADDRESS.sub(" ; ", text)
        last, start = "", 0
        for token in _TOKEN.finditer(text):
            han, word = token.groups()
            if han:
                yield from ((a + b, a + b) for a, b in pairwise(han))
            stem = self._stem(word) if word else ""
            if stem:
                yield stem, word
                if last:
                    yield f"{last} {stem}", text[start : token.end()]
            last, start = stem, token.start()

    def _stem(self, word: str) -> str:
        """The stem of a word; empty for one that says nothing: a letter, a number, `the`, `propose`."""
        stem = self._stems.get(word)
        if stem is None:
            lower = word.lower()
            stem = self._stemmer.stemWord(lower)
            if len(word) < 2 or word.isdigit() or lower in ENGLISH_STOP_WORDS or stem in _BOILERPLATE:
                stem = ""
            self._stems[word] = stem
        return stem


def related(papers: Sequence[Paper]) -> list[Row]:
    """The up to five nearest of each paper (paper_id, title, abstract), nearest first.

    Fewer where fewer papers share a term with it; equally near ones in the order of their ids.
    """
    papers = sorted(papers)
    terms = _Terms()
    texts = [f"{title or ''}. {abstract}" for _, title, abstract in papers]
    vocabulary, common = _vocabulary(terms, texts)
    if not vocabulary:
        return []
    matrix = _weights(terms, texts, vocabulary, common)
    found = list(_verified(matrix, _candidates(_heaviest(matrix))))
    shown = _shown(terms, texts, {vocabulary[term] for nearest in found for _, _, tie in nearest for term in tie})
    return [
        {
            "paper_id": papers[row][0],
            "rank": rank,
            "related_paper_id": papers[other][0],
            "similarity": similarity,
            "shared_terms": [shown[vocabulary[term]] for term in tie],
        }
        for row, nearest in enumerate(found)
        for rank, (other, similarity, tie) in enumerate(nearest, 1)
    ]


def _vocabulary(terms: _Terms, texts: Sequence[str]) -> tuple[list[str], set[str]]:
    """The terms that two papers or more hold, sorted, and those that too many hold to tell anything.

    A term enters the count when it is met again: that three in four are met once only must not
    fill the memory. The bits take one term for another about once in a thousand; that ties no
    papers and does no harm.
    """
    seen = bytearray(_SEEN_BITS // 8)
    held: Counter[str] = Counter()
    for text in texts:
        for term in dict.fromkeys(terms.of(text)):
            place, bit = divmod(zlib.crc32(term.encode()) % _SEEN_BITS, 8)
            if seen[place] >> bit & 1:
                held[term] += 1
            else:
                seen[place] |= 1 << bit
    most = max(_COMMON_AT_LEAST, int(_COMMON * len(texts)))
    kept = sorted((-count, term) for term, count in held.items() if count < most)
    return sorted(term for _, term in kept[:_FEATURES]), {term for term, count in held.items() if count >= most}


def _weights(terms: _Terms, texts: Sequence[str], vocabulary: list[str], common: set[str]) -> csr_matrix:
    """TF-IDF of each text, a row of unit length.

    What a text has to itself ties it to none but makes it less like the others: it counts for
    the length, as one column that is then left out.
    """
    columns = {term: column for column, term in enumerate([*vocabulary, _OWN])}

    def analyzed(text: str) -> list[str]:
        found = terms.of(text)
        own = {term for term in found if term not in columns and term not in common}
        return [term for term in found if term in columns] + [_OWN] * len(own)

    counts = CountVectorizer(analyzer=analyzed, vocabulary=columns, lowercase=False).transform(texts).tocsc()
    weights = TfidfTransformer(norm=None, sublinear_tf=True).fit_transform(counts[:, :-1]).tocsr()
    own = counts[:, -1].toarray().ravel() * (np.log((1 + len(texts)) / 2) + 1) ** 2
    lengths = np.sqrt(np.asarray(weights.multiply(weights).sum(axis=1)).ravel() + own)
    weights.data /= np.repeat(lengths, np.diff(weights.indptr))
    weights.sort_indices()
    return weights


def _shown(terms: _Terms, texts: Sequence[str], wanted: set[str]) -> dict[str, str]:
    """How the terms are printed most often, for people to read."""
    printed: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        for term, form in terms.printed(text):
            if term in wanted:
                printed[term][form] += 1
    return {term: min(forms, key=lambda form: (-forms[form], form)) for term, forms in printed.items()}


def _heaviest(weights: csr_matrix) -> csr_matrix:
    """Each row with its heaviest terms only; of equal weights the first terms."""
    keep = np.ones(weights.nnz, dtype=bool)
    for start, end in pairwise(weights.indptr):
        if end - start > _HEAVIEST:
            order = np.argsort(-weights.data[start:end], kind="stable")
            keep[start + order[_HEAVIEST:]] = False
    counts = np.add.reduceat(np.append(keep, False), weights.indptr[:-1]) * (np.diff(weights.indptr) > 0)
    starts = np.concatenate([[0], np.cumsum(counts)])
    return csr_matrix((weights.data[keep], weights.indices[keep], starts), shape=weights.shape)


def _candidates(matrix: csr_matrix) -> Iterator[Any]:
    """For each row the rows that may be nearest to it, block by block."""
    columns = matrix.T.tocsr()
    size = max(1, _BLOCK // matrix.shape[0])
    for first in range(0, matrix.shape[0], size):
        block = matrix[first : first + size] @ columns
        cosines = np.round(block.data, _DIGITS)
        for row, (start, end) in enumerate(pairwise(block.indptr), first):
            yield _top(row, block.indices[start:end], cosines[start:end], _CANDIDATES)


def _top(row: int, others: Any, cosines: Any, count: int) -> Any:
    """The nearest of one row, but itself: by cosine, then by number."""
    telling = (others != row) & (cosines > 0)
    others, cosines = others[telling], cosines[telling]
    if len(cosines) > count:
        near = cosines >= np.partition(cosines, -count)[-count]
        others, cosines = others[near], cosines[near]
    return others[np.lexsort((others, -cosines))[:count]]


def _verified(matrix: csr_matrix, candidates: Iterator[Any]) -> Iterator[list[tuple[int, float, list[int]]]]:
    """Of each row's candidates the nearest by the whole texts, with the terms that add most to the cosine."""
    first = 0
    while rows := list(islice(candidates, _ROWS)):
        counts = [len(others) for others in rows]
        products = matrix[np.repeat(np.arange(first, first + len(rows)), counts)].multiply(matrix[np.concatenate(rows)])
        products = products.tocsr()
        products.sort_indices()
        cosines = np.round(np.asarray(products.sum(axis=1)).ravel(), _DIGITS)
        for end, others in zip(np.cumsum(counts), rows, strict=True):
            begin = end - len(others)
            order = np.lexsort((others, -cosines[begin:end]))[:NEAREST]
            yield [
                (int(others[at]), round(float(cosines[begin + at]), _DIGITS), _tie(products, begin + at))
                for at in order
            ]
        first += len(rows)


def _tie(products: csr_matrix, pair: int) -> list[int]:
    """The terms that add most to the cosine of a pair."""
    start, end = products.indptr[pair : pair + 2]
    order = np.argsort(-np.round(products.data[start:end], 12), kind="stable")[:SHARED]
    return [int(term) for term in products.indices[start:end][order]]
