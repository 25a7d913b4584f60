from __future__ import annotations

import hashlib
import itertools
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pipeline.ids import Given, Ids, Mark, assign


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def paper(*entries: str, title: str = "") -> list[Mark]:
    return [Mark(digest(entry), digest(entry + title), digest(entry + title + " bytes")) for entry in entries]


def line(entry: str, paper_id: str | None = None) -> Given:
    return Given(paper_id or digest(entry)[:12], digest(entry), digest(entry + " bytes"))


def test_a_new_paper_takes_its_id_from_its_fingerprint_and_is_added_to_the_register() -> None:
    a = digest("a")[:12]
    assert assign([paper("a")], []) == Ids((a,), (line("a"),), {a: a})


def test_a_known_paper_keeps_its_id_and_the_register_its_lines() -> None:
    register = [line("a", "000000000001")]
    assert assign([paper("a")], register) == Ids(("000000000001",), tuple(register), {"000000000001": "000000000001"})


def test_an_id_outlives_a_change_of_the_normalizer() -> None:
    register = [line("a")]
    (changed,) = paper("a")
    changed = replace(changed, text=digest("a, better normalized"))
    assert assign([[changed]], register).paper_ids == (digest("a")[:12],)


def test_of_two_papers_that_turn_out_to_be_one_the_older_id_stays_and_the_other_leads_to_it() -> None:
    register = [line("b"), line("a")]
    b, a = digest("b")[:12], digest("a")[:12]
    assert assign([paper("a", "b")], register) == Ids((b,), tuple(register), {b: b, a: b})


def test_an_id_whose_listing_is_gone_stays_in_the_register_and_leads_nowhere() -> None:
    a, b = digest("a")[:12], digest("b")[:12]
    assert assign([paper("b")], [line("a")]) == Ids((b,), (line("a"), line("b")), {a: None, b: b})


def test_an_id_that_another_paper_has_is_never_given_again() -> None:
    taken = Given(digest("a")[:12], digest("other"), digest("other bytes"))
    (paper_id,) = assign([paper("a")], [taken]).paper_ids
    assert paper_id == hashlib.sha256(digest("a").encode()).hexdigest()[:12]


def test_papers_of_one_text_under_two_titles_have_ids_of_their_own_that_stay() -> None:
    one, two = paper("a", title="one"), paper("a", title="two")
    first = assign([one], [])
    assert first.paper_ids == (digest("a")[:12],)
    both = assign([two, one], first.register)
    assert both.paper_ids == (digest("atwo")[:12], digest("a")[:12])
    assert assign([one, two], both.register).paper_ids == both.paper_ids[::-1]


def test_papers_of_one_text_and_one_title_are_told_by_their_bytes() -> None:
    one, two = (replace(paper("a")[0], entry_sha256=digest(name)) for name in "xy")
    given = assign([[one], [two]], [])
    assert given.paper_ids == tuple(digest(digest("a") + digest(name))[:12] for name in "xy")


@given(st.sets(st.text("abcdef", min_size=1, max_size=3), max_size=8), st.randoms())
def test_ids_do_not_depend_on_the_order_of_papers_nor_on_what_is_added_later(names: set[str], random) -> None:  # type: ignore[no-untyped-def]
    ordered = sorted(names)
    shuffled = random.sample(ordered, len(ordered))
    once = dict(zip(ordered, assign([paper(name) for name in ordered], []).paper_ids, strict=True))
    register: tuple[Given, ...] = ()
    for count in itertools.chain(range(len(shuffled)), [len(shuffled)]):
        given_now = assign([paper(name) for name in shuffled[:count]], register)
        assert given_now.register[: len(register)] == register
        register = given_now.register
        assert dict(zip(shuffled[:count], given_now.paper_ids, strict=True)).items() <= once.items()
