"""Mutants: each is found by the rules about its mistake, and the page about them is up to date."""

import ast
import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from ackproof import mutants
from ackproof.commands import kill_report
from ackproof.components import COMPONENTS
from ackproof.engine.discovery import discover
from ackproof.engine.driver import Driver
from ackproof.engine.examination.drawing import Examples, drawn
from ackproof.engine.examination.examine import Effort, examine
from ackproof.engine.kills import kill_matrix
from ackproof.engine.kills.kill import KillJob, Kills, all_examinations, is_differential, jobs_of, kill, results, run
from ackproof.engine.plan import Examination
from ackproof.errors import UsageError
from ackproof.mutants import Mutant, all_mutants, sizes
from ackproof.mutants.parts import AckerInParts, Bolts, Durable, Minutes, Shards, Wired
from ackproof.mutants.proofs import UNPROVEN
from ackproof.mutants.target import MutantTarget, component_of
from ackproof.target import PROFILES
from ackproof.targets.executors import Executors
from ackproof.targets.references import reference_of
from ackproof.verdict import Outcome
from common.command import Command

from tools import kill_page

from .distinct import alike, answers, read_examples, search
from .test_kills import SURVIVORS

ROOT = Path(__file__).resolve().parents[2]
MUTANTS = all_mutants()
FILES = sorted(Path(mutants.__path__[0]).rglob("*.py"))
RAISES = "common.bad_targets:raises_in_apply"
FEWEST = 60
MOST_LINES = 25
FAMILIES = {
    "xor and ids",
    "64-bit edges",
    "init",
    "fail",
    "reset",
    "expiry and rotation",
    "record lifetime",
    "spout task",
    "notifications",
    "isolation between roots",
    "routing",
    "batching and sharding",
    "durability",
    "what lasts between requests",
    "wrong beyond a size",
    "anchoring",
    "spout side",
    "generators of ids",
    "bolt libraries",
    "topology",
    "asking spout tasks",
    "groupings",
    "more time",
    "as people build them",
    "deaths and time",
    "channels",
    "source",
    "bolts",
}
ISSUES = {
    "STORM-17",
    "STORM-299",
    "STORM-658",
    "STORM-746",
    "STORM-1245",
    "STORM-1608",
    "STORM-1859",
    "STORM-2231",
    "STORM-2315",
    "STORM-2331",
    "STORM-2359",
    "STORM-2423",
    "STORM-2786",
    "STORM-2912",
    "STORM-3300",
    "STORM-3514",
    "STORM-3693",
}
"""Bugs in a real issue tracker that show at the interface of a component."""

CHECKED = {examination.rule.id for examination in all_examinations()}


@pytest.fixture(scope="module")
def matrix() -> kill_matrix.KillMatrix:
    """Return the matrix of the page. `tox -e mutants` computes it again."""
    return kill_matrix.read(ROOT / "docs" / "mutants.json")


def test_there_are_mutants_of_every_family_component_and_known_issue() -> None:
    """If a module registered none, all tests of this file would pass."""
    assert len(MUTANTS) >= FEWEST
    assert {mutant.family for mutant in MUTANTS.values()} == FAMILIES
    assert {mutant.component for mutant in MUTANTS.values()} == set(COMPONENTS)
    assert {mutant.issue for mutant in MUTANTS.values()} >= ISSUES


def test_each_module_with_a_mutant_is_in_the_list() -> None:
    """The mutants of one that is not there would never be tried."""
    for module in walk_packages(mutants.__path__, f"{mutants.__name__}."):
        import_module(module.name)
    places = {each.machine.__module__.removeprefix(f"{mutants.__name__}.") for each in mutants._MUTANTS.values()}
    assert {*mutants.MODULES, "sizes.mistake"} == {*places, "sizes"}
    assert set(MUTANTS) == set(mutants._MUTANTS)


def test_a_package_has_the_mutants_of_its_component() -> None:
    """Only those that are made beyond a size stand together."""
    written = [mutant for mutant in MUTANTS.values() if mutant.family != sizes.FAMILY]
    packages = {mutant.name: mutant.machine.__module__.split(".")[2] for mutant in written}
    assert {mutant.name: mutant.component.replace("-", "_") for mutant in written} == packages


def names_of(statement: ast.stmt) -> list[str]:
    """Return the names that a statement of a module binds, if it is an assignment or a definition."""
    match statement:
        case ast.Assign(targets=targets):
            return [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return [name]
    return []


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_module_gives_a_name_once(path: Path) -> None:
    """A reader who looks for its value would find another, and a mutant above would get the one below."""
    names = [name for statement in ast.parse(path.read_text()).body for name in names_of(statement)]
    assert [] == [name for name, count in Counter(names).items() if count > 1]


@cache
def lengths_of_classes(module: str) -> dict[str, int]:
    """Return the number of lines of each class in a module, with its decorators. The module is read once for all."""
    classes = [
        each for each in ast.parse(inspect.getsource(sys.modules[module])).body if isinstance(each, ast.ClassDef)
    ]
    return {
        each.name: (each.end_lineno or 0) + 1 - min([each.lineno, *(above.lineno for above in each.decorator_list)])
        for each in classes
    }


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_mutant_is_a_few_lines_and_says_what_and_why(mutant: Mutant) -> None:
    """Each has a description of its mistake and a motive, and names existing rules of its own component."""
    written = mutant.machine.__base__ if mutant.family == sizes.FAMILY else mutant.machine
    assert written is not None
    assert 1 < lengths_of_classes(written.__module__)[written.__name__] <= MOST_LINES
    assert mutant.wrong.endswith(".")
    assert mutant.mistake.endswith(".")
    assert mutant.kills
    assert [] == [rule for rule in mutant.kills if rule not in CHECKED or is_differential(rule)]
    assert {mutant.component} == {examination.rule.component for examination in all_examinations(mutant.kills)}


@pytest.mark.parametrize("machine", [AckerInParts, Shards, Minutes, Durable, Bolts, Wired, Executors])
def test_what_mutants_are_made_of_is_right(machine: type) -> None:
    """It gives the reference's answers and number of records: so a mutant has one mistake, not two."""
    component = component_of(machine)
    right, parts = reference_of(component), MutantTarget("parts", machine, PROFILES)
    rules = ["ACK-27", "ACK-11", "RTE-02", "ANC-12", "SYS-14", "IDS-01"]
    for examination in [
        examination for examination in all_examinations(rules) if examination.rule.component == component
    ]:
        for number in range(40):
            run = drawn(examination, 0, number).run
            assert answers(right, run) == answers(parts, run)


def test_what_durable_mutants_are_made_of_is_right() -> None:
    """It breaks no rule when it is killed, and often meets what could break one."""
    driver = Driver("durable", lambda: MutantTarget("durable", Durable, PROFILES))
    for examination in all_examinations(["DUR-01"]):
        verdict = examine(examination, driver, Effort())
        assert (Outcome.PASS, True) == (verdict.outcome, min(verdict.premises.values()) >= 50)


@pytest.mark.parametrize("component", [name for name in COMPONENTS if name != "topology"])
def test_no_two_mutants_of_ordinary_sizes_are_one(component: str) -> None:
    """No two of a component, and none and the reference, have the same answers to all of the recorded examples. Mutants
    that are wrong only beyond a size are left to the next test, because they take most of the time.
    """
    ordinary = [each for each in read_examples()[component] if only_examination(*each[:2]).check.sizes is None]
    by_size = {"reference"} | {
        name
        for name, mutant in MUTANTS.items()
        if all(examination.check.sizes is not None for examination in all_examinations(mutant.kills))
    }
    assert [] == [group for group in alike(component, ordinary) if not by_size.issuperset(group)]


@pytest.mark.slow
@pytest.mark.parametrize("component", COMPONENTS)
def test_no_two_mutants_are_one(component: str) -> None:
    """No two of a component, and none and the reference, have the same answers to all of the recorded examples."""
    assert [] == alike(component, read_examples()[component])


@pytest.mark.slow
@pytest.mark.parametrize("component", COMPONENTS)
def test_the_recorded_examples_are_those_that_a_search_finds(component: str) -> None:
    """There are no examples for mutants that were deleted."""
    assert read_examples()[component] == search(component)


def only_examination(rule: str, profile: str | None) -> Examination:
    (examination,) = (examination for examination in all_examinations([rule]) if examination.profile == profile)
    return examination


def test_the_example_that_kills_is_the_first_that_fails_a_certificate() -> None:
    """With one example fewer, the rule would not fail."""
    examination, driver = only_examination("ACK-11", "storm2"), discover.find("mutant:second-init-keeps-first-task")
    after = kill(examination, driver, seed=0)
    assert after is not None
    assert after > 1
    assert examine(examination, driver, Effort(after)).outcome is Outcome.FAIL
    assert examine(examination, driver, Effort(after - 1)).outcome is not Outcome.FAIL


def test_examples_that_others_used_give_the_same() -> None:
    """Sharing them saves time and has no other effect."""
    examination = only_examination("ACK-04", "storm2")
    shared = Examples(examination, 0)
    names = [mutant.name for mutant in MUTANTS.values() if "ACK-04" in mutant.kills][:4]
    drivers = [discover.find(discover.MUTANT + name) for name in [*names, *names]]
    assert [kill(examination, driver, 0) for driver in drivers] == [
        kill(examination, driver, 0, shared=shared) for driver in drivers
    ]


def test_the_number_of_processes_changes_nothing() -> None:
    """The order in which they end does not matter either."""
    rules = {"mutant:or-instead-of-xor": ["ACK-04", "ACK-03"], "mutant:map-get-refreshes": None}
    jobs = jobs_of(rules, 0, 30)
    heard: list[KillJob] = []
    alone, dealt = run(jobs), run(jobs, 2, lambda job, _: heard.append(job))
    assert list(alone.items()) == list(dealt.items())
    assert {each.rule for each in jobs} == {each.rule for each in heard}


def test_a_target_that_breaks_is_killed() -> None:
    """Every rule that sends it operations kills it, and how it broke is kept."""
    found = run(jobs_of({RAISES: ["ACK-04"]}, 0, 20))
    assert [1, 1] == [killed.after for killed in found.values() if killed is not None]
    (result,) = results(found).values()
    assert ({"ACK-04": 1}, {}, ["ACK-04"]) == (result.killers, result.violated, list(result.broke))
    assert result.broke["ACK-04"].startswith(f"{RAISES} failed to apply operations: RuntimeError: I will not")


def test_the_command_tells_what_was_killed(ackproof: Command) -> None:
    """If all were killed the exit code is 0; the output has the number of examples."""
    result = ackproof("mutants", "or-instead-of-xor", "says-it-twice")
    assert 0 == result.code
    assert "or-instead-of-xor ACK-04 after" in result.words
    assert "2 mutants: 2 killed, 0 survived" in result.words


def test_the_command_tells_what_survived(ackproof: Command) -> None:
    """The exit code is 1, and the output names the profiles."""
    result = ackproof("mutants", "ghosts-die-at-once", "--examples", "1")
    assert 1 == result.code
    assert "SURVIVED under storm1" in result.words


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("ghosts-die-at-once", "or-instead-of-xor", "--examples", 1),
            [
                "mutant              rule    survived under  at seed",
                "ghosts-die-at-once  ACK-14  storm1          0",
                "or-instead-of-xor   ACK-04  storm2          0",
            ],
        ),
        (
            ("--target", "mutant:or-instead-of-xor", "--target", "reference", "--examples", 20),
            ["mutant:or-instead-of-xor  ACK-01 (10), ACK-04 (6)", "reference                 none"],
        ),
    ],
    ids=["mutants of the suite", "targets"],
)
def test_what_was_found_before_an_interruption_is_told(
    ackproof: Command, monkeypatch: pytest.MonkeyPatch, arguments: tuple[object, ...], words: Sequence[str]
) -> None:
    """Of the suite's mutants these are the survivors; of a user's targets, the rules that killed them so far."""

    def interrupted(
        jobs: Sequence[KillJob], workers: int, announce: Callable[[KillJob, Kills], None], *, master: str | None
    ) -> Kills:
        def announced(job: KillJob, kills: Kills) -> None:
            announce(job, kills)
            if job.rule in {"ACK-05", "ACK-14"}:
                raise KeyboardInterrupt

        return run(jobs, workers, announced, master=master)

    monkeypatch.setattr(kill_report, "run", interrupted)
    result = ackproof("mutants", *arguments)
    assert (130, "ackproof: interrupted") == (result.code, result.error_lines[-1])
    assert result.out.startswith("tried so far: ")
    assert all(line in result.out.splitlines() for line in words), result.out


def test_the_command_counts_seeds(ackproof: Command) -> None:
    """It shows the number of seeds at which each rule killed."""
    result = ackproof("mutants", "--family", "xor and ids", "or-instead-of-xor", "--seeds", "3")
    assert 0 == result.code
    assert "or-instead-of-xor ACK-04 at 3 of 3 seeds" in result.words


def test_the_command_writes_a_matrix_that_can_be_read(ackproof: Command) -> None:
    """It has every rule that kills, and reports missing mutants."""
    result = ackproof("mutants", "map-get-refreshes", "--matrix", "--examples", "40", "--out", "kills.json")
    assert 0 == result.code
    read = kill_matrix.read(Path("kills.json"))
    assert 40 == read.examples
    assert {"RM-04", "RM-11"} <= read.found["map-get-refreshes"].killers.keys()
    assert "or-instead-of-xor" in read.missing
    assert [] == read.survivors()


def test_mutants_of_ones_own_meet_all_rules(ackproof: Command) -> None:
    """The rules that kill each are shown, and a survivor causes exit code 1."""
    result = ackproof("mutants", "--target", "mutant:map-get-refreshes", "--examples", "10")
    assert 0 == result.code
    assert "RM-04 (" in result.words
    result = ackproof("mutants", "--target", "mutant:map-get-refreshes", "--target", "reference", "--examples", "1")
    assert 1 == result.code
    assert "reference SURVIVED" in result.words


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("or-instead-of-xr",), "did you mean or-instead-of-xor"),
        (("nothing-like-it-at-all",), "there is no mutant 'nothing-like-it-at-all'"),
        (("--family", "toaster"), "there is no family 'toaster'; there are xor and ids"),
        (("or-instead-of-xor", "--family", "init"), "none of or-instead-of-xor is of the family 'init'"),
        (("--matrix", "--seeds", "2"), "--matrix is computed at one seed"),
        (("--out", "kills.json"), "add --matrix"),
        (("--matrix", "--out", "nowhere/kills.json"), "there is no folder nowhere"),
        (("--target", "reference", "--matrix"), "--target names mutants of your own"),
        (("--target", "nonsense"), "no target 'nonsense'"),
    ],
)
def test_bad_input_is_told_in_a_line(ackproof: Command, arguments: tuple[str, ...], error: str) -> None:
    """The error says what to do instead, and the exit code is that of a usage error."""
    result = ackproof("mutants", *arguments)
    assert 2 == result.code
    assert error in " ".join(result.err.split())


def test_a_target_that_does_not_start_is_not_taken_for_a_dead_mutant(ackproof: Command) -> None:
    """It could not be run: that is not a kill. The command stands there as given."""
    result = ackproof("mutants", "--target", "exec:./no such")
    assert (3, "") == (result.code, result.err)
    lines = result.out.splitlines()
    assert lines[0].startswith("exec:./no such could not be run: cannot start './no': No such file or directory")
    assert "1 target: 0 killed, 0 survived, 1 could not be run." == lines[-1]


def test_a_target_that_only_broke_does_not_look_like_a_mutant_that_was_found(ackproof: Command) -> None:
    """It raised, or answered in a wrong form: the row and the last lines say so, and the exit code is that of
    `certify`. The others are tried, beside one that cannot be started.
    """
    names = (RAISES, "common.bad_targets:answers_a_string", "exec:false", "mutant:or-instead-of-xor")
    targets = [word for name in names for word in ("--target", name)]
    result = ackproof("mutants", *targets, "--examples", "1", "-q")
    assert (3, "") == (result.code, result.err)
    assert f"{RAISES} ONLY BROKE on " in result.words
    assert "rules: answered with 'ok'; it should be a list of AckerResult" in result.words
    assert "mutant:or-instead-of-xor ACK-" in result.words
    assert result.out.splitlines()[-3:] == [
        "exec:false could not be run: ended with exit code 1; its stderr is empty",
        "4 targets: 1 killed, 0 survived, 2 only broke, 1 could not be run.",
        "A target that only broke gave no wrong answer that a rule saw: look whether its adapter is at fault.",
    ]


def test_a_target_with_a_wrong_answer_is_killed_even_if_it_breaks_too(ackproof: Command) -> None:
    """The row has both."""
    result = ackproof("mutants", "--target", "common.bad_targets:wrong_and_raises", "--examples", "20")
    assert 0 == result.code, result.out
    assert re.search(r"wrong_and_raises ACK-.*\); broke on \d+ rules?: failed to apply operations", result.words)
    assert "1 target: 1 killed, 0 survived." == result.out.splitlines()[-1]


@pytest.mark.parametrize(
    ("document", "error"),
    [
        ("[]", "kills.json is not a kill matrix; 'ackproof mutants --matrix --out FILE' writes one"),
        (
            '{"kills": 1, "examples": 2}',
            "not a whole kill matrix: required field missing @ matrix.",
        ),
        ('{"kills": 1, "examples": 2, "mutants": {"or": {"ACK-01": {"-": "x"}}}}', "mutants['or']['ACK-01']['-']"),
        ("{", "kills.json is not a whole JSON document"),
    ],
)
def test_a_damaged_matrix_is_told_with_its_place(tmp_path: Path, document: str, error: str) -> None:
    """The error is one line."""
    (tmp_path / "kills.json").write_text(document, encoding="utf-8")
    with pytest.raises(UsageError) as raised:
        kill_matrix.read(tmp_path / "kills.json")
    assert error in str(raised.value)
    assert "\n" not in str(raised.value)


def test_the_page_has_all_mutants_and_shows_no_survivor_that_is_not_known(matrix: kill_matrix.KillMatrix) -> None:
    """A mutant that is missing there has not been run yet."""
    page = (ROOT / "docs" / "mutants.md").read_text(encoding="utf-8")
    assert [] == matrix.missing
    assert [] == [name for name in MUTANTS if f"`{name}`" not in page]
    assert [] == [name for name in matrix.found if name not in MUTANTS]
    assert {(mutant.name, rule) for mutant, rule in matrix.survivors()} == set(SURVIVORS)


def test_the_page_is_made_of_the_matrix(matrix: kill_matrix.KillMatrix) -> None:
    """Its generated parts are up to date."""
    page = (ROOT / "docs" / "mutants.md").read_text(encoding="utf-8")
    for part, lines in kill_page.PARTS.items():
        text = "\n".join(lines(matrix)).rstrip()
        assert f"<!-- made of mutants: {part} -->\n\n{text}\n\n<!-- end of part -->" in page


@pytest.mark.parametrize("rule", [rule.id for rule in kill_matrix.must_rules()])
def test_a_must_rule_kills_something_that_no_other_does_or_there_is_a_reason(
    matrix: kill_matrix.KillMatrix, rule: str
) -> None:
    """A reason for a rule that has a proof is out of date."""
    assert (rule in UNPROVEN) is not bool(matrix.proofs(rule))
