"""The public functions, on whole results."""

import unicodedata

from pipeline.normalize import STAGES, Step, normalize, normalize_title, trace


def test_abstract_in_four_markups_reads_as_typed() -> None:
    source = (
        "<p>Abstract: We propose **Fo**cal \\textsc{Net} (\\emph{FoNet}), a ``simple'' model with "
        "$\\tilde{\\mathcal{O}}(\\sqrt{n})$ cost&mdash;up to $2.5\\times$ faster at 95\\% accuracy.</p>"
    )
    assert normalize(source) == (
        "We propose Focal Net (FoNet), a “simple” model with 𝒪̃(√n) cost—up to 2.5× faster at 95% accuracy."
    )


def test_steps_lead_from_the_source_to_the_text() -> None:
    source = "**Bold** \\emph{it} $x^2$ &lt; 3\nlines"
    result = trace(source)
    assert result.steps[0].before == source
    assert result.steps[-1].after == result.text == "Bold it x² < 3 lines"
    assert all(left.after == right.before for left, right in zip(result.steps, result.steps[1:], strict=False))


def test_each_step_names_a_stage_and_changes_something() -> None:
    steps = trace("*a* \\textbf{b} $c$ `d` &amp; <b>e</b>").steps
    assert {step.stage for step in steps} <= {stage.name for stage in STAGES}
    assert all(step.before != step.after for step in steps)


def test_clean_text_takes_no_step() -> None:
    assert trace("Nothing to do here.").steps == ()


def test_unknown_macro_stays_and_is_left_over() -> None:
    result = trace("We propose \\ours{}, with $\\mystery{x_1}$.")
    assert result.text == "We propose \\ours{}, with \\mystery{x₁}."
    assert result.leftover == ("\\ours", "\\mystery")


def test_unbalanced_dollar_is_left_over() -> None:
    assert trace("an odd x$ here").leftover == ("$",)


def test_address_is_never_left_over() -> None:
    assert trace("see https://x.org/a**c").leftover == ()


def test_title_keeps_its_word_abstract() -> None:
    assert normalize_title("Abstract: A $k$-Parity of \\textsc{Foo} &amp; Bar") == "Abstract: A k-Parity of Foo & Bar"


def test_paragraphs_are_lines_parted_by_a_blank_line() -> None:
    source = "<p>One sentence,\nover two lines.</p>\n<p>Another.</p>"
    assert normalize(source) == "One sentence, over two lines.\n\nAnother."


def test_nested_escapes_without_end_leave_the_text_as_it_was() -> None:
    source = "&" + "amp;" * 40 + "lt;"
    result = trace(source)
    assert result.text == source
    assert result.steps == ()


def test_of_links_nested_without_end_only_the_white_space_is_mended() -> None:
    source = "  see " + "[" * 14 + "x" + "](https://x.org)" * 14 + "\u200b now"
    plain = source.strip().replace("\u200b", "")
    result = trace(source)
    assert result.text == plain == normalize(source)
    assert result.steps == (Step("space", source, plain),)


def test_result_is_composed() -> None:
    assert unicodedata.is_normalized("NFC", normalize('cafe\u0301 $\\hat{a}$ na\\"{\\i}ve'))


def test_step_is_a_plain_record() -> None:
    assert trace("*a*").steps == (Step("emphasis", "*a*", "a"),)
