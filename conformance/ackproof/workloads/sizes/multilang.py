"""Large conversations with bolts: many waiting inputs, many emissions, long texts, and many held inputs."""

from collections.abc import Collection, Sequence

from attrs import evolve, frozen

from ackproof.components.multilang import Deed, Give, HangUp, MultilangOperation
from ackproof.target import Config
from ackproof.wire.multilang import given, heartbeat
from ackproof.workloads import ids
from ackproof.workloads.dimensions import BURST, CODE_EMITS, HELD_BY_CODE, TEXT_LENGTH
from ackproof.workloads.multilang import ConversationWorkload, ConversationWriter, names_of
from ackproof.workloads.sizes.scenarios import Grown, Scenario, Scene, Turns
from ackproof.workloads.sizes.texts import text_of

DIRECT = 40
BLOCK, DIVIDED, LONGEST_LOG = 4096, 4, 400
"""The bytes that are read at once, the places at which a block may divide `\\nend\\n`, and the length below which texts
are logged to get there.
"""
EVERY = 8
BUFFERS = (512, 1024, 4096, 8192, 16_384, 65_536)
"""How many bytes buffers have."""
LENGTHS = tuple(buffer - less for buffer in BUFFERS for less in (128, 96, 64, 32, 0, -1))
"""Lengths of texts: a message is about as long as its text and a hundred bytes. The last of each fills a buffer, or is
longer by one character.
"""
CROWDS = 4
"""The number of inputs for which long messages are mixed with short ones, in another way each."""
LETTERS = "abc\u00e9\u4e2d\U0001f600\n\\"
ALL_OF_ASCII = "".join(map(chr, range(0x80)))
"""A library that escapes long texts by itself may forget any of these."""


@frozen(slots=False)
class SizedConversation(Grown, ConversationWorkload):
    """A large conversation."""

    def regrown(self, size: int) -> "SizedConversation":
        """Return the same scenario in another size."""
        grown = self.grown_anew(size)
        assert isinstance(grown, SizedConversation)  # noqa: S101 - a scenario makes workloads of one kind
        return grown

    def without(self, start: int, stop: int) -> "SizedConversation | None":
        """Return the workload without some of its operations, or None if the rest is not in order."""
        shorter = super().without(start, stop)
        assert shorter is None or isinstance(shorter, SizedConversation)  # noqa: S101 - it is a part of this one
        return shorter

    def subjects(self, index: int) -> Sequence[object]:
        """Return the inputs, any of which can be left out."""
        del index
        return tuple(step.id for step in self.steps if isinstance(step, Give))

    def without_subjects(self, subjects: Collection[object]) -> "SizedConversation":
        """Return the workload without these inputs, and without what the code does with them."""
        gone = set(subjects)
        kept = [left for step in self.steps if (left := _without(gone, step)) is not None]
        return evolve(self, steps=tuple(kept))


def _without(gone: set[object], step: MultilangOperation) -> MultilangOperation | None:
    if not isinstance(step, Give):
        return step
    if step.id in gone:
        return None
    if gone.isdisjoint(name for deed in step.deeds for name in names_of(deed)):
        return step
    deeds = [_anchored_without(gone, deed) for deed in step.deeds if deed.id not in gone]
    return evolve(step, deeds=tuple(deeds))


def _anchored_without(gone: set[object], deed: Deed) -> Deed:
    if deed.anchors is None:
        return deed
    return evolve(deed, anchors=tuple(name for name in deed.anchors if name not in gone))


def _names(scene: Scene, count: int) -> Sequence[str]:
    return [str(ids.signed(scene.source.getrandbits(ids.BITS))) for _ in range(count)]


def _made(writer: ConversationWriter, scene: Scene) -> SizedConversation:
    if not isinstance(writer.steps[-1], HangUp):
        writer.listen()
    made = SizedConversation(config=Config(profile=scene.profile, holding=writer.holding), steps=tuple(writer.steps))
    return evolve(made, reached=made.counted())


def _many_waiting(scene: Scene, size: int) -> SizedConversation:
    """Give an input that emits, and `size` others before its task ids. Every eighth of these emits, too, and in one
    turn of three each of them. If a bolt reads in blocks, the line `end` of a message comes in two of them, divided at
    each place in turn: the code logs a text for an input that would otherwise end a little before.
    """
    writer = ConversationWriter(holding=False)
    writer.launch()
    first, *others = _names(scene, 1 + size)
    deeds = [writer.emission("first"), writer.emission("second")]
    writer.give(first, deeds)
    sent, blocks, beat = _bytes_of(first, deeds), 0, len(given(heartbeat()))
    for place, name in enumerate(others):
        emits = scene.turn % 3 == 1 or place % EVERY == scene.turn % EVERY
        deeds = [writer.emission(str(place))] if emits else []
        blocks = max(blocks, sent // BLOCK)
        room = (blocks + 1) * BLOCK + 1 + blocks % DIVIDED - sent
        missing = room - _bytes_of(name, [*deeds, Deed(do="log")])
        if 0 <= missing < LONGEST_LOG:
            deeds.append(Deed(do="log", text="x" * missing))
            blocks += 1
        writer.give(name, deeds)
        sent += _bytes_of(name, deeds)
        if place % EVERY == 1:
            writer.heartbeat()
            sent += beat
    return _made(writer, scene)


def _bytes_of(name: str, deeds: Sequence[Deed]) -> int:
    """Return the number of bytes of an input, with the line `end` behind it."""
    return len(given(Give(id=name, deeds=tuple(deeds))))


def _many_emits(scene: Scene, size: int) -> SizedConversation:
    """Give an input for which the code emits `size` times, every eighth time to a task, and further inputs after it."""
    writer = ConversationWriter(holding=False)
    writer.launch()
    first, *others = _names(scene, 1 + EVERY)
    tasks = [DIRECT if place % EVERY == scene.turn % EVERY else None for place in range(size)]
    writer.give(first, [writer.emission(str(place), task=task) for place, task in enumerate(tasks)])
    for name in others:
        writer.give(name, [writer.emission("behind")])
    return _made(writer, scene)


def _long_texts(scene: Scene, size: int) -> SizedConversation:
    """Give an input whose text has `size` characters, of one byte or of several, one whose text differs from that in
    the last character, one with a text of all ASCII characters, and further inputs after them. At the end come inputs
    for which the bolt says long messages among short ones, and the end of the input. In every second turn the code
    holds its inputs.
    """
    writer = ConversationWriter(holding=bool(scene.turn % 2))
    writer.launch()
    text = text_of(size, LETTERS if scene.turn % 2 else "a")
    first, second, third, *others = _names(scene, 3 + CROWDS)
    writer.give(first, [writer.emission(text)])
    writer.give(second, [writer.emission(text[:-1] + "z"), writer.emission(text[:EVERY])])
    writer.listen()
    writer.give(third, [writer.emission(text_of(size, ALL_OF_ASCII))])
    texts = [text[:length] for length in LENGTHS if length < size]
    for way, name in enumerate(others):
        writer.give(name, _long_among_short(writer, name, [*texts, text], way))
        writer.heartbeat()
    writer.listen()
    writer.steps.append(HangUp())
    return _made(writer, scene)


def _long_among_short(writer: ConversationWriter, name: str, texts: Sequence[str], way: int) -> Sequence[Deed]:
    """Return deeds that emit each text behind a short one. They emit to a task, so that nothing is awaited between the
    two, except for one text in four, and log some texts in between. Right behind the last text its input is acked or
    failed, by the code if that holds it.
    """
    anchors = [name] if writer.holding else None
    deeds: list[Deed] = []
    for turn, text in enumerate(texts, way):
        deeds.append(writer.emission("short", anchors, DIRECT))
        deeds += [Deed(do="log", text=text)] * (turn % CROWDS == 1)
        deeds.append(writer.emission(text, anchors, DIRECT if turn % CROWDS else None))
    return [*deeds, Deed(do="fail" if way % 2 else "ack", id=name)] if writer.holding else deeds


def _many_held(scene: Scene, size: int) -> SizedConversation:
    """Give `size` inputs that the code holds, and one more, for which it emits a tuple anchored to all of them and then
    acks or fails them in random order. In every second turn it names every eighth of them twice.
    """
    writer = ConversationWriter(holding=True)
    writer.launch()
    *held, last = _names(scene, size + 1)
    for name in held:
        writer.give(name, [])
    writer.listen()
    ends = [
        Deed(do="fail" if place % EVERY == 0 else "ack", id=each) for place, each in enumerate(scene.shuffled(held))
    ]
    anchors = [*held, *held[::EVERY]] if scene.turn % 2 else held
    writer.give(last, [writer.emission("join", anchors=anchors), *ends, Deed(do="ack", id=last)])
    return _made(writer, scene)


MULTILANG = "multilang"

grow_sized_conversation = Turns(
    (
        Scenario(MULTILANG, BURST, _many_waiting, least=1),
        Scenario(MULTILANG, CODE_EMITS, _many_emits, least=1),
        Scenario(MULTILANG, TEXT_LENGTH, _long_texts, least=1),
        Scenario(MULTILANG, HELD_BY_CODE, _many_held, least=1),
    )
)
