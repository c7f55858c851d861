"""Draws topologies: bolts, what they subscribe to, tasks and their executors, and the bound on pending emissions."""

from collections.abc import Sequence

from attrs import evolve

from ackproof.components.topology import GROUPINGS, BoltShape, Subscription, Wiring
from ackproof.target import Config
from ackproof.workloads.choices import Choices, chance
from ackproof.workloads.topologies.mix import TopologyMix
from ackproof.workloads.topologies.topology import NAMES

CROWD = (10, 12)
"""The least and greatest number of tasks of a crowded component: with ten or more, some task names begin with others.
"""

PAIR = 2
"""The number of components that a bolt usually stands after, if it is after several."""

BY_PLACE = 3
"""The number of tasks of a bolt that takes tuples by their places: an input makes fewer, or one more in vain."""


def draw_config(choices: Choices, profile: str, mix: TopologyMix) -> Config:  # noqa: C901 - one draw after another
    """Draw a topology."""
    bolts: list[BoltShape] = []
    for name in NAMES[: 1 + choices.integer(0, mix.bolts - 1)]:
        before = ("spout", *(bolt.name for bolt in bolts))
        after = _draw_after(choices, mix, before)
        bolts.append(
            BoltShape(
                name=name,
                kind=_draw_kind(choices, mix),
                after=after,
                tasks=1 + chance(choices, mix.several),
                fan=(1, 2, 0)[choices.integer(0, mix.fan)],
                enough=2 + choices.integer(0, 1),
                streams=1 + chance(choices, mix.streams),
            )
        )
    if chance(choices, mix.chain_with_fan):
        bolts = _in_a_row(bolts)
    spout_streams = 1 + chance(choices, mix.streams)
    if mix.grouped:
        bolts = _draw_subscriptions(choices, mix, bolts, spout_streams)
    most = choices.integer(0, 2)
    if mix.burst or mix.bound_of_three:
        most += 2 + choices.integer(0, 3)
    messages = tuple(f"m{number + 1}" for number in range(1 + most))
    bound = 1 + choices.integer(0, 1) if chance(choices, mix.bounded) else None
    if mix.bound_of_three and chance(choices, mix.bound_of_three):
        bound = 3 + choices.integer(0, 1)
    if mix.zero and chance(choices, mix.zero):
        bound = 0
    ackers = 0 if chance(choices, mix.no_ackers) else 1
    if ackers and chance(choices, mix.several):
        ackers += 1 + choices.integer(0, 1)
    if mix.spread and ackers and chance(choices, mix.spread):
        ackers = 3
    spouts: tuple[int, ...] = (1, 2) if chance(choices, mix.several) else (1,)
    wiring = Wiring(messages=messages, bolts=tuple(bolts), max_pending=bound, streams=spout_streams)
    if mix.together:
        spouts, wiring = _draw_executors(choices, mix, spouts, wiring)
    lifecycle = mix.lifecycle or chance(choices, mix.some_lifecycles)
    wiring = evolve(wiring, lifecycle=lifecycle, outboxes=mix.outboxes or chance(choices, mix.some_outboxes))
    if chance(choices, mix.many_tasks):
        spouts, wiring = _crowded(choices, wiring)
    if chance(choices, mix.shuffled):
        wiring = evolve(wiring, bolts=_shuffled(choices, wiring.bolts))
    return Config(profile=profile, spout_tasks=spouts, ackers=ackers, wiring=wiring)


def _draw_after(choices: Choices, mix: TopologyMix, before: Sequence[str]) -> tuple[str, ...]:
    """Return which of the components before a bolt it stands after: one, the last two, or all."""
    after: tuple[str, ...] = (before[len(before) - 1 - choices.integer(0, len(before) - 1)],)
    if len(before) > 1 and chance(choices, 20):
        after = (*before[-PAIR:],)
    return (*before,) if len(before) > PAIR and chance(choices, mix.joined) else after


def _draw_kind(choices: Choices, mix: TopologyMix) -> str:
    for kind, percent in (("basic", mix.basic), ("batch", mix.batch), ("loose", mix.loose)):
        if chance(choices, percent):
            return kind
    return "plain"


def _shuffled(choices: Choices, bolts: Sequence[BoltShape]) -> tuple[BoltShape, ...]:
    """Return the bolts from the last to the first, or in that order from some place on and then those before it."""
    place = choices.integer(0, 2) % len(bolts)
    backwards = (*reversed(bolts),)
    return (*backwards[place:], *backwards[:place])


def _in_a_row(bolts: Sequence[BoltShape]) -> list[BoltShape]:
    """Return a chain of as many bolts as there are names. The first makes two tuples of an input."""
    shapes = [*bolts, *(BoltShape(name=name) for name in NAMES[len(bolts) :])]
    before = ("spout", *(shape.name for shape in shapes))
    first, *others = (evolve(shape, after=(name,)) for shape, name in zip(shapes, before, strict=False))
    return [evolve(first, fan=2), *(evolve(shape, fan=max(1, shape.fan)) for shape in others)]


def _crowded(choices: Choices, wiring: Wiring) -> tuple[tuple[int, ...], Wiring]:
    """Return many spout tasks, and a wiring in which the first bolt has as many, with a message for each of them. The
    number of acker tasks stays the same, because each may be a process of its own.
    """
    low, high = CROWD
    count = low + choices.integer(0, high - low)
    first, *others = wiring.bolts
    messages = tuple(f"m{number + 1}" for number in range(count + 1))
    wiring = evolve(wiring, messages=messages, bolts=(evolve(first, tasks=count), *others), max_pending=None)
    return tuple(range(1, count + 1)), wiring


def _draw_executors(
    choices: Choices, mix: TopologyMix, spouts: tuple[int, ...], wiring: Wiring
) -> tuple[tuple[int, ...], Wiring]:
    """Return spout tasks and a wiring in which executors have several tasks."""
    if chance(choices, mix.together):
        spouts = tuple(range(1, 3 + choices.integer(0, 1)))
        wiring = evolve(wiring, executor_tasks=2)
    bolts = [
        evolve(bolt, tasks=2 + choices.integer(0, 1), executor_tasks=2) if chance(choices, mix.together) else bolt
        for bolt in wiring.bolts
    ]
    return spouts, evolve(wiring, bolts=tuple(bolts))


def _draw_subscriptions(
    choices: Choices, mix: TopologyMix, bolts: Sequence[BoltShape], spout_streams: int
) -> list[BoltShape]:
    """Return the bolts with streams and groupings that are drawn for the components before them."""
    streams = {"spout": spout_streams} | {bolt.name: bolt.streams for bolt in bolts}

    def drawn(component: str) -> Subscription:
        grouping = GROUPINGS[choices.integer(0, len(GROUPINGS) - 1)] if chance(choices, mix.grouped) else "fields"
        return Subscription(component, 1 + choices.integer(0, streams[component] - 1), grouping)

    def said(takes: tuple[Subscription, ...]) -> tuple[Subscription, ...]:
        unsaid = len(takes) > 1 and chance(choices, mix.by_default)
        return takes[1:] if unsaid and choices.integer(0, 1) else takes[:-1] if unsaid else takes

    drawn_bolts = [evolve(bolt, takes=said(tuple(map(drawn, bolt.after)))) for bolt in bolts]
    if mix.by_place and len(bolts) > 1 and chance(choices, mix.by_place):
        first, second, *others = drawn_bolts
        taken = Subscription(first.name, 1 + choices.integer(0, first.streams - 1), "direct")
        second = evolve(second, after=(first.name,), takes=(taken,), tasks=BY_PLACE)
        kind = ("plain", "basic", "batch")[choices.integer(0, 2)]
        drawn_bolts = [evolve(first, kind=kind, fan=max(1, first.fan)), second, *others]
    if mix.siblings and len(bolts) > 1 and chance(choices, mix.siblings):
        *others, first, second = drawn_bolts
        taken = Subscription(first.after[0], 1, "all")
        siblings = [
            evolve(each, after=(taken.component,), takes=(taken,), tasks=max(2, each.tasks)) for each in (first, second)
        ]
        return [*others, *siblings]
    return drawn_bolts
