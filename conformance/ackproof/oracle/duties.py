"""The duties of a bolt with its inputs: a function of its kind and its conduct. It restates the tables of kinds and of
conducts in the chapter on the topology, without any code of a topology. If the chapter leaves something open, a duty
has bounds.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import evolve, field, frozen

from ackproof.components.happenings import AckOrFail, BoltTuple, CallRefused, InputAcked, InputFailed
from ackproof.components.topology import BoltShape
from ackproof.text.truncate import truncated_names


@frozen(kw_only=True)
class Duty:
    """The calls that a bolt task has to make. `emits` bounds the number of tuples to each bolt after it. Each is
    anchored to `anchors`, or to the input `late` if the bolt emits once more after its ack. `ends` are the inputs that
    it has to ack or fail, each with its first call, `again` those about which it makes a second call, and `may_end`
    those that it may ack or fail. `holds` are the inputs that it keeps. `why` says why it has to end these inputs, if
    that needs saying.
    """

    emits: tuple[int, int] = (0, 0)
    anchors: tuple[str, ...] = ()
    late: str | None = None
    ends: Mapping[str, AckOrFail]
    again: Mapping[str, AckOrFail] = field(factory=dict)
    may_end: frozenset[str] = frozenset()
    holds: tuple[str, ...] = ()
    why: str = ""


BoltCall = BoltTuple | InputAcked | InputFailed


@frozen
class BoltMistake:
    """A mistake of a bolt task in its emissions, its anchors, or its acks and fails; with the wrong call, unless one is
    missing.
    """

    part: str
    what: str
    call: BoltCall | None = None


EMITS, ANCHORS, ENDS = "emits", "anchors", "ends"


def duty(shape: BoltShape, held: Sequence[str], taken: str, conduct: str) -> Duty:
    """Return the duty of a bolt task that holds some inputs and takes one more."""
    match conduct:
        case "give-up":
            some = (0, 0) if shape.kind == "batch" else (0, shape.fan)  # emissions before the error remain
            return Duty(emits=some, anchors=_anchors(shape, taken), ends={taken: AckOrFail.FAIL}, holds=tuple(held))
        case "fail-then-ack":
            return Duty(ends={taken: AckOrFail.FAIL}, again={taken: AckOrFail.ACK}, holds=tuple(held))
    due = _processing(shape, held, taken)
    if conduct == "forget":
        others = frozenset(due.ends) - {taken}
        return Duty(emits=due.emits, anchors=due.anchors, ends={}, may_end=others, holds=due.holds)
    if conduct == "ack-twice":
        return evolve(due, again=due.ends)
    if conduct == "emit-after-ack":
        # One tuple more, if it is not refused. A batch that is not full still holds the input, so it emits for that
        # input, too.
        low, high = due.emits
        return Duty(emits=(low, high + 1), anchors=due.anchors, late=taken, ends=due.ends, holds=due.holds)
    return due


def flush(shape: BoltShape, held: Sequence[str], why: str = "") -> Duty:
    """Return the duty of a batch bolt task that finishes what it holds, and why it has to."""
    if not held:
        return Duty(ends={})
    return Duty(emits=(shape.fan, shape.fan), anchors=tuple(held), ends=dict.fromkeys(held, AckOrFail.ACK), why=why)


def _processing(shape: BoltShape, held: Sequence[str], taken: str) -> Duty:
    if shape.kind == "batch":
        batch = (*held, taken)
        return flush(shape, batch) if len(batch) >= shape.enough else Duty(ends={}, holds=batch)
    return Duty(emits=(shape.fan, shape.fan), anchors=_anchors(shape, taken), ends={taken: AckOrFail.ACK})


def _anchors(shape: BoltShape, taken: str) -> tuple[str, ...]:
    return () if shape.kind == "loose" else (taken,)


def emitted(due: Duty, refused: Collection[CallRefused]) -> tuple[int, int]:
    """Return the bounds of the number of tuples to each bolt, where some calls were refused: maybe the emit that comes
    late.
    """
    low, high = due.emits
    if due.late is None:
        return low, high
    is_refused = any(each.call == "emit" and due.late in each.receipts for each in refused)
    return (low, low) if is_refused else (high, high)


def faults(
    task: str, due: Duty, after: Collection[str], calls: Sequence[BoltCall], refused: Collection[CallRefused] = ()
) -> Iterable[BoltMistake]:
    """Yield the mistakes in the calls of a bolt task whose tuples go to the bolts `after`; some more calls of it were
    `refused`. The number of tuples for each bolt depends on the subscriptions, and is checked in `places`.
    """
    yield from _emitted(task, due, after, [call for call in calls if isinstance(call, BoltTuple)])
    answered: dict[str, list[InputAcked | InputFailed]] = {}
    for call in calls:
        if isinstance(call, BoltTuple):
            comes_of = call.anchors or due.ends  # without anchors, it comes of what the bolt has to let go of
            early = [name for name in comes_of if name in answered and name != due.late]
            if early:
                yield BoltMistake(ENDS, f"let go of {early[0]} before it emitted {call.name}, which comes of it", call)
        else:
            answered.setdefault(call.receipt, []).append(call)
    for name, answer in due.ends.items():
        if name not in answered:
            yield BoltMistake(ENDS, f"did not {answer} {name}{due.why and '; '}{due.why}")
        elif answered[name][0].answer is not answer:
            said = answered[name][0]
            yield BoltMistake(ENDS, f"said {said.answer} of {name}, and should say {answer}", said)
    acks_refused = {name for each in refused if each.call == "ack" for name in each.receipts}
    for name, said_of in answered.items():
        if name not in due.ends and name not in due.may_end:
            yield BoltMistake(ENDS, f"said {said_of[0].answer} of {name}, of which it has nothing to say", said_of[0])
        elif name not in due.again or len(said_of) > 1 or name not in acks_refused:
            yield from _ended_again(name, said_of, due.again.get(name))


def _ended_again(
    name: str, said: Sequence[InputAcked | InputFailed], answer: AckOrFail | None
) -> Iterable[BoltMistake]:
    """Yield the mistakes in the calls about an input after the first, of which one is due, or none."""
    if answer is None:
        for each in said[1:2]:
            yield BoltMistake(ENDS, f"said {each.answer} of {name} after it had said {said[0].answer}", each)
    elif len(said) == 1:
        yield BoltMistake(ENDS, f"did not {answer} {name} after it had said {said[0].answer}, as its conduct says")
    else:
        wrong = next((each for place, each in enumerate(said[1:]) if place or each.answer is not answer), None)
        if wrong is not None:
            what = f"said {wrong.answer} of {name}; after it had said {said[0].answer} it should say {answer}, once"
            yield BoltMistake(ENDS, what, wrong)


def _emitted(task: str, due: Duty, after: Collection[str], tuples: Sequence[BoltTuple]) -> Iterable[BoltMistake]:
    receivers = [component_of(sent.to) for sent in tuples]
    for sent, component in zip(tuples, receivers, strict=True):
        if component not in after:
            yield BoltMistake(
                EMITS, f"emitted {sent.name} to {sent.to}, which does not stand after {component_of(task)}", sent
            )
        elif set(sent.anchors) != set(due.anchors) and (due.late is None or set(sent.anchors) != {due.late}):
            yield BoltMistake(
                ANCHORS,
                f"anchored {sent.name} to {_named(sent.anchors)}; it should be anchored to {_named(due.anchors)}",
                sent,
            )


def _named(names: Sequence[str]) -> str:
    return " and ".join(truncated_names(names)) or "nothing"


def inputs(due: Duty) -> str:
    """Return the names of the inputs of a duty."""
    names = dict.fromkeys((*due.ends, *due.anchors))
    return _named(tuple(names)) if names else "what it has"


def component_of(task: str) -> str:
    """Return the component of a task, by its name."""
    return task.rpartition("-")[0]
