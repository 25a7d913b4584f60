"""What the title of a listing says: its language, the conference, the year."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TypeVar

_T = TypeVar("_T")

# Written as the conferences write themselves. Case is ignored for these.
_VENUES = (
    "3DV", "AAAI", "ACCV", "ACML", "AISTATS", "AutoML", "BMVC", "CIKM", "COLING", "COLM", "COLT",
    "CoNLL", "CoRL", "CVPR", "EACL", "ECCV", "ECML", "EMNLP", "FAccT", "ICASSP", "ICCV", "ICLR",
    "ICML", "ICRA", "IJCAI", "INTERSPEECH", "IROS", "ISMIR", "JMLR", "KDD", "L4DC", "MICCAI",
    "MIDL", "MLSys", "NAACL", "NeurIPS", "NIPS", "RecSys", "SIGGRAPH", "SIGIR", "TACL", "TMLR",
    "WACV", "WSDM",
)  # fmt: skip
# Also words of other meanings: only in capitals.
_CAPITAL_VENUES = ("ACL", "ALT", "RSS", "UAI", "WWW")
_FULL_NAMES = {
    "International Conference on Machine Learning": "ICML",
    "国际机器学习大会": "ICML",
    "国际机器学习会议": "ICML",
    "International Conference on Learning Representations": "ICLR",
    "国际学习表征会议": "ICLR",
    "Neural Information Processing Systems": "NeurIPS",
    "神经信息处理系统大会": "NeurIPS",
    "Artificial Intelligence and Statistics": "AISTATS",
    "Conference on Learning Theory": "COLT",
}
# A language is named only where a word of it stands: a title such as "ICML 2026" is `und`.
_ENGLISH = frozenset(
    re.findall(
        r"\w+",
        """
        a abstract abstracts accepted all and annual archive article articles at camera collection
        conference contributions entries events extra for from in index international learning list
        listing listings machine main new of on oral orals other paper papers poster posters preprints
        presentations proceedings program programme publications ready research sample schedule session
        sessions some spotlight spotlights submissions talks test the titles to track unpublished volume
        with workshop workshops
        """,
    )
)
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_KANA_OR_HANGUL = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
_YEAR = re.compile(r"(?<![0-9])(?:19[5-9][0-9]|20[0-9]{2})(?![0-9])")
_SHORT = {name.casefold(): name for name in (*_VENUES, *_CAPITAL_VENUES)}
# A digit may follow the name (`ICLR2026`), a letter or a hyphen with a letter may not.
_VENUE = re.compile(rf"(?<![A-Za-z0-9])(?:(?i:{'|'.join(_VENUES)})|{'|'.join(_CAPITAL_VENUES)})(?![A-Za-z])")


@dataclass(frozen=True)
class Title:
    """language: `en`, `zh` or `und`; venue and year: None where the title names none, or several."""

    language: str
    venue: str | None
    year: int | None


def parse(title: str) -> Title:
    """What a listing's title line says. Never a guess: what is not written there is None."""
    text = unicodedata.normalize("NFKC", title)
    return Title(_language(text), _only(_venues(text)), _only({int(y) for y in _YEAR.findall(text)}))


def _language(text: str) -> str:
    if _KANA_OR_HANGUL.search(text):
        return "und"
    if _HAN.search(text):
        return "zh"
    letters = [char for char in text if char.isalpha()]
    words = re.findall(r"[a-z]+", text.casefold())
    return "en" if all(map(str.isascii, letters)) and _ENGLISH.intersection(words) else "und"


def _venues(text: str) -> set[str]:
    short = {_SHORT[name.casefold()] for name in _VENUE.findall(text)}
    return short | {name for full, name in _FULL_NAMES.items() if full.casefold() in text.casefold()}


def _only(found: set[_T]) -> _T | None:
    return found.pop() if len(found) == 1 else None
