"""The parameters by which a workload for a topology is drawn."""

from collections.abc import Collection, Iterable

from attrs import frozen

from ackproof.components.topology import CONDUCTS
from ackproof.errors import SuiteError
from ackproof.workloads.topologies.scenarios import OPENINGS, SCENARIOS

FAULTS = ("lose", "die", "overtake", "double", "conduct", "pause", "lose-all")
"""The scenarios that are mere faults: of the cluster, or of a bolt in its conduct."""


@frozen(kw_only=True)
class TopologyMix:
    """The parameters of a topology workload. Numbers are chances in percent, unless stated otherwise.

    **Size.** `most` is the greatest number of moves before the final phase. Each spout task is asked for a tuple
    `asked` times before them. `bolts` is the greatest number of bolts, and `fan` chooses how many tuples a bolt may
    make of an input.

    **Moves.** `scenario`, `tick`, `flow`, `settle` and `deliver` are the chances that a move is a scenario, a tick, the
    delivery of all messages of a kind, the delivery of everything, or of one message. Otherwise a spout task is asked
    for a tuple. `scenarios` names those of the package `scenarios` that may happen, faults among them, each as often as
    it is named; its functions say what they are. `conducts` are the ways in which bolts may treat an input. With
    `in_turn`, all spout and acker tasks tick equally often. `again` is the chance that all messages of a tree reach the
    ackers twice, `odd` that its init reaches them three times, `late` that its init reaches them last, and `often` that
    messages fail again and again.

    **Shape.** `untracked` is the chance of an emission without message id; `no_ackers` of a topology without ackers;
    `bounded` of a bound on pending emissions, `zero` that the bound is 0, and `wide` that it is three or four;
    `several` of several tasks of a component; `basic`, `batch` and `loose` of a bolt of that kind instead of a plain
    one. `grouped` is the chance that a bolt subscribes by another grouping than fields, `streams` that a component has
    two streams, `by_place` that the second bolt takes the tuples of the first by direct grouping, and `siblings` that
    the last two bolts both receive all tuples of one component, `joined` that the last of three bolts receives tuples
    of all components before it, `unsaid` that a bolt after several components says of one of them nothing, so that it
    takes that one as by default. `together` is the
    chance that executors of a component have several tasks; `shuffled` that bolts are named in the wiring before those
    that they take tuples from; `burst` that a spout task is asked for several messages at
    once, of which there are then more. `lasts` is the chance of a source with one message, which fails about a hundred
    times; `crowd` that a component has ten tasks or more; `spread` of three acker tasks, which is no power of two. With
    `lifecycle`, spouts report that they are opened, activated and so on. With `outboxes`, messages that a paused task
    has sent wait with it. `clocks` is the chance that some tasks have no ticks at all, not even in the final phase.

    **Combinations.** `crossed` is the chance that a scenario is combined with something of another kind: a channel of a
    `backlog` is doubled, or its receiver dies; a spout task is paused when a reset-timeout or a fail is on its way to
    it, or is inactive when it hears of that.
    `shown` is the chance that spouts report of their lives, and `boxed` that messages wait with their senders, where
    that is not what the mix is for. `opened` is the chance that a workload begins with the scenario `opening`, before
    any message was emitted. `fanned`, which such scenarios need, is the chance that bolts form a chain whose first bolt
    makes two tuples of an input.
    """

    most: int = 24
    asked: int = 1
    scenario: int = 30
    tick: int = 14
    flow: int = 25
    settle: int = 2
    deliver: int = 50
    untracked: int = 3
    no_ackers: int = 2
    bounded: int = 15
    several: int = 30
    basic: int = 25
    batch: int = 25
    loose: int = 8
    fan: int = 2
    bolts: int = 3
    scenarios: tuple[str, ...] = FAULTS
    conducts: tuple[str, ...] = CONDUCTS[1:-1]
    in_turn: bool = False
    again: int = 0
    odd: int = 0
    late: int = 0
    often: int = 0
    grouped: int = 0
    siblings: int = 0
    joined: int = 0
    unsaid: int = 0
    by_place: int = 0
    streams: int = 0
    crossed: int = 0
    opened: int = 0
    opening: str = "copied"
    fanned: int = 0
    together: int = 0
    shuffled: int = 0
    burst: int = 0
    zero: int = 0
    wide: int = 0
    lifecycle: bool = False
    outboxes: bool = False
    shown: int = 0
    boxed: int = 0
    clocks: int = 0
    lasts: int = 0
    crowd: int = 0
    spread: int = 0

    def __attrs_post_init__(self) -> None:
        _expect_known("scenario", self.scenarios, SCENARIOS)
        _expect_known("opening", (self.opening,), OPENINGS)


def _expect_known(what: str, names: Iterable[str], known: Collection[str]) -> None:
    """Raise `SuiteError` if there is a name that is not known: what it should do would be left out in silence."""
    unknown = [name for name in dict.fromkeys(names) if name not in known]
    if unknown:
        raise SuiteError(f"a mix names the {what} {', '.join(unknown)}; there are {', '.join(known)}")
