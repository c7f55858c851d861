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
    """The parameters of a topology workload: chances in percent, unless a comment says otherwise."""

    # Size
    most: int = 24  # the greatest number of moves before the final phase
    asked: int = 1  # how often each spout task is asked for a tuple before them
    bolts: int = 3  # the greatest number of bolts
    fan: int = 2  # chooses how many tuples a bolt may make of an input

    # A move is one of these; otherwise a spout task is asked for a tuple.
    scenario: int = 30  # one of `scenarios`
    tick: int = 14
    flow: int = 25  # the delivery of all messages of a kind
    settle: int = 2  # the delivery of everything
    deliver: int = 50  # the delivery of one message
    tree_again: int = 0  # all messages of a tree reach the ackers twice
    three_inits: int = 0  # the init of a tree reaches them three times
    late_init: int = 0  # the init of a tree reaches them last
    failures: int = 0  # messages fail again and again

    # What moves may be
    scenarios: tuple[str, ...] = FAULTS  # names of the package `scenarios`, each as often as it is named
    conducts: tuple[str, ...] = CONDUCTS[1:-1]  # the ways in which bolts may treat an input
    in_turn: bool = False  # whether all spout and acker tasks tick equally often
    untracked: int = 3  # an emission has no message id
    burst: int = 0  # a spout task is asked for several messages at once, of which there are then more
    opened: int = 0  # the workload begins with the scenario `opening`, before any message was emitted
    opening: str = "copied"
    lasting: int = 0  # a source with one message, which fails about a hundred times
    crossed: int = 0  # a scenario is combined with something else, such as a `backlog` whose receiver dies

    # Tasks and executors
    no_ackers: int = 2  # no acker tasks
    spread: int = 0  # three acker tasks, which is no power of two
    several: int = 30  # several tasks of a component
    many_tasks: int = 0  # ten tasks of a component, or more
    together: int = 0  # executors of a component have several tasks
    clocks: int = 0  # some tasks have no ticks at all, not even in the final phase

    # Spouts
    bounded: int = 15  # a bound on pending emissions
    zero: int = 0  # of bounds: it is 0
    bound_of_three: int = 0  # of bounds: it is three or four
    lifecycle: bool = False  # whether spouts report that they are opened, activated and so on
    some_lifecycles: int = 0  # the same, where the mix is for something else
    outboxes: bool = False  # whether messages that a paused task has sent wait with it
    some_outboxes: int = 0  # the same, where the mix is for something else

    # Bolts: their kinds, if not plain
    basic: int = 25
    batch: int = 25
    loose: int = 8

    # Wiring
    grouped: int = 0  # a bolt subscribes by another grouping than fields
    streams: int = 0  # a component has two streams
    by_place: int = 0  # the second bolt takes the tuples of the first by direct grouping
    siblings: int = 0  # the last two bolts both receive all tuples of one component
    joined: int = 0  # the last of three bolts receives tuples of all components before it
    by_default: int = 0  # a bolt after several components names no grouping for one of them, so it has the default
    chain_with_fan: int = 0  # bolts form a chain whose first makes two tuples of an input, as `opening` needs it
    shuffled: int = 0  # bolts are named in the wiring before those that they take tuples from

    def __attrs_post_init__(self) -> None:
        _expect_known("scenario", self.scenarios, SCENARIOS)
        _expect_known("opening", (self.opening,), OPENINGS)


def _expect_known(what: str, names: Iterable[str], known: Collection[str]) -> None:
    """Raise `SuiteError` if there is a name that is not known: what it should do would be left out in silence."""
    unknown = [name for name in dict.fromkeys(names) if name not in known]
    if unknown:
        raise SuiteError(f"a mix names the {what} {', '.join(unknown)}; there are {', '.join(known)}")
