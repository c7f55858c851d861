"""The chapters, the checks and the reference contain the same rules: checked both ways."""

import re
from collections import Counter
from pathlib import Path

import pytest
from ackproof.rules.registry import all_checks
from ackproof.specification import CHAPTERS, LEVELS, Rule, all_rules
from ackproof.workloads.worked_examples import EXAMPLES

REPOSITORY = Path(__file__).parents[2]
SPEC = REPOSITORY / "spec"
RULE_ID = re.compile(r"\b(?:RM|ACK|ANC|SPT|RTE|SYS|TRN|DUR|IDS|ML)-\d+\b")
CANDIDATES = range(1, 54)

EVERY_RULE = pytest.mark.parametrize("rule", all_rules().values(), ids=lambda rule: rule.id)


def function_name(title: str) -> str:
    """Return the function name with the words of a title."""
    return re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")


def candidates() -> dict[int, str]:
    """Return the outcome of each candidate, by number; fail on a duplicate number."""
    rows = re.findall(r"^\| (\d+) \|.*\| (.*) \|$", (SPEC / "candidates.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert [] == [number for number, times in Counter(number for number, _ in rows).items() if times > 1]
    return {int(number): became for number, became in rows}


def test_every_checked_rule_has_a_check_and_every_check_a_rule() -> None:
    """A rule that claims a check but has none is an error, and so is a check of an unchecked rule."""
    assert {rule.id for rule in all_rules().values() if rule.is_checked} == all_checks().keys()


@EVERY_RULE
def test_the_check_is_named_as_its_rule(rule: Rule) -> None:
    """The function's name is the title."""
    if rule.is_checked:
        assert function_name(rule.title) == all_checks()[rule.id].name


@EVERY_RULE
def test_a_rule_says_how_it_is_checked_and_why_if_it_is_not(rule: Rule) -> None:
    """There are four ways; an untested rule has a reason, and no other has."""
    assert rule.checked in {"property", "differential", "statistical", "untested"}
    assert (rule.checked == "untested") is bool(rule.reason), rule.reason


@EVERY_RULE
def test_what_binds_is_quoted_and_has_the_rules_level(rule: Rule) -> None:
    """There is one quoted statement before the reasons, with the word of the level in capitals and no stronger one."""
    statement, why, _ = rule.text.partition("\nWhy: ")
    assert why
    quoted = " ".join(line for line in statement.splitlines() if line.startswith("> "))
    strongest = next(level for level in LEVELS if re.search(rf"\b{level}\b", quoted))
    assert rule.level == strongest
    assert ">" not in {line[:1] for line in rule.text[len(statement) :].splitlines()}


@EVERY_RULE
def test_a_rule_is_accounted_for_among_the_candidates(rule: Rule) -> None:
    """It comes from a candidate, or the page says that it comes from none."""
    assert rule.id in (SPEC / "candidates.md").read_text(encoding="utf-8")


def test_every_heading_of_a_rule_is_read_and_its_id_is_unique() -> None:
    """Any heading in the form of a rule's, in any chapter, is one of the rules: none is lost by a typing error."""
    headings = [
        match[1]
        for path in sorted(SPEC.glob("*.md"))
        for match in re.finditer(r"^#+ *([A-Z]{2,}-\d+)\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert Counter(all_rules().keys()) == Counter(headings)
    assert CHAPTERS.keys() == {rule.chapter for rule in all_rules().values()}


def test_every_candidate_is_accounted_for() -> None:
    """The numbers are 1 to 53, each once, and each has a rule or the reason why there is none yet."""
    became = candidates()
    assert list(CANDIDATES) == list(became)
    assert [] == [
        number for number in CANDIDATES if not RULE_ID.search(became[number]) and "no rule yet" not in became[number]
    ]


def test_what_the_candidates_page_calls_untested_is_untested() -> None:
    """Every candidate of an untested rule names it."""
    untested = {rule.id for rule in all_rules().values() if not rule.is_checked}
    called = {rule_id for became in candidates().values() for rule_id in re.findall(r"([A-Z]+-\d+), untested", became)}
    named = {rule_id for became in candidates().values() for rule_id in RULE_ID.findall(became)}
    assert untested & named == called


@pytest.mark.parametrize(
    "path",
    [*sorted(SPEC.glob("*.md")), *sorted((REPOSITORY / "reference").rglob("*.py"))],
    ids=lambda path: str(path.relative_to(REPOSITORY)),
)
def test_every_rule_that_is_mentioned_exists(path: Path) -> None:
    """This includes the chapters and the reference."""
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    unknown = [
        f"{path}:{number} mentions {name}"
        for number, line in lines
        for name in RULE_ID.findall(line)
        if name not in all_rules()
    ]
    assert [] == unknown


def test_the_worked_examples_of_the_suite_are_the_tables_of_their_rule() -> None:
    """ACK-32 has four tables and a sentence between them; the suite has five examples with the same rows."""
    text = all_rules()["ACK-32"].text
    shown = re.findall(r"^\| (`(?:init|ack) .*) \| (nothing|`ack`.*) \|$", text, re.MULTILINE)
    rows = [
        (f"`{row.op} {row.letters.replace(' ', '^')}`" + root, f"`{row.notifies}`{root}" if row.notifies else "nothing")
        for title, example in EXAMPLES.items()
        if title != "a join of two trees that fails"
        for row in example
        for root in [f", root {row.root}" if title == "a join of two trees" else ""]
    ]
    assert shown == rows
    join, failed = EXAMPLES["a join of two trees"], EXAMPLES["a join of two trees that fails"]
    assert join[:4] == failed[:4]
    assert [("fail", 1, "fail"), ("fail", 2, "fail")] == [(row.op, row.root, row.notifies) for row in failed[4:]]


@pytest.mark.parametrize("path", sorted(SPEC.glob("*.md")), ids=lambda path: path.name)
def test_a_link_to_a_heading_of_the_specification_finds_it(path: Path) -> None:
    """The page, or this one if none is named, has a heading with that anchor."""
    links = re.findall(r"\]\(([\w-]+\.md)?#([\w-]+)\)", path.read_text(encoding="utf-8"))
    assert [] == [f"{page}#{anchor}" for page, anchor in links if anchor not in anchors(SPEC / (page or path.name))]


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub generates them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
