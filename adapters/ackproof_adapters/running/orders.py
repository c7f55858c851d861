"""Topologies to run: each follows from a seed and its number. Their wiring and their bolts are the suite's."""

from random import Random
from typing import Any

from ackproof.components.topology import BoltShape, Subscription, Wiring
from ackproof.target import Config
from attrs import evolve, field, frozen

from ackproof_adapters.running.cluster.faults import Fault, schedule

NAMES = ("split", "count", "store")
TIMEOUT = 4
"""The message timeout in seconds. A run is over after two of them, and a busy machine should not reach one by accident.
"""

BOUND = 150
"""Seconds after which a run is ended."""

_MESSAGES = range(12, 21)
_MESSAGES_IN_PROCESSES = range(24, 41)
_WORK = (5, 10, 20, 40)

WORKERS = 3
"""Workers of a topology in a cluster."""

_WITHOUT_ACKERS = 10
"""One of this many topologies has no ackers."""

_GROUPINGS = ("fields", "fields", "shuffle", "shuffle", "all", "none")
_KINDS = ("plain", "plain", "plain", "basic", "basic", "batch", "batch", "loose", "loose")
_MISCONDUCT = 15
"""The number of messages in a hundred that a bolt fails or forgets, once or several times."""


@frozen(kw_only=True)
class TopologyOrder:
    """A topology to run: its plan, which of its messages have no id, and what each bolt does with the tuples of each
    message, receipt by receipt.
    """

    name: str
    config: Config = field(factory=Config)
    untracked: tuple[str, ...] = ()
    conducts: dict[str, dict[str, tuple[str, ...]]] = field(factory=dict)
    planted: tuple[str, ...] = ()
    work: int = 0
    """Milliseconds that a bolt takes for an input."""

    workers: int = 1
    timeout: int = TIMEOUT
    faults: tuple[Fault, ...] = ()
    """The faults that are planted in a cluster."""

    def to_json(self) -> dict[str, Any]:
        """Return the order in the form that the JVM reads."""
        wiring = self.config.wiring
        return {
            "name": self.name,
            "messages": list(wiring.messages),
            "untracked": list(self.untracked),
            "spouts": len(self.config.spout_tasks),
            "ackers": self.config.ackers,
            "timeout": self.timeout,
            "pending": wiring.max_pending,
            "bound": BOUND,
            "planted": list(self.planted),
            **self._in_executors(),
            **self._in_processes(),
            "bolts": [
                {
                    "name": shape.name,
                    "kind": shape.kind,
                    "tasks": shape.tasks,
                    "fan": shape.fan,
                    "enough": shape.enough,
                    "streams": shape.streams,
                    "after": {
                        component: {
                            "stream": shape.subscription(component).stream,
                            "grouping": shape.subscription(component).grouping,
                        }
                        for component in shape.after
                    },
                    "conducts": {message: list(each) for message, each in self.conducts[shape.name].items()},
                }
                for shape in wiring.bolts
            ],
        }

    def _in_executors(self) -> dict[str, Any]:
        together = self.config.wiring.executor_tasks
        return {"executors": -(-len(self.config.spout_tasks) // together)} if together > 1 else {}

    def _in_processes(self) -> dict[str, Any]:
        if self.workers == 1:
            return {"work": self.work} if self.work else {}
        return {"work": self.work, "workers": self.workers, "faults": [each.to_json() for each in self.faults]}


def tasks_of(of: TopologyOrder) -> tuple[str, ...]:
    """Return all tasks of a topology."""
    return (
        *(f"spout-{task}" for task in of.config.spout_tasks),
        *(f"{shape.name}-{task + 1}" for shape in of.config.wiring.bolts for task in range(shape.tasks)),
        *(f"acker-{task + 1}" for task in range(of.config.ackers)),
    )


def order(
    seed: int, number: int, profile: str, planted: tuple[str, ...] = (), *, name: str | None = None
) -> TopologyOrder:
    """Return the topology of that number. In one cluster each has its own `name`, by default from its number."""
    return _drawn(seed, number, profile, _MESSAGES, TopologyOrder(name=name or f"t{number}", planted=planted))


def clustered(
    seed: int, number: int, profile: str, planted: tuple[str, ...] = (), *, name: str | None = None
) -> TopologyOrder:
    """Return the topology of that number for several processes, with its faults."""
    named = TopologyOrder(name=name or f"t{number}", planted=planted)
    of = _drawn(seed, number, profile, _MESSAGES_IN_PROCESSES, named)
    work = Random(f"work {seed} {number}").choice(_WORK)
    return evolve(of, work=work, workers=WORKERS, faults=schedule(seed, number, of.config))


def _drawn(seed: int, number: int, profile: str, lengths: range, named: TopologyOrder) -> TopologyOrder:
    choices = Random(f"running topology {seed} {number}")
    messages = tuple(f"m{place + 1}" for place in range(choices.choice(lengths)))
    without_ackers = number % _WITHOUT_ACKERS == _WITHOUT_ACKERS - 1
    bolts: list[BoltShape] = []
    for bolt in NAMES[: choices.choice((1, 2, 2, 3, 3))]:
        shape = _bolt(choices, bolt, bolts)
        # Without ackers Storm 2.x calls no hook for a basic bolt's ack, so the journal does not show it. 1.2.2 does.
        hidden = without_ackers and shape.kind == "basic"
        bolts.append(evolve(shape, kind="plain") if hidden else shape)
    config = Config(
        profile=profile,
        spout_tasks=tuple(range(1, choices.choice((1, 2, 2)) + 1)),
        ackers=0 if without_ackers else choices.choice((1, 1, 2, 2, 3)),
        wiring=Wiring(messages, tuple(bolts), max_pending=choices.choice((None, None, 3, 6))),
    )
    untracked = tuple(message for message in messages if choices.randrange(100) < _MISCONDUCT)
    conducts = {shape.name: _conducts(choices, messages, shape.kind) for shape in bolts}
    return evolve(named, config=config, untracked=untracked, conducts=conducts)


def _bolt(choices: Random, name: str, before: list[BoltShape]) -> BoltShape:
    kind = choices.choice(_KINDS)
    after = ["spout"] if not before else [before[-1].name]
    if before and choices.randrange(4) == 0:
        after.append("spout" if choices.randrange(2) or len(before) == 1 else before[0].name)
    return BoltShape(
        name=name,
        kind=kind,
        after=tuple(after),
        tasks=choices.choice((1, 2, 2, 3)),
        fan=choices.choice((1, 1, 2, 2, 3)),
        enough=choices.choice((2, 3)),
        streams=choices.choice((1, 1, 2)),
        takes=tuple(_subscription(choices, component, before) for component in after),
    )


def _subscription(choices: Random, component: str, before: list[BoltShape]) -> Subscription:
    sender = next((shape for shape in before if shape.name == component), None)
    if sender is None:
        return Subscription(component, 1, choices.choice(_GROUPINGS))
    # With direct grouping a spout would emit each message twice: once more on a stream of its own for that bolt.
    grouping = choices.choice((*_GROUPINGS, "direct", "direct"))
    return Subscription(component, choices.randrange(min(sender.streams, sender.fan)) + 1, grouping)


def _conducts(choices: Random, messages: tuple[str, ...], kind: str) -> dict[str, tuple[str, ...]]:
    # Storm acks for a basic bolt, so it cannot forget an input.
    wrong = ("give-up",) if kind == "basic" else ("give-up", "give-up", "give-up", "forget")
    return {
        message: tuple(choices.choice(wrong) for _ in range(choices.choice((1, 1, 2, 3))))
        for message in messages
        if choices.randrange(100) < _MISCONDUCT
    }
