"""The terms of texts, counted in flat arrays: no Python object stands for a term, of which 100,000 abstracts hold 25 million.

A term is a stemmed word, or two that stand side by side; in Chinese and Japanese, which set no blanks, two
characters side by side.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import csr_matrix
from snowballstemmer.english_stemmer import EnglishStemmer

from pipeline.stop_words import STOP_WORDS

# A term in more than this share of the texts says little of any of them, and costs the most.
# Small collections need every term they have.
_COMMON = 0.1
_COMMON_AT_LEAST = 50
_FEATURES = 500_000
# How often a term is looked at to see how it is printed.
_PRINTED = 100
# Parts that pairs are counted in: in one, 100,000 abstracts took 0.8 GB more.
_PARTS = 8

_HAN = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_ADDRESS = re.compile(r"https?://\S+")
# A character of Han, a word, or what ends a phrase: no term reaches across it.
_TOKEN = re.compile(rf"([{_HAN}]|[^\W_{_HAN}]+|[^\w\s-])")
_STEMMER = EnglishStemmer()
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

    def __missing__(self, word: str) -> int:
        stem = word if _IS_HAN.match(word) else _stem(word)
        self[word] = self.numbers.setdefault(stem, len(self.numbers)) if stem else -1
        return self[word]


# A large conference has 50,000 words; a stem takes 40 µs.
@lru_cache(1 << 16)
def _stem(word: str) -> str:
    lower = word.lower()
    if len(word) < 2 or word.isdigit() or lower in STOP_WORDS:
        return ""
    stem: str = _STEMMER.stemWord(lower)
    return "" if stem in _BOILERPLATE else stem


@dataclass(frozen=True)
class _Tokens:
    """The tokens of all texts: text, number of the stem, start and end of each; `han`: which stems are characters."""

    doc: Any
    stem: Any
    start: Any
    end: Any
    names: Any
    han: Any


@dataclass(frozen=True)
class Terms:
    """The terms that texts share, sorted, and how often each text holds each.

    counts: texts by terms. own: how many terms each text has to itself. _term, _at: of each time that a term is met
    its number and its first token; _pair: which terms have two tokens.
    """

    counts: csr_matrix
    own: Any
    _texts: Sequence[str]
    _tokens: _Tokens
    _term: Any
    _at: Any
    _pair: Any

    def printed(self, wanted: Any) -> dict[int, str]:
        """How each of these terms is printed most often, of the first hundred times; of equals the first by letters."""
        asked = np.zeros(self.counts.shape[1], dtype=bool)
        asked[wanted] = True
        found = np.flatnonzero(asked[self._term])
        found = found[np.lexsort((self._at[found], self._term[found]))]
        nth = np.arange(len(found)) - np.searchsorted(self._term[found], self._term[found])
        found = found[nth < _PRINTED]
        found = found[np.argsort(self._at[found], kind="stable")]
        forms: defaultdict[int, Counter[str]] = defaultdict(Counter)
        last, text = -1, ""
        for term, doc, start, end in zip(*self._spans(found), strict=True):
            if doc != last:
                last, text = doc, _cleared(self._texts[doc])
            forms[term][text[start:end]] += 1
        return {number: min(found, key=lambda form: (-found[form], form)) for number, found in forms.items()}

    def _spans(self, found: Any) -> tuple[list[int], list[int], list[int], list[int]]:
        term, at = self._term[found], self._at[found]
        ends = self._tokens.end[at + self._pair[term]]
        return term.tolist(), self._tokens.doc[at].tolist(), self._tokens.start[at].tolist(), ends.tolist()


def terms(texts: Sequence[str]) -> Terms:
    """The terms of all texts, as long as two texts share them and not too many do."""
    tokens = _tokens(texts)
    keys, code, at, once = _met(tokens, len(texts))
    counts = csr_matrix((np.ones(len(code), np.int32), (tokens.doc[at], code)), (len(texts), len(keys)))
    held = np.bincount(counts.indices, minlength=len(keys))
    most = max(_COMMON_AT_LEAST, int(_COMMON * len(texts)))
    kept = _kept(keys, tokens.names, held, most)
    number = np.full(len(keys), -1, dtype=np.int32)
    number[kept] = np.arange(len(kept), dtype=np.int32)
    own = once + (counts > 0) @ ((number < 0) & (held < most)).astype(np.int64)
    some = number[code] >= 0
    return Terms(counts[:, kept].tocsr(), own, texts, tokens, number[code[some]], at[some], keys[kept] >> 32 > 0)


def _tokens(texts: Sequence[str]) -> _Tokens:
    stems = _Stems()
    columns: list[list[Any]] = [[], [], [], []]
    for number, text in enumerate(texts):
        parts = _TOKEN.split(_cleared(text))
        edges = np.cumsum(np.fromiter(map(len, parts), np.int32, len(parts)), dtype=np.int32)
        found = np.fromiter(map(stems.__getitem__, parts[1::2]), np.int32, len(parts) // 2)
        values = (np.full(len(found), number, np.int32), found, edges[:-1:2], edges[1::2])
        for column, some in zip(columns, values, strict=True):
            column.append(some)
    names = np.array([*stems.numbers, ""], dtype=object)
    han = np.array([bool(_IS_HAN.match(name)) for name in names])
    doc, stem, start, end = (np.concatenate([np.empty(0, np.int32), *column]) for column in columns)
    return _Tokens(doc, stem, start, end, names, han)


def _cleared(text: str) -> str:
    return _ADDRESS.sub(" ; ", text)


def _met(tokens: _Tokens, texts: int) -> tuple[Any, Any, Any, Any]:
    """The terms met twice or more: their keys; of each time one is met its number among the keys and its first token.

    The last: how many terms that are met once each text has. Three terms in four are such: they go part by part.
    """
    parts: list[tuple[Any, Any, Any]] = []
    once, before = np.zeros(texts, np.int64), 0
    for at, key in _keyed(tokens):
        code, keys = pd.factorize(key)
        again = np.bincount(code, minlength=len(keys)) > 1
        number = (np.cumsum(again) + (before - 1)).astype(np.int32)
        some = again[code]
        once += np.bincount(tokens.doc[at[~some]], minlength=texts)
        parts.append((keys[again], number[code[some]], at[some]))
        before += int(np.count_nonzero(again))
    keys, numbers, places = (np.concatenate(column) for column in zip(*parts, strict=True))
    return keys, numbers, places, once


def _keyed(tokens: _Tokens) -> Iterator[tuple[Any, Any]]:
    """First token and key of every term, in parts that share no term.

    The key of a stem is its number; of two stems the second, and 2**32 times one more than the first.
    """
    stem, han = tokens.stem, tokens.han[tokens.stem]
    one = np.flatnonzero((stem >= 0) & ~han).astype(np.int32)
    yield one, stem[one].astype(np.int64)
    # A pair of words may have blanks and hyphens between, a pair of characters nothing.
    pair = (tokens.doc[1:] == tokens.doc[:-1]) & (stem[1:] >= 0) & (stem[:-1] >= 0) & (han[1:] == han[:-1])
    pair &= ~han[1:] | (tokens.start[1:] == tokens.end[:-1])
    for part in range(_PARTS):
        two = np.flatnonzero(pair & (stem[:-1] % _PARTS == part)).astype(np.int32)
        yield two, (stem[two].astype(np.int64) + 1) << 32 | stem[two + 1]


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
