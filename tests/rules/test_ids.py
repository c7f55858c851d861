"""Rules of ids, on written-out streams: what each rule finds, its message, and the odds of a false alarm."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from ackproof.components import results_of
from ackproof.components.ids import Draw, IdsResult
from ackproof.mutants import all_mutants
from ackproof.oracle import generators
from ackproof.oracle.generators import ATTACKS, JAVA_RANDOM
from ackproof.rules.binomial import accepted_counts
from ackproof.rules.ids import ALARM, FAR, FEWEST, LAGS, LEAST_RANK, NEAR, Drawn
from ackproof.specification import all_rules, spec_folder
from ackproof.target import Config, Target
from ackproof.targets.executors import Executors
from ackproof.workloads import executors as workload_sizes
from ackproof.workloads.choices import SeededChoices
from ackproof.workloads.executors import BUSY, FEW_IDS, MANY_IDS, MOST_EXECUTORS, ManyDraws, grow_draws
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
def test_ideal_ids_break_no_rule_and_meet_what_could(rule: str) -> None:
    """The workload has two busy executors and many others."""
    seen = drawn({0: ideal(MANY_IDS, 0), **{each: ideal(2, each) for each in range(2, 70)}, 1: ideal(MANY_IDS, 1)})
    assert all(times >= 50 for times in premises_met(rule, seen).values())


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
        assert violated("IDS-03", drawn({0: stream[: FEWEST - 1]})) is None


@pytest.mark.parametrize("lag", LAGS)
def test_a_bit_with_a_period_is_told_at_that_distance(lag: int) -> None:
    """It may be a smaller distance, if that is reported first."""
    source = ideal(lag)
    stream = [each & -2 | source[place % lag] & 1 for place, each in enumerate(ideal(MANY_IDS, lag))]
    at, reason = violated("IDS-04", drawn({0: stream})) or (None, "")
    assert 0 == at
    assert "bit 0 changes" in reason


def test_an_id_that_comes_again_is_told_with_its_places() -> None:
    """If one executor drew it twice it breaks IDS-05, if two executors did IDS-06, and the other rule does not report
    it.
    """
    again = drawn({4: [1, 2, -3, 2], 5: [9]})
    assert (0, "executor 4 drew 2 as its id 2 and again as its id 4, 2 later") == violated("IDS-05", again)
    assert violated("IDS-06", again) is None
    shared = drawn({4: [1, 2, 3], 5: [9, 3, 1]})
    expected = "executor 5 drew 3, which executor 4 drew before; the two have 2 ids in common"
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


@pytest.mark.parametrize(
    ("first", "what"),
    [
        (lambda one, two, _: (one | 8, two), "the root ids of"),
        (lambda one, two, _: (one, two & ~8), "the edge ids of"),
        (lambda one, two, _: (one, two & ~8 | one & 8), "the xors of root id and edge id of"),
        (lambda one, two, place: (one & ~8 | place % 2 << 3, two), "the xors of the root ids of neighbours of"),
        (lambda one, two, place: (one, two & ~8 | place % 2 << 3), "the xors of the edge ids of neighbours of"),
    ],
)
def test_first_emissions_that_are_alike_are_told(first: object, what: str) -> None:
    """The message names the bit, and which ids or xors of ids have it."""
    assert callable(first)
    seen = drawn({each: first(*ideal(2, each), each) for each in range(66)})
    at, reason = violated("IDS-08", seen) or (None, "")
    assert 65 == at
    assert reason.startswith(f"in {what} the first emissions of 66 executors, bit 3 is set ")


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


@pytest.mark.parametrize("what", ["sum", "difference"])
def test_an_id_that_is_the_sum_or_the_difference_of_two_is_told(what: str) -> None:
    """Its bits are fair, and its xor with the two is not 0."""
    first, second, *others = ideal(40)
    third = (first + second if what == "sum" else first - second) % (1 << BITS)
    at, reason = violated("IDS-10", drawn({0: [first, second, third, *others]})) or (None, "")
    assert (0, True) == (at, f"is the {what}, modulo 2^64, of " in reason)


def test_the_odds_of_a_false_alarm_are_what_the_chapter_says() -> None:
    """The exact bounds are added up; the sum is below one in a billion for all rules in a run."""
    rows = {"IDS-02": BUSY * BITS, "IDS-04": BUSY * BITS * len(LAGS), "IDS-08": 5 * BITS}
    for trials in (MANY_IDS, *(MANY_IDS - lag for lag in LAGS), 64, 95):
        kept = accepted_counts(trials, HALF, ALARM)
        assert 1 - Fraction(sum(comb(trials, count) for count in kept), 1 << trials) <= ALARM
    most = BUSY * MANY_IDS + (MOST_EXECUTORS - BUSY) * FEW_IDS
    alike = Fraction(comb(most, 2), 1 << BITS)
    streams, pairs = BUSY + 1, comb(BUSY, 2)
    ranks = BUSY * Fraction(1 << BITS, 1 << MANY_IDS - 1) + pairs * Fraction(1 << 1100, 1 << 32 * (MANY_IDS - 1))
    ranks += comb(MOST_EXECUTORS, 2) * Fraction(1 << 1026, 1 << 32 * (FEW_IDS - 1))
    guesses = Fraction(streams * len(ATTACKS), 1 << BITS * generators.PREDICTED)
    lengths = BUSY * [MANY_IDS] + (MOST_EXECUTORS - BUSY) * [FEW_IDS]
    far, near = (sum(max(length - lag, 0) for length in lengths for lag in range(1, end)) for end in (FAR, NEAR))
    cancelling = Fraction((far + 3 * near) * most + comb(near, 2), 1 << BITS)
    rotated = Fraction(MOST_EXECUTORS * BITS, 1 << BITS)
    assert cancelling < Fraction(62, 10**11)
    assert rotated < Fraction(34, 10**17)
    total = sum(rows.values()) * ALARM + 2 * alike + ranks + guesses + cancelling + rotated
    assert total < Fraction(1, 10**9)
    text = (spec_folder() / "ids.md").read_text(encoding="utf-8")
    assert f"{rows['IDS-02']} counts, each 10^-13" in text
    assert f"{rows['IDS-04']:,} counts, each 10^-13" in text
    assert f"{rows['IDS-08']} counts, each 10^-13" in text
    assert f"{sum(rows.values()):,} / 10^13" in text
    assert f"up to {most:,} ids of {MOST_EXECUTORS} executors" in text
    assert f"{2 * float(alike):.1e}".replace("e-", " / 10^") in text
    assert f"draw {MANY_IDS:,} ids each in all, the others {FEW_IDS}" in text
    assert f"{workload_sizes.FEWEST_EXECUTORS} to {MOST_EXECUTORS} executors" in text


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
