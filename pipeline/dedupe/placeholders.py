"""Texts that stand where an abstract should and say nothing of the paper."""

from __future__ import annotations

import re

# Why, the most words that such a text has, and how it begins. The bound is there for abstracts that begin alike.
_KINDS = [
    (
        "it says that there is no abstract",
        40,
        r"(?:the |an |no |this )*abstracts? (?:(?:is|was|are) )?(?:currently |yet )*"
        r"(?:unavailable|not (?:yet )?(?:available|provided|found|given))\b"
        r"|no abstracts?(?:$|\W* ?(?:(?:is|was|are) )?(?:available|provided|given|found|yet)\b)"
        r"|(?:n/?a|none|tba|tbd|null|nil|to (?:be )?(?:appear|announced?|determined)|coming soon|withdrawn|retracted)$"
        r"|this (?:paper|article|submission|work) (?:has been|was|is) (?:withdrawn|retracted)\b"
        r"|(?:暂无|暫無|尚无|没有)(?:摘要|简介)|摘要(?:暂缺|不可用|缺失|待补)",
    ),
    (
        "it names the volume, not the paper",
        40,
        r"part of (?:the )?(?:proceedings|advances|volume|book|series|ieee|acm|lecture|special|international|\d{4})\b"
        r"|(?:in |published in |to appear in )?(?:the )?proceedings of\b|published in\b|to appear in\b",
    ),
    (
        "it is the summary form of a talk",
        60,
        r"summary form only\b",
    ),
    (
        "it tells the programme, not a paper",
        250,
        r"the following topics? (?:is|are|were) (?:dealt with|discussed|covered)\b"
        r"|(?:provides|presents|contains|lists|gives|includes) (?:a |an |the )*(?:schedule|listing|list of|table of contents"
        r"|program(?:me)?|index|title page|copyright|committee|front ?matter|author index|introductory|opening|welcome)\b"
        r"|(?:conference )?(?:proceedings )?(?:front ?matter|title page|table of contents|author index|copyright (?:page|notice))\b",
    ),
    (
        "it is a preface",
        300,
        r"(?:preface|foreword|welcome (?:message|to the)|message from the|guest editors?\W|editorial(?:$|\W* ?(?:board|note|introduction)))"
        r"|introduction to the (?:special issue|proceedings|workshop|volume|minitrack)\b"
        r"|(?:this|the) (?:volume|special issue|issue|proceedings|preface|editorial) "
        r"(?:contains?|collects?|comprises?|presents?|constitutes?|introduces?|gathers?)\b"
        r"|(?:it is|we have) (?:our|my|a|the)? ?(?:great )?(?:pleasure|honou?r)\b.{0,60}\bwelcome\b",
    ),
]
_PLACEHOLDERS = [(why, longest, re.compile(pattern)) for why, longest, pattern in _KINDS]
_LONGEST = max(longest for _, longest, _ in _KINDS)


def placeholder(text: str) -> str | None:
    """Why a normalized text is no abstract, in words that follow “rejected:”, or None where it may be one."""
    tokens = text.split(maxsplit=_LONGEST)
    plain = " ".join(tokens).casefold().strip(" .*–—-[](){}\"'“”:!")
    if not any(map(str.isalnum, plain)):
        return "it is empty"
    found = (why for why, longest, pattern in _PLACEHOLDERS if len(tokens) <= longest and pattern.match(plain))
    return next(found, None)
