"""Executions of tasks as steps with happenings, as the rules read them: each execution as a whole, or piece by piece.

A bolt that acks its input at the end of a long execution has not acked it at its beginning. So rules on the order of
happenings get the pieces in the order in which they happened. Rules on happenings that belong together get whole
executions, in the order in which they began.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import takewhile

from ackproof.components.happenings import Arrival, Happening, Lost, Sending
from ackproof.components.topology import Deliver, Die, Flow, Lose, Settle, TaskTick, TopologyOperation, TopologyResult
from ackproof.oracle.duties import component_of
from ackproof.target import Config
from ackproof.workloads.topologies.workload import TopologyWorkload
from attrs import frozen

from ackproof_adapters.running.journal import Execution

SPOUT_TICKS = 2

_Step = tuple[TopologyOperation, Sequence[Happening]]


@frozen
class View:
    """The steps of a run, and what happened at each."""

    workload: TopologyWorkload
    results: tuple[TopologyResult, ...]


def whole(config: Config, executions: Sequence[Execution], *, is_over: bool, cut_off: Collection[str] = ()) -> View:
    """Return each execution as a step. `is_over` says that everything was delivered and two ticks have passed;
    `cut_off` has the tasks whose connections were broken.

    The steps end before an execution that was torn by the death of its process: its missing part is unknown.
    """
    before = list(takewhile(lambda each: not each.torn, executions))
    is_over = is_over and len(before) == len(executions)
    mortal = {each.operation.task for each in executions if isinstance(each.operation, Die)}
    losing = _Losing(mortal, cut_off)
    steps = list(_with_losses([(each.operation, each.happenings) for each in before], losing, is_over=is_over))
    return _view(config, steps, is_over=is_over)


def piecemeal(config: Config, executions: Sequence[Execution], *, is_over: bool) -> View:
    """Return the pieces of bolts' executions as steps, in the order in which they happened; other executions as a
    whole.

    The steps end before a torn tick of a spout task: the trees that it would have failed are unknown.
    """
    bolts = {shape.name for shape in config.wiring.bolts}
    before = list(takewhile(lambda each: not (each.torn and isinstance(each.operation, TaskTick)), executions))
    is_over = is_over and len(before) == len(executions)
    pieces: list[tuple[int, TopologyOperation, tuple[Happening, ...]]] = []
    for each in before:
        operation = each.operation
        if isinstance(operation, Deliver) and component_of(operation.receiver) in bolts:
            first, *rest = each.parts
            pieces.append((each.line, operation, (first[1],)))
            pieces += [(line, Flow("tuples"), (happening,)) for line, happening in rest]
        elif isinstance(operation, TaskTick) and component_of(operation.task) in bolts:
            pieces.append((each.line, operation, ()))
            pieces += [(line, Flow("tuples"), (happening,)) for line, happening in each.parts]
        else:
            pieces.append((each.line, operation, each.happenings))
    pieces.sort(key=lambda piece: piece[0])
    return _view(config, [(operation, happened) for _, operation, happened in pieces], is_over=is_over)


@frozen
class _Losing:
    """The channels on which a message may be lost: from and to tasks that die, and to tasks whose connections were
    broken. The journal does not show a notification that a spout task ignores: it counts as lost.
    """

    mortal: Collection[str]
    cut_off: Collection[str]

    def may_lose(self, sender: str, receiver: str) -> bool:
        """Whether a message from one task to another may be lost."""
        ends = {sender, receiver}
        return bool(ends & {*self.mortal}) or receiver in self.cut_off or component_of(receiver) == "spout"


def _with_losses(steps: Sequence[_Step], losing: _Losing, *, is_over: bool) -> Iterator[_Step]:
    """Yield the steps, with a loss of each message that never arrives, if it may be lost: before the next message of
    the same channel arrives, or at the end.
    """
    arriving = Counter(
        (each.task, each.name) for _, happened in steps for each in happened if isinstance(each, Arrival)
    )
    channels: dict[tuple[str, str], deque[str]] = defaultdict(deque)
    for operation, happened in steps:
        arrived = [each for each in happened if isinstance(each, Arrival)]
        if isinstance(operation, Deliver) and arrived:
            channel = operation.sender, operation.receiver
            yield from _lost(channel, channels[channel], arriving, losing)
            for each in arrived:
                arriving[each.task, each.name] -= 1
                if each.name in channels[channel]:
                    channels[channel].remove(each.name)
        yield operation, happened
        for sent in happened:
            if isinstance(sent, Sending):
                channels[sent.task, sent.to].append(sent.name)
    if is_over:
        for channel, under_way in channels.items():
            yield from _lost(channel, under_way, arriving, losing)


def _lost(
    channel: tuple[str, str], under_way: deque[str], arriving: Counter[tuple[str, str]], losing: _Losing
) -> Iterator[_Step]:
    """Yield the losses of the oldest messages of a channel, which do not arrive any more."""
    sender, receiver = channel
    may_be = losing.may_lose(sender, receiver)
    while may_be and under_way and not arriving[receiver, under_way[0]]:
        yield Lose(sender, receiver, 0), (Lost(receiver, under_way.popleft()),)


def _view(config: Config, steps: Iterable[_Step], *, is_over: bool) -> View:
    taken = list(steps)
    if is_over:
        spouts = [f"spout-{number}" for number in config.spout_tasks]
        taken += [(TaskTick(spout), ()) for _ in range(SPOUT_TICKS) for spout in spouts]
        taken.append((Settle(), ()))
    workload = TopologyWorkload(config, tuple(operation for operation, _ in taken))
    return View(workload, tuple(TopologyResult(tuple(happened)) for _, happened in taken))
