"""The collectors of bolts: who sends which tuple to whom, and what each bolt task tells the ackers."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from ackproof.components import Operation
from ackproof.components.acker import Ack
from ackproof.components.anchoring import Emit, Message, Receive
from ackproof.pages.timelines.asked import of_asked
from ackproof.pages.timelines.timeline import LABELS, Arrow, Look, Timeline, compared, few_arrows
from ackproof.stories.differences import draws_own_ids, without_ids
from ackproof.text.truncate import truncated
from ackproof.witness import CollectorStep, Witness

ACKERS, BOLTS = "ackers", "bolt tasks"
MOST_BOLT_LANES = 6
"""Bolt tasks that have lanes of their own."""

NAMES = "A, B and so on are tuples; edge 6 is the id of the edge that leads to a tuple, under its root"


def of_collector(steps: Sequence[CollectorStep], witness: Witness) -> Timeline:
    """Return the picture of what bolt tasks did. A tuple goes to the bolt task that is named after it."""
    named: dict[str, None] = {}
    for step in steps:
        named |= dict.fromkeys([_bolt(each) for each in step.tuples])
    bolts = list(named) if len(named) <= MOST_BOLT_LANES else [BOLTS]
    sources = dict.fromkeys(_source(step) for step in steps if _source(step) not in named)
    own_ids = draws_own_ids(witness.run.operations, [step.said for step in steps])

    def lane(name: str) -> str:
        return name if name in sources or name in bolts else BOLTS

    def arrows(operation: Operation, step: CollectorStep) -> Iterator[Arrow]:
        sender = lane(_source(step))
        match operation:
            case Receive(name, message_id):
                label = f"{name}: {_edges(message_id)}"
                yield Arrow(start=sender, end=lane(_bolt(name)), label=label, look=Look.SENT)
            case Emit():
                made = [(lane(_bolt(name)), label, look) for name, label, look in _emitted(operation, step, own_ids)]
                yield from few_arrows([Arrow(start=sender, end=to, label=label, look=look) for to, label, look in made])
            case _:
                yield Arrow(start=sender, end=sender, label=f"{step.op} {step.tuples[0]}", look=Look.NOTE)
        yield from few_arrows([_report_arrow(message, look, sender) for message, look in _messages(step, own_ids)])
        if step.said.refused is not None:
            right = step.expected is None or step.expected.refused is not None
            label, look = ("refused", Look.FAIL) if right else ("wrongly: refused", Look.WRONG)
            yield Arrow(start=sender, end=sender, label=label, look=look)
        elif step.expected is not None and step.expected.refused is not None:
            yield Arrow(start=sender, end=sender, label="missing: a refusal", look=Look.MISSING)

    return of_asked((*sources, *bolts, ACKERS), steps, witness, arrows, names=NAMES)


def _bolt(name: str) -> str:
    return f"bolt task of {name}"


def _source(step: CollectorStep) -> str:
    return BOLTS if step.sender is None else step.sender


def _edges(message_id: Mapping[int, int]) -> str:
    edges = [str(edge) for edge in message_id.values()]
    return f"edge{'s' * (len(edges) > 1)} {', '.join(truncated(edges, lambda _: '…', 1))}" if edges else "no tree"


def _emitted(operation: Emit, step: CollectorStep, own_ids: bool) -> Iterator[tuple[str, str, Look]]:  # noqa: FBT001
    """Yield the tuples of an emit, as they were made and as they should have been."""
    due = step.expected.message_ids if step.expected is not None else step.said.message_ids
    for name, made, right in zip_longest(operation.tuples, step.said.message_ids, due):
        if name is None:
            continue
        alike = made is not None and right is not None and (made.keys() == right.keys() if own_ids else made == right)
        if made is not None:
            look = Look.SENT if alike else Look.WRONG
            yield name, f"{LABELS.get(look, '')}{name}: {_edges(made)}", look
        if right is not None and not alike:
            yield name, f"{LABELS[Look.MISSING]}{name}: {_edges(right)}", Look.MISSING


def _messages(step: CollectorStep, own_ids: bool) -> Iterator[tuple[Message, Look]]:  # noqa: FBT001
    answered, due = step.said, step.said if step.expected is None else step.expected
    if own_ids and without_ids(answered) == without_ids(due):
        due = answered
    yield from compared(answered.messages, due.messages)


def _report_arrow(message: Message, look: Look, sender: str) -> Arrow:
    value = f", value {message.value}" if isinstance(message, Ack) else ""
    usual = Look.FAIL if message.op == "fail" else Look.SENT
    label = f"{LABELS[look]}{message.op} root {message.root}{value}"
    return Arrow(start=sender, end=ACKERS, label=label, look=usual if look is Look.EMITTED else look)
