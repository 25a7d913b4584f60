"""What the words around a number say of it: whether it is a figure at all, and how it is qualified.

`before` is the number's sentence up to it, `after` the text behind its unit, both cut at REACH.
"""

from __future__ import annotations

import re

# How far away the words may stand that decide, in characters: a long clause.
REACH = 110
# The words right before a number: `by up to an additional `.
_NEAR = 48

_SENTENCE = re.compile(r"[.!?;]\s(?=[A-Z])")
# A number that one of these leads to is part of a product, a power, a fraction or a tolerance.
PRODUCT = re.compile(r"(?:(?:\d|\b[A-Za-z]|[)\]])\s?[×*]|\dx|\d x |±|\+/-|\d\^|\d[eE][-−])\s?$")
# Nor is the lower part of a fraction a factor, nor the number in a name.
OPERAND = re.compile(r"(?:\d|\b[A-Za-z]|[)\]])\s?$")
NAMED = re.compile(r"(?:[A-Za-z]-|\d/)$")
CHAIN = re.compile(r",?\s(?:and|or)\s|,\s|\s?/\s?")

_FILLERS = (
    r"(?:(?:an?|the|by|up to|as much as|as high as|over|more than|less than|fewer than|under|at least|at most|about|around|"
    r"nearly|almost|approximately|roughly|only|just|even|another|further|average of|additional|on average|average|"
    r"improvements?|absolute|[∼~≈<>≥≤])\s?){0,4}"
)
_GAIN = (
    r"(?:gain|improvement|increase|boost|drop|reduction|decrease|advantage|lead|margin|degradation|difference|gap|rise|"
    r"jump|uplift|decline|loss|losse|lift|speed-?up|acceleration|saving)s?"
)
_COMPARED = r"(?:higher|lower|better|worse|greater|larger|smaller|ahead|behind)"
_CHANGES = re.compile(
    r"(?i)\b(?:improv|increas|boost|outperform|surpass|exceed|reduc|decreas|lower|rais|drop|degrad|gain|beat|lift|enhanc|"
    r"fall|fell|ris[ei]|rose|better|higher|worse|underperform|declin|advanc|elevat|shrink|cut|slash|speed|accelerat|"
    r"trail|lag|climb|grow|grew|deteriorat|wins?\b|won\b|leads?\b)"
)
_LED = re.compile(rf"(?i)\b(?:(?P<by>by|by an? (?:\w{{1,20}}\s)?margin of)|of|reaching)\s{_FILLERS}$")
_GAIN_END = re.compile(rf"(?i)\b{_GAIN}\s$")
_VERB = re.compile(
    r"(?i)\b(?:gain(?:s|ed|ing)?|add(?:s|ed|ing)?|los(?:es|ing)|lost|drop(?:s|ped|ping)?|improv(?:es|ed|ing)|"
    rf"yield(?:s|ed|ing)?|is|are|up|down|within|deliver(?:s|ed|ing)?)\s{_FILLERS}$"
)
_SCORED = re.compile(r"(?i)\b(?:achiev\w*|scor\w*|reach\w*|attain\w*|obtain\w*|get\w*)\s(?:[\w-]+\s){0,3}$")
_GAIN_AFTER = re.compile(rf"(?i)[\s-](?:[\w@.-]{{1,20}}+[\s-]){{0,2}}?(?:{_GAIN}|{_COMPARED}|more|less|fewer)\b")
_POINTS_AFTER = re.compile(
    rf"(?i)\s(?:(?:[\w@.-]{{1,20}}+\s){{0,2}}?{_GAIN}\b|(?:{_COMPARED}|more|less|above|below|over)\b)"
)

# A measure that may carry a score: `mAP`, `gFID`, `F1`, `R@5`, `dB`; not what is counted in capitals.
_SIZE = (
    r"(?:[KMGTP]i?B|[kKMGT]?Hz|[KMBTNJWVA]|kW|kWh|FPS|[KMGTP]?FLOPs?|[KMGTP]?FLOPS|TOPS|QPS|G?MACs|[KMG]bps|Nm|GPUs?|CPUs?|"
    r"RTX|[AHV]\d+|RGB|LLMs?|MDPs?|VLAs?|DoFs?|AI|ML|CO2|Gaussians?|ICML)\b"
)
_MEASURE = (
    rf"(?!{_SIZE})(?:dB|nats|bpd|(?:perplexity|accuracy|points?)\b|"
    r"[a-z]{0,2}[A-Z][A-Za-z]{0,20}+(?:[@-]?\d[\w.]{0,5})?(?:-[A-Z\d]\w{0,10})?)(?![\w%])"
)
_ENDS = re.compile(
    rf"(?:\s?[,;:)\]]|\s?/\s?[+−\d]|\s?\.(?!\d)|\s?$|\s\((?!\d)|[\s-](?P<measure>{_MEASURE})|\s(?:in|on|over|across|compared|relative|for|"
    r"than|and|or|with|while|whereas|to|at|when|from|under|versus|vs|respectively|against|using|without|but|as|absolute|"
    r"average)\b)"
)
_GAINED = re.compile(
    rf"\s(?P<measure>[\s-]?(?:{_MEASURE}\s){{1,2}})?(?:(?:average|mean|absolute|score|overall)\s){{0,2}}"
    rf"(?:{_GAIN}|{_COMPARED})\b"
)

_COMPARATIVE = (
    r"(?!(?:over|per|after|under|either|other|however|together|whenever|later|earlier|number|user)\b)"
    r"(?:more|less|fewer|as\s\w+|better|worse|the|that|their|its|of|than|\w{2,12}er)\b"
)
_TIMES_AFTER = re.compile(
    rf"(?i)[\s-](?:{_COMPARATIVE}|(?:\w{{1,20}}\s){{0,2}}{_GAIN}\b|compression\b|\w{{1,20}}\sthan\b)"
)
_REPEATED = re.compile(
    r"(?i)\b(?:repeat\w*|runs?|ran|sampled|at (?:most|least)|every|visit\w*|quer\w+|call\w*)\s(?:\w+\s){0,2}$"
)
_FOLD_ELSE = re.compile(
    r"(?i)[\s-](?:cross|CV\b|validation|symmetr|rotation|degenera|screw|split|nested|stratified|ensemble)"
)
_MULTIPLE = re.compile(r"(?i)(?:\b(?:of|to|by|than|over|about|around|nearly|approximately|an?)\s|[∼~≈]\s?)$")
_SCALING = re.compile(r"(?i)[\s-](?:up|down|super|compress|magnif|zoom|speed)")
_FACTOR = (
    r"\bby (?:up to |more than |over |about |nearly |almost |around |roughly |at least |approximately )?an? factor of "
    r"(?:up to |over |more than |about |nearly |approximately |roughly |at least )?"
)
FACTOR_OF = re.compile(_FACTOR)
_FACTOR_END = re.compile(_FACTOR + "$")
# `a factor of eight (8×)` is told by its own sign.
_FACTOR_AFTER = re.compile(r"(?!\s?\([∼~≈]?\d)(?:[\s.,;:)]|$)")

_AT = re.compile(r"(?i)\b(?:by|of|at|with|to|for|using|from|up|around|about|over) $")
_FROM = re.compile(r"(?i)\bfrom (?:an?\s)?(?:about |around |roughly |nearly |only |just )?$")
_SPAN = re.compile(
    rf"(?i)\b(?:rang\w+|var(?:y|ies|ied|ying)|span\w*|anywhere|between|{_GAIN})(?: in [\w-]+| of)? from [\w ]{{0,15}}$"
)

_QUALIFIER = re.compile(
    r"(?i)(?:\b|(?=[<>≤≥∼~≈≃]))(?:(?P<up_to>up to|upto|as (?:much|high|many) as|at most|a maximum of|peaking at|no more than)"
    r"|(?P<over>over|more than|(?:great|high|larg)er than|above|exceed(?:s|ed|ing)?|at least|beyond|upwards? of|[>≥])"
    r"|(?P<under>under|less than|(?:low|small|few)er than|below|[<≤])"
    r"|(?P<about>about|around|approximately|approx\.|roughly|nearly|almost|close to|circa|some|[∼~≈≃])"
    rf"|(?P<average>(?:average|mean)(?: \w+)?(?: {_GAIN})? (?:of|by)|(?:on|in) average|averaging|an? (?:average|mean)))"
    r"\s?(?:(?:an?|the|additional|of|average|another)\s){0,2}[+−(]?$"
)
_AVERAGE_AFTER = re.compile(rf"(?i)\s(?:(?:{_GAIN}\s)?on average|(?:absolute |relative )?average|mean)\b")


def sentence(before: str) -> str:
    """The part of `before` that belongs to its last sentence."""
    return _SENTENCE.split(before)[-1]


def leads_to_difference(before: str) -> bool:
    """Whether the words before a number announce a difference: `improves mAP by up to`, `a gain of`."""
    led = _LED.search(before, max(0, len(before) - _NEAR))
    if not led:
        return False
    return bool(_GAIN_END.search(before, 0, led.start()) or (led["by"] and _CHANGES.search(before)))


def is_points(before: str, after: str, number: str, signed: bool) -> bool:
    """Whether so many points are a difference of scores rather than a score or a count of points."""
    led = _LED.search(before, max(0, len(before) - _NEAR))
    if (
        signed
        or (led and led["by"])
        or leads_to_difference(before)
        or _VERB.search(before)
        or _POINTS_AFTER.match(after)
    ):
        return True
    return "." in number and not _SCORED.search(before) and bool(_CHANGES.search(before))


def is_difference(before: str, after: str, number: str, sign: str) -> bool:
    """Whether a number without a unit is a difference of scores: `+26.7`, `a 10.57 gFID gain`, `by 2.3`."""
    fraction = "." in number
    gained = _GAINED.match(after)
    if gained and (fraction or gained["measure"]):
        return True
    ends = _ENDS.match(after)
    if not ends:
        return False
    if sign == "+":
        return bool(fraction or ends["measure"] or leads_to_difference(before))
    return bool(ends["measure"] or (fraction and not sign)) and (bool(sign) or leads_to_difference(before))


def is_listed(before: str, number: str, listed: str) -> bool:
    """Whether a number is one of a list that has its percent sign at the end: `with 5, 10, and 20%`, `84.3/91.2%`."""
    if len(number.partition(".")[0]) > 3:  # a year before a share
        return False
    return listed[0] == "/" or any(map(str.isdigit, listed)) or bool(_AT.search(before))


def ends_figure(after: str) -> bool:
    """Whether a number without a unit stands for itself: nothing that it counts follows."""
    return bool(_ENDS.match(after))


def is_factor(before: str, after: str, number: str) -> bool:
    """Whether so many `times` multiply rather than count."""
    if _TIMES_AFTER.match(after):
        return True
    return not _REPEATED.search(before) and ("." in number or leads_to_difference(before))


def is_fold(before: str, after: str, number: str) -> bool:
    """Whether `-fold` multiplies: not in cross-validation, nor in `our contributions are twofold`."""
    if _FOLD_ELSE.match(after):
        return False
    return number[0].isdigit() or bool(_GAIN_AFTER.match(after) or _TIMES_AFTER.match(after) or _CHANGES.search(before))


def is_multiple(before: str, after: str) -> bool:
    """Whether `x2` multiplies rather than names a variable."""
    after_it = _GAIN_AFTER.match(after) or _TIMES_AFTER.match(after) or _SCALING.match(after)
    return bool(_MULTIPLE.search(before) or after_it)


def is_factor_of(before: str, after: str) -> bool:
    """Whether a number ends `by a factor of`."""
    return before.endswith(" ") and bool(_FACTOR_END.search(before) and _FACTOR_AFTER.match(after))


def is_change(before: str) -> bool:
    """Whether `A% to B%` after this is a step from one score to another (two figures) and no range."""
    return bool(_FROM.search(before)) and not _SPAN.search(before)


def qualifier(before: str, figure: str, after: str) -> str | None:
    """How a plus behind a figure or the words next to it qualify it; of the words, those before it decide."""
    match = _QUALIFIER.search(before, max(0, len(before) - _NEAR))
    if "+" in figure[1:] or (after[:1] == "+" and not after[1:2].isdigit()):
        return "over"
    if match and match.lastgroup:
        return match.lastgroup.replace("_", " ")
    return "average" if _AVERAGE_AFTER.match(after) else None
