"""Exhaustive exploration: it visits every state, finds mistakes, and is not vacuous.

The expected figures can be reproduced in three ways that share little code: `ackproof explore` with the same sizes, the
same without reduction (`Bounds(reduction=False)`), and `explore_undecomposed`, which neither reduces, nor splits, nor
caches. Tests below compare the three at sizes where the slow ways are fast enough.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import permutations, product
from pathlib import Path

import acking
import pytest
from acking.acker import Record
from ackproof.commands import explore as commands
from ackproof.engine.workers.pool import Pool, open_pool
from ackproof.errors import SuiteError, UsageError
from ackproof.explore import run, widths
from ackproof.explore.bounds import Bounds
from ackproof.explore.driving import NOTHING, AckerDriver, Subject, kept_by
from ackproof.explore.forests import (
    BOLT,
    SmallForest,
    SmallTree,
    canonical,
    count_orders_of_creation,
    forest_in_words,
    forests,
    orders_of_creation,
    part_of,
    trees_of,
)
from ackproof.explore.product import NOBODY, Count, count_product
from ackproof.explore.properties import ALWAYS, SOMETIMES, Always, Sometimes
from ackproof.explore.quotient import acks_behind, table_of
from ackproof.explore.run import check_size, estimate, explore, explore_width
from ackproof.explore.space import Broken, space_of
from ackproof.explore.story import witness, workload_of
from ackproof.explore.undecomposed import explore_undecomposed
from ackproof.explore.widths import false_zeros, reduced, zero_at_last
from ackproof.specification import all_rules
from ackproof.target import PROFILES
from attrs import define, evolve
from common.command import Command

PROVEN, COUNTEREXAMPLE, USAGE, VACUOUS = 0, 1, 2, 5

PROPERTIES: tuple[Always | Sometimes, ...] = (*ALWAYS, *SOMETIMES)

EITHER_PROFILE = pytest.mark.parametrize("profile", PROFILES)

SMALL = Bounds(tuples=2, roots=2, ticks=2)
TINY = Bounds(tuples=2, roots=2, ticks=1, resets=0)

DOCUMENT = Path(__file__).parents[2] / "docs" / "exploration.md"
FULL = Bounds(tuples=4, roots=2, ticks=3, duplicates=1, resets=1)


# The histories


def structures(tuples: int, roots: int) -> Iterator[tuple[frozenset[tuple[int, int]], tuple[int, ...]]]:
    """Yield every acyclic set of arcs over this many tuples, with a root for each tuple without outgoing arcs."""
    arcs = [(one, other) for one in range(tuples) for other in range(tuples) if one != other]
    for bits in range(1 << len(arcs)):
        chosen = frozenset(arc for index, arc in enumerate(arcs) if bits >> index & 1)
        if is_acyclic(chosen, tuples):
            anchored = {one for one, _ in chosen}
            choices = [[BOLT] if place in anchored else range(roots) for place in range(tuples)]
            yield from ((chosen, labels) for labels in product(*choices))


def is_acyclic(arcs: frozenset[tuple[int, int]], tuples: int) -> bool:
    left = set(range(tuples))
    while left:
        ends = {place for place in left if not any(one == place and other in left for one, other in arcs)}
        if not ends:
            return False
        left -= ends
    return True


def kinds(tuples: int, roots: int) -> int:
    """Count the structures of exactly this many tuples up to renaming: orbits, by the number of structures that each
    renaming fixes.
    """
    known = list(structures(tuples, roots))
    fixed = renamings = 0
    for places in permutations(range(tuples)):
        for names in permutations(range(roots)):
            renamings += 1
            for arcs, labels in known:
                moved = {places[place]: label if label == BOLT else names[label] for place, label in enumerate(labels)}
                fixed += (
                    frozenset((places[one], places[other]) for one, other in arcs) == arcs
                    and tuple(moved[place] for place in range(tuples)) == labels
                )
    assert 0 == fixed % renamings
    return fixed // renamings


@pytest.mark.parametrize("roots", [1, 2])
def test_there_are_as_many_forests_as_there_should_be(roots: int) -> None:
    """Their number equals the number of orbits of acyclic graphs with roots, counted by Burnside's lemma."""
    sizes = Counter(len(forest) for forest in forests(3, roots))
    assert {tuples: kinds(tuples, roots) for tuples in range(4)} == sizes


def test_forests_of_one_root_are_the_unlabelled_acyclic_graphs() -> None:
    """There are 1, 1, 2, 6 and 31 of them (A003087 of the On-Line Encyclopedia of Integer Sequences)."""
    assert {0: 1, 1: 1, 2: 2, 3: 6, 4: 31} == Counter(len(forest) for forest in forests(4, 1))


def test_orders_of_creation_are_counted_without_being_made() -> None:
    """The formula and the enumeration agree."""
    for roots in (1, 2):
        made = sum(1 for size in range(5) for _ in orders_of_creation(size, roots))
        assert made == count_orders_of_creation(4, roots)


def test_every_order_of_creation_is_of_the_kind_of_one_forest() -> None:
    """The selection of one forest of each class leaves nothing out, and no class has two."""
    chosen = [canonical(forest, 2) for forest in forests(3, 2)]
    assert len(chosen) == len(set(chosen))
    assert set(chosen) == {canonical(forest, 2) for size in range(4) for forest in orders_of_creation(size, 2)}


def test_a_join_has_an_edge_for_each_anchor_in_the_trees_of_that_anchor() -> None:
    """A of root 1, B of root 2, C anchored to both, and D to C and A, with two edges in root 1 and one in root 2."""
    join = next(forest for forest in orders_of_creation(4, 2) if forest_in_words(forest) == "A:1 B:2 C:A+B D:A+C")
    a, b, ca, cb, da, dc = (1 << edge for edge in range(6))
    one, other = trees_of(join, 2)
    assert SmallTree(a, (a ^ ca ^ da, ca ^ dc, da ^ dc), (0, 2, 3)) == one
    assert SmallTree(b, (b ^ cb, cb ^ dc, dc), (1, 2, 3)) == other
    assert "A:1 B:A C:A+B" == forest_in_words(part_of(join, 0))
    assert "A:1 B:A C:B" == forest_in_words(part_of(join, 1))


def test_the_messages_of_every_tree_have_one_dependency() -> None:
    """The xor of all of them is zero, and that of no proper subset: lemmas 1 and 2, for every tree of up to 4
    tuples.
    """
    for forest in forests(4, 2):
        for tree in trees_of(forest, 2):
            assert (1 << len(tree.acks)) == len(acks_behind(tree))


def test_a_tree_with_another_dependency_is_a_bug() -> None:
    """Two equal acks would let an acker be early, and would break the symmetry."""
    with pytest.raises(SuiteError, match="another dependency"):
        acks_behind(SmallTree(1, (1, 2, 2), (0, 1, 2)))


def test_states_that_are_not_alike_are_noticed() -> None:
    """A class is checked move by move: a state whose moves differ from those of its representative is a bug."""
    space = space_of(forests(2, 1)[2], Subject("storm2"), TINY)
    table = table_of(space)
    of_several = next(number for number, weight in enumerate(table.weights) if weight > 1)
    space.successors[table.samples[of_several]] = ()
    with pytest.raises(SuiteError, match="are not alike"):
        table_of(space)


def test_a_space_with_a_counterexample_has_no_table() -> None:
    """Not all of it was visited."""
    with pytest.raises(SuiteError, match="has no table"):
        table_of(space_of(forests(1, 1)[1], Subject("storm2", "zero-first"), TINY))


def test_forests_of_a_kind_have_equal_tables() -> None:
    """The order of creation, and so the numbers of tuples and edges, do not matter: one forest of each class is
    enough.
    """
    bounds = Bounds(tuples=3, roots=1, ticks=1, resets=0)
    tables = {
        canonical(forest, 1): table_of(space_of(forest, Subject("storm2"), bounds)).shape for forest in forests(3, 1)
    }
    for forest in orders_of_creation(3, 1):
        assert tables[canonical(forest, 1)] == table_of(space_of(forest, Subject("storm2"), bounds)).shape


# The three ways of exploring agree


def decomposed(forest: SmallForest, subject: Subject, bounds: Bounds) -> Count:
    tables = [table_of(space_of(part_of(forest, root), subject, bounds)) for root in range(bounds.roots)]
    return count_product(tables[0], (*tables, NOBODY)[1], bounds)


@EITHER_PROFILE
@pytest.mark.parametrize("bounds", [TINY, Bounds(tuples=1, roots=2, ticks=2), Bounds(tuples=2, roots=1, ticks=2)])
def test_reduced_states_stand_for_those_of_the_undecomposed_acker(bounds: Bounds, profile: str) -> None:
    """They equal the states, histories and steps of one acker for all roots, restored for every step."""
    subject = Subject(profile)
    for forest in forests(bounds.tuples, bounds.roots):
        plain, broken = explore_undecomposed(forest, subject, bounds)
        found = decomposed(forest, subject, bounds)
        assert broken is None
        assert (plain.states, plain.histories, plain.longest) == (found.stand_for, found.histories, found.longest)
        assert found.states <= plain.states


@EITHER_PROFILE
def test_the_reduction_changes_nothing_but_the_number_of_states(profile: str) -> None:
    """Without it, the number of states equals the number that the reduced ones stand for, and the proofs are the
    same.
    """
    with_it = explore(Subject(profile), SMALL)
    without = explore(Subject(profile), evolve(SMALL, reduction=False))
    assert (PROVEN, PROVEN) == (with_it.exit_code, without.exit_code)
    assert without.count.states == without.count.stand_for == with_it.count.stand_for
    assert without.count.histories == with_it.count.histories
    assert (without.held, without.steps) == (with_it.held, with_it.steps)
    assert with_it.count.states < without.count.states


PINNED = {
    "storm1": {
        "forests, by order of creation": 9,
        "forests that are not alike": 5,
        "trees that they are made of": 4,
        "states of trees, nothing reduced": 1_782,
        "steps judged": 7_183,
        "answers of the acker, to one tree": 340,
        "answers of the acker, to two trees": 2_469,
        "states of forests, reduced": 22_650,
        "states that they stand for": 37_497,
        "transitions between reduced states": 87_117,
        "histories": 54_232_455,
        "longest history, in messages and ticks": 10,
    },
    "storm2": {
        "forests, by order of creation": 9,
        "forests that are not alike": 5,
        "trees that they are made of": 4,
        "states of trees, nothing reduced": 1_781,
        "steps judged": 6_503,
        "answers of the acker, to one tree": 472,
        "answers of the acker, to two trees": 5_008,
        "states of forests, reduced": 22_063,
        "states that they stand for": 36_124,
        "transitions between reduced states": 80_485,
        "histories": 54_232_455,
        "longest history, in messages and ticks": 10,
    },
}


@EITHER_PROFILE
def test_the_figures_of_a_small_size_are_these(profile: str) -> None:
    """A change that makes the exploration visit fewer or more states is noticed."""
    assert PINNED[profile] == explore(Subject(profile), SMALL).figures


def test_processes_change_nothing() -> None:
    """Two processes have the same results as one."""
    alone = explore(Subject("storm2"), TINY)
    with closing(open_pool(2)) as pool:
        together = explore(Subject("storm2"), TINY, pool)
    assert alone.figures == together.figures
    assert (alone.held, alone.seen, alone.first) == (together.held, together.seen, together.first)


@EITHER_PROFILE
def test_waking_an_acker_gives_it_back_what_it_kept(profile: str) -> None:
    """Records of several ages and roots."""
    subject = Subject(profile)
    memory = ((1, 0, Record(5)), (2, 1, Record(0, 7)), (3, 1, Record(9, None, failed=True)))
    assert memory == kept_by(subject.awake(memory))
    assert NOTHING == kept_by(subject.awake(NOTHING))


def test_an_answer_is_asked_for_once() -> None:
    """The acker that answers is the real one."""
    driver = AckerDriver(Subject("storm2"))
    first = driver.step(NOTHING, acking.Init(1, 5, 7))
    assert ((), ((1, 0, Record(5, 7)),)) == first == driver.step(NOTHING, acking.Init(1, 5, 7))
    assert 1 == driver.calls


# Counterexamples


VARIANTS = (
    ("zero-first", "storm1", "fail_dominates_ack", 3),
    ("zero-first", "storm2", "fail_dominates_ack", 3),
    ("early-fail-lost", "storm2", "a_record_holds_what_its_life_was_told", 1),
    ("acks-do-not-refresh", "storm1", "a_record_is_as_old_as_its_last_refresh", 3),
    ("acks-refresh", "storm2", "a_record_is_as_old_as_its_last_refresh", 3),
    ("two-buckets", "storm2", "a_record_survives_the_rotations_before_its_last", 3),
    ("three-buckets", "storm1", "a_record_is_forgotten_by_its_last_rotation", 3),
)


@pytest.mark.parametrize(("variant", "profile", "name", "length"), VARIANTS)
def test_a_variant_has_a_shortest_counterexample(variant: str, profile: str, name: str, length: int) -> None:
    """It has this many messages and ticks; none is shorter."""
    broken = explore(Subject(profile, variant), SMALL).broken
    assert broken is not None
    assert (name, length) == (broken.always.name, len(broken.history))


@define
class OrInsteadOfXor(acking.Acker):
    """An acker in which bits are added but never removed."""

    def receive(self, message: acking.AckerMessage) -> tuple[acking.Notification, ...]:
        before = self.pending.get(message.root) or Record()
        if isinstance(message, acking.Init | acking.Ack):
            both = before.ack_val & message.value
            message = evolve(message, value=message.value ^ both)
        return acking.Acker.receive(self, message)


@define
class ForgetsTheOthers(acking.Acker):
    """An acker that forgets all other trees when one is done."""

    def receive(self, message: acking.AckerMessage) -> tuple[acking.Notification, ...]:
        answer = acking.Acker.receive(self, message)
        if answer and answer[0].kind is acking.Kind.ACK:
            for cohort in self.pending.cohorts():
                for root in cohort:
                    self.pending.remove(root)
        return answer


@define
class TellsOfTheExpired(acking.Acker):
    """An acker that sends a fail for expired records."""

    def tick(self) -> tuple[acking.Notification, ...]:  # type: ignore[override]  # that is what is wrong with it
        expired = acking.Acker.tick(self)
        return tuple(
            acking.Notification(acking.Kind.FAIL, root, record.spout_task)
            for root, record in expired.items()
            if record.spout_task is not None
        )


@define
class KeepsWhatIsFinished(acking.Acker):
    """An acker that notifies, but keeps the record."""

    def receive(self, message: acking.AckerMessage) -> tuple[acking.Notification, ...]:
        kept = self.pending.get(message.root)
        answer = acking.Acker.receive(self, message)
        if answer and kept is not None and message.root not in self.pending:
            self.pending.put(message.root, kept)
        return answer


@define
class TellsEverybody(acking.Acker):
    """An acker that sends each notification to task 0 too."""

    def receive(self, message: acking.AckerMessage) -> tuple[acking.Notification, ...]:
        answer = acking.Acker.receive(self, message)
        return (*answer, *(evolve(word, task=0) for word in answer))


@define
class CountsTicks(acking.Acker):
    """An acker with state besides its records."""

    ticks: int = 0


WRONG = (
    (OrInsteadOfXor, "a_second_init_is_as_the_first", 2),
    (ForgetsTheOthers, "roots_do_not_touch_each_other", 2),
    (TellsOfTheExpired, "a_tick_says_nothing", 4),
    (KeepsWhatIsFinished, "what_is_finished_is_forgotten", 2),
    (TellsEverybody, "a_finished_tree_is_completed_at_once", 1),
)


@pytest.mark.parametrize(("acker", "name", "length"), WRONG)
def test_a_wrong_acker_has_a_shortest_counterexample(acker: type[acking.Acker], name: str, length: int) -> None:
    """It has this many messages and ticks, and can be rendered."""
    broken = explore(Subject("storm2", make=acker), Bounds(tuples=2, resets=0)).broken
    assert broken is not None
    assert (name, length) == (broken.always.name, len(broken.history))
    assert length == len(workload_of(broken).steps)
    assert witness(broken).story[-1].startswith(f"> {length}  ")


def test_an_acker_that_leaks_beyond_the_bounds_is_explored_undecomposed() -> None:
    """The roots affect each other only beyond the bounds, so the acker cannot be decomposed, but is proven
    nevertheless.
    """
    bounds = Bounds(tuples=1, ticks=0, duplicates=0, resets=0)
    report = explore(Subject("storm2", make=ForgetsTheOthersInTime), bounds)
    right = explore(Subject("storm2"), bounds)
    assert (PROVEN, right.count.stand_for) == (report.exit_code, report.count.stand_for)
    assert report.count.states == right.count.stand_for


@define
class ForgetsTheOthersInTime(acking.Acker):
    """An acker that forgets the trees that are two rotations old when one is done."""

    def receive(self, message: acking.AckerMessage) -> tuple[acking.Notification, ...]:
        answer = acking.Acker.receive(self, message)
        if answer:
            for root in self.pending.cohorts()[2]:
                self.pending.remove(root)
        return answer


def test_an_acker_that_keeps_more_than_its_records_is_refused() -> None:
    """Its states could not be distinguished."""
    with pytest.raises(UsageError, match="CountsTicks keeps ticks outside pending"):
        explore(Subject("storm2", make=CountsTicks), TINY)


# Proofs are not vacuous


def never(_: object) -> bool:
    return False


def anywhere(_: Bounds, __: str) -> bool:
    return True


def test_an_exploration_that_never_meets_something_is_vacuous(
    ackproof: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A property that the bounds allow but that never occurs is named, and nothing is proven."""
    monkeypatch.setattr(
        run, "SOMETIMES", [*SOMETIMES, Sometimes(name="pigs_fly", sentence="Pigs fly.", needs=anywhere, seen=never)]
    )
    told_ = ackproof("explore", "--tuples", 1, "--ticks", 0, "--profile", "storm1")
    assert VACUOUS == told_.code
    assert "storm1: vacuous; never met: pigs_fly" in told_.words


@EITHER_PROFILE
def test_every_property_of_a_small_exploration_is_met(profile: str) -> None:
    """With three tuples, two roots and the default ticks each of them occurs: the bounds exclude none."""
    bounds = Bounds()
    assert [] == [each.name for each in PROPERTIES if not each.needs(bounds, profile)]


@EITHER_PROFILE
def test_bounds_without_time_or_disturbance_excuse_what_needs_them(profile: str) -> None:
    """Impossible ones are not required; all others are."""
    report = explore(Subject(profile), Bounds(tuples=1, roots=1, ticks=0, duplicates=0, resets=0))
    assert PROVEN == report.exit_code
    assert report.seen["a_tree_is_completed"] > 0
    assert 0 == report.seen["an_unfinished_tree_expires"]


def test_every_property_is_a_share_of_rules_and_has_a_sentence() -> None:
    """The ids of rules exist, and names are unique."""
    named = [each.name for each in PROPERTIES]
    assert len(named) == len(set(named))
    assert [] == [each.name for each in ALWAYS if not each.rules or set(each.rules) - set(all_rules())]
    assert [] == [each.name for each in PROPERTIES if not re.fullmatch(r"[A-Z].*\.", each.sentence)]


# Small id widths


NARROW = Bounds(tuples=2, roots=1, ticks=1, resets=0)


@EITHER_PROFILE
@pytest.mark.parametrize("width", [1, 2, 3])
def test_false_zeros_are_as_many_as_linear_algebra_says(width: int, profile: str) -> None:
    """The numbers are exactly equal, for every tree, over all assignments and histories."""
    report = explore_width(Subject(profile), NARROW, width)
    assert PROVEN == report.exit_code
    assert [tree.predicted for tree in report.trees] == [tree.counted for tree in report.trees]
    assert report.total("believed") > 0


def test_false_zeros_of_three_tuples_are_predicted_too() -> None:
    """With these, the open sets of a history can be dependent themselves."""
    report = explore_width(Subject("storm2"), Bounds(tuples=3, roots=1, ticks=0, duplicates=0, resets=0), 2)
    assert (PROVEN, []) == (report.exit_code, report.unequal)


def test_false_zeros_of_one_tuple_can_be_counted_by_hand() -> None:
    """With init, ack and fail of A: `init` alone ends in a false zero if A is 0, in one assignment of 2^w. No other
    history does: after `ack` the init closes A, and after `fail` the init is answered by fail.
    """
    one = forests(1, 1)[1]
    bounds = Bounds(tuples=1, roots=1, ticks=0, duplicates=0, resets=0)
    for width in (1, 2, 3):
        found = false_zeros(one, Subject("storm2"), bounds, width)
        assert (1 << width, 1, 1) == (found.assignments, found.counted, found.predicted)


@pytest.mark.parametrize("width", [1, 2, 3])
def test_assignments_that_are_alike_are_counted_and_not_driven(width: int) -> None:
    """If every assignment is run separately, the figures are the same."""
    for forest in forests(2, 1):
        grouped = false_zeros(forest, Subject("storm1"), NARROW, width)
        every = false_zeros(forest, Subject("storm1"), evolve(NARROW, reduction=False), width)
        assert (every.counted, every.assignments) == (grouped.counted, grouped.assignments)
        assert every.assignments == every.driven >= grouped.driven


def test_a_chain_is_completed_early_as_often_as_the_specification_says() -> None:
    """A chain of k tuples has k single edges as open sets, and 1-(1-2^-w)^k of the assignments have a zero."""
    for width, length in product((1, 2, 3), (1, 2, 3, 4)):
        edges = [1 << edge for edge in range(length)]
        early = sum(zero_at_last(edges[at], frozenset(edges[:at]), length, width) for at in range(length))
        assert early == (1 << width * length) - ((1 << width) - 1) ** length


def test_a_span_has_one_reduced_basis() -> None:
    """Their order, and additional dependent vectors, do not matter."""
    for rows in permutations([0b110, 0b011, 0b101, 0b1000]):
        assert (0b1000, 0b101, 0b011) == reduced(rows)


@define
class BelievesOnesToo(acking.Acker):
    """An acker that ignores the last bit of the ack val."""

    def receive(self, message: acking.AckerMessage) -> tuple[acking.Notification, ...]:
        if isinstance(message, acking.Init | acking.Ack):
            message = evolve(message, value=message.value & ~1)
        return acking.Acker.receive(self, message)


def test_an_acker_that_believes_other_zeros_is_found_at_small_widths() -> None:
    """The counterexample has the ids."""
    broken = explore_width(Subject("storm2", make=BelievesOnesToo), NARROW, 2).broken
    assert broken is not None
    assert ("an_ack_is_said_if_and_only_if_the_ack_val_is_zero", 1) == (broken.always.name, len(broken.history))
    assert (1,) == workload_of(broken).values


def test_a_number_that_was_not_predicted_is_a_violation(ackproof: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds even for a right acker."""
    monkeypatch.setattr(widths, "predict", lambda *_: 7)
    told_ = ackproof("explore", "--width", 2, "--tuples", 1, "--profile", "storm2", "--ticks", 0, "--duplicates", 0)
    assert COUNTEREXAMPLE == told_.code
    assert "storm2: counterexample; false zeros of no tuples: 0, not 7; A:1: 1, not 7" in told_.words


# The command


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        (("--tuples", 2), "2 tuples, 2 roots, 3 ticks, 1 duplicate, 1 reset-timeout"),
        pytest.param((), "3 tuples, 2 roots, 3 ticks, 1 duplicate, 1 reset-timeout", marks=pytest.mark.slow),
    ],
    ids=["small", "default"],
)
def test_what_is_proven_is_shown(ackproof: Command, sizes: tuple[object, ...], words: str) -> None:
    """The output has counts, what holds, and what occurred."""
    told_ = ackproof("explore", *sizes)
    assert (PROVEN, "") == (told_.code, told_.err)
    lines = told_.out.splitlines()
    assert f"explored: the reference, up to {words}" in lines[0]
    assert ["storm1: proven", "storm2: proven"] == lines[-2:]
    assert re.search(r"^fail dominates ack +ACK-08 +[0-9,]+ +[0-9,]+$", told_.out, re.MULTILINE)
    assert re.search(r"^a fail overtakes the init +[0-9,]+ +[0-9,]+ +fail, init *$", told_.out, re.MULTILINE)


def test_a_counterexample_is_told_and_can_be_replayed(ackproof: Command) -> None:
    """It is a shortest one, with a witness on which the variant and the reference differ."""
    told_ = ackproof("explore", "--variant", "zero-first", "--tuples", 2, "--out", "found/witness.json")
    assert COUNTEREXAMPLE == told_.code
    (marked,) = (line for line in told_.out.splitlines() if line.startswith(">"))
    assert marked.startswith("> 3  init root 1")
    written = json.loads(Path("found/witness.json").read_text(encoding="utf-8"))
    assert ("ACK-08", "variant:zero-first", 2) == (written["rule"], written["target"]["name"], written["at"])
    replayed = ackproof("replay", "found/witness.json", "reference", "variant:zero-first")
    assert [
        "The answers differ at 3.",
        "reference keeps ACK-08 here.",
        "variant:zero-first breaks ACK-08 here, as recorded.",
    ] == replayed.out.splitlines()[-3:]


def test_what_was_found_before_an_interruption_is_told(ackproof: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of a profile that is not explored to its end; an earlier witness is left as it is."""
    Path("witness.json").write_text("earlier", encoding="utf-8")

    def interrupting(subject: Subject, bounds: Bounds, pool: Pool, watch: run.Watch) -> run.Exploration:
        if subject.profile == "storm1":
            return explore(subject, bounds, pool, watch)

        def found(broken: Broken) -> None:
            watch.found(broken)
            raise KeyboardInterrupt

        return explore(subject, bounds, pool, evolve(watch, found=found))

    monkeypatch.setattr(commands, "explore", interrupting)
    told_ = ackproof("explore", "--variant", "zero-first", "--tuples", 2, "-v", "--out", "witness.json")
    assert (130, "ackproof: interrupted") == (told_.code, told_.error_lines[-1])
    assert "storm1: counterexample" in told_.out.splitlines()
    assert 1 == sum(line.startswith("> 3  init root 1") for line in told_.out.splitlines())
    assert "storm2: not always 'fail dominates ack'; messages and ticks to it: 3" in told_.error_lines
    assert "earlier" == Path("witness.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("arguments", [("--tuples", 100), ("--variant", "zero-frist"), ("--width", 40), ("--roots", 0)])
def test_a_usage_error_makes_no_folder(ackproof: Command, arguments: tuple[object, ...]) -> None:
    """The folder of `--out` is made for an exploration that begins."""
    assert 2 == ackproof("explore", *arguments, "--out", "new/folder/witness.json").code
    assert not Path("new").exists()


def test_small_widths_have_a_table_of_their_own(ackproof: Command) -> None:
    """It has the counted and the predicted number of each tree."""
    told_ = ackproof("explore", "--width", 2)
    assert PROVEN == told_.code
    assert re.search(r"^A:1 B:A +storm2 +16 +5 +1,135 +2,054 +2,054$", told_.out, re.MULTILINE)


def test_a_width_that_has_no_false_zero_to_show_is_vacuous(ackproof: Command) -> None:
    """Without tuples there are no false zeros."""
    told_ = ackproof("explore", "--width", 2, "--tuples", 0)
    assert VACUOUS == told_.code
    assert "storm1: vacuous; never met: a false zero" in told_.words


REFUSED = (
    (("--tuples", 9), "--tuples 9 --ticks 3 --duplicates 1 --resets 1 is out of reach: it has more than 100,000,000"),
    (("--tuples", 100), "the largest in reach, with all else as it is: --tuples 4"),
    (("--tuples", 10**12), "the largest in reach, with all else as it is: --tuples 4"),
    (("--ticks", 10**6), "the largest in reach, with all else as it is: --ticks "),
    (("--duplicates", 10**6), "the largest in reach, with all else as it is: --duplicates "),
    (("--resets", 10**6), "the largest in reach, with all else as it is: --resets "),
    (("--tuples", 4, "--duplicates", 30), "in reach, with all else as it is: --tuples 2 or --duplicates 2"),
    (("--tuples", 100, "--ticks", 10**6), "which take hours; take the default sizes, and go up from there"),
    (("--roots", 3), "--roots 3 is out of reach; --roots 2 is the most"),
    (("--roots", 0), "an exploration without roots has nothing to deliver"),
    (("--width", 8, "--tuples", 4), "2^56 assignments of ids, and 2^16 are the most; the largest in reach"),
    (("--width", 10**12), "the largest in reach, with all else as it is: --width 8"),
    (("--width", 0), "a width is 1 bit or more"),
    (("--width", 2, "--roots", 2), "is explored with --roots 1"),
    (("--variant", "heavy"), "there is no variant 'heavy'"),
    (("--tuples", "-1"), "'-1' is not a number from 0"),
    (("--profile", "storm3"), "there is no profile 'storm3'; did you mean storm1 or storm2?"),
)


@pytest.mark.parametrize(("arguments", "words"), REFUSED)
def test_what_cannot_be_explored_is_refused(ackproof: Command, arguments: tuple[object, ...], words: str) -> None:
    """This happens at once, with the reason."""
    told_ = ackproof("explore", *arguments)
    assert (USAGE, "") == (told_.code, told_.out)
    assert words in " ".join(told_.err.split())


def test_a_witness_that_cannot_be_written_is_a_usage_error(ackproof: Command) -> None:
    """The error comes before anything is explored."""
    Path("taken").write_text("", encoding="utf-8")
    told_ = ackproof("explore", "--variant", "zero-first", "--tuples", 1, "--out", "taken/witness.json")
    assert USAGE == told_.code
    assert "cannot write taken/witness.json" in told_.err


def test_the_full_size_is_let_through_and_the_next_is_not() -> None:
    """The estimate is rough, and rather too high."""
    check_size(FULL)
    assert explore(Subject("storm2"), SMALL).count.states < estimate(SMALL)
    with pytest.raises(UsageError, match="states"):
        check_size(evolve(FULL, tuples=5))


def figures_of_the_document() -> dict[str, list[int]]:
    """Return the first table of the document: the figures of both profiles, by the first column."""
    rows = re.findall(r"^\| ([^|]+) \| ([0-9,]+) \| ([0-9,]+) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    return {words.strip(): [int(figure.replace(",", "")) for figure in figures] for words, *figures in rows}


def test_the_document_has_every_property_and_its_rules() -> None:
    """It has the table of the proven properties."""
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([A-Z][^|]+\.) \| ([-A-Z0-9 ]+) \|$", text, re.MULTILINE))
    assert {each.sentence: " ".join(each.rules) for each in ALWAYS if not each.narrow} == rows


def test_the_document_has_the_false_zeros_of_small_widths() -> None:
    """It has those of both profiles."""
    rows = re.findall(r"^\| ([1-4]) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    assert 4 == len(rows)
    for width, *figures in rows[:3]:
        for profile in PROFILES:
            report = explore_width(Subject(profile), NARROW, int(width))
            assert [str(report.total(what)) for what in ("assignments", "driven", "counted", "predicted")] == figures


@pytest.mark.slow
def test_the_full_size_is_proven_and_the_document_says_what_it_has() -> None:
    """Four tuples, two roots, three ticks, one duplicate and one reset-timeout, in both profiles."""
    written = figures_of_the_document()
    with closing(open_pool(2)) as pool:
        for number, profile in enumerate(PROFILES):
            report = explore(Subject(profile), FULL, pool)
            assert PROVEN == report.exit_code
            assert report.figures == {words: figures[number] for words, figures in written.items()}
