"""Rules of ids, on written-out streams: what each rule finds, its message, and the odds of a false alarm."""

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from ackproof.components import results_of
from ackproof.components.ids import Draw, IdsResult
from ackproof.engine.examination.drawing import number_of_examples
from ackproof.engine.examination.examine import DEFAULT_EXAMPLES
from ackproof.mutants import all_mutants
from ackproof.oracle import generators
from ackproof.oracle.generators import ATTACKS, JAVA_RANDOM
from ackproof.rules.binomial import accepted_counts
from ackproof.rules.ids import ALARM, EARLY_LAGS, FAR, LAGS, LEAST_RANK, NEAR, Drawn
from ackproof.rules.registry import all_checks
from ackproof.specification import all_rules, spec_folder
from ackproof.target import Config, Target
from ackproof.targets.executors import Executors
from ackproof.workloads.choices import SeededChoices
from ackproof.workloads.executors import (
    BUFFERS,
    BUSY,
    CROWD,
    FEW_IDS,
    FEWEST_EXECUTORS,
    FIRST_IDS,
    MANY_IDS,
    MOST_EXECUTORS,
    ManyDraws,
    grow_draws,
)
from ackproof.workloads.ids import BITS, signed
from common.chronicles import premises_met, violated

HALF = Fraction(1, 2)
RULES = [rule for rule in all_rules() if rule.startswith("IDS-")]
SEEDS = range(20)


def ideal(number: int, *names: object) -> list[int]:
    """Return ideal ids, independent of those of other names: hashes, which cannot be inverted."""
    return [
        int.from_bytes(hashlib.blake2b(f"{names} {place}".encode(), digest_size=8).digest(), "big")
        for place in range(number)
    ]


def drawn(streams: Mapping[int, Sequence[int]]) -> Drawn:
    """Return draws in which each executor draws its whole stream at once."""
    draws = tuple(Draw(executor, len(stream)) for executor, stream in streams.items())
    results = [IdsResult(tuple(signed(each) for each in stream)) for stream in streams.values()]
    return Drawn(ManyDraws(Config(executors=1 + max(streams)), draws), results)


def seen_of(machine: Executors, workload: ManyDraws) -> Drawn:
    """Return the ids that executors draw."""
    return Drawn(workload, machine.apply(workload.steps))


@pytest.mark.parametrize("rule", RULES)
def test_ideal_ids_break_no_rule_and_one_workload_meets_what_could(rule: str) -> None:
    """The workload has two busy executors and many others. It is enough for as many examples as other rules have by
    default, and the odds of a false alarm are those of one.
    """
    seen = drawn({0: ideal(MANY_IDS, 0), **{each: ideal(2, each) for each in range(2, 70)}, 1: ideal(MANY_IDS, 1)})
    assert all(times >= 50 for times in premises_met(rule, seen).values())
    workloads = {number: number_of_examples(all_checks()[rule], number) for number in (1, DEFAULT_EXAMPLES, 90_000)}
    assert {1: 1, 300: 1, 90_000: 300} == workloads


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.slow] if seed != 1 else []) for seed in SEEDS], ids="seed{}".format
)
@pytest.mark.parametrize("name", [mutant.name for mutant in all_mutants().values() if mutant.component == "ids"])
def test_a_mutant_is_killed_at_every_seed(name: str, seed: int) -> None:
    """The rule that it names kills it in the only workload of default settings."""
    mutant = all_mutants()[name]
    (rule,) = mutant.kills
    workload = grow_draws(SeededChoices(random.Random(f"seed {seed}")), "storm2")
    assert violated(rule, seen_of(mutant.machine(workload.config.executors), workload)) is not None


def test_too_few_ids_are_told_at_their_draw() -> None:
    """Too many are reported, too."""
    workload = ManyDraws(Config(executors=3), (Draw(0, 1), Draw(2, 2)))
    for drawn_ids in ((7,), (7, 8, 9)):
        seen = Drawn(workload, [IdsResult((5,)), IdsResult(drawn_ids)])
        assert (1, f"executor 2 drew {len(drawn_ids)} ids in place of 2") == violated("IDS-01", seen)


@pytest.mark.parametrize("bit", [0, 31, 63])
def test_a_bit_that_is_fixed_is_told_by_two_rules(bit: int) -> None:
    """The bit is unfair, and the rank is one less."""
    seen = drawn({3: ideal(400), 5: [each | 1 << bit for each in ideal(400, "other")]})
    counts = accepted_counts(400, HALF, ALARM)
    expected = f"bit {bit} is set in 400 of 400 ids of executor 5; {counts[0]} to {counts[-1]} are accepted"
    assert (1, expected) == violated("IDS-02", seen)
    expected = f"the 400 ids of executor 5 have 63 independent bits in place of 64: never changed: bit {bit}"
    assert (1, expected) == violated("IDS-03", seen)


def test_a_bit_that_is_the_xor_of_two_others_is_fair_and_told() -> None:
    """This holds for the complement of the xor, too: their sum is fixed."""
    for flip in (0, 1):
        stream = [each & -2 | (each >> 7 ^ each >> 40 ^ flip) & 1 for each in ideal(400)]
        expected = (
            "the 400 ids of executor 0 have 63 independent bits in place of 64: each bit changes, but some only with "
        )
        expected += "others"
        assert violated("IDS-02", drawn({0: stream})) is None
        assert (0, expected) == violated("IDS-03", drawn({0: stream}))
        assert (0, expected.replace("400", "192")) == violated("IDS-03", drawn({0: stream[:192]}))
        assert violated("IDS-03", drawn({0: stream[:191]})) is None


def test_early_ids_of_executors_that_draw_few_are_judged_together() -> None:
    """The first two of each are for another rule, and what comes later is judged of busy executors."""
    streams = {executor: list(ideal(36, executor)) for executor in range(64)}
    fine = {executor: [*(each & -2 for each in stream[:2]), *stream[2:]] for executor, stream in streams.items()}
    even = {executor: [*stream[:2], *(each & -2 for each in stream[2:])] for executor, stream in streams.items()}
    early, pairs = 64 * 34, 64 * 33
    for rule in ("IDS-02", "IDS-03", "IDS-04"):
        assert violated(rule, drawn(fine)) is None
    counts = accepted_counts(early, HALF, ALARM)
    expected = f"bit 0 is set in 0 of {early} early ids of all executors; {counts[0]} to {counts[-1]} are accepted"
    assert (63, expected) == violated("IDS-02", drawn(even))
    expected = f"the {early} early ids of all executors have 63 independent bits in place of 64: "
    assert (63, expected + "never changed: bit 0") == violated("IDS-03", drawn(even))
    counts = accepted_counts(pairs, HALF, ALARM)
    expected = f"from an early id of an executor to its first after, bit 0 changes 0 times of {pairs}; "
    assert (63, f"{expected}{counts[0]} to {counts[-1]} are accepted") == violated("IDS-04", drawn(even))


ORDINALS = {1: "first", 2: "second", 3: "third"}


@pytest.mark.parametrize("lag", LAGS)
def test_a_bit_that_comes_again_once_is_told_at_that_distance(lag: int) -> None:
    """Half of the bits are repeated, the others are fair: at that distance a quarter of them change, at all smaller
    ones about half.
    """
    source = ideal(MANY_IDS)
    bits = [source[place - lag if place // lag % 2 else place] & 1 for place in range(MANY_IDS)]
    stream = [each & -2 | bit for each, bit in zip(ideal(MANY_IDS, lag), bits, strict=True)]
    times, pairs = sum(one != other for one, other in zip(bits, bits[lag:], strict=False)), MANY_IDS - lag
    counts = accepted_counts(pairs, HALF, ALARM)
    expected = (
        f"from an id of executor 0 to its {ORDINALS.get(lag, f'{lag}th')} after, bit 0 changes {times} times of "
        f"{pairs}; {counts[0]} to {counts[-1]} are accepted"
    )
    assert (0, expected) == violated("IDS-04", drawn({0: stream}))


def test_an_id_that_comes_again_is_told_with_its_places() -> None:
    """If one executor drew it twice it breaks IDS-05, if two executors did IDS-06, and the other rule does not report
    it.
    """
    again = drawn({4: [1, 2, -3, 2], 5: [9]})
    words = "as its id 2, in operation 1, and again as its id 4, in operation 1"
    assert (0, f"executor 4 drew 0000000000000002 {words}") == violated("IDS-05", again)
    assert violated("IDS-06", again) is None
    shared = drawn({4: [1, 2, 3], 5: [9, 3, 1]})
    expected = "executor 5 drew 0000000000000003, which executor 4 drew before; the two have 2 ids in common"
    assert (1, expected) == violated("IDS-06", shared)
    assert violated("IDS-05", shared) is None


@pytest.mark.parametrize(("changing", "is_told"), [(0, True), (32, True), (33, False), (64, False)])
def test_executors_in_step_are_told_unless_more_than_half_of_the_bits_part(changing: int, *, is_told: bool) -> None:
    """It does not matter by which number they differ."""
    one, noise = ideal(400, "one"), ideal(400, "noise")
    other = [each ^ 0xDEADBEEF << 7 ^ extra % (1 << changing) for each, extra in zip(one, noise, strict=True)]
    found = violated("IDS-07", drawn({2: one, 6: other}))
    expected = (
        f"the xors of 400 ids of executor 2 with those of executor 6 in the same places change in {changing} "
        f"independent bits; {LEAST_RANK} are the fewest that are accepted"
    )
    assert ((1, expected) if is_told else None) == found
    few = violated("IDS-07", drawn({2: one, 6: other[:FEW_IDS]}))
    assert is_told is (few is not None)
    assert violated("IDS-07", drawn({2: one, 6: other[: FEW_IDS - 1]})) is None


@pytest.mark.parametrize(
    ("first", "what", "times", "numbers"),
    [
        (lambda one, two, _: (one | 8, two), "the root ids", 66, 66),
        (lambda one, two, _: (one, two & ~8), "the edge ids", 0, 66),
        (lambda one, two, _: (one, two & ~8 | one & 8), "the xors of root id and edge id", 0, 66),
        (
            lambda one, two, place: (one & ~8 | place % 2 << 3, two),
            "the xors of the root ids of neighbours",
            65,
            65,
        ),
        (
            lambda one, two, place: (one, two & ~8 | place % 2 << 3),
            "the xors of the edge ids of neighbours",
            65,
            65,
        ),
    ],
)
def test_first_emissions_that_are_alike_are_told(
    first: Callable[..., Sequence[int]], what: str, times: int, numbers: int
) -> None:
    """The message names the bit, and which ids or xors of ids have it."""
    seen = drawn({each: first(*ideal(2, each), each) for each in range(66)})
    counts = accepted_counts(numbers, HALF, ALARM)
    expected = (
        f"in {what} of the first emissions of 66 executors, bit 3 is set {times} times of {numbers}; "
        f"{counts[0]} to {counts[-1]} are accepted"
    )
    assert (65, expected) == violated("IDS-08", seen)


@pytest.mark.parametrize("place", [0, 1], ids=["root", "edge"])
@pytest.mark.parametrize("rare", [0, 8])
def test_it_is_no_violation_that_of_two_neighbours_one_has_a_bit_at_least_or_at_most(place: int, rare: int) -> None:
    """Here one executor in three differs from the two others: the bits and their xors are fair enough."""
    streams = {each: ideal(2, each) for each in range(66)}
    for each, stream in streams.items():
        stream[place] = stream[place] & ~8 | (8 - rare if each % 3 else rare)
    assert violated("IDS-08", drawn(streams)) is None


def test_a_state_that_is_found_is_told_with_its_generator() -> None:
    """The message says whether it is the state of one executor, or one that all of them share."""
    stream = [next(following) for following in [JAVA_RANDOM.start(random.Random(1))] for _ in range(1200)]
    found = f"the state of {JAVA_RANDOM.generator}, and it predicts the next 1000 one by one"
    seen = drawn({0: ideal(1400), 1: stream})
    assert (1, f"the first 2 ids of executor 1 give {found}") == violated("IDS-09", seen)
    shared = drawn({0: stream[:600], 1: stream[600:]})
    assert (1, f"the first 2 ids of all executors together give {found}") == violated("IDS-09", shared)


def test_an_edge_that_is_its_root_rotated_is_told_with_the_bits() -> None:
    """It is found for a single executor, where counts over all of them show nothing; all other rules pass."""
    first, *others = ideal(40)
    turned = (first << 13 | first >> BITS - 13) % (1 << BITS)
    seen = drawn({0: ideal(40, "other"), 1: [first, turned, *others]})
    at, reason = violated("IDS-08", seen) or (None, "")
    assert (1, True) == (at, reason.endswith("rotated to the left by 13 bits"))


def apart(one: int, other: int, distance: int, *names: object) -> list[int]:
    """Return ideal ids that begin with `one`, and have `other` that many draws later."""
    stream = ideal(140, *names)
    stream[0], stream[distance] = one, other
    return stream


NEAR_ENOUGH = [(1, True), (7, True), (8, False), (9, False)]


@pytest.mark.parametrize(("distance", "is_told"), NEAR_ENOUGH)
@pytest.mark.parametrize(
    ("what", "number"),
    [
        ("sum", lambda one, other: one + other),
        ("difference", lambda one, other: one - other),
        ("difference", lambda one, other: other - one),
    ],
)
def test_an_id_that_is_the_sum_or_the_difference_of_two_is_told(
    what: str, number: Callable[[int, int], int], distance: int, *, is_told: bool
) -> None:
    """Its bits are fair, and its xor with the two is not 0. The two have to be near each other."""
    one, other = ideal(2)
    third = number(one, other) % (1 << BITS)
    found = violated("IDS-10", drawn({0: apart(one, other, distance, "others"), 1: [third, *ideal(40, "more")]}))
    expected = (
        f"{third:016x} of executor 1 is the {what}, modulo 2^64, of {one:016x} and {other:016x}, which "
        "executor 0 drew near each other"
    )
    assert ((0, expected) if is_told else None) == found


@pytest.mark.parametrize(("distance", "is_told"), [(1, True), (127, True), (128, False)])
def test_an_id_that_is_the_xor_of_two_is_told(distance: int, *, is_told: bool) -> None:
    """The two may be further from each other than those of a sum."""
    one, other = ideal(2)
    found = violated("IDS-10", drawn({0: apart(one, other, distance, "others"), 1: [one ^ other, 7]}))
    expected = (
        f"executor 0 drew {one:016x} and, {distance} later, {other:016x}; with {one ^ other:016x} of "
        "executor 1 they have the xor 0"
    )
    assert ((0, expected) if is_told else None) == found


@pytest.mark.parametrize(("distance", "is_told"), NEAR_ENOUGH)
@pytest.mark.parametrize("descending", [False, True])
def test_four_ids_that_cancel_are_told_if_two_and_two_are_near_each_other(
    distance: int, *, descending: bool, is_told: bool
) -> None:
    """It does not matter which two are the smaller ones."""
    one, other, third = ideal(3)
    (a, b), (c, d) = sorted([(one, other), (third, one ^ other ^ third)], reverse=descending)
    found = violated("IDS-10", drawn({0: apart(a, b, distance, "zero"), 1: apart(c, d, distance, "one")}))
    expected = ", ".join(f"{each:016x}" for each in (a, b, c, d))
    expected += " have the xor 0; executor 1 drew the last two"
    assert ((1, expected) if is_told else None) == found


def test_two_ids_of_one_draw_may_cancel_but_a_single_one_does_not() -> None:
    """The single one is 0, an id like the others."""
    assert (1, "the 2 ids of one draw of executor 1 have the xor 0") == violated("IDS-10", drawn({0: [7], 1: [5, 5]}))
    assert violated("IDS-10", drawn({0: [7], 1: [0]})) is None


def test_an_executor_may_have_drawn_one_id_only() -> None:
    """It may after the workload has been shrunk."""
    seen = drawn({0: [5], 1: ideal(2)})
    assert [None] * len(RULES) == [violated(rule, seen) for rule in RULES]
    assert {"the first two ids of an executor": 1} == premises_met("IDS-08", seen)


def test_the_odds_of_a_false_alarm_are_what_the_chapter_says() -> None:
    """The exact bounds are added up; the sum is below two in a billion for all rules in a run."""
    rows = {
        "IDS-02": (BUSY + 1) * BITS,
        "IDS-04": BITS * (BUSY * len(LAGS) + len(EARLY_LAGS)),
        "IDS-08": 5 * BITS,
    }
    early = FEW_IDS - 2
    fewest, every = (several + len(BUFFERS) + CROWD for several in (FEWEST_EXECUTORS, MOST_EXECUTORS))
    blocks = [2 * buffer for buffer in BUFFERS]
    pooled = [
        executors * (early - lag) + sum(max(0, min(block, FEW_IDS) - FIRST_IDS - lag) for block in blocks)
        for executors in (FEWEST_EXECUTORS, MOST_EXECUTORS)
        for lag in (0, *EARLY_LAGS)
    ]
    for trials in (MANY_IDS, *(MANY_IDS - lag for lag in LAGS), fewest, every - 1, *pooled):
        kept = accepted_counts(trials, HALF, ALARM)
        assert 1 - Fraction(sum(comb(trials, count) for count in kept), 1 << trials) <= ALARM
    lengths = [*[MANY_IDS] * BUSY, *[FEW_IDS] * (MOST_EXECUTORS - BUSY), *blocks, *[FIRST_IDS] * CROWD]
    most = sum(lengths)
    alike = Fraction(comb(most, 2), 1 << BITS)
    streams, pairs = BUSY + 1, comb(BUSY, 2)
    ranks = (BUSY + 1) * Fraction(1 << BITS, 1 << MANY_IDS - 1) + pairs * Fraction(1 << 1100, 1 << 32 * (MANY_IDS - 1))
    compared = comb(sum(length >= FEW_IDS for length in lengths), 2)
    ranks += compared * Fraction(1 << 1026, 1 << 32 * (FEW_IDS - 1))
    guesses = Fraction(streams * len(ATTACKS), 1 << BITS * generators.PREDICTED)
    far, near = (sum(max(length - lag, 0) for length in lengths for lag in range(1, end)) for end in (FAR, NEAR))
    cancelling = Fraction((far + 3 * near) * most + comb(near, 2), 1 << BITS)
    rotated = Fraction(every * BITS, 1 << BITS)
    assert cancelling < Fraction(11, 10**10)
    assert rotated < Fraction(40, 10**16)
    total = sum(rows.values()) * ALARM + 2 * alike + ranks + guesses + cancelling + rotated
    assert total < Fraction(2, 10**9)
    text = (spec_folder() / "ids.md").read_text(encoding="utf-8")
    assert f"{rows['IDS-02']} counts, each 10^-13" in text
    assert f"{rows['IDS-04']:,} counts, each 10^-13" in text
    assert f"{rows['IDS-08']} counts, each 10^-13" in text
    assert f"{sum(rows.values()):,} / 10^13" in text
    assert f"up to {most:,} ids of {every:,} executors" in text
    assert f"{2 * float(alike):.1e}".replace("e-", " / 10^") in text
    assert f"draw {MANY_IDS:,} ids each in all, the others {FEW_IDS}" in text
    assert f"{FEWEST_EXECUTORS} to {MOST_EXECUTORS} executors" in text
    assert f"{min(BUFFERS)} to {max(BUFFERS)} ids at" in text
    assert f"and {CROWD:,} draw two ids in all" in text
    assert f"two ids of each of {fewest:,} executors or more" in text
    assert f"each of {compared:,} pairs" in text


def test_the_target_that_the_documentation_shows_is_conformant() -> None:
    """It passes all of the rules: it draws from the operating system."""
    page = Path(__file__).resolve().parents[2] / "docs" / "any-language.md"
    code = page.read_text(encoding="utf-8").partition("<!-- example: ids of a Python target -->")[2]
    shown: dict[str, Any] = {}
    exec(code.partition("```python\n")[2].partition("```")[0], shown)  # noqa: S102 - the project's own code
    target: Target = shown["Target"]()
    assert ("ids",) == target.describe().components
    workload = grow_draws(SeededChoices(random.Random(0)), "storm2")
    answered = target.open("ids", workload.config).apply(workload.steps)
    seen = Drawn(workload, results_of(IdsResult, answered))
    assert [None] * len(RULES) == [violated(rule, seen) for rule in RULES]


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.generator)
def test_the_chapter_names_every_attack(attack: generators.Attack) -> None:
    """It gives the number of ids that each takes."""
    assert f"| {attack.generator} | {attack.needs} | " in all_rules()["IDS-09"].text
