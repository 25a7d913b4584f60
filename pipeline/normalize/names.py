"""The macro names that each rule knows; data that the stages and the guard share."""


def listed(names: str) -> frozenset[str]:
    """The names of a blank-separated list."""
    return frozenset(names.split())


MATH_IDENTITY = listed(
    "mathrm mathbf boldsymbol bm mathsf mathit mathtt mathnormal bold pmb symbf mathop mathrel mathbin mathord "
    "mathopen mathclose mathpunct mathinner ensuremath bf rm it sf tt cal mb mbf vb vect mat smash mathstrut boxed "
    "overbrace underbrace substack hphantom cancel"
)
UPRIGHT = listed(
    "text textrm textup textbf textit textsf texttt textsc textnormal textmd textsl mbox hbox emph operatorname fbox "
    "operatornamewithlimits ce si unit DeclareMathOperator"
)
# Those of them that hold a term and not a name.
STRUCTURAL = listed("overbrace underbrace boxed cancel ensuremath smash mathop mathrel mathbin mathord mathinner")
MATH_SWITCHES = listed(
    "displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits nonumber notag rm bf it sf tt cal em sl "
    "mathstrut hfill centering left right middle big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm "
    "Bigm biggm Biggm allowbreak relax protect noindent boldmath unboldmath normalfont rmfamily bfseries itshape small "
    "footnotesize tiny scriptsize normalsize large Large xspace strut hline smallskip medskip bigskip par null"
)
ALPHABETS = {
    "mathbb": "mathbb", "Bbb": "mathbb", "mathds": "mathbb", "mathbbm": "mathbb", "bb": "mathbb", "mathcal": "mathcal",
    "mc": "mathcal", "cal": "mathcal", "mathscr": "mathcal", "scr": "mathcal", "mathfrak": "mathfrak",
    "frak": "mathfrak",
}  # fmt: skip
# What each spacing macro of a formula is in text.
SPACES = {",": " ", ";": " ", ":": " ", "!": "", ">": " ", " ": " ", "/": "", "quad": " ", "qquad": " ",
           "thinspace": " ", "enspace": " ", "space": " ", "hskip": " ", "medspace": " ", "thickspace": " ",
           "negthinspace": "", "-": "", "\n": " ", "\t": " "}  # fmt: skip
FRACTIONS = listed("frac dfrac tfrac cfrac nicefrac sfrac textfrac flatfrac")
BINOMIALS = listed("binom dbinom tbinom")
SKIPPED_ARGUMENT = listed("color hspace vspace hspace* vspace* phantom_ kern")
STACKED = {"overset": "^", "stackrel": "^", "underset": "_"}
ARROWS = {"xrightarrow": "→", "xleftarrow": "←", "xRightarrow": "⇒", "xleftrightarrow": "↔", "xmapsto": "↦"}
# Macros of one's own that nearly every author defines alike.
ENCLOSING = {
    "norm": ("‖", "‖"), "abs": ("|", "|"), "ket": ("|", "⟩"), "bra": ("⟨", "|"), "braket": ("⟨", "⟩"),
    "ceil": ("⌈", "⌉"), "floor": ("⌊", "⌋"),
    "inner": ("⟨", "⟩"), "innerprod": ("⟨", "⟩"),
}  # fmt: skip
STYLES = listed(
    "textbf textit emph texttt textsc textrm textsf textup textsl textmd textnormal text mbox hbox underline uline ul "
    "hl sout makebox fbox MakeUppercase MakeLowercase uppercase lowercase mathrm mathbf mathsf mathit mathtt "
    "boldsymbol bm operatorname textln textlf protect center centerline bold strong smash "
    "ce textulc textcircled term uwave dotuline num st"
)
SWITCHES = listed(
    "em bf it tt sc rm sf sl bfseries itshape ttfamily scshape rmfamily sffamily slshape upshape mdseries normalfont "
    "small large Large footnotesize scriptsize tiny normalsize centering noindent indent xspace maketitle par "
    "smallskip medskip bigskip newpage clearpage protect displaystyle textstyle limits nolimits left right big Big "
    "bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr null relax allowbreak sloppy leavevmode hfill vfill "
    "unskip ignorespaces raggedright boldmath unboldmath bigm Bigm footnotemark"
)
BREAKS = listed("newline linebreak quad qquad space enspace thinspace hskip nobreak nobreakspace")
NOTES = listed("footnote footnotetext thanks")
SECTIONS = listed("section subsection subsubsection paragraph subparagraph title caption chapter")
ADDRESSES = listed("url path nolinkurl")
COLOURED = listed("textcolor colorbox")
SETTINGS = listed("color vspace hspace fontsize selectfont setlength")
TEXT_ENVIRONMENTS = listed(
    "itemize enumerate description abstract center quote quotation theorem lemma corollary proposition definition "
    "proof remark flushleft flushright small table figure minipage tabular compactitem inparaenum document comment "
    "compactenum quoting"
)
# Environments whose option says how to set them, and those whose option is a name.
PLACED = listed("itemize enumerate description table figure minipage tabular array compactitem inparaenum compactenum")
STATEMENTS = listed("theorem lemma corollary proposition definition proof remark")
ENUMERATIONS = listed("enumerate inparaenum compactenum")
MATH_ARGUMENTS = listed(
    "norm abs ket bra braket ceil floor mathbb mathcal mathscr mathfrak mathds mathbbm frac dfrac tfrac nicefrac sqrt binom "
    "ensuremath overset underset stackrel xrightarrow xleftarrow xRightarrow xleftrightarrow xmapsto"
)
ABBREVIATIONS = listed("eg ie etal cf aka etc wrt iid")
LETTERS = listed("ss o O l L ae AE oe OE aa AA i j dh DH th TH dj DJ")
# `\textitsafe` for `\textit{safe}`: a listing that lost its braces.
GLUED_STYLES = ("textbf", "textit", "texttt", "textsc", "textsf", "textrm", "emph")
# Names that say how something is set and are no text themselves.
FORMATTING = (
    MATH_IDENTITY | UPRIGHT | MATH_SWITCHES | frozenset(ALPHABETS) | FRACTIONS | BINOMIALS | SKIPPED_ARGUMENT
    | frozenset(ENCLOSING) | frozenset(STACKED) | STYLES | SWITCHES | BREAKS | NOTES | SECTIONS | ADDRESSES | COLOURED | SETTINGS
    | listed(
        "sqrt href item verb lstinline over atop label tag ref eqref textsuperscript textsubscript begin end cr not "
        "raise lower hat widehat wh tilde widetilde wt bar overline ol underline ul vec overrightarrow dot ddot "
        "dddot check widecheck breve acute grave mathring underbar cite citep citet citeauthor citeyear citealp "
        "citealt parencite textcite autocite footcite nocite cref Cref autoref pageref nameref vref Citet Citep"
    )
)  # fmt: skip
