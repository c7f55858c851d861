"""A campaign gives the same verdicts as a run in one process, however its examples are divided, and in any order."""

import itertools
import json
import pickle
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from ackproof.components import Operation, Result
from ackproof.engine.campaign import Campaign, RunProgress, pieces
from ackproof.engine.examination.examine import Effort, conclude, examine
from ackproof.engine.examination.search import NOTHING_KNOWN, BatchResult, KnownDeviations, Search
from ackproof.engine.known.deviations import Deviation
from ackproof.engine.pieces import Assignment, Piece, Trial
from ackproof.engine.plan import Selection, plan
from ackproof.engine.workers.pool import Inline, SideBySide, connect, side_by_side
from ackproof.errors import ClusterUnavailable, UsageError, WorkerLost
from ackproof.target import Component, Config, Description
from ackproof.targets.reference import ReferenceTarget
from ackproof.targets.variants import VARIANTS
from ackproof.verdict import Outcome, Verdict
from attrs import define, evolve, field
from common.command import Command
from common.verdicts import driving

FORGETFUL = "ackproof.examples.forgetful:make"
FRAGILE = f"{__name__}:Fragile"
ZERO_FIRST = Deviation(
    rule="ACK-08", variant=(VARIANTS["zero-first"],), reason="as it always was", link="link", versions=("0.1.0",)
)
EARLY_FAIL = Deviation(
    rule="ACK-08", variant=(VARIANTS["early-fail-lost"],), reason="it is not there", link="link", versions=("0.1.0",)
)
AT_ONCE = 7
"""Number of examples in memory here: so few that a few dozen make many pieces."""


@define
class Fragile(ReferenceTarget):
    """A target that breaks on long workloads, with their length in the message."""

    def open(self, component: str, config: Config) -> Component:
        return _Breaking(super().open(component, config))


@define
class _Breaking:
    component: Component

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        if len(operations) > 25:
            raise ValueError(f"{len(operations)} are too many")
        return self.component.apply(operations)

    def close(self) -> None:
        self.component.close()


@define
class Elsewhere:
    """Workers that do their work in this process, in a mixed order, and without shared objects.

    A worker that gets a piece of a target in `deadly` dies.
    """

    deadly: str = ""
    asked: list[Any] = field(factory=list)
    source: random.Random = field(factory=lambda: random.Random(0))
    waiting: list[tuple[Any, Future[Any]]] = field(factory=list)

    def submit(self, work: Callable[[], Any]) -> Future[Any]:
        self.asked.append(work)
        future: Future[Any] = Future()
        self.waiting.append((pickle.loads(pickle.dumps(work)), future))  # noqa: S301 - pickled here
        return future

    def size(self) -> int:
        """Do some of the work: this is called before anybody waits."""
        self.source.shuffle(self.waiting)
        keep = len(self.waiting) // 3
        for work, future in self.waiting[keep:]:
            if work.target == self.deadly:
                future.set_exception(WorkerLost("the process died, each of 3 times"))
            else:
                future.set_result(pickle.loads(pickle.dumps(work())))  # noqa: S301 - pickled here
        del self.waiting[keep:]
        return 6

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def few_at_once() -> Iterator[None]:
    """Make small pieces of few examples."""
    with (
        mock.patch("ackproof.engine.examination.drawing.BATCH", AT_ONCE),
        mock.patch("ackproof.engine.workers.pool.PATIENCE", 0),
    ):
        yield


def in_one_process(target: str, rule: str, examples: int, known: KnownDeviations = NOTHING_KNOWN) -> list[Verdict]:
    """Return the verdicts of a run without a campaign."""
    with driving(target) as driver:
        found = [
            examine(examination, driver, Effort(examples), known) for examination in plan(driver, Selection(rule=rule))
        ]
    return [evolve(each, seconds=0) for each in found]


def assignments(target: str, rule: str, known: KnownDeviations = NOTHING_KNOWN) -> list[tuple[Assignment, Description]]:
    """Return the assignments of a campaign for the same run."""
    deviations = tuple((each.entry, each.recorded) for each in known.deviations)
    with driving(target) as driver:
        return [
            (
                Assignment(
                    target=target,
                    rule=examination.rule.id,
                    profile=examination.profile,
                    deviations=deviations,
                    propose=known.propose,
                ),
                driver.describe(),
            )
            for examination in plan(driver, Selection(rule=rule))
        ]


def spread(target: str, rule: str, examples: int, known: KnownDeviations = NOTHING_KNOWN) -> list[Verdict]:
    """Return the verdicts of a campaign, in the order of the specification."""
    asked = assignments(target, rule, known)
    found = {
        (each.rule, each.profile): each
        for each in Campaign(assignments=asked, effort=Effort(examples), pool=Elsewhere()).verdicts()
    }
    return [evolve(found[each.rule, each.profile], seconds=0) for each, _ in asked]


@pytest.mark.parametrize(
    ("target", "rule", "examples", "known", "outcomes"),
    [
        ("reference", "ACK-0[38]", 20, KnownDeviations(), {Outcome.PASS}),
        ("reference", "ACK-23", 3, KnownDeviations(), {Outcome.INCONCLUSIVE}),
        ("reference", "SPT-17", 600, KnownDeviations(), {Outcome.PASS}),
        pytest.param(
            *(FORGETFUL, "ACK-0[38]", 20, KnownDeviations(), {Outcome.PASS, Outcome.FAIL}), marks=pytest.mark.shrinks
        ),
        (FORGETFUL, "RM-0*", 20, KnownDeviations(), {Outcome.SKIP}),
        pytest.param(
            "variant:zero-first", "ACK-08", 20, KnownDeviations(propose=True), {Outcome.FAIL}, marks=pytest.mark.slow
        ),
        ("variant:zero-first", "ACK-08", 20, KnownDeviations((EARLY_FAIL, ZERO_FIRST)), {Outcome.DEVIATES}),
        pytest.param(
            "variant:zero-first", "ACK-08", 20, KnownDeviations((EARLY_FAIL,)), {Outcome.FAIL}, marks=pytest.mark.slow
        ),
        (FRAGILE, "ACK-0[38]", 40, KnownDeviations(), {Outcome.ERROR}),
    ],
)
def test_it_says_what_one_process_says(
    target: str, rule: str, examples: int, known: KnownDeviations, outcomes: set[Outcome]
) -> None:
    """Every verdict is the same, with its counts, premises, reason and witness, for each outcome."""
    expected = in_one_process(target, rule, examples, known)
    assert outcomes == {verdict.outcome for verdict in expected}
    assert expected == spread(target, rule, examples, known)


def test_the_examples_are_divided() -> None:
    """The pieces follow each other without a gap; otherwise the test above would prove nothing."""
    (assignment, _), _ = assignments("reference", "ACK-08")
    found = pieces(assignment, 40)
    assert list(range(80)) == [number for piece in found for number in range(piece.start, piece.stop)]
    assert 12 == len(found)
    assert 100 <= len(pieces(assignment, 1_000_000)) <= 1_000_000


def test_a_target_that_prefers_many_runs_gets_several_rounds_of_large_examples_at_once() -> None:
    """So that the kills of one round are those of the others, too. Ordinary rules are divided as for any target."""
    large, ordinary = (Assignment(target="reference", rule=rule, profile="storm1") for rule in ("ACK-36", "ACK-03"))
    assert len(pieces(large, 300)) > len(pieces(large, 300, in_jobs=True)) == 1
    assert pieces(ordinary, 300) == pieces(ordinary, 300, in_jobs=True)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_parts_are_joined_in_any_order(seed: int) -> None:
    """For any division, the first of the shortest examples is shown, and the record is in the order of the answers."""
    source = random.Random(seed)
    with driving("variant:zero-first+three-buckets") as driver:
        (task,) = plan(driver, Selection(rule="ACK-08", profile="storm1"))
        search = Search(task, driver, seed, KnownDeviations((EARLY_FAIL, ZERO_FIRST), propose=True))
        expected = conclude(search, search.tried(range(45)))
        cuts = [0, *sorted(source.sample(range(1, 45), 6)), 45]
        parts = [search.tried(range(*ends)) for ends in itertools.pairwise(cuts)]
        source.shuffle(parts)
        whole = BatchResult()
        for part in parts:
            whole = whole.joined(part)
        assert expected == conclude(search, whole)


def test_a_process_that_always_dies_is_an_error_of_its_rules() -> None:
    """The other target gets its verdicts, and the deadly one is not tried forever."""
    workers = Elsewhere(deadly=FORGETFUL)
    both = [*assignments(FORGETFUL, "ACK-03"), *assignments("reference", "ACK-03")]
    found = {
        (each.target, each.outcome): each.reason
        for each in Campaign(assignments=both, effort=Effort(200), pool=workers).verdicts()
    }
    assert {(FORGETFUL, Outcome.ERROR), ("reference", Outcome.PASS)} == found.keys()
    reason = found[FORGETFUL, Outcome.ERROR]
    assert f"{FORGETFUL} was given the examples 0 to 6, and the process died, each of 3 times" == reason
    assert 20 > sum(isinstance(work, Trial) and work.target == FORGETFUL for work in workers.asked)


def test_it_tells_how_far_it_is() -> None:
    """Violations are shown before their verdict, and at the end nothing is left to do."""
    heard: list[RunProgress] = []
    found = list(
        Campaign(
            assignments=assignments(FORGETFUL, "ACK-0[38]"), effort=Effort(60), pool=Elsewhere(), watch=heard.append
        ).verdicts()
    )
    total = sum(each.examples for each in found)
    last = heard[-1]
    assert (2, 2, total, total) == (last.verdicts, last.of_verdicts, last.examples, last.of_examples)
    assert any(each.violations and each.verdicts == 0 for each in heard)
    assert sorted(each.examples for each in heard) == [each.examples for each in heard]


def test_a_target_that_is_not_there_is_a_usage_error() -> None:
    """The target was found here, otherwise no worker would have been asked; so only the worker lacks it."""
    (assignment, _), *_ = assignments("reference", "ACK-08")
    with pytest.raises(UsageError, match=r"there is no module 'nowhere'.*on a worker"):
        Trial((Piece(evolve(assignment, target="nowhere:make"), 0, 1),))()


def test_a_master_of_no_known_kind_is_a_usage_error(ackproof: Command) -> None:
    """It is one line with the known kinds."""
    ended = ackproof("certify", "reference", "--rule", "ACK-03", "--master", "carrier-pigeon://here")
    assert 2 == ended.code
    assert "no cluster 'carrier-pigeon://here'" in ended.complaint


@pytest.mark.parametrize("option", [("-n", "2"), ("--budget", "1s")])
def test_what_a_campaign_cannot_do_is_a_usage_error(ackproof: Command, option: tuple[str, str]) -> None:
    """No option is ignored silently."""
    ended = ackproof("certify", "reference", "--rule", "ACK-03", "--master", "local[2]", *option)
    assert 2 == ended.code
    assert option[0] in ended.complaint


def test_a_runner_that_cannot_be_imported_is_told() -> None:
    """PySpark, for example, may be missing."""
    entry = mock.Mock(load=mock.Mock(side_effect=ModuleNotFoundError("No module named 'pyspark'")))
    entry.name = "spark"
    with (
        mock.patch("ackproof.engine.workers.pool.offers", return_value=[entry]),
        pytest.raises(ClusterUnavailable, match=r"No module named 'pyspark'; install ackproof\[spark\]"),
    ):
        connect("spark://127.0.0.1:7077")


def test_a_certificate_is_written_as_ever(ackproof: Command) -> None:
    """It has its JUnit file and its witnesses, and the exit code of the verdicts."""
    arguments = ("certify", FORGETFUL, "reference", "--rule", "ACK-0[38]", "--examples", "20")
    with mock.patch("ackproof.engine.workers.pool.connect", return_value=Elsewhere()):
        ended = ackproof(*arguments, "--master", "spark://127.0.0.1:7077", "--out", "spread")
    alone = ackproof(*arguments, "-n", "1", "--out", "alone")
    assert (1, 1) == (ended.code, alone.code)
    names = [sorted(path.name for path in Path(folder).iterdir()) for folder in ("alone", "spread")]
    assert names[0] == names[1]
    assert "junit.xml" in names[0]
    witnesses = [name for name in names[0] if name.startswith("witness-")]
    assert [] != witnesses
    for name in witnesses:
        assert Path("alone", name).read_bytes() == Path("spread", name).read_bytes()


def test_targets_side_by_side_are_certified_as_one_after_the_other(ackproof: Command) -> None:
    """Each has a process of its own by default, and the certificate says the same of each."""
    arguments = ("certify", "reference", "topology-reference", "--rule", "ACK-0[38],ANC-03,SYS-02", "--examples", "20")
    with mock.patch("os.sched_getaffinity", return_value={0, 1}, create=True):
        beside = ackproof(*arguments, "--out", "beside")
    alone = ackproof(*arguments, "-n", "1", "--out", "alone")
    assert beside.code == alone.code
    assert verdicts_in("beside") == verdicts_in("alone")


def verdicts_in(folder: str) -> list[dict[str, Any]]:
    """Return the verdicts of a certificate, without times."""
    verdicts = json.loads(Path(folder, "certificate.json").read_text(encoding="utf-8"))["verdicts"]
    return [{name: value for name, value in each.items() if name != "seconds"} for each in verdicts]


@define
class Counting:
    """A pool that does its work at once, and keeps what it was asked for."""

    asked: list[str] = field(factory=list)
    closed: int = 0

    def submit(self, work: Any) -> Future[Any]:
        self.asked.append(work.target)
        future: Future[Any] = Future()
        future.set_result(work())
        return future

    def size(self) -> int:
        return 1

    def close(self) -> None:
        self.closed += 1


def test_a_target_stays_in_its_process() -> None:
    """With fewer processes than targets, two share one. All work on a target goes to the same."""
    first, second = Counting(), Counting()
    pool = SideBySide({"reference": first, FORGETFUL: second, "variant:zero-first": first})
    asked = [each for target in pool.pools for each in assignments(target, "ACK-0[38]")]
    with closing(pool):
        verdicts = list(Campaign(assignments=asked, effort=Effort(20), pool=pool).verdicts())
    assert len(asked) == len(verdicts)
    assert {"reference", "variant:zero-first"} == set(first.asked)
    assert {FORGETFUL} == set(second.asked)
    assert (1, 1) == (first.closed, second.closed)


def test_a_target_whose_process_has_enough_to_do_waits() -> None:
    """The targets that share the process wait with it, and the others do not."""
    first, second = Counting(), Counting()
    pool = SideBySide({"a": first, "b": second, "c": first})
    assert set() == pool.busy(["a"])
    assert {"a", "c"} == pool.busy(["a", "c", "b"])
    assert {"a", "b", "c"} == pool.busy(["a", "a", "b", "b"])


def test_a_single_core_or_target_takes_no_process() -> None:
    """The work is done in this process."""
    with (
        mock.patch("os.sched_getaffinity", return_value={0}, create=True),
        closing(side_by_side(["reference", FORGETFUL])) as on_one_core,
        closing(side_by_side(["reference"])) as of_one_target,
    ):
        assert isinstance(on_one_core, Inline)
        assert isinstance(of_one_target, Inline)
