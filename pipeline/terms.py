"""The terms of texts, counted in flat arrays: no Python object stands for a term, of which 100,000 abstracts hold 25 million.

A term is a stemmed word, or two that stand side by side; in Chinese and Japanese, which set no blanks, two
characters side by side.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS
from snowballstemmer.english_stemmer import EnglishStemmer

# A term in more than this share of the texts says little of any of them, and costs the most.
# Small collections need every term they have.
_COMMON = 0.1
_COMMON_AT_LEAST = 50
_FEATURES = 500_000
# How often a term is looked at to see how it is printed.
_PRINTED = 25

_HAN = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_ADDRESS = re.compile(r"https?://\S+")
# A character of Han, a word, or what ends a phrase: no term reaches across it.
_TOKEN = re.compile(rf"([{_HAN}]|[^\W_{_HAN}]+|[^\w\s-])")
_IS_HAN = re.compile(rf"[{_HAN}]")

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


class _Stems(dict[str, int]):
    """The number of each word's stem; -1 for what says nothing: a letter, a number, `the`, `propose`, a full stop."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers: dict[str, int] = {}
        self._stemmer = EnglishStemmer()

    def __missing__(self, word: str) -> int:
        stem = word if _IS_HAN.match(word) else self._stem(word)
        self[word] = self.numbers.setdefault(stem, len(self.numbers)) if stem else -1
        return self[word]

    def _stem(self, word: str) -> str:
        lower = word.lower()
        if len(word) < 2 or word.isdigit() or lower in ENGLISH_STOP_WORDS:
            return ""
        stem: str = self._stemmer.stemWord(lower)
        return "" if stem in _BOILERPLATE else stem


@dataclass(frozen=True)
class Terms:
    """The terms that texts share, sorted, and how often each text holds each.

    counts: texts by terms. own: how many terms each text has to itself. _texts, _term, _doc, _start, _end: where
    each term stands, by its number, text by text; -1 for a term that is not counted.
    """

    counts: csr_matrix
    own: Any
    _texts: Sequence[str]
    _term: Any
    _doc: Any
    _start: Any
    _end: Any

    def printed(self, wanted: Any) -> dict[int, str]:
        """How each of these terms is printed most often, of the first 25 times; of equals the first by letters."""
        asked = np.zeros(self.counts.shape[1] + 1, dtype=bool)
        asked[wanted] = True
        at = np.flatnonzero(asked[self._term])
        order = at[np.argsort(self._term[at], kind="stable")]
        ordered = self._term[order]
        nth = np.arange(len(order)) - np.searchsorted(ordered, ordered)
        some = order[nth < _PRINTED]
        some = some[np.argsort(self._doc[some], kind="stable")]
        forms: defaultdict[int, Counter[str]] = defaultdict(Counter)
        last, text = -1, ""
        for term, doc, start, end in zip(*(column[some].tolist() for column in self._places), strict=True):
            if doc != last:
                last, text = doc, _cleared(self._texts[doc])
            forms[term][text[start:end]] += 1
        return {number: min(found, key=lambda form: (-found[form], form)) for number, found in forms.items()}

    @property
    def _places(self) -> tuple[Any, Any, Any, Any]:
        return self._term, self._doc, self._start, self._end


def terms(texts: Sequence[str]) -> Terms:
    """The terms of all texts, as long as two texts share them and not too many do."""
    stems = _Stems()
    tokens = _tokens(texts, stems)
    names = np.array([*stems.numbers, ""], dtype=object)
    return _counted(texts, names, *_placed(*tokens, np.array([bool(_IS_HAN.match(name)) for name in names])))


def _tokens(texts: Sequence[str], stems: _Stems) -> tuple[Any, Any, Any, Any]:
    """The tokens of all texts: text, stem, start and end of each."""
    columns: list[list[Any]] = [[], [], [], []]
    for doc, text in enumerate(texts):
        parts = _TOKEN.split(_cleared(text))
        edges = np.cumsum(np.fromiter(map(len, parts), np.int32, len(parts)), dtype=np.int32)
        found = np.fromiter(map(stems.__getitem__, parts[1::2]), np.int32, len(parts) // 2)
        values = (np.full(len(found), doc, np.int32), found, edges[:-1:2], edges[1::2])
        for column, some in zip(columns, values, strict=True):
            column.append(some)
    docs, numbers, starts, ends = (np.concatenate([np.empty(0, np.int32), *column]) for column in columns)
    return docs, numbers, starts, ends


def _cleared(text: str) -> str:
    return _ADDRESS.sub(" ; ", text)


def _placed(doc: Any, stem: Any, start: Any, end: Any, han: Any) -> tuple[Any, Any, Any, Any, Any]:
    """The terms of tokens: their keys, and of each one met its number among the keys, text, start and end.

    The key of two stems is 2**32 times one more than the first, and the second; of one stem its own number.
    """
    # A pair of words may have blanks and hyphens between, a pair of characters nothing.
    pair = (doc[1:] == doc[:-1]) & (stem[1:] >= 0) & (stem[:-1] >= 0) & (han[stem[1:]] == han[stem[:-1]])
    pair &= ~han[stem[1:]] | (start[1:] == end[:-1])
    two, one = np.flatnonzero(pair), np.flatnonzero((stem >= 0) & ~han[stem])
    code, keys = pd.factorize(np.concatenate([(stem[two].astype(np.int64) + 1) << 32 | stem[two + 1], stem[one]]))
    first, last = np.concatenate([two, one]), np.concatenate([two + 1, one])
    return keys, code.astype(np.int32), doc[first], start[first], end[last]


def _counted(texts: Sequence[str], names: Any, keys: Any, code: Any, doc: Any, start: Any, end: Any) -> Terms:
    """Count the terms, and give those that stay the numbers of their order."""
    counts = csr_matrix((np.ones(len(code), dtype=np.int32), (doc, code)), shape=(len(texts), len(keys)))
    held = np.bincount(counts.indices, minlength=len(keys))
    most = max(_COMMON_AT_LEAST, int(_COMMON * len(texts)))
    kept = _kept(keys, names, held, most)
    number = np.full(len(keys), -1, dtype=np.int32)
    number[kept] = np.arange(len(kept), dtype=np.int32)
    own = (counts > 0) @ ((number < 0) & (held < most)).astype(np.int64)
    return Terms(counts[:, kept].tocsr(), own, texts, number[code], doc, start, end)


def _kept(keys: Any, names: Any, held: Any, most: int) -> Any:
    """Of the terms those that two texts hold, but fewer than `most`; sorted as they read."""
    some = np.flatnonzero((held >= 2) & (held < most))
    some = some[np.argsort(-held[some], kind="stable")][:_FEATURES]
    rank = np.empty(len(names), dtype=np.int64)
    rank[np.argsort(names, kind="stable")] = np.arange(len(names))
    first, second = keys[some] >> 32, keys[some] & 0xFFFFFFFF
    # One word before the pairs that begin with it.
    left, right = rank[np.where(first > 0, first - 1, second)], np.where(first > 0, rank[second], -1)
    return some[np.lexsort((right, left))]
