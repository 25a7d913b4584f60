r"""What abstracts are written in, as templates: markup around slots.

A slot is a letter in ⟨⟩ and is filled with a piece that must stand in the result: ⟨p⟩ prose, which may hold
further markup, ⟨w⟩ a word, ⟨n⟩ a figure, ⟨m⟩ a formula's content, ⟨s⟩ a symbol's macro, ⟨c⟩ code, ⟨a⟩ an address;
⟨=⟩ repeats the slot before it and need not stand twice. What else the result must show is written behind ` => `,
parted by blanks.
"""

LATEX = [
    r"\textbf{⟨p⟩}", r"\emph{⟨p⟩}", r"\textit{⟨p⟩}", r"\texttt{⟨w⟩}", r"\textsc{⟨w⟩}", r"{\em ⟨p⟩}", r"{\bf ⟨p⟩}", r"{\it ⟨w⟩\/}",
    r"\underline{⟨p⟩}", r"\textbf{⟨w⟩}\textit{⟨w⟩}", r"\textbf{\emph{\texttt{⟨w⟩}}}", r"\mbox{⟨p⟩}", r"\textcolor{red}{⟨p⟩}",
    r"{\color{blue} ⟨p⟩}", r"\footnote{⟨p⟩}", r"⟨w⟩\footnote{See ⟨a⟩.}", r"\cite{⟨w⟩}", r"⟨w⟩~\cite{⟨w⟩,⟨w⟩}", r"\citep[p.~⟨n⟩]{⟨w⟩}",
    r"\citet{⟨w⟩⟨n⟩}", r"Fig.~\ref{⟨w⟩}", r"\eqref{⟨w⟩}", r"Section~⟨n⟩", r"\paragraph{⟨p⟩.} ⟨w⟩", r"\section*{⟨w⟩} ⟨w⟩",
    r"\begin{itemize} \item ⟨p⟩ \item ⟨p⟩ \end{itemize}", r"\begin{enumerate} \item ⟨p⟩ \item[⟨w⟩] ⟨p⟩ \end{enumerate}",
    r"\begin{theorem}[⟨w⟩] ⟨p⟩ \end{theorem}", r"\begin{quote}⟨p⟩\end{quote}", r"\begin{center} ⟨p⟩ \\ ⟨p⟩ \end{center}",
    r"\begin{tabular}{lc} ⟨w⟩ & ⟨n⟩ \\ ⟨w⟩ & ⟨n⟩ \end{tabular}", r"\url{⟨a⟩}", r"\href{⟨a⟩}{\textbf{⟨w⟩} ⟨w⟩}", r"\href{⟨a⟩}{⟨=⟩}", r"\verb|⟨c⟩|",
    r"\verb+⟨c⟩+", r"\lstinline{⟨w⟩}", r"``⟨p⟩''", r"`⟨w⟩'", r"``⟨w⟩, `⟨w⟩' ⟨w⟩''", r"⟨w⟩---⟨w⟩", r"⟨w⟩ -- ⟨p⟩ -- ⟨w⟩", r"⟨n⟩--⟨n⟩",
    r"⟨n⟩\% => %", r"⟨n⟩\,\% => %", r"⟨w⟩ \& ⟨w⟩ => &", r"\#⟨n⟩ => #", r"⟨w⟩\_⟨w⟩ => _", r"⟨n⟩~GB => GB", r"⟨n⟩\,000 => 000",
    r"\textsuperscript{⟨n⟩}", r"CO\textsubscript{⟨n⟩} => CO", r"\LaTeX{} ⟨w⟩ => LaTeX", r"⟨w⟩ i.e.\ ⟨w⟩ => i.e.", r"\eg ⟨w⟩ => e.g.",
    r"\ours{} ⟨w⟩", r"\ours{⟨p⟩}", r"\newmacro[⟨w⟩]{⟨p⟩}{⟨w⟩}", r"\raisebox{2pt}{⟨w⟩}", r"\resizebox{2cm}{!}{⟨w⟩}", r"\mystery ⟨w⟩",
    r"⟨w⟩\xspace{} ⟨w⟩", r"⟨w⟩ \\ ⟨w⟩", r"⟨w⟩\newline ⟨w⟩", r"⟨w⟩\linebreak[⟨n⟩] ⟨w⟩", r"{⟨w⟩}", r"{{⟨p⟩}}", r"{⟨w⟩} {⟨w⟩, ⟨w⟩}", r"{B}⟨w⟩ => B",
    r"\{⟨w⟩, ⟨w⟩\} => { }", r"⟨s⟩{} ⟨w⟩", r"⟨s⟩-⟨w⟩", r"⟨w⟩ ⟨s⟩ ⟨w⟩", r"⟨s⟩_{⟨n⟩}", r"\mathcal{O}(n^{⟨n⟩}) => O", r"\mathbb{R}^{⟨n⟩} => ℝ",
    r"\frac{⟨n⟩}{⟨n⟩} => /", r"\sqrt{⟨n⟩} => √", r"\log ⟨n⟩ => log", r"⟨n⟩\times faster => ×", r"⟨n⟩\pm⟨n⟩ => ±",
    r"\'etude, Erd\H{o}s, na\"{\i}ve ⟨w⟩ => étude Erdős naïve", r"H\"older \v{S}id\'ak \c{c}a => Hölder Šidák ça",
    r"{\'E}cole \AA ngstr\"om \L{}ukasz \o re => École Ångström Łukasz øre", r"\(⟨m⟩\)", r"\[⟨m⟩\]", r"$⟨m⟩$", r"$⟨m⟩$-⟨w⟩", r"$$⟨m⟩$$",
    r"$ ⟨m⟩ $", r"($⟨m⟩$)", r"$⟨m⟩$, $⟨m⟩$", r"\begin{equation} ⟨m⟩ \label{⟨w⟩} \end{equation}", r"\begin{align*} ⟨m⟩ &= ⟨m⟩ \\ &= ⟨m⟩ \end{align*} => =",
    r"$\text{⟨w⟩ ⟨w⟩}$", r"$\mathrm{⟨w⟩}$", r"\ensuremath{⟨m⟩}", r"$⟨n⟩$\% => %", r"$\sim$⟨n⟩", r"$⟨n⟩$-$⟨n⟩\times$ => ×", r"$+⟨n⟩$% => + %",
]  # fmt: skip

FORMULAS = [
    "⟨s⟩", "⟨n⟩", r"⟨s⟩_{⟨m⟩}", r"⟨s⟩^{⟨m⟩}", r"x_{⟨n⟩}^{⟨n⟩}", r"\frac{⟨m⟩}{⟨m⟩} => /", r"\sqrt{⟨m⟩} => √", r"\sqrt[⟨n⟩]{⟨m⟩} => √",
    r"\mathcal{O}(⟨m⟩) => O", r"\hat{⟨s⟩}", r"\tilde{\mathcal{O}}(⟨m⟩)", r"\overline{⟨w⟩}", r"⟨m⟩ \leq ⟨m⟩ => ≤", r"⟨m⟩ = ⟨m⟩ => =", r"⟨m⟩ + ⟨m⟩ => +",
    r"⟨m⟩ < ⟨m⟩ => <", r"⟨m⟩ > ⟨n⟩ => >", r"\left( ⟨m⟩ \right) => ( )", r"\left[ ⟨m⟩ \right] => [ ]", r"\{⟨m⟩\} => { }", r"\|⟨m⟩\|_{⟨n⟩} => ‖ ‖",
    r"\sum_{i=⟨n⟩}^{⟨n⟩} ⟨m⟩ => ∑", r"\int_0^{⟨n⟩} ⟨m⟩ => ∫", r"\log ⟨m⟩ => log", r"\max_{⟨m⟩} ⟨m⟩ => max", r"\argmin ⟨m⟩ => argmin",
    r"\text{⟨w⟩ ⟨w⟩}", r"\mathrm{⟨w⟩}", r"\operatorname{⟨w⟩}(⟨m⟩)", r"\begin{cases} ⟨m⟩ & ⟨m⟩ \\ ⟨m⟩ & \text{⟨w⟩} \end{cases}",
    r"\begin{bmatrix} ⟨n⟩ & ⟨n⟩ \\ ⟨n⟩ & ⟨n⟩ \end{bmatrix} => [ ]", r"\binom{⟨n⟩}{⟨m⟩}", r"⟨m⟩ \mid ⟨m⟩ => |", r"10^{-⟨n⟩} => 10", r"⟨n⟩\% => %", r"⟨n⟩\times => ×",
    r"⟨n⟩ \pm ⟨n⟩ => ±", r"⟨n⟩{,}⟨n⟩", r"\underbrace{⟨m⟩}_{\text{⟨w⟩}}", r"\stackrel{⟨m⟩}{\to} => →", r"\mathbb{E}_{⟨m⟩}[⟨m⟩] => 𝔼 [ ]", r"⟨s⟩' => ′",
    r"\mymacro{⟨m⟩}", r"⟨s⟩ \not\in ⟨s⟩ => ∉", r"⟨m⟩ \bmod ⟨n⟩ => mod", r"\bf{⟨w⟩}", r"⟨m⟩ \xrightarrow{⟨m⟩} ⟨m⟩ => →", r"{⟨m⟩ \over ⟨m⟩} => /",
    r"⟨m⟩,\; ⟨m⟩", r"\lfloor ⟨m⟩ \rfloor => ⌊ ⌋", r"\mbox{⟨w⟩ $⟨m⟩$}", r"⟨m⟩ \tag{⟨n⟩}", r"\color{red} ⟨m⟩", r"\textcolor{red}{⟨m⟩}", r"\widehat{⟨m⟩}",
]  # fmt: skip

MARKDOWN = [
    "**⟨p⟩**", "*⟨p⟩*", "***⟨w⟩***", "__⟨w⟩__", "_⟨w⟩_", "~~⟨w⟩~~", "`⟨c⟩`", "```\n⟨c⟩\n```", "**⟨w⟩**⟨w⟩", "⟨w⟩**⟨w⟩**", "[⟨w⟩ **⟨w⟩**](⟨a⟩)", "[⟨a⟩](⟨=⟩)",
    "![⟨w⟩](⟨a⟩)", "<⟨a⟩>", "\n# ⟨w⟩\n⟨w⟩", "\n## ⟨w⟩ ⟨w⟩\n", "\n- ⟨p⟩\n- ⟨p⟩\n", "\n* ⟨p⟩\n* ⟨p⟩\n", "\n1. ⟨p⟩\n2. ⟨p⟩\n", "\n> ⟨p⟩\n", "\n---\n⟨w⟩",
    r"\*⟨w⟩\*", r"⟨w⟩\_⟨w⟩ => _", "⟨w⟩ * ⟨w⟩ => *", "⟨w⟩*", "*p < 0.⟨n⟩ => <", "A* ⟨w⟩ A* => A A", "| ⟨w⟩ | ⟨n⟩ |\n| --- | --- |\n| ⟨w⟩ | ⟨n⟩ |",
    "[^⟨n⟩]", "[⟨n⟩]", "[⟨w⟩] (⟨w⟩)", "**⟨w⟩:** ⟨p⟩", "**S**⟨w⟩ **P**⟨w⟩ => S P", "*⟨w⟩ **⟨w⟩** ⟨w⟩*", "**⟨w⟩ *⟨w⟩* ⟨w⟩**",
]  # fmt: skip

HYPERTEXT = [
    "<b>⟨p⟩</b>", "<em>⟨p⟩</em>", "<p>⟨p⟩</p>", "<strong>⟨p⟩</strong>", "<i>⟨w⟩</i>", "<span class=\"x\">⟨p⟩</span>", "H<sub>⟨n⟩</sub>O => H O",
    "⟨w⟩<sup>⟨n⟩</sup>", "<a href=\"⟨a⟩\">⟨w⟩</a>", "⟨w⟩<br>⟨w⟩", "⟨w⟩<br/>⟨w⟩", "<ul><li>⟨p⟩</li><li>⟨p⟩</li></ul>", "<code>⟨w⟩</code>",
    "<table><tr><td>⟨w⟩</td><td>⟨n⟩</td></tr></table>", "<jats:p>⟨p⟩</jats:p>", "<jats:italic>⟨w⟩</jats:italic>", "⟨w⟩&nbsp;⟨w⟩", "⟨w⟩&mdash;⟨w⟩",
    "⟨n⟩ &lt; ⟨n⟩ => <", "⟨w⟩ &amp; ⟨w⟩ => &", "&quot;⟨p⟩&quot;", "⟨w⟩&#x27;s", "⟨w⟩ &amp;amp; ⟨w⟩ => &", "&ge;⟨n⟩ => ≥", "⟨n⟩&times; => ×", "&#945;-⟨w⟩ => α",
    "<!-- ⟨w⟩ -->", "<think> ⟨p⟩ </think> => <think> </think>", "<image> ⟨w⟩ => <image>", "p<0.⟨n⟩ => p<0.", "⟨n⟩<x<⟨n⟩ => <x<", "a<b ⟨w⟩ => a<b",
    "vector<int> ⟨w⟩ => vector<int>", "<⟨w⟩>", "<s>⟨w⟩</s>", "$&lt;$⟨n⟩ => <", "<script>⟨w⟩()</script>", "<img src=\"x.png\" alt=\"⟨w⟩\">", "<svg/onload=⟨w⟩>",
    "&⟨w⟩; ⟨w⟩", "AT&T ⟨w⟩ => AT&T", "<p><b>⟨w⟩</p></b>", "<div>\n<p>⟨p⟩\n</div>",
]  # fmt: skip

UNICODE = [
    "\u202e⟨w⟩\u202c", "\u2067⟨w⟩\u2069", "⟨w⟩\u200e", "\u061c⟨w⟩", "e\u0301tude => étude", "\u1112\u1161\u11ab\u1100\u1173\u11af => 한글", "한국어 => 한국어", "ｆｕｌｌ => ｆｕｌｌ", "⟨n⟩％ => ％",
    "𝒜⟨w⟩ => 𝒜", "𝐛𝐨𝐥𝐝 => 𝐛𝐨𝐥𝐝", "𠮷野 => 𠮷野", "☎\ufe0e ☎\ufe0f => ☎\ufe0e ☎\ufe0f", "葛\U000e0100 => 葛\U000e0100", "👩\u200d💻 => 👩\u200d💻", "👨\u200d👩\u200d👧 => 👨\u200d👩\u200d👧", "🇩🇪 => 🇩🇪",
    "👍🏽 => 👍🏽", "❤️ => ❤️", "⟨w⟩\u200b⟨w⟩", "⟨w⟩\u00ad⟨w⟩", "⟨w⟩\u00a0⟨n⟩", "⟨w⟩\u2028⟨w⟩", "⟨w⟩\u3000⟨w⟩", "⟨w⟩\x0b⟨w⟩", "⟨w⟩\t⟨w⟩", "⟨w⟩\r\n⟨w⟩", "⟨w⟩\x00⟨w⟩", "⟨w⟩\x1b⟨w⟩",
    "⟨w⟩\ud83d⟨w⟩", "\udc00⟨w⟩", "\ufdd0⟨w⟩\ufdef", "\ufffe⟨w⟩", "\U0001ffff⟨w⟩", "\ue000⟨w⟩", "ﬁne ﬂow eﬃcient => fine flow efficient", "ǆ Ǆ ŉ => ǆ Ǆ ŉ", "â€™s ⟨w⟩", "CafÃ© ⟨w⟩ => Café",
    "Å Å => Å Å", "Ω K => Ω K", "⟨n⟩²³ => ²³", "x₁₂ => x₁₂", "½ ⅓ => ½ ⅓", "≤⟨n⟩ ≥⟨n⟩ => ≤ ≥", "⟨n⟩ ± ⟨n⟩ => ±", "⟨n⟩–⟨n⟩", "⟨n⟩−⟨n⟩", "“⟨p⟩”", "‘⟨w⟩’", "«⟨w⟩»", "「⟨w⟩」", "我们提出 ⟨w⟩。 => 我们提出",
    "नमस्ते => नमस्ते", "क्\u200dष => क्\u200dष", "مرحبا => مرحبا", "می\u200cخواهم => می\u200cخواهم", "ภาษาไทย => ภาษาไทย", "İstanbul ıssız => İstanbul ıssız", "ẞ ß => ẞ ß", "∀x∈ℝ => ∀x ∈ ℝ", "∑ᵢ₌₁ⁿ => ∑ᵢ₌₁ⁿ",
    "a\u20d7 => a\u20d7", "q\u0323\u0307 => q\u0323\u0307", "\u0301⟨w⟩", "⟨w⟩\u2060⟨w⟩", "\ufeff⟨w⟩", "⟨w⟩…", "⟨w⟩•⟨w⟩", "→ ⟨w⟩ ⇒ => → ⇒", "Ⅳ ① ㎏ => Ⅳ ① ㎏",
]  # fmt: skip

FIGURES = [
    "⟨n⟩,000 => 000", "⟨n⟩× => ×", "⟨n⟩x", "⟨n⟩.5 pp => .5 pp", "⟨n⟩.⟨n⟩% => %", "10^{-⟨n⟩} => 10", "10^-⟨n⟩ => 10", "10⁻³ => 10⁻³", "⟨n⟩ ± 0.⟨n⟩ => ±", "⟨n⟩-⟨n⟩%", "⟨n⟩–⟨n⟩× => ×", "~⟨n⟩% => ~",
    "~⟨n⟩ ⟨w⟩", "⟨n⟩~⟨n⟩", "x⟨n⟩--x⟨n⟩", "+⟨n⟩ => +", "−⟨n⟩.2 => −", "⟨n⟩e-5 => e-5", "⟨n⟩-fold => fold", "⟨n⟩/⟨n⟩ => /", "from ⟨n⟩% to ⟨n⟩% => % %", "improves by ⟨n⟩ points", "(⟨n⟩%, ⟨n⟩%) => ( % % )",
    "⟨n⟩k", "⟨n⟩M", "5\u2009⟨n⟩", "#⟨n⟩ => #", "№ ⟨n⟩", "v⟨n⟩.⟨n⟩", "⟨n⟩:⟨n⟩", "⟨n⟩°C", "§⟨n⟩ => §", "up to ⟨n⟩× faster => ×", "a factor of ⟨n⟩", "one-⟨w⟩", "$n=⟨n⟩$ => n=",
]  # fmt: skip

MONEY = [
    "$⟨n⟩ => $", "US$⟨n⟩.2M => US$", "$⟨n⟩.50 => $", "\\$⟨n⟩ => $", "$⟨n⟩-$⟨n⟩ => $ $", "$⟨n⟩k => $", "$⟨n⟩ million => $", "⟨n⟩ USD => USD", "€⟨n⟩ => €", "£⟨n⟩ => £", "¥⟨n⟩ => ¥",
    "C$⟨n⟩ => $", "($⟨n⟩) => ($ )", "$⟨n⟩/hour => $", "~$⟨n⟩ => ~$", "<$⟨n⟩ => <$", "$⟨n⟩, $⟨n⟩ and $⟨n⟩ => $ $ $", "from $⟨n⟩ to $⟨n⟩ per ⟨w⟩ => $ $", "**$⟨n⟩** => $", "$⟨n⟩ ($x$ ⟨w⟩) => $ ( x )",
]  # fmt: skip

# Formulas beside which a price must be told from one.
SMALL_FORMULAS = [
    "$x$ => x", "$k$-⟨w⟩", "$n=⟨n⟩$ => n=", "$⟨s⟩$", "$⟨n⟩\\%$ => %", "$⟨n⟩\\times$ => ×", "$x_{⟨n⟩}$", "$O(n)$ => O(n)", "$(\\epsilon,\\delta)$-⟨w⟩ => ϵ δ", "⟨n⟩\\% => %", "\\(⟨s⟩\\)", "$10^{⟨n⟩}$ => 10",
]  # fmt: skip

CODE = [
    "pass@⟨n⟩", "C++", "C#", "x_i", "__init__", "*args", "**kwargs", "a<b", "a && b", "if (x_1 > 2) { y[i] = *p; }", "foo_bar.baz()", "s/a/b/g",  "C:\\Users\\me", "/usr/local/bin_x", "~/.cache", "--flag", "\\n",
    "\\d+\\s*", "<tag>", "a^b", "x == y", "#include", "%s %d", "f'{x}'", "λx.x", "a|b", "~x", "[a](b)",
]  # fmt: skip

BARE_CODE = [
    "pass@⟨n⟩ => pass@", "C++ => C++", "C# => C#", "F# => F#", "x_i => x_i", "__init__ => __init__", "snake_case_name => snake_case_name", "a<b => a<b", "GPT-⟨n⟩ => GPT-", "Llama-⟨n⟩B", "/usr/local/bin_x => /usr/local/bin_x",
    "C:\\Users\\me => Users me", "--flag => --flag", "--max_len=⟨n⟩ => --max_len=", "foo_bar.py => foo_bar.py", "user@host.org => user@host.org", "@⟨w⟩ => @", "k=⟨n⟩ => k=", "f(x)=x^⟨n⟩", "O(n^2) => O(n", "{0,1}^n => {0,1}",
    "a_1,…,a_n => a_1 a_n", "p(y|x) => p(y|x)", "recall-⟨n⟩ => recall-", "R^⟨n⟩", "e.g., ⟨w⟩ => e.g.", "*args, **kwargs => args kwargs", "5*⟨n⟩*2", "2**⟨n⟩ => 2**", "x^* ⟨w⟩ => x", "i.i.d. => i.i.d.", "w.r.t. => w.r.t.", "et al. => al.",
    "\\n => n", "A/B => A/B", "and/or => and/or", "(i) ⟨w⟩, (ii) ⟨w⟩ => (i) (ii)", "S&P ⟨n⟩ => S&P", "⟨w⟩'s", "⟨w⟩- ⟨w⟩", "⟨w⟩-⟨w⟩", "⟨w⟩/⟨w⟩ => /",
]  # fmt: skip

ADDRESSES = [
    "https://github.com/⟨w⟩/⟨w⟩", "https://⟨w⟩.github.io/⟨w⟩_⟨n⟩/", "http://www.⟨w⟩.org/~⟨w⟩", "https://arxiv.org/abs/⟨n⟩.⟨n⟩", "https://⟨w⟩.org/a_(⟨w⟩)", "https://x.io/⟨w⟩?a=1&b=⟨n⟩#⟨w⟩", "https://x.org/a%20⟨w⟩",
    "https://x.org/⟨w⟩--⟨w⟩", "https://x.org/⟨w⟩*⟨w⟩", "https://anonymous.4open.science/r/⟨w⟩-⟨n⟩", "https://münchen.de/⟨w⟩", "https://xn--mnchen-3ya.de/⟨w⟩", "https://例え.jp/⟨w⟩", "https://huggingface.co/⟨w⟩/⟨w⟩_v⟨n⟩",
    "https://x.org:8080/⟨w⟩.git", "ftp://⟨w⟩.org/⟨w⟩", "https://doi.org/10.1000/⟨w⟩.⟨n⟩", "https://x.org/⟨w⟩;v=⟨n⟩", "https://x.org/@⟨w⟩/⟨w⟩", "www.⟨w⟩.org/__⟨w⟩__", "github.com/⟨w⟩/⟨w⟩", "https://x.org/⟨w⟩,⟨w⟩", "https://x.org/\\_⟨w⟩",
]  # fmt: skip

AROUND_ADDRESSES = [
    "⟨a⟩",
    "⟨a⟩.",
    "(⟨a⟩)",
    "(⟨a⟩).",
    "[⟨a⟩]",
    "<⟨a⟩>",
    "“⟨a⟩”",
    "⟨w⟩: ⟨a⟩,",
    "{⟨a⟩}",
    "\\texttt{⟨a⟩}",
    "**⟨a⟩**",
    "*⟨a⟩*",
    "`⟨a⟩`",
    "⟨a⟩;",
    "⟨a⟩!",
    "⟨a⟩。",
    "“⟨a⟩.”",
    "⟨a⟩\n",
]

# Half of some markup: alone, or before what was never meant for it.
BROKEN = [
    "`$PATH`", "`${HOME}`", "⟨n⟩\\$",
    "{", "}", "{⟨w⟩", "⟨w⟩}", "$", "$$", "$⟨w⟩", "$⟨m⟩", "⟨m⟩$", "\\(", "\\]", "\\[⟨w⟩", "\\textbf{", "\\textbf ⟨w⟩", "\\emph{⟨w⟩", "\\frac{⟨n⟩", "$\\frac{⟨n⟩}$", "\\sqrt", "\\begin{itemize} ⟨w⟩", "\\end{itemize} ⟨w⟩", "\\item ⟨w⟩",
    "\\begin{cases} ⟨w⟩", "\\begin{⟨w⟩} ⟨w⟩ \\end{⟨w⟩}", "\\left( ⟨w⟩", "$\\left( ⟨m⟩$", "**⟨w⟩", "⟨w⟩**", "*⟨w⟩", "_⟨w⟩", "__", "`⟨w⟩", "``⟨w⟩", "⟨w⟩''", "```⟨w⟩", "[⟨w⟩](", "[⟨w⟩]", "](⟨w⟩)", "<b>⟨w⟩", "</b>⟨w⟩", "<p", "<a href=\"⟨w⟩", "</",
    "<!--⟨w⟩", "-->", "&", "&lt", "&#", "&#xD800;⟨w⟩", "&#0;⟨w⟩", "&#1;⟨w⟩", "&#13;⟨w⟩", "\\", "\\\\", "\\\\\\⟨w⟩", "\\ ⟨w⟩", "^", "_", "^{⟨w⟩", "_{⟨w⟩}", "~", "%", "%⟨w⟩", "#", "https://", "https://⟨w⟩", "\\verb|⟨w⟩", "\\href{⟨w⟩}", "\\href{⟨w⟩", "\\cite{⟨w⟩",
    "\\footnote{⟨w⟩", "\\'", "\\\"⟨w⟩", "\\c ⟨w⟩", "\\not", "$\\not$", "\\over", "$\\text{⟨w⟩$", "\\textbf{⟨w⟩ $⟨m⟩} ⟨w⟩$", "\\|", "\\,⟨w⟩", "\\!⟨w⟩", "''", "'", "\"", "\n", "\n\n", "\r", "\t", "Abstract: ⟨w⟩", "**Abstract** ⟨w⟩", "\\_⟨w⟩", "\\&", "\\{⟨w⟩", "⟨w⟩\\}",
    "\\begin{equation} ⟨m⟩", "\\color ⟨w⟩", "\\tag{⟨n⟩}", "$$⟨m⟩$", "\\text{⟨w⟩ $⟨m⟩", "{\\em ⟨w⟩", "\\em", "\\limits_⟨w⟩", "---", "--⟨w⟩", "&lt;b&gt;⟨w⟩&lt;/b&gt;", "\\&lt;⟨w⟩", "\\textbf{\\textbf{\\textbf{⟨w⟩}}", "\u0301", "\u200d", "\ufe0f", "ï¬⟨w⟩", "â€", "Â",
]  # fmt: skip

SYMBOLS = {
    r"\alpha": "α", r"\beta": "β", r"\lambda": "λ", r"\theta": "θ", r"\Sigma": "Σ", r"\ell": "ℓ", r"\nabla": "∇", r"\infty": "∞", r"\partial": "∂", r"\varepsilon": "ε", r"\leq": "≤", r"\approx": "≈", r"\rightarrow": "→",
    r"\subseteq": "⊆", r"\times": "×", r"\cdot": "·", r"\pm": "±", r"\dagger": "†", r"\checkmark": "✓", r"\emptyset": "∅", r"\propto": "∝", r"\otimes": "⊗", r"\hbar": "ħ", r"\pi": "π", r"\mu": "μ", r"\Omega": "Ω",
}  # fmt: skip

WORDS = [
    "benchmark", "gradient", "transformer", "sampling", "reward", "policy", "kernel", "latent", "quantum",
    "protein", "robust", "sparse", "retrieval", "alignment", "diffusion", "encoder", "tokens", "margin", "convex",
    "bandit", "planner", "molecule", "privacy", "federated", "pruning", "caching", "speech", "vision", "segment",
    "depth", "camera", "surface", "tracking", "grasp", "control", "stable", "noise", "signal", "spectral",
    "ranking", "causal", "graph", "message", "ordering", "budget", "safety", "attack", "defence", "prompt",
    "reasoning", "verifier", "chain", "memory", "tuning", "scaling", "mixture", "expert", "routing", "physics",
    "climate", "weather", "genome", "clinical", "imaging", "traffic", "market", "auction", "welfare", "fairness",
    "voting", "voices", "novelty",
]  # fmt: skip
