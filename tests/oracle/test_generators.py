"""Generators and the attacks on them: published outputs, and recovered states."""

import random
import secrets
from collections.abc import Iterator
from itertools import islice

import pytest
from ackproof.components.ids import Draw, IdsResult
from ackproof.oracle.generators import (
    ATTACKS,
    EVERY_BIT,
    JAVA_RANDOM,
    KNUTH,
    MOST_NEEDED,
    MT64,
    PREDICTED,
    Attack,
    full_lcg,
    java_random,
    recovered,
    split_mix,
    streams_of,
    xorshift,
    xorshift_plus,
    xorshift_star,
)

ENOUGH = MOST_NEEDED + PREDICTED
SCRAMBLE = 0x5DEECE66D
EVERY_ATTACK = pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.generator)


def signed(number: int) -> int:
    """Return an id as a signed number, as in Java."""
    return number - (1 << 64) if number >> 63 else number


@EVERY_ATTACK
@pytest.mark.parametrize("seed", range(5))
def test_a_state_is_found_from_the_first_ids(attack: Attack, seed: int) -> None:
    """The attack on that generator finds it, wherever in the stream it begins."""
    stream = list(islice(attack.start(random.Random(seed)), 7 * seed, 7 * seed + ENOUGH))
    assert attack is recovered(stream)
    assert attack.explains(stream)


@EVERY_ATTACK
def test_one_id_that_is_wrong_is_no_prediction(attack: Attack) -> None:
    """All thousand have to be right; fewer than a thousand are not enough."""
    stream = list(islice(attack.start(random.Random(3)), attack.needs + PREDICTED))
    assert recovered(stream[:-1]) is None
    stream[-1] ^= 1
    assert recovered(stream) is None
    assert not attack.explains(stream)


@EVERY_ATTACK
def test_an_attack_takes_no_fewer_ids_than_it_says(attack: Attack) -> None:
    """It does not get the ids that it predicts."""
    first, second = (list(islice(attack.start(random.Random(5)), attack.needs + 1)) for _ in range(2))
    second[-1] ^= 1
    assert (True, False) == (attack.explains(first), attack.explains(second))
    assert not attack.explains(first[: attack.needs])


@pytest.mark.parametrize(
    ("attack", "enough"),
    [*zip(ATTACKS, (2, 3, 2, 1, 65, 136, 136, 312, 312, 312), strict=True)],
    ids=[attack.generator for attack in ATTACKS],
)
def test_an_attack_takes_no_more_ids_than_its_state_needs(attack: Attack, enough: int) -> None:
    """The thousand that are predicted may follow right behind these."""
    stream = list(islice(attack.start(random.Random(6)), enough + PREDICTED))
    assert attack is recovered(stream)


@pytest.mark.parametrize("seed", range(4))
def test_good_ids_are_not_predicted(seed: int) -> None:
    """This holds for ids of the operating system, and for those that only resemble a generator with an attack."""
    assert recovered([secrets.randbits(64) for _ in range(ENOUGH)]) is None
    java = islice(JAVA_RANDOM.start(random.Random(seed)), 2 * ENOUGH)
    assert recovered([one ^ other for one, other in zip(java, java, strict=True)]) is None


def test_counters_are_generators_with_the_factor_one() -> None:
    """Any step is possible, odd or even."""
    for step in (1, -1, 2, 8, 1 << 40):
        assert "(or counts)" in getattr(recovered(list(islice(full_lcg(5, 1, step), ENOUGH))), "generator", "")


@pytest.mark.parametrize(
    ("state", "factor", "increment"),
    [(1, 3202034522624059733, 0), (4, KNUTH, 6), (7, 2 * KNUTH, 1), (1 << 20, 5, 1 << 30), (9, 1, 0)],
)
def test_a_factor_is_found_whatever_the_powers_of_two(state: int, factor: int, increment: int) -> None:
    """Of a multiplicative generator all differences are even; one with an even factor soon stands still."""
    found = recovered(list(islice(full_lcg(state, factor, increment), ENOUGH)))
    assert found is not None
    assert "linear congruential" in found.generator


@pytest.mark.parametrize("shifts", [(21, 35, 4), (7, 9, 8), (17, 31, 8)])
def test_a_generator_that_is_linear_over_bits_is_found_whatever_its_shifts(shifts: tuple[int, int, int]) -> None:
    """Its ids are its states, so that sixty-five have a recurrence."""

    def states() -> Iterator[int]:
        state = 88172645463325252
        while True:
            state ^= state >> shifts[0]
            state ^= state << shifts[1] & EVERY_BIT
            state ^= state >> shifts[2]
            yield state

    found = recovered(list(islice(states(), ENOUGH)))
    assert found is not None
    assert "linear over GF(2)" in found.generator


def test_a_linear_congruential_generator_gives_its_states() -> None:
    """The first is the successor of the given one: a product and a sum, cut to 64 bits."""
    assert [8, 43, 218] == list(islice(full_lcg(1, 5, 3), 3))
    assert [2] == list(islice(full_lcg(EVERY_BIT, 1, 3), 1))


def test_java_random_is_that_of_java() -> None:
    """These are the first of `new Random(42)` and of `new Random(0)`, as printed by a JVM."""
    assert [
        -5025562857975149833, -5843495416241995736, 5694868678511409995, 5111195811822994797, -6169532649852302182
    ] == [signed(each) for each in islice(java_random(42 ^ SCRAMBLE), 5)]  # fmt: skip
    assert [
        -4962768465676381896, 4437113781045784766, -6688467811848818630, -8292973307042192125, -7423979211207825555
    ] == [signed(each) for each in islice(java_random(SCRAMBLE), 5)]  # fmt: skip


def test_split_mix_is_that_of_its_authors() -> None:
    """They are from the state 0, as in the papers and in every library that seeds others with it."""
    assert [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F] == list(
        islice(split_mix(0, 0x9E3779B97F4A7C15), 3)
    )


def test_xorshift_star_is_that_of_its_author() -> None:
    """It is from the state 1: shifts by 12, 25 and 27, and the product."""
    assert [
        5180492295206395165, 12380297144915551517, 13389498078930870103, 5599127315341312413
    ] == list(islice(xorshift_star(1), 4))  # fmt: skip


def test_xorshift_has_the_shifts_of_its_author() -> None:
    """It is from the state 1: shifts by 13, 7 and 17, as in the favourite of the paper."""
    assert [1082269761, 1152992998833853505, 11177516664432764457] == list(islice(xorshift(1), 3))


@pytest.mark.parametrize(
    ("shifts", "expected"),
    [((18, 5), [3, 8388645, 33816707, 70368778527840]), ((17, 26), [3, 8388677, 33554692, 70368777736387])],
)
def test_xorshift_plus_gives_the_sum_of_its_words(shifts: tuple[int, int], expected: list[int]) -> None:
    """It is from the words 1 and 2; the first sum is that of both, before any step."""
    assert expected == list(islice(xorshift_plus(1, 2, shifts), 4))
    found = recovered(list(islice(xorshift_plus(1, 2, shifts), ENOUGH)))
    assert found is not None
    assert f"xorshift128+ (shifts 23, {shifts[0]}, {shifts[1]})" == found.generator


def test_the_twister_of_python_is_found() -> None:
    """`getrandbits(64)` draws the low word first."""
    source = random.Random(8)
    attack = recovered([source.getrandbits(64) for _ in range(ENOUGH)])
    assert attack is not None
    assert "MT19937, low word first" in attack.generator


@pytest.mark.parametrize(("attack", "first"), [(ATTACKS[-3], "low"), (ATTACKS[-2], "high")])
def test_a_twister_begins_with_whole_words(attack: Attack, first: str) -> None:
    """From the same words, `getrandbits` draws the same."""
    source, python = random.Random(8), random.Random()
    python.setstate((3, (*[source.getrandbits(32) for _ in range(624)], 624), None))
    halves = [(python.getrandbits(32), python.getrandbits(32)) for _ in range(400)]
    expected = [one | other << 32 if first == "low" else one << 32 | other for one, other in halves]
    assert expected == list(islice(attack.start(random.Random(8)), 400))


def test_the_twister_of_64_bits_is_that_of_the_standard() -> None:
    """The C++ standard prescribes the ten-thousandth number of `std::mt19937_64`. These are its first five, too."""
    state = [5489]
    for place in range(1, MT64.words):
        state.append(KNUTH * (state[-1] ^ state[-1] >> 62) + place & EVERY_BIT)
    first = [
        14514284786278117030, 4620546740167642908, 13109570281517897720, 17462938647148434322, 355488278567739596
    ]  # fmt: skip
    assert first == list(islice(MT64.following(state), 5))
    assert 9981545732273789042 == next(islice(MT64.following(state), 9999, None))


def test_streams_are_taken_apart_by_executor() -> None:
    """They are in the order of the draws, as unsigned numbers; an executor without draws has no stream."""
    draws = [Draw(4, 2), Draw(0, 1), Draw(4, 1), Draw(7, 0)]
    results = [IdsResult((1, -1)), IdsResult((5,)), IdsResult((2,)), IdsResult()]
    assert {4: [1, EVERY_BIT, 2], 0: [5]} == streams_of(draws, results)
