"""What a LaTeX symbol macro stands for.

The names come from unicodeit's table (4,257 entries, from the unicode-math and
STIX lists); below stands only what it lacks or what reads badly.
"""

import re

from unicodeit.data import REPLACEMENTS, SUBSUPERSCRIPTS

from .names import listed

_NAME = re.compile(r"\\([A-Za-z]+)$")
_FONT = re.compile(r"\\(mathbb|mathcal|mathfrak)\{([A-Za-z0-9])\}$")
# unicodeit: ᄑ is a Hangul letter, ᶴ ˱ ˲ ˂ ˃ ᐧ are phonetic signs that few fonts draw.
_POOR = frozenset("ᄑᶴ˱˲˂˃ᐧ*")

NAMED_OPERATORS = listed(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim ln log max min "
    "sec sin sinh sup tan tanh argmin argmax polylog poly tr diag rank sgn sign supp Var Cov KL TV softmax "
    "ReLU vol span conv Tr sigmoid OPT erf Pr Lip prox proj dist id esssup essinf"
)
# Private macros that authors define again and again, and that can mean one thing only.
_PRIVATE = {
    "R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "E": "𝔼", "C": "ℂ", "P": "ℙ", "RR": "ℝ", "NN": "ℕ", "ZZ": "ℤ",
    "EE": "𝔼", "PP": "ℙ", "reals": "ℝ", "Reals": "ℝ", "eps": "ε", "veps": "ε", "bbR": "ℝ", "bbE": "𝔼",
    "bbP": "ℙ", "bbN": "ℕ", "bbZ": "ℤ", "bbC": "ℂ", "indic": "𝟙", "ind": "𝟙", "lam": "λ", "sig": "σ", "vphi": "φ",
    "defeq": "≔", "eqdef": "≔", "coloneq": "≔", "coloneqq": "≔", "triangleq": "≜", "grad": "∇",
}  # fmt: skip
_HAND = {
    "epsilon": "ϵ", "varepsilon": "ε", "phi": "ϕ", "varphi": "φ", "cdot": "·", "cdots": "⋯", "ldots": "…",
    "dots": "…", "dotsc": "…", "dotsb": "…", "dotsm": "…", "dotsi": "…", "dotso": "…", "textellipsis": "…",
    "bullet": "•", "textbullet": "•", "ast": "∗", "star": "⋆", "sim": "∼", "mid": "|", "vert": "|", "Vert": "‖",
    "lvert": "|", "rvert": "|", "lVert": "‖", "rVert": "‖", "|": "‖", "parallel": "∥", "lbrace": "{", "rbrace": "}",
    "lbrack": "[", "rbrack": "]", "backslash": "∖", "textbackslash": "∖", "setminus": "∖", "colon": ":",
    "prime": "′", "dprime": "″", "degree": "°", "textdegree": "°", "top": "⊤", "bot": "⊥", "perp": "⊥",
    "intercal": "⊺", "to": "→", "gets": "←", "iff": "⟺", "implies": "⟹", "impliedby": "⟸", "land": "∧", "lor": "∨",
    "neg": "¬", "lnot": "¬", "ne": "≠", "neq": "≠", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "lt": "<",
    "gt": ">", "indep": "⊥⊥", "independent": "⊥⊥", "succeq": "⪰", "preceq": "⪯", "leqslant": "⩽", "geqslant": "⩾", "owns": "∋", "emptyset": "∅", "varnothing": "∅", "hbar": "ħ",
    "ell": "ℓ", "Re": "ℜ", "Im": "ℑ", "wp": "℘", "imath": "ı", "jmath": "ȷ", "dag": "†", "ddag": "‡",
    "dagger": "†", "ddagger": "‡", "S": "§", "textsection": "§", "copyright": "©", "textcopyright": "©",
    "pounds": "£", "textsterling": "£", "euro": "€", "texteuro": "€", "checkmark": "✓", "cmark": "✓", "xmark": "✗",
    "bigstar": "★", "langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈",
    "rceil": "⌉", "sum": "∑", "prod": "∏", "int": "∫", "oint": "∮", "bigcup": "⋃", "bigcap": "⋂", "coprod": "∐",
    "bigoplus": "⨁", "bigotimes": "⨂", "bigvee": "⋁", "bigwedge": "⋀", "varlimsup": "lim sup",
    "limsup": "lim sup", "liminf": "lim inf", "bmod": "mod", "mod": "mod", "textdollar": "$", "dollar": "$",
    "textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_", "textbar": "|", "textless": "<",
    "textgreater": ">", "textquotesingle": "'", "textendash": "–", "textemdash": "—", "textquoteleft": "‘",
    "textquoteright": "’", "textquotedblleft": "“", "textquotedblright": "”", "textpm": "±", "texttimes": "×",
    "textmu": "µ", "texttrademark": "™", "textregistered": "®",
    "texttildelow": "~", "textrightarrow": "→", "textleftarrow": "←", "textuparrow": "↑", "textdownarrow": "↓",
    "textminus": "−", "textonehalf": "½", "textlangle": "⟨", "textrangle": "⟩", "textquotedbl": '"', "textyen": "¥",
    "celsius": "°C", "degreeCelsius": "°C", "thicksim": "∼", "thickapprox": "≈", "vcentcolon": ":", "textohm": "Ω", "textcent": "¢",
    "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "eg": "e.g.", "ie": "i.e.", "etal": "et al.",
    "wrt": "w.r.t.", "iid": "i.i.d.", "cf": "cf.", "aka": "a.k.a.", "etc": "etc.",
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
    "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ",
    "varkappa": "ϰ", "vartheta": "ϑ", "varpi": "ϖ", "varrho": "ϱ", "varsigma": "ς", "infty": "∞", "infin": "∞",
    "square": "□", "Box": "□", "blacksquare": "■", "diamond": "⋄", "Diamond": "◇", "circ": "∘", "bigcirc": "◯",
    "not": "\u0338", "slash": "/", "And": "&", "dotsfill": "…", "vdots": "⋮", "ddots": "⋱", "sharp": "♯",
    "trianglelefteq": "⊴", "trianglerighteq": "⊵", "models": "⊨", "vDash": "⊨", "bowtie": "⋈", "hookrightarrow": "↪",
    "Alpha": "Α", "Beta": "Β", "Epsilon": "Ε", "Zeta": "Ζ", "Eta": "Η", "Iota": "Ι", "Kappa": "Κ", "Mu": "Μ", "Nu": "Ν",
    "Rho": "Ρ", "Tau": "Τ", "Upsilon": "Υ", "Chi": "Χ", "smallsetminus": "∖", "mp": "∓", "smile": "⌣",
    "rightsquigarrow": "⇝", "leadsto": "⇝", "upharpoonright": "↾", "restriction": "↾", "mathsection": "§",
}  # fmt: skip


def _read_table() -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    names: dict[str, str] = {}
    fonts: dict[tuple[str, str], str] = {}
    for source, char in REPLACEMENTS:
        if match := _NAME.match(source):
            names[match[1]] = char
        elif match := _FONT.match(source):
            fonts[match[1], match[2]] = char
    return names, fonts


_TABLE, FONTS = _read_table()
# unicodeit gives the slanted ⅅ ⅆ ⅇ ⅈ ⅉ of differentials here.
FONTS.update({("mathbb", plain): letter for plain, letter in zip("Ddeij", "𝔻𝕕𝕖𝕚𝕛", strict=True)})
SYMBOLS: dict[str, str] = {**_TABLE, **_HAND}
# In prose \P is ¶ and \C, \E, \N, \R, \Z may be anything: only inside a formula are they sets.
MATH_ONLY: dict[str, str] = {
    **_PRIVATE,
    **{f"c{letter}": FONTS["mathcal", letter] for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
}
SUBSCRIPTS = {s[1]: char for s, char in SUBSUPERSCRIPTS if s[0] == "_" and char not in _POOR}
SUPERSCRIPTS = {s[1]: char for s, char in SUBSUPERSCRIPTS if s[0] == "^" and char not in _POOR}
SCRIPT_CHARS = frozenset(SUBSCRIPTS.values()) | frozenset(SUPERSCRIPTS.values())
RELATIONS = frozenset(
    "=<>≤≥⩽⩾≦≧≪≫≲≳≈≃≅≡≠≢∼∈∉∋⊂⊃⊆⊇⊊⊋⊄⊈→←↦⟶⟵⟼⇒⇐⇔⟹⟸⟺↔∝≺≻≼≽⊢⊨⊥∥≔≜≐≍⊴⊵≥↪⇝⪅⪆↠⪯⪰≁≰≱≮≯∤↛⊈⊉⊄≉≇⊬⊭∦∌⋢⊮∣⋉⋊⇀⇁⇌↗↘⇝⟿"
)  # fmt: skip
BINARY = frozenset("×·±∓∘∗⋆∪∩∧∨⊕⊗⊙∖÷⋄⊔⊓⊎⊖⋅")
OPENERS = frozenset("([{⟨⌊⌈")
CLOSERS = frozenset(")]}⟩⌋⌉")
KINDS = {"mid": "rel", "lvert": "open", "rvert": "close", "lVert": "open", "rVert": "close"}
ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "wh": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "wt": "\u0303",
    "bar": "\u0304", "overline": "\u0305", "ol": "\u0305", "underline": "\u0332", "ul": "\u0332", "vec": "\u20d7",
    "overrightarrow": "\u20d7", "dot": "\u0307", "ddot": "\u0308", "dddot": "\u20db", "check": "\u030c",
    "widecheck": "\u030c", "breve": "\u0306", "acute": "\u0301", "grave": "\u0300", "mathring": "\u030a",
    "underbar": "\u0332",
}  # fmt: skip
