"""The statistical rules: the theory behind their counts, the stated odds, and which mistakes they can detect."""

import importlib
import itertools
import random
import re
from fractions import Fraction
from functools import cache, reduce
from math import comb, exp
from operator import xor
from pathlib import Path

import pytest
from ackproof.components import results_of
from ackproof.components.acker import Ack, AckerResult, Init
from ackproof.rules.binomial import accepted_counts, chance_of_a_false_zero
from ackproof.rules.registry import Premises, Violation, all_checks
from ackproof.rules.statistics import ALARM, Trials, accepted, the_rate_of_false_zeros
from ackproof.specification import all_rules
from ackproof.target import Config, Run, TargetFactory
from ackproof.targets import reference
from ackproof.verdict import Outcome
from ackproof.workloads.choices import SeededChoices
from ackproof.workloads.statistics import (
    DRAWN_IDS,
    EVERY_BIT,
    SINGLE_TUPLES,
    WIDER,
    WIDTHS,
    Lot,
    ManyTrees,
    grow_many_trees,
    grow_tree,
)
from attrs import evolve
from common.verdicts import verdicts

rates = importlib.import_module("wrong_ackers.rates")
SPEC = Path(__file__).resolve().parents[2] / "spec"
SECONDS_A_YEAR = 31_557_600
"""A year has 365.25 days."""
LOTS = (SINGLE_TUPLES, *EVERY_BIT, *WIDER)
WORKLOADS = 1
PROFILES = 2
RULES_OF_IDS = 2
BITS = 64


@cache
def many_trees(seed: int = 0) -> ManyTrees:
    """Return one workload of the rule on rates."""
    return grow_many_trees(SeededChoices(random.Random(seed)), "storm2")


def broken_by(make: TargetFactory, workload: ManyTrees) -> bool:
    """Return whether a target's answers to some trees break the rule."""
    run: Run = workload.run
    results = results_of(AckerResult, make().open(run.component, run.config).apply(run.operations))
    try:
        the_rate_of_false_zeros(Trials(workload, results), Premises())
    except Violation:
        return True
    return False


def probability_within(counts: range, trials: int, chance: Fraction) -> Fraction:
    """Return the probability that the number of successes, in independent trials, is one of `counts`."""
    hits, misses = chance.numerator, chance.denominator - chance.numerator
    ways = sum(comb(trials, count) * hits**count * misses ** (trials - count) for count in counts)
    return Fraction(ways, chance.denominator**trials)


@pytest.mark.parametrize(("trials", "chance"), [(1, "1/2"), (7, "1/3"), (12, "1/16"), (40, "7/8")])
@pytest.mark.parametrize("alarm", ["1/2", "1/10", "1/1000"])
def test_a_region_is_the_smallest_that_keeps_the_bound(trials: int, chance: str, alarm: str) -> None:
    """Either tail is at most half of it, and with one count more it would not be: by the textbook formula."""
    p, bound = Fraction(chance), Fraction(alarm) / 2
    mass = [comb(trials, count) * p**count * (1 - p) ** (trials - count) for count in range(trials + 1)]
    assert 1 == sum(mass)
    counts = accepted_counts(trials, p, Fraction(alarm))
    assert sum(mass[: counts[0]]) <= bound < sum(mass[: counts[0] + 1])
    assert sum(mass[counts[-1] + 1 :]) <= bound < sum(mass[counts[-1] :])


def test_a_count_may_be_left_out_that_comes_to_the_bound_exactly() -> None:
    """Of two fair coins none or both show heads in one of four cases each."""
    assert range(1, 2) == accepted_counts(2, Fraction(1, 2), Fraction(1, 2))
    assert range(3) == accepted_counts(2, Fraction(1, 2), Fraction(49, 100))


@pytest.mark.parametrize("bits", [1, 2])
def test_every_tree_in_every_order_is_completed_early_as_often_as_the_formula_says(bits: int) -> None:
    """ACK-28 is checked over all shapes of trees of three tuples, all orders of their acks, and all ids of one or two
    bits.
    """
    tuples = 3
    for parents in itertools.product(*(range(place + 1) for place in range(tuples))):
        for order in itertools.permutations(range(1, tuples + 1)):
            early = sum(
                _is_completed_early(parents, order, edges)
                for edges in itertools.product(range(1 << bits), repeat=tuples)
            )
            assert chance_of_a_false_zero(bits, tuples) == Fraction(early, 1 << bits * tuples)


def _is_completed_early(parents: tuple[int, ...], order: tuple[int, ...], edges: tuple[int, ...]) -> bool:
    values = [0, *edges]
    for edge, parent in zip(edges, parents, strict=True):
        values[parent] ^= edge
    sums = list(itertools.accumulate([values[0], *(values[place] for place in order)], xor))
    assert 0 == sums[-1]
    return 0 in sums[:-1]


def test_the_trees_are_what_the_theory_is_about() -> None:
    """The xor of all values of a tree is zero, no root occurs twice, and ids use all bits of their lot, and no
    others.
    """
    workload = many_trees()
    assert len(workload.trees) == len({tree.root for tree in workload.trees})
    seen: dict[Lot, set[int]] = {}
    for tree in workload.trees:
        values = [message.value & ((1 << BITS) - 1) for message in tree.messages if isinstance(message, Init | Ack)]
        assert (tree.lot.tuples + 1, 0) == (len(values), reduce(xor, values))
        seen.setdefault(tree.lot, set()).update(values)
    assert [(lot.width, lot.trees, lot.tuples) for lot in (*EVERY_BIT, *WIDER, SINGLE_TUPLES)] == [
        (lot.width, lot.trees, lot.tuples) for lot in workload.lots
    ]
    assert [((1 << lot.width) - 1) << lot.low for lot in seen] == [
        reduce(lambda one, other: one | other, values) for values in seen.values()
    ]


def test_the_premises_name_every_width() -> None:
    """The widths are 4 to 16 bits."""
    assert [f"a tree with ids of {width} bits" for width in range(4, 17)] == [
        each.name for each in all_checks()["ACK-28"].premises
    ]
    assert list(WIDTHS) == sorted({lot.width for lot in LOTS})


def test_the_probability_of_a_false_alarm_is_below_one_in_a_million() -> None:
    """The sum is exact: the probabilities that all counts in a run of default settings are outside, and the bound in
    the specification.
    """
    left_out = [
        1 - probability_within(accepted(lot), lot.trees, chance_of_a_false_zero(lot.width, lot.tuples)) for lot in LOTS
    ]
    half = Fraction(1, 2)
    bit = 1 - probability_within(accepted_counts(DRAWN_IDS, half, ALARM), DRAWN_IDS, half)
    alike = Fraction(comb(DRAWN_IDS, 2), 1 << BITS)
    total = WORKLOADS * (PROFILES * sum(left_out) + RULES_OF_IDS * (BITS * bit + alike))
    counts = WORKLOADS * (PROFILES * len(LOTS) + RULES_OF_IDS * BITS)
    assert total < counts * ALARM < Fraction(1, 10**6)
    text = " ".join(all_rules()["ACK-28"].text.split())
    assert f"{len(LOTS)} such counts for each profile, and {BITS} each for ANC-14 and SPT-17" in text
    assert f"below {counts} in 10^9" in text
    assert "one in a million up to five times the default" in text
    assert 5 == int(Fraction(1, 10**6) / (counts * ALARM))
    assert f"`{float(alike):.1e}`" in all_rules()["ANC-14"].text.replace("e-0", "e-")


@pytest.mark.parametrize("rule", ["ACK-28", "ANC-14", "SPT-17"])
def test_a_statistical_rule_is_one_workload_by_default(rule: str) -> None:
    """The sum of the probabilities assumes this."""
    examined = verdicts("reference", rule)
    assert [] != examined
    assert [Outcome.PASS] * len(examined) == [each.outcome for each in examined]
    assert [WORKLOADS] * len(examined) == [each.examples for each in examined]
    assert "statistical" == all_rules()[rule].checked


def test_the_table_of_the_specification_is_what_the_suite_accepts() -> None:
    """Each row is compared: width, trees, tuples, expected and accepted."""
    rows = re.findall(
        r"^\| (\d+) \| (\d+) \| (\d+) \| ([\d.]+) \| (\d+) to (\d+) \|$", all_rules()["ACK-28"].text, re.MULTILINE
    )
    shown = [(int(w), int(n), int(k), expected, int(low), int(high)) for w, n, k, expected, low, high in rows]
    assert [_row(lot) for lot in (SINGLE_TUPLES, EVERY_BIT[0], *WIDER)] == shown


def _row(lot: Lot) -> tuple[int, int, int, str, int, int]:
    expected = lot.trees * chance_of_a_false_zero(lot.width, lot.tuples)
    counts = accepted(lot)
    return lot.width, lot.trees, lot.tuples, f"{float(expected):.2f}", counts[0], counts[-1]


def test_the_odds_at_64_bits_follow_from_the_same_formula() -> None:
    """The text has the same figures: the mean number of messages, the seconds, the years, and the 57 percent."""
    introduction, rule = (SPEC / "README.md").read_text(encoding="utf-8"), all_rules()["ACK-28"].text
    proofs = (SPEC / "proofs.md").read_text(encoding="utf-8")
    chance = chance_of_a_false_zero(64)
    years = 1 / chance / 10_000 / SECONDS_A_YEAR
    mean = f"{float(1 / chance):.3g}".replace("e+", "e")
    seconds = f"{float(1 / chance / 10_000):.3g}".replace("e+", "e")
    assert f"| 2^-64, that is 1 in {mean} |" in introduction
    assert f"| 2^64 = {mean} |" in introduction
    assert f"| {seconds} seconds |" in introduction
    assert f"`{seconds}` seconds" in rule
    for text in (introduction, rule, proofs):
        assert f"{float(years) / 1e6:.1f} million years" in text
    within = 1 - exp(-50e6 / float(years))
    assert f"false zero is {100 * within:.0f} %" in introduction
    thousands = round(float(years / 100) / 1000)
    assert f"would wait {thousands},000 years" in introduction


A_BIT_OF_EACH_LOT = {lot.low + number % 4 for number, lot in enumerate(EVERY_BIT)}
"""The bits for every change: the first bit of a lot, the second of the next, and so on."""


@pytest.mark.parametrize(
    "bit", [pytest.param(bit, marks=() if bit in A_BIT_OF_EACH_LOT else pytest.mark.slow) for bit in range(BITS)]
)
def test_an_acker_that_loses_a_bit_is_caught_whichever_it_is(bit: int) -> None:
    """The four-bit lot with the bit fails; all other lots pass."""
    make = rates.without_bit(bit).make
    about = {lot.low for lot in EVERY_BIT if broken_by(make, _trees_of(lot))}
    assert {bit // 4 * 4} == about


@cache
def _trees_of(lot: Lot) -> ManyTrees:
    workload = many_trees()
    return evolve(workload, trees=tuple(tree for tree in workload.trees if tree.lot == lot))


def test_a_lost_bit_is_caught_with_a_probability_of_999_in_1000() -> None:
    """This is computed exactly: with three bits of four, a lot's count falls outside of the accepted range."""
    lot = EVERY_BIT[0]
    unseen = probability_within(accepted(lot), lot.trees, chance_of_a_false_zero(lot.width - 1, lot.tuples))
    assert unseen < Fraction(1, 1000)


SEEN_FROM = (2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 7, 8)
"""The number of lost bits that a lot of each width from 5 on has to detect."""


@pytest.mark.parametrize(("lot", "lost"), list(zip(WIDER, SEEN_FROM, strict=True)))
def test_so_many_lost_bits_are_caught_at_each_width(lot: Lot, lost: int) -> None:
    """The probability is above 9 in 10: a lot of a few hundred trees can detect that many, and no fewer."""
    unseen = [
        probability_within(accepted(lot), lot.trees, chance_of_a_false_zero(lot.width - bits, lot.tuples))
        for bits in (lost - 1, lost)
    ]
    assert unseen[1] < Fraction(1, 10) < unseen[0]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_a_right_acker_is_not_accused(seed: int) -> None:
    """It passes all lots."""
    assert not broken_by(reference.make, many_trees(seed))


def test_trees_are_taken_away_by_whole_lots() -> None:
    """A count over trees that were selected by their outcome would prove nothing."""
    workload = many_trees()
    first = workload.lots[0]
    assert workload.without(1, first.operations + 1) is None
    shorter = workload.without(0, first.operations)
    assert shorter is not None
    assert workload.lots[1:] == shorter.lots


@pytest.mark.slow
@pytest.mark.parametrize(("make", "is_right"), [(reference.make, True), (rates.without_bit(55).make, False)])
def test_the_rate_at_twelve_bits_over_a_quarter_of_a_million_messages(make: TargetFactory, *, is_right: bool) -> None:
    """Three hundred trees do not prove much; sixteen thousand are enough to detect a missing bit."""
    lot = Lot(12, 52, 1 << 14, 16)
    source = random.Random("twelve bits")
    workload = ManyTrees(Config(), tuple(grow_tree(source, root, lot) for root in range(lot.trees)))
    results = results_of(AckerResult, make().open("acker", workload.config).apply(workload.run.operations))
    assert is_right is (Trials(workload, results).tally()[lot] in accepted(lot))
