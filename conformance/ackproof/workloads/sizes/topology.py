"""Large workloads for topologies: many tasks, ackers, values and messages, wide and deep trees, and long waits."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from ackproof.components.topology import (
    CONDUCTS,
    MORE_TIME,
    BoltShape,
    Deliver,
    Die,
    Flow,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    Subscription,
    TaskTick,
    TopologyOperation,
    Wiring,
)
from ackproof.target import Config
from ackproof.workloads.dimensions import (
    ACKER_TASKS,
    ASKS,
    BATCH,
    BOUND,
    CALL,
    CHILDREN,
    COMPONENT_TASKS,
    DEPTH,
    FIELD_VALUES,
    OPERATIONS,
    SPOUT_TASKS,
    TASK_LIVES,
    WAITED_THROUGH,
)
from ackproof.workloads.sizes.scenarios import Grown, Scenario, Scene, Turns, usual_limits
from ackproof.workloads.topologies.topology import CALM_ROUNDS
from ackproof.workloads.topologies.workload import TopologyWorkload

TWICE = 2
MANY = 100
"""The size of a batch that only a tick finishes."""
GIVE_UP = CONDUCTS[1]
UNTRACKED = 4
"""The number of inputs without a tree whose children make a channel long. They cost no message to an acker."""
OF_A_TREE = 3
"""The number of messages to an acker about a tree of two tuples."""
ACKS_OF_A_TREE = OF_A_TREE - 1
USUAL_ONES = (21, 32, 33, 50, 100, 101, 129, 200)
"""Numbers that leave a last block of one if they are divided into blocks, of five or of eight, say; and sizes of blocks
that they fill.
"""
STREAMS, BY_NUMBER = 3, 7
"""The numbers of streams, and of tasks of a bolt that are addressed by number. They are no powers of two, so that
arithmetic mistakes show.
"""
OF_A_BATCH = 5
"""The number of inputs of each of the smaller batches that a large batch is made of. Its tuples belong to as many trees
as there are inputs of small batches: more than a batch has inputs.
"""
JOINED = 11
"""A number of tasks or messages of which the last can be mistaken for the first, if names and numbers are written
together without anything between: the first of 11 is the eleventh of 1.
"""
BESIDE = 2
"""The number of spout tasks beside one that dies again and again."""
BATCHES_BESIDE = 3
"""The number of smaller batches beside one. So a task whose values they all take sends five tuples for each, and the
eleventh goes where the first went.
"""
PAUSES_BETWEEN = 64
"""The number of trees that are done between two deliveries of all messages to the ackers."""
EVERYTHING: tuple[TopologyOperation, ...] = (Flow("tuples"), Flow("reports"), Flow("words"), Settle())


@frozen(slots=False)
class SizedTopologyWorkload(Grown, TopologyWorkload):
    """A large workload for a topology."""

    def regrown(self, size: int) -> "SizedTopologyWorkload":
        """Return the same scenario in another size."""
        grown = self.grown_anew(size)
        assert isinstance(grown, SizedTopologyWorkload)  # noqa: S101 - a scenario makes workloads of one kind
        return grown

    def subjects(self, index: int) -> Sequence[object]:
        """Return nothing: operations are about tasks and channels, which `simpler` leaves out."""
        del index
        return ()

    def without_subjects(self, subjects: Collection[object]) -> "SizedTopologyWorkload":
        """Return the workload itself."""
        del subjects
        return self


def _made(  # noqa: PLR0913 - by name, each of them
    scene: Scene,
    steps: Sequence[TopologyOperation],
    reached: Mapping[str, int],
    *,
    messages: int,
    bolts: Sequence[BoltShape],
    spouts: int = 1,
    ackers: int = 1,
    max_pending: int | None = None,
    executor_tasks: int = 1,
    streams: int = 1,
) -> SizedTopologyWorkload:
    """Return a workload. By turns its spouts report of their lives, or messages wait with their senders, or both."""
    wiring = Wiring(
        messages=tuple(f"m{number + 1}" for number in range(messages)),
        bolts=tuple(bolts),
        max_pending=max_pending,
        executor_tasks=executor_tasks,
        streams=streams,
        lifecycle=scene.turn % TWICE == 1,
        outboxes=scene.turn // TWICE % TWICE == 1,
    )
    config = Config(profile=scene.profile, spout_tasks=tuple(range(1, spouts + 1)), ackers=ackers, wiring=wiring)
    return SizedTopologyWorkload(config=config, steps=tuple(steps), reached={**reached, OPERATIONS: len(steps)})


def _names(component: str, count: int) -> list[str]:
    return [f"{component}-{number + 1}" for number in range(count)]


def _chain(count: int) -> Iterator[BoltShape]:
    """Yield plain bolts, each subscribed to the one before it."""
    before = "spout"
    for name in _names("bolt", count):
        yield BoltShape(name=name.replace("-", ""), after=(before,))
        before = name.replace("-", "")


def _fewer(size: int) -> Sequence[int]:
    """Return those `USUAL_ONES` that are between a quarter of a size and the size."""
    return [few for few in USUAL_ONES if size // 4 < few < size]


def _middle_first(count: int) -> Iterator[int]:
    """Yield the indices of `count` items from the middle outwards. After every second one, as many of the first items
    as of the last are left: whatever the period of a repeating sequence is, the items left are pairs once.
    """
    places = list(range(count))
    while places:
        yield places.pop(len(places) // 2)


SPLIT = BoltShape(name="split")
COUNT = BoltShape(name="count", after=("split",))


def _many_ackers(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Track twice as many trees as there are ackers, beside a tuple in no tree; some of the trees fail. Some acker
    tasks, in one turn of four the first, have as many ticks as it takes to lose their records, and another dies. In
    every second turn those acker tasks have one tick, and bolts ask for more time for each tuple, between the two ticks
    at which the trees would fail. Then as many tuples as there are ackers are lost, and all that waits for them
    expires.
    """
    dead, *ticked = scene.source.sample(_names("acker", size), 1 + size // 4)
    if scene.turn % 4 == 0:  # then a clock that is shared with one of the last is seen
        ticked = [acker for acker in _names("acker", size // 4) if acker != dead]
    messages = 1 + TWICE * size
    steps: list[TopologyOperation] = [NextTuple("spout-1", tracked=False), *[NextTuple("spout-1")] * TWICE * size]
    if scene.turn % 2:
        asked = [Deliver("spout-1", "split-1", conduct=MORE_TIME)] * (1 + TWICE * size)
        steps += [TaskTick("spout-1"), *asked, Flow("reports"), Flow("words"), TaskTick("spout-1")]
        steps += [Flow("tuples"), *map(TaskTick, ticked), Flow("reports"), Flow("words")]
        steps += [*[NextTuple("spout-1")] * size, Lose("spout-1", "split-1", place=None), Settle()]
        steps += [TaskTick(task) for task in ("spout-1", *_names("acker", size)) for _ in range(CALM_ROUNDS)]
        steps.append(Settle())
        messages += size
    else:
        processed = [Deliver("spout-1", "split-1")] * (1 + TWICE * size - size // 2)
        given_up = [Deliver("spout-1", "split-1", conduct=GIVE_UP)] * (size // 2)
        steps += [*processed, *given_up, Flow("reports"), Die(dead)]
        steps += [*[TaskTick(acker) for acker in ticked for _ in range(CALM_ROUNDS)], *EVERYTHING]
    return _made(scene, steps, {ACKER_TASKS: size}, messages=messages, bolts=(SPLIT, COUNT), ackers=size)


def _many_tasks(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Make a component of `size` tasks: by turns a bolt that gets each value once, one that gets
    copies, and a spout.
    """
    return (_dealt_values, _copied_to_all, _several_executors)[scene.turn % 3](scene, size)


def _dealt_values(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Distribute values over `size` tasks of a bolt: one of them dies, one has a tick, most of the others pause, and
    the rest has a tick. Behind it is a bolt of a few tasks.
    """
    dead, *others = scene.shuffled(_names("split", size))
    ticked, few = scene.source.choice(_names("split", size)), size // 8
    steps: list[TopologyOperation] = [*[NextTuple("spout-1")] * TWICE * size, Deliver("spout-1", dead), Die(dead)]
    steps += [*map(Pause, others[few:]), Flow("tuples"), TaskTick(ticked), *map(TaskTick, others[:few])]
    steps += [Flow("tuples"), *map(Resume, others[few:]), *EVERYTHING]
    bolts = (
        BoltShape(name="split", kind="batch", tasks=size, enough=MANY),
        BoltShape(name="count", after=("split",), tasks=3),
    )
    return _made(scene, steps, {COMPONENT_TASKS: size}, messages=TWICE * size, bolts=bolts)


def _copied_to_all(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Send each tuple of a bolt to all of `size` tasks of another, and each tuple of the spout to all tasks of a third.
    Bolts with fewer tasks receive both tuples too: if their tasks are taken in blocks, the last block may be forgotten.
    Of four trees each ends with other copies: of the spout's tuple or of the bolt's, with those for the fewer tasks
    among them or not. The copies in the middle are processed first.
    """
    bolts, few = [SPLIT], [(f"few{tasks}", tasks) for tasks in _fewer(size)]
    for name, before, tasks in (("count", ["split"], size), ("note", ["spout"], size)):
        bolts.append(_taking_all(name, before, tasks))
    bolts += [_taking_all(name, ["spout", "split"], tasks) for name, tasks in few]
    extra = [task for name, tasks in few for task in _names(name, tasks)]
    of_spout, of_split = _names("note", size), _names("count", size)
    split: list[TopologyOperation] = [Deliver("spout-1", "split-1"), Flow("reports")]
    early = [*_copies("spout", extra), *split, *_copies("split", extra)]
    steps: list[TopologyOperation] = [*[NextTuple("spout-1")] * 4]
    steps += [*early, *_copies("split", of_split), *_copies("spout", of_spout)]
    steps += [*early, *_copies("spout", of_spout), *_copies("split", of_split)]
    steps += [*_copies("spout", of_spout + extra), *split, *_copies("split", of_split + extra)]
    steps += [*split, *_copies("split", of_split + extra), *_copies("spout", of_spout + extra), *EVERYTHING]
    return _made(scene, steps, {COMPONENT_TASKS: size}, messages=4, bolts=bolts)


def _taking_all(name: str, before: Sequence[str], tasks: int) -> BoltShape:
    """Return a bolt, each task of which takes a copy of each tuple of some components."""
    takes = tuple(Subscription(component, grouping="all") for component in before)
    return BoltShape(name=name, after=tuple(before), tasks=tasks, takes=takes)


def _copies(sender: str, tasks: Sequence[str]) -> Iterator[TopologyOperation]:
    """Yield the operations by which each of some tasks processes its copy and reports it, those in the middle first."""
    for place in _middle_first(len(tasks)):
        yield from (Deliver(f"{sender}-1", tasks[place]), Deliver(tasks[place], "acker-1"))


def _several_executors(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Make `size` spout tasks, two in an executor, and as many tasks of a batch bolt, the last of which has an executor
    of its own. One of each dies, and another spout task has a tick before that and after it.
    """
    spouts, bolts = _names("spout", size), _names("split", size)
    dead, ticked = scene.source.sample(spouts, 2)
    asked = [NextTuple(spout) for spout in spouts]
    steps: list[TopologyOperation] = [*asked, TaskTick(ticked), Flow("tuples"), TaskTick(scene.source.choice(bolts))]
    steps += [Die(dead), TaskTick(ticked), *asked, Flow("tuples"), Die(scene.source.choice(bolts)), *EVERYTHING]
    apart = max(TWICE, size - 1)
    batches = BoltShape(name="split", kind="batch", tasks=size, executor_tasks=apart, enough=MANY)
    reached = {COMPONENT_TASKS: size}
    return _made(scene, steps, reached, messages=size, bolts=(batches,), spouts=size, executor_tasks=TWICE)


def _large_executors(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Make executors of `size` tasks, of a spout and of a batch bolt. While tasks wait or hold inputs, one of each has
    a tick, and a bolt task or, by turns, a spout task dies. Some tuples for the bolt are delivered while one of its
    tasks is paused, and some notifications for the spout while one of its tasks is.
    """
    batches = BoltShape(name="split", kind="batch", tasks=size, executor_tasks=size, enough=MANY)
    spouts, bolts = _names("spout", size), _names("split", size)
    asked = [NextTuple(spout) for spout in spouts for _ in range(TWICE)]
    paused, silent = scene.source.choice(bolts), scene.source.choice(spouts)
    steps: list[TopologyOperation] = [*asked, Pause(paused), Flow("tuples"), Resume(paused), Flow("tuples")]
    steps += [TaskTick(scene.source.choice(bolts)), Flow("tuples"), TaskTick(scene.source.choice(spouts))]
    steps += [Flow("reports"), Pause(silent), Flow("words"), Resume(silent), Flow("words"), *asked, Flow("tuples")]
    steps += [Die(scene.source.choice(spouts if scene.turn % 2 else bolts)), Settle()]
    for _ in range(TWICE):
        steps += [TaskTick(spouts[0]), Settle()]
    reached = {SPOUT_TASKS: size}
    return _made(scene, steps, reached, messages=4 * size, bolts=(batches, COUNT), spouts=size, executor_tasks=size)


def _many_children(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Make an input of `size` children, the last of which is done when all other messages have arrived: first the acks,
    and then the init. Or it is given up, and before it the children of several inputs without a tree have filled the
    channel. In every third turn the children go out on several streams, to tasks that are addressed by number.
    """
    if scene.turn % 3 == TWICE:
        return _children_by_number(scene, size)
    fanned = BoltShape(name="split", fan=size)
    last = Deliver("split-1", "count-1", conduct=GIVE_UP if scene.turn % 2 else "normal")
    steps: list[TopologyOperation] = [
        *(_long_channel(size) if scene.turn % 2 else ()),
        NextTuple("spout-1"),
        Deliver("spout-1", "split-1"),
        *[Deliver("split-1", "count-1", place=left // 2) for left in range(size, 1, -1)],
        *[Deliver("count-1", "acker-1")] * (0 if scene.turn % 2 else size - 1),
        Deliver("split-1", "acker-1"),
        Flow("reports"),
        Flow("words"),
        last,
        Flow("reports"),
        Flow("words"),
        Settle(),
    ]
    return _made(scene, steps, {CHILDREN: size}, messages=1 + UNTRACKED, bolts=(fanned, COUNT))


def _long_channel(size: int) -> Iterator[TopologyOperation]:
    """Yield operations that put the children of several inputs without a tree into one channel. One child overtakes
    most of the others, one is lost, and the rest arrives at once. Their sender is paused for a moment.
    """
    yield from [NextTuple("spout-1", tracked=False)] * UNTRACKED
    yield from [Deliver("spout-1", "split-1")] * UNTRACKED
    yield from (Pause("split-1"), Resume("split-1"))
    yield Deliver("split-1", "count-1", place=UNTRACKED * size * 2 // 3)
    yield Lose("split-1", "count-1", place=UNTRACKED * size * 2 // 3)
    yield Flow("tuples")


def _children_by_number(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Make an input of `size` children on three streams, each of which sends them to one of seven tasks by number:
    neither is a power of two. Beside it are bolts that make fewer children: if they are taken in blocks, the last block
    may be forgotten, or be waited for.
    """
    fanned = BoltShape(name="split", fan=size, streams=STREAMS)
    takers = [
        BoltShape(
            name=f"count{stream}", after=("split",), tasks=BY_NUMBER, takes=(Subscription("split", stream, "direct"),)
        )
        for stream in range(1, 1 + STREAMS)
    ]
    beside = [BoltShape(name=f"few{few}", fan=few) for few in _fewer(size)]
    last = [BoltShape(name="note", after=tuple(bolt.name for bolt in beside))] if beside else []
    steps = [NextTuple("spout-1"), *EVERYTHING]
    return _made(scene, steps, {CHILDREN: size}, messages=1, bolts=(fanned, *takers, *beside, *last))


def _large_batches(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Make a tuple of `size` inputs: by turns each is of a tree of its own, or of as many trees as a batch has inputs,
    or there are two trees in all.
    """
    return (_batches_multiplied, _batch_of_batches, _batch_of_two_trees)[scene.turn % 3](scene, size)


def _batch_of_batches(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Make a batch of tuples that come of batches, so that what comes of it belongs to many trees. Of three such tuples
    more time is asked for one, one is given up, and one is done.
    """
    few = min(OF_A_BATCH, size)
    steps: list[TopologyOperation] = [*[NextTuple("spout-1")] * few * size]
    steps += [Deliver("spout-1", "half-1")] * few * size
    steps += [Deliver("half-1", "split-1")] * size
    for conduct in (MORE_TIME, GIVE_UP, CONDUCTS[0]):
        steps.append(Deliver("split-1", "count-1", conduct=conduct))
    bolts = (
        BoltShape(name="half", kind="batch", enough=few),
        BoltShape(name="split", after=("half",), kind="batch", enough=size, fan=3),
        COUNT,
    )
    return _made(scene, steps, {BATCH: size}, messages=few * size, bolts=bolts)


def _batch_of_two_trees(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Make a batch of `size` inputs, half of which are of one tree and half of another. They come from the first and
    the eleventh task of a bolt; other bolts take them too: one by number, with a name that can be mistaken for that of
    these tasks, and some in smaller batches: if inputs are taken in blocks, the last block may be forgotten.
    """
    senders = ("page-1", f"page-{JOINED}")
    asked = [NextTuple("spout-1")] * JOINED
    lost = [Lose("spout-1", task, place=None) for task in _names("page", JOINED) if task not in senders]
    steps: list[TopologyOperation] = [*asked, *lost, *[Deliver("spout-1", sender) for sender in senders]]
    steps += [Deliver(sender, "split-1") for sender in senders for _ in range(-(-size // TWICE))]
    steps += EVERYTHING
    fewer = _fewer(size)[:BATCHES_BESIDE]
    beside = [BoltShape(name=f"few{few}", after=("page",), kind="batch", enough=few) for few in fewer]
    last = [BoltShape(name="note", after=tuple(bolt.name for bolt in beside))] if beside else []
    by_number = {each: (Subscription(each, grouping="direct"),) for each in ("spout", "page")}
    bolts = (
        BoltShape(name="page", tasks=JOINED, fan=-(-size // TWICE), takes=by_number["spout"]),
        BoltShape(name="split", after=("page",), kind="batch", enough=size),
        COUNT,
        BoltShape(name="page1", after=("page",), kind="batch", tasks=JOINED, enough=MANY, takes=by_number["page"]),
        *beside,
        *last,
    )
    return _made(scene, steps, {BATCH: size}, messages=JOINED, bolts=bolts, ackers=1 + scene.turn % 3)


def _batches_multiplied(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Make two batches of `size` inputs each. Of one comes a tuple for all of as many tasks of a bolt: its emit has as
    many edges as there are inputs times tasks. Of the other come as many tuples, each for one task. Those in the middle
    are done first, and their acks arrive one after the other.
    """
    steps: list[TopologyOperation] = [*[NextTuple("spout-1")] * TWICE * size]
    steps += [Deliver("spout-1", task) for task in ("split-1", "half-1") for _ in range(size)]
    steps.append(Flow("reports"))
    for place in _middle_first(size):
        steps += [Deliver("split-1", f"count-{place + 1}"), Flow("reports")]
    for left in range(size, 0, -1):
        steps += [Deliver("half-1", "note-1", place=left // 2), Flow("reports")]
    first, second = (Subscription("spout", 1),), (Subscription("spout", 2),)
    to_all = (Subscription("split", grouping="all"),)
    bolts = (
        BoltShape(name="split", kind="batch", enough=size, takes=first),
        BoltShape(name="count", after=("split",), tasks=size, takes=to_all),
        BoltShape(name="half", kind="batch", enough=size, fan=size, takes=second),
        BoltShape(name="note", after=("half",)),
    )
    return _made(scene, [*steps, *EVERYTHING], {BATCH: size}, messages=TWICE * size, bolts=bolts, streams=TWICE)


def _deep(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Make a chain of `size` bolts. The last tuple of a tree waits until all other messages have arrived. By turns the
    trees pass through the whole chain in one operation, in which batches are finished that were named last first.
    """
    bolts = tuple(_chain(size))
    if scene.turn % 3 == TWICE:
        held = tuple(evolve(bolt, kind="batch", enough=MANY) for bolt in reversed(bolts))
        return _made(scene, [*[NextTuple("spout-1")] * TWICE, Settle()], {DEPTH: size}, messages=TWICE, bolts=held)
    tasks = [f"{bolt.name}-1" for bolt in bolts]
    steps: list[TopologyOperation] = [*[NextTuple("spout-1")] * TWICE]
    if scene.turn % 3:
        steps += EVERYTHING
        return _made(scene, steps, {DEPTH: size}, messages=TWICE, bolts=bolts)
    for sender, receiver in zip(("spout-1", *tasks), tasks, strict=False):
        steps += [Deliver(sender, receiver)] * (1 if receiver == tasks[-1] else TWICE)
    steps += [Flow("reports"), Flow("words"), *EVERYTHING]
    return _made(scene, steps, {DEPTH: size}, messages=TWICE, bolts=bolts)


def _many_values(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Make `size` messages that are pending at once, all fail by timeout, and are emitted again to the same tasks as
    before.
    """
    dealt = BoltShape(name="split", tasks=3)
    asked = [NextTuple("spout-1")] * size
    steps: list[TopologyOperation] = [
        *asked,
        Flow("tuples"),
        TaskTick("spout-1"),
        TaskTick("spout-1"),
        *asked,
        *EVERYTHING,
    ]
    return _made(scene, steps, {FIELD_VALUES: size}, messages=size, bolts=(dealt, COUNT))


def _waited_through(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Let a tree wait while its acker gets `size` messages about others, without a tick. By turns it waits for the last
    of its tuples; or, after a fail, for its init; or all messages wait before a paused task.
    """
    others = max(1, size // (ACKS_OF_A_TREE if scene.turn % 3 == 1 else OF_A_TREE))
    if scene.turn % 3:
        waiting = _behind_a_pause if scene.turn % 3 == 1 else _failed_before
        return _made(scene, waiting(others), {WAITED_THROUGH: size}, messages=1 + others, bolts=(SPLIT, COUNT))
    steps: list[TopologyOperation] = [NextTuple("spout-1"), Deliver("spout-1", "split-1"), Flow("reports")]
    for number in range(others):
        steps += [
            NextTuple("spout-1"),
            Deliver("spout-1", "split-1"),
            Deliver("split-1", "count-1", place=1),
        ]
        if number % PAUSES_BETWEEN == 0:
            steps += [Flow("reports"), Flow("words")]
    steps += [Flow("reports"), Flow("words"), *EVERYTHING]
    return _made(scene, steps, {WAITED_THROUGH: size}, messages=1 + others, bolts=(SPLIT, COUNT))


def _behind_a_pause(others: int) -> list[TopologyOperation]:
    """Return operations in which trees wait at a paused task of each kind. All messages to the acker wait at it, and
    the acks arrive before the inits.
    """
    steps: list[TopologyOperation] = [Pause("count-1"), Pause("acker-1"), *[NextTuple("spout-1")] * (1 + others)]
    steps += [Flow("tuples"), Resume("count-1"), Flow("tuples"), Flow("reports"), Pause("spout-1"), Resume("acker-1")]
    steps += [Deliver(bolt, "acker-1") for bolt in ("count-1", "split-1")] * (1 + others)
    return [*steps, Flow("reports"), Flow("words"), Resume("spout-1"), *EVERYTHING]


def _failed_before(others: int) -> list[TopologyOperation]:
    """Return operations in which an acker gets the fail of a tree long before its init."""
    first = Deliver("spout-1", "split-1", conduct=GIVE_UP)
    steps: list[TopologyOperation] = [NextTuple("spout-1"), first, Deliver("split-1", "acker-1")]
    for _ in range(others):
        steps += [NextTuple("spout-1"), Deliver("spout-1", "acker-1", place=1), Flow("tuples")]
        steps += [Deliver("split-1", "acker-1"), Deliver("count-1", "acker-1")]
    return [*steps, Flow("words"), *EVERYTHING]


def _asked_often(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Ask a spout task `size` times while an emission is pending: there is no other message, or the task is at its
    bound. Before that the task is asked fewer times, again and again more, and each time the emission fails then and is
    emitted anew when the task is asked once more. Or another message fails again and again.
    """
    if scene.turn % 3 == TWICE:
        return _failing_beside(scene, size)
    bound = 1 if scene.turn % 2 else None
    steps: list[TopologyOperation] = [NextTuple("spout-1")]
    for times in usual_limits(size):
        steps += [*[NextTuple("spout-1")] * times, TaskTick("spout-1"), TaskTick("spout-1"), NextTuple("spout-1")]
    steps += [*[NextTuple("spout-1")] * size, *EVERYTHING]
    return _made(scene, steps, {ASKS: size}, messages=1 + scene.turn % 2, bolts=(SPLIT,), max_pending=bound)


def _failing_beside(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Let the first of eleven messages fail `size` times, and be emitted again each time, while the others wait."""
    steps: list[TopologyOperation] = [NextTuple("spout-1")] * JOINED
    for place in (0, *[JOINED - 1] * size):
        steps.append(Deliver("spout-1", "split-1", place=place, conduct=GIVE_UP))
        steps += [Flow("reports"), Flow("words"), NextTuple("spout-1")]
    return _made(scene, [*steps, *EVERYTHING], {ASKS: size}, messages=JOINED, bolts=(SPLIT,))


def _wide_bound(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Let a spout task wait for as many emissions as its bound, and for one more when one is done."""
    steps: list[TopologyOperation] = [*[NextTuple("spout-1")] * size, Deliver("spout-1", "split-1")]
    steps += [Flow("reports"), Flow("words"), NextTuple("spout-1"), *EVERYTHING]
    return _made(scene, steps, {BOUND: size}, messages=1 + size, bolts=(SPLIT,), max_pending=size)


def _many_at_once(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Ask a spout task, beside another that has emitted, for `size` messages at once. By turns there is no bound, a
    bound of one, or that bound and no acker tasks, so that nothing is waited for. The task is paused for a moment while
    they are on their way. Half of them are given up and come again, at once, too.
    """
    given_up = [Deliver("spout-1", "split-1", conduct=GIVE_UP)] * (size // TWICE)
    at_once = NextTuple("spout-1", most=size)
    steps: list[TopologyOperation] = [NextTuple("spout-2"), at_once, Pause("spout-1"), Resume("spout-1"), *given_up]
    steps += [Flow("tuples"), Flow("reports"), Flow("words"), at_once]
    if scene.turn % 3 == 0:
        return _made(scene, [*steps, *EVERYTHING], {CALL: size}, messages=1 + size, bolts=(SPLIT,), spouts=TWICE)
    ackers = scene.turn % 3 % TWICE
    steps += [NextTuple("spout-1"), *EVERYTHING]
    bound = {"ackers": ackers, "max_pending": 1}
    return _made(scene, steps, {CALL: size}, messages=TWICE + size, bolts=(SPLIT,), spouts=TWICE, **bound)


def _many_lives(scene: Scene, size: int) -> SizedTopologyWorkload:
    """Let a task die `size` times, by turns a bolt, spout or acker task, each time with inputs,
    emissions or records. Other spout tasks emit before and after.
    """
    dying = ("split-1", "spout-1", "acker-1")[scene.turn % 3]
    holding = BoltShape(name="split", kind="batch", enough=2)
    life: list[TopologyOperation] = [NextTuple("spout-1"), Deliver("spout-1", "split-1"), Flow("reports"), Die(dying)]
    life += [TaskTick("spout-1")] * TWICE
    others: list[TopologyOperation] = [NextTuple(spout) for spout in _names("spout", 1 + BESIDE)[1:]]
    steps = [*others, *life * size, *others, NextTuple("spout-1"), *EVERYTHING]
    return _made(scene, steps, {TASK_LIVES: size}, messages=TWICE + BESIDE, bolts=(holding, COUNT), spouts=1 + BESIDE)


TOPOLOGY = "topology"

grow_sized_topology_workload = Turns(
    (
        Scenario(TOPOLOGY, ASKS, _asked_often, least=1),
        Scenario(TOPOLOGY, DEPTH, _deep, least=1),
        Scenario(TOPOLOGY, CHILDREN, _many_children, least=1),
        Scenario(TOPOLOGY, BATCH, _large_batches, least=1),
        Scenario(TOPOLOGY, COMPONENT_TASKS, _many_tasks),
        Scenario(TOPOLOGY, SPOUT_TASKS, _large_executors),
        Scenario(TOPOLOGY, ACKER_TASKS, _many_ackers, least=1),
        Scenario(TOPOLOGY, TASK_LIVES, _many_lives, least=1),
        Scenario(TOPOLOGY, FIELD_VALUES, _many_values, least=1),
        Scenario(TOPOLOGY, WAITED_THROUGH, _waited_through, least=1),
        Scenario(TOPOLOGY, CALL, _many_at_once, least=1),
        Scenario(TOPOLOGY, BOUND, _wide_bound, least=1),
    )
)
"""The scenarios that cost least come first, so that what they find is found soon. The last is cut into a great many
requests at its greatest size: it has an operation for each of them.
"""
