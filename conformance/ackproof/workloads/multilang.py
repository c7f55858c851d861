"""Workloads for bolt libraries: conversations in which the parent decides the order of messages, and each input says
what the code of the bolt does with it.

Between two `listen` operations the parent sends inputs and heartbeats and reads nothing, like a ShellBolt whose queue
is not empty. So these messages arrive before the task ids of the tuples that the bolt emits meanwhile.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import define, evolve, field, frozen

from ackproof.components.multilang import (
    SYSTEM,
    SYSTEM_TASK,
    TICK_STREAM,
    Deed,
    Give,
    HangUp,
    Heartbeat,
    Launch,
    Listen,
    MultilangOperation,
)
from ackproof.target import Config
from ackproof.workloads import ids
from ackproof.workloads.choices import Choices, chance
from ackproof.workloads.dimensions import BURST, CODE_EMITS, HELD_BY_CODE, TEXT_LENGTH
from ackproof.workloads.independent import OperationsWorkload

ODD_IDS = ("9007199254740993", "-9223372036854775808", "9223372036854775807", "0", "-1", "-9007199254740993")
"""Ids that a library may confuse with others: numbers that lose bits as doubles, the ends of the range, zero."""

ODD_TEXTS = (
    "end",
    "\nend\n",
    "",
    "caf\u00e9 \u4e2d\u6587",
    "\U0001f600 beyond the first plane",
    'quotes " and \\ and /',
    "\u2028 ends a line in JavaScript",
    "tab\tand\r\nreturn",
    "[1, 2]",
    '{"command": "ack"}',
    "null",
    "\u0000 and \u007f",
)
"""Texts that a careless encoding or a reader by lines misreads."""

OTHER_VALUES = (
    "0",
    "1",
    "-1",
    "9007199254740991",
    "-9007199254740991",
    "1.5",
    "1e+300",
    "true",
    "false",
    "null",
    "[]",
    "{}",
    '[1, "a", null, [false]]',
    '{"a": [1.5, {"b": ""}], "caf\u00e9": true}',
    '{"$ref": {"": {"_": null}, "@type": []}, "0": 0, "__class__": "x", "_id": 1}',
    '[[1, 2], [1, 2], {"a": [1, 2], "b": {"a": 1}, "c": {"a": 1}}]',
    '{"0": "a", "1": "b"}',
    '[0, false, 1, true, "", null, "0", "1"]',
    '[[], {}, [[]], [{}], {"": {}}]',
    "[0, 0.5, 1e+21, -1]",
    '{"e\u0301": 1, "\u00e9": 2}',
    "[" * 120 + "]" * 120,
    "0.1",
    "5e-324",
)
"""Values that are no texts, in JSON. The numbers are doubles, since a bolt's language may have no others. Some values
have equal parts, or parts that a language may take for one, or names that look like those of a list; one is deep.
"""

ODD_WORDS = "100% of 'it' %s, %(no)s, {0} {no} $1 \\n \"no\"\nno"
"""A text that a careless report or log takes for a format."""

ODD_ERRORS = (ODD_WORDS, "")
"""Errors that a careless report takes for a format, or for none."""

SOURCES = (
    ("source", "other", 1),
    ("left", "default", 2),
    ("left", "heartbeat", 255),
    ("source", "tick", 256),
    ("other source", "\u4e2d", (1 << 31) - 1),
    ("default", "source", 1),
    ("system", "Default", 70_000),
)
"""Where inputs come from: component, stream and task. Storm refuses names of users that begin with two underscores, and
of the system's own streams a bolt gets ticks only.
"""

FIRST_SHORT_ID = 11
PRINTED = "what the code prints"
TASKS = 5
DIRECT_TASK = 40
LARGE_TASKS = (256, 70_000, (1 << 31) - 1)
"""Tasks that take more than a byte, or more than two; the last is the greatest that there is."""


@frozen(slots=False)
class ConversationWorkload(OperationsWorkload[MultilangOperation]):
    """A conversation with a bolt."""

    cut_off: bool = False
    """Whether the input may end while the bolt has something to do: see ML-16."""

    component = "multilang"

    @property
    def _gives(self) -> Sequence[Give]:
        return [step for step in self.steps if isinstance(step, Give)]

    def counted(self) -> Mapping[str, int]:
        """Return the size of the workload by dimension, as far as it can be counted."""
        bursts, waiting = [0], 0
        for step in self.steps:
            waiting = 0 if isinstance(step, Listen) else waiting + isinstance(step, Give)
            bursts.append(waiting)
        gives = self._gives
        return {
            BURST: max(bursts),
            CODE_EMITS: max((len(_emits(step.deeds)) for step in gives), default=0),
            TEXT_LENGTH: max((len(deed.text) for step in gives for deed in step.deeds), default=0),
            HELD_BY_CODE: len(gives) if self.config.holding else 0,
        }

    def without(self, start: int, stop: int) -> "ConversationWorkload | None":
        """Return the workload without some of its operations, or None if the rest is not in order."""
        rest = self.steps[:start] + self.steps[stop:]
        return evolve(self, steps=rest) if is_in_order(rest, cut_off=self.cut_off) else None

    def restricted_to(self, operations: frozenset[str] | None) -> "ConversationWorkload":
        """Return the workload itself: a conversation has no operation that could be missing."""
        del operations
        return self

    def simpler(self) -> Iterator["ConversationWorkload"]:
        """Yield the workload with short ids, with an input instead of a tick, without a deed, or with a
        plainer deed.
        """
        short = {step.id: str(place) for place, step in enumerate(self._gives, FIRST_SHORT_ID)}
        if any(name != given for given, name in short.items()):
            yield evolve(self, steps=tuple(_renamed(step, short) for step in self.steps))
        for place, step in enumerate(self.steps):
            for plainer in _plainer(step):
                steps = (*self.steps[:place], plainer, *self.steps[place + 1 :])
                if is_in_order(steps, cut_off=self.cut_off):
                    yield evolve(self, steps=steps)


def _renamed(step: MultilangOperation, names: Mapping[str, str]) -> MultilangOperation:
    """Return an operation with other ids of inputs."""
    if not isinstance(step, Give):
        return step
    deeds = [
        evolve(
            deed,
            id=names.get(deed.id, deed.id),
            anchors=None if deed.anchors is None else tuple(names[each] for each in deed.anchors),
        )
        for deed in step.deeds
    ]
    return evolve(step, id=names[step.id], deeds=tuple(deeds))


def _plainer(step: MultilangOperation) -> Iterator[MultilangOperation]:
    if not isinstance(step, Give | Launch):
        return
    if isinstance(step, Give) and step.is_tick:
        yield Give(id=step.id)
    elif isinstance(step, Give) and step != Give(id=step.id, deeds=step.deeds):
        yield Give(id=step.id, deeds=step.deeds)
    for place, deed in enumerate(step.deeds):
        before, after = step.deeds[:place], step.deeds[place + 1 :]
        yield evolve(step, deeds=(*before, *after))
        if deed.text:
            yield evolve(step, deeds=(*before, evolve(deed, text="", is_json=False), *after))
        if deed.task is not None:
            yield evolve(step, deeds=(*before, evolve(deed, task=None), *after))
        if deed.anchors and len(deed.anchors) > 1:
            yield evolve(step, deeds=(*before, evolve(deed, anchors=deed.anchors[:1]), *after))
            yield evolve(step, deeds=(*before, evolve(deed, anchors=deed.anchors[1:]), *after))


def _emits(deeds: Sequence[Deed]) -> Sequence[Deed]:
    return [deed for deed in deeds if deed.do == "emit"]


def is_in_order(steps: Sequence[MultilangOperation], *, cut_off: bool = False) -> bool:
    """Whether a conversation begins with a launch, whether it is listened to at its end, unless it may be `cut_off`,
    and whether the code of the bolt does nothing wrong: it acks, fails and anchors to only those inputs that it holds.
    The deeds of inputs between two `listen` operations may overlap in time, so they share no input.
    """
    if not steps or not isinstance(steps[0], Launch) or not isinstance(steps[-1], Launch | Listen | HangUp):
        return False
    order = _Order(cut_off=cut_off)
    return all(map(order.takes, steps[1:]))


@define(kw_only=True)
class _Order:
    cut_off: bool
    held: set[str] = field(factory=set)
    given: set[str] = field(factory=set)
    touched: set[str] = field(factory=set)
    unheard: bool = False

    def takes(self, step: MultilangOperation) -> bool:
        match step:
            case Launch():
                return False
            case Listen():
                self.touched.clear()
                self.unheard = False
            case HangUp():
                return self.cut_off or not self.unheard
            case Heartbeat():
                self.unheard = True
            case Give():
                return self._takes_input(step)
        return True

    def _takes_input(self, step: Give) -> bool:
        if step.id in self.given:
            return False
        self.unheard = True
        self.given.add(step.id)
        self.held.add(step.id)
        let_go: set[str] = set()
        about: set[str] = set()
        for deed in step.deeds:
            names = set(names_of(deed))
            if not names <= self.held - let_go:
                return False
            about |= names
            let_go |= names if deed.do in ("ack", "fail") else set()
        if about & self.touched:
            return False
        self.touched |= about | {step.id}
        self.held -= let_go
        return True


def names_of(deed: Deed) -> Collection[str]:
    """Return the ids of the inputs that a deed is about."""
    return (deed.id,) if deed.do in ("ack", "fail") else deed.anchors or ()


@frozen(kw_only=True)
class ConversationMix:
    """The parameters of conversations: the greatest numbers of `inputs`, and of `emits` for each, and chances in
    percent.

    `holding` is the chance that the code acks and fails by itself, `others` that an input comes from another component
    or task, or on another stream, than `source`, 1 and `default`, `listens` that the parent listens after an input,
    `raises` that the code raises an error, `plain` that ids and texts are plain ones, `hangs_up` that the conversation
    ends with the end of the input, `cut_off` that this comes before the parent has listened, `twice` that an emission
    names one of its anchors twice, `values` that its last value is no text, and `patient` that a listen waits for
    answers to its heartbeats before it sends more.
    """

    inputs: int = 6
    emits: int = 2
    holding: int = 0
    others: int = 25
    listens: int = 30
    heartbeats: int = 15
    ticks: int = 18
    direct: int = 20
    raises: int = 0
    prints: int = 0
    logs: int = 5
    plain: int = 60
    initial: int = 20
    hangs_up: int = 0
    cut_off: int = 0
    twice: int = 0
    values: int = 0
    patient: int = 0


def grow_conversation(choices: Choices, profile: str, mix: ConversationMix) -> ConversationWorkload:
    """Draw one conversation."""
    holding = chance(choices, mix.holding)
    writer = ConversationWriter(holding)
    seed = choices.integer(0, 1 << 20)
    plain = not chance(choices, 100 - mix.plain)
    writer.launch(_initial(choices, mix))
    for number in range(1 + choices.integer(0, mix.inputs - 1)):
        name = _id(seed, number, plain=plain)
        if chance(choices, mix.ticks):
            writer.tick(name)
        elif holding:
            writer.give(name, _held_deeds(choices, mix, writer, name, plain=plain), _source(choices, mix))
        else:
            writer.give(name, _basic_deeds(choices, mix, writer, plain=plain), _source(choices, mix))
        if chance(choices, mix.heartbeats):
            writer.heartbeat()
        if chance(choices, mix.listens):
            writer.listen(patient=_is_patient(choices, mix))
    cut_off = bool(mix.cut_off) and chance(choices, mix.cut_off)
    if not cut_off:
        writer.listen(patient=_is_patient(choices, mix))
    if chance(choices, mix.hangs_up):
        writer.steps.append(HangUp())
    return evolve(writer.made(profile), cut_off=cut_off)


def _id(seed: int, number: int, *, plain: bool) -> str:
    """Return an id for an input: a random one of 64 bits, or one of `ODD_IDS` in their order."""
    if not plain and number < len(ODD_IDS):
        return ODD_IDS[(number + seed) % len(ODD_IDS)]
    drawn = hashlib.blake2b(f"{seed} {number}".encode(), digest_size=8).digest()
    return str(ids.signed(int.from_bytes(drawn, "big")))


@define
class ConversationWriter:
    """Writes a conversation. It keeps track of the inputs that the code may use."""

    holding: bool
    steps: list[MultilangOperation] = field(init=False, factory=list)
    held: list[str] = field(init=False, factory=list)
    """Inputs that the code holds and that no deed since the last `listen` is about."""

    _touched: list[str] = field(init=False, factory=list)
    _emits: int = field(init=False, default=0)

    def launch(self, deeds: Sequence[Deed] = ()) -> None:
        """Launch the bolt."""
        self.steps.append(Launch(tuple(deeds)))

    def give(self, name: str, deeds: Sequence[Deed], source: tuple[str, str, int] = ("source", "default", 1)) -> None:
        """Give an input that comes from there. Later deeds do not use the inputs of its deeds until the parent has
        listened.
        """
        component, stream, task = source
        self.steps.append(Give(id=name, deeds=tuple(deeds), component=component, stream=stream, task=task))
        self._touch(name, deeds)

    def tick(self, name: str) -> None:
        """Give a tick, for which the code does nothing."""
        self.steps.append(Give(id=name, component=SYSTEM, stream=TICK_STREAM, task=SYSTEM_TASK))
        self._touch(name, ())

    def heartbeat(self) -> None:
        """Send a heartbeat."""
        self.steps.append(Heartbeat())

    def listen(self, *, patient: bool = False) -> None:
        """Listen, unless the last operation did."""
        if not isinstance(self.steps[-1], Listen):
            self.steps.append(Listen(patient))
        self.held += self._touched
        self._touched.clear()

    def emission(self, text: str = "", anchors: Sequence[str] | None = None, task: int | None = None) -> Deed:
        """Return an emission with a name of its own."""
        self._emits += 1
        held = None if anchors is None else tuple(anchors)
        return Deed(do="emit", name=f"e{self._emits}", text=text, anchors=held, task=task)

    def _touch(self, name: str, deeds: Sequence[Deed]) -> None:
        let_go = {deed.id for deed in deeds if deed.do in ("ack", "fail")}
        about = {each for deed in deeds for each in names_of(deed)} | {name}
        self._touched += sorted(about - let_go)
        self.held = [each for each in self.held if each not in about]

    def made(self, profile: str) -> ConversationWorkload:
        """Return the workload."""
        return ConversationWorkload(Config(profile=profile, holding=self.holding), tuple(self.steps))


def _initial(choices: Choices, mix: ConversationMix) -> Sequence[Deed]:
    """Return what the code does while the bolt is initialized. It emits nothing, because it may not
    read task ids yet.
    """
    return (Deed(do="log", text="initialized"),) if chance(choices, mix.initial) else ()


def _basic_deeds(choices: Choices, mix: ConversationMix, writer: ConversationWriter, *, plain: bool) -> Sequence[Deed]:
    deeds = [_emission(choices, mix, writer, plain=plain) for _ in range(choices.integer(0, mix.emits))]
    raised = Deed(do="raise", text="no" if plain else ODD_ERRORS[choices.integer(0, len(ODD_ERRORS) - 1)])
    return [*_remarks(choices, mix, plain=plain), *deeds, *([raised] if chance(choices, mix.raises) else [])]


def _held_deeds(
    choices: Choices, mix: ConversationMix, writer: ConversationWriter, name: str, *, plain: bool
) -> Sequence[Deed]:
    """Return deeds of a bolt that holds inputs: emissions anchored to some of them, then acks and fails of some."""
    touchable = [*writer.held, name]
    deeds = list(_remarks(choices, mix, plain=plain))
    for _ in range(choices.integer(0, mix.emits)):
        anchors = [each for each in touchable if choices.integer(0, 1)]
        if anchors and chance(choices, mix.twice):
            again = anchors[choices.integer(0, len(anchors) - 1)]
            anchors.insert(choices.integer(0, len(anchors)), again)
        named = tuple(anchors) if anchors or choices.integer(0, 1) else None
        deeds.append(evolve(_emission(choices, mix, writer, plain=plain), anchors=named))
    for each in touchable if choices.integer(0, 1) else reversed(touchable):
        match choices.integer(0, 7):
            case 1 | 2:
                deeds.append(Deed(do="ack", id=each))
            case 3:
                deeds.append(Deed(do="fail", id=each))
    return deeds


def _emission(choices: Choices, mix: ConversationMix, writer: ConversationWriter, *, plain: bool) -> Deed:
    """Return an emission of a text or, if the mix has some, of another value; and to a task, or not."""
    is_json = bool(mix.values) and chance(choices, mix.values)
    value = OTHER_VALUES[choices.integer(0, len(OTHER_VALUES) - 1)] if is_json else _text(choices, plain=plain)
    return evolve(writer.emission(value, task=_task(choices, mix)), is_json=is_json)


def _source(choices: Choices, mix: ConversationMix) -> tuple[str, str, int]:
    """Return the component, stream and task that an input comes from."""
    if not chance(choices, mix.others):
        return "source", "default", 1
    return SOURCES[choices.integer(0, len(SOURCES) - 1)]


def _is_patient(choices: Choices, mix: ConversationMix) -> bool:
    return bool(mix.patient) and chance(choices, mix.patient)


def _remarks(choices: Choices, mix: ConversationMix, *, plain: bool) -> Iterator[Deed]:
    if chance(choices, mix.prints):
        yield Deed(do="print", text=PRINTED)
    if chance(choices, mix.logs):
        yield Deed(do="log", text="at work" if plain else ODD_WORDS)


def _text(choices: Choices, *, plain: bool) -> str:
    return "text" if plain else ODD_TEXTS[choices.integer(0, len(ODD_TEXTS) - 1)]


def _task(choices: Choices, mix: ConversationMix) -> int | None:
    if not chance(choices, mix.direct):
        return None
    drawn = choices.integer(0, TASKS + len(LARGE_TASKS) - 1)
    return DIRECT_TASK + drawn if drawn < TASKS else LARGE_TASKS[drawn - TASKS]
