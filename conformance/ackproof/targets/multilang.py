"""The reference's bolt library as a target, and programs with a bolt of another library.

Both have the same parent. The reference runs without waiting: the library is called, and its lines are read from a
queue.
"""

import shlex
import shutil
from collections import deque
from collections.abc import Sequence
from functools import partial

from acking.multilang import (
    AckCall,
    AckMessage,
    BoltInput,
    BoltLibrary,
    BoltMessage,
    Code,
    EmitCall,
    EmitMessage,
    ErrorMessage,
    FailCall,
    FailMessage,
    LogCall,
    LogMessage,
    PidFileLeft,
    PidMessage,
    SyncMessage,
    TaskIds,
)
from attrs import define, field, frozen

import ackproof
from ackproof.components import MULTILANG
from ackproof.components.multilang import (
    AckLine,
    BoltLine,
    Deed,
    EmitLine,
    FailLine,
    Give,
    PidLine,
    RemarkLine,
    StrayLine,
    SyncLine,
)
from ackproof.errors import Refused, UsageError
from ackproof.target import DEFAULT_REPLY_TIMEOUT, HOLDING, Component, Config, Description, Offer
from ackproof.targets.bolt_process import BoltProcess, Patience, PidFolder
from ackproof.targets.shell_parent import BoltChild, NothingToRead, ShellParent
from ackproof.wire import multilang

NAME = "multilang-reference"
KIND = "shell-bolt"
CLAIMED = frozenset({HOLDING, "sessions"})
OWN_PID = 4711
UNVERSIONED = "unversioned"
KINDS_OF_BOLTS = {False: "basic", True: "holding"}
"""The last argument of a program, which selects its kind of bolt: see `Config.holding`."""


class CodeRaised(Exception):
    """The error that the code of a bolt raises as one of its deeds."""


def code_of(deeds: Sequence[Deed]) -> Code:
    """Execute deeds in order. An emission has three values: its name, the task ids received for the previous one, and a
    text.
    """
    heard: TaskIds | None = None
    for deed in deeds:
        match deed.do:
            case "emit":
                values = deed.name, heard, multilang.value_of(deed)
                call = EmitCall(values=values, anchors=deed.anchors, task=deed.task)
                task_ids = yield call
                heard = task_ids if deed.task is None else heard
            case "ack":
                yield AckCall(deed.id)
            case "fail":
                yield FailCall(deed.id)
            case "log" | "print":
                yield LogCall(deed.text)
            case "raise":
                raise CodeRaised(deed.text)
            case _:
                raise Refused(f"there is no deed {deed.do!r}")


@frozen
class StrayText:
    """Output of a library that is not a message. The reference writes none; wrong libraries do."""

    text: str


def line_of(message: BoltMessage | StrayText) -> BoltLine | None:  # noqa: PLR0911 - one for each kind
    """Return a library's message as a line; None for a message that the parent ignores."""
    match message:
        case PidMessage(pid):
            return PidLine(pid == OWN_PID, filed=False)
        case EmitMessage():
            name, heard, value = message.values
            text, is_json = multilang.said_value(value)
            return EmitLine(
                name=str(name),
                anchors=message.anchors,
                text=text,
                is_json=is_json,
                task=message.task,
                heard=heard if isinstance(heard, tuple) else None,
            )
        case AckMessage(name):
            return AckLine(name)
        case FailMessage(name):
            return FailLine(name)
        case SyncMessage():
            return SyncLine()
        case ErrorMessage():
            return RemarkLine("error")
        case LogMessage():
            return RemarkLine("log")
        case StrayText():
            return StrayLine(message.text)
    return None


@define
class LibraryChild:
    """A bolt of a library that runs in this process."""

    library: BoltLibrary
    _unread: deque[BoltMessage | StrayText] = field(init=False, factory=deque)
    _filed: bool = field(init=False, default=False)

    def __attrs_post_init__(self) -> None:
        self._unread.extend(self.library.shake_hands())

    def give(self, given: Give) -> None:
        """See `BoltChild`."""
        if not self.library.is_over:
            self._unread.extend(self.library.take(_input(given)))

    def give_task_ids(self, task_ids: tuple[int, ...]) -> None:
        """See `BoltChild`."""
        if not self.library.is_over:
            self._unread.extend(self.library.take_task_ids(task_ids))

    def hang_up(self) -> None:
        """See `BoltChild`."""
        if not self.library.is_over:
            self._unread.extend(self.library.hang_up())

    def read(self) -> BoltLine | NothingToRead:
        """See `BoltChild`. Nothing is under way after a call."""
        while self._unread:
            message = self._unread.popleft()
            self._filed = self._filed or isinstance(message, PidFileLeft)
            line = line_of(message)
            if line is not None:
                return line
        return NothingToRead.ENDED if self.library.is_over else NothingToRead.DONE

    def is_idle(self) -> bool:
        """See `BoltChild`. It is never silent."""
        return False

    def has_filed(self) -> bool:
        """See `BoltChild`."""
        return self._filed

    def close(self) -> None:
        """See `BoltChild`."""


def _input(given: Give) -> BoltInput:
    return BoltInput(
        name=given.id,
        component=given.component or None,
        stream=given.stream,
        task=given.task,
        values=given.deeds,
    )


@define
class LibraryTarget:
    """A library in this process: the reference's, or a wrong one in its place."""

    name: str = NAME
    make_library: type[BoltLibrary] = BoltLibrary

    def describe(self) -> Description:
        """Describe the component `multilang`."""
        return Description(
            name=self.name,
            version=ackproof.__version__,
            language="python",
            components=(MULTILANG.name,),
            capabilities=CLAIMED,
        )

    def open(self, component: str, config: Config) -> Component:
        """Create a parent; the first operation launches its bolt."""
        _require(component, self.name)
        return ShellParent(self._launched, config.holding)

    def open_beside(self, session: str, component: str, config: Config) -> Component:
        """Create another parent, as `open` does."""
        del session
        return self.open(component, config)

    def close(self) -> None:
        """Do nothing: there are no resources."""

    def _launched(self, deeds: Sequence[Deed], *, holding: bool) -> BoltChild:
        library = self.make_library(
            pid=OWN_PID,
            initialize=partial(code_of, deeds),
            process=lambda given: code_of(_deeds(given)),
            holding=holding,
        )
        return LibraryChild(library)


def _deeds(given: BoltInput) -> list[Deed]:
    return [each for each in given.values if isinstance(each, Deed)]


def _require(component: str, name: str) -> None:
    if component != MULTILANG.name:
        raise Refused(f"{name} is a bolt library and has no {component}")


@define
class ShellBoltTarget:
    """A program with a bolt that executes the deeds of its inputs: see `spec/multilang.md`. It is started for each
    conversation, with one additional argument, `basic` or `holding`.
    """

    command: Sequence[str]
    description: Description
    reply_timeout: float = DEFAULT_REPLY_TIMEOUT
    _pids: PidFolder = field(init=False, factory=PidFolder)
    _patience: Patience = field(init=False, factory=Patience)
    _parents: list[ShellParent] = field(init=False, factory=list)

    def describe(self) -> Description:
        """Return the description of the program, which does not describe itself."""
        return self.description

    def open(self, component: str, config: Config) -> Component:
        """Create a parent; the first operation launches its bolt."""
        self._close_parents()
        return self.open_beside("", component, config)

    def open_beside(self, session: str, component: str, config: Config) -> Component:
        """Create another parent: each has a separate process."""
        del session
        _require(component, self.description.name)
        parent = ShellParent(self._launched, config.holding)
        self._parents.append(parent)
        return parent

    def close(self) -> None:
        """End all processes."""
        self._close_parents()
        self._pids.close()

    def _close_parents(self) -> None:
        while self._parents:
            self._parents.pop().close()

    def _launched(self, deeds: Sequence[Deed], *, holding: bool) -> BoltChild:
        return BoltProcess(
            command=[*self.command, KINDS_OF_BOLTS[holding]],
            deeds=deeds,
            pids=self._pids,
            patience=self._patience,
            reply_timeout=self.reply_timeout,
        )


def make() -> LibraryTarget:
    """Return the reference's library."""
    return LibraryTarget()


def offer(text: str) -> Offer:
    """Return the offer for `shell-bolt:` and a command; raise `UsageError` if there is no such program."""
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"{KIND}: takes a command, and {text!r} is none: {error}") from error
    if not command:
        raise UsageError(f"{KIND}: names no command; write {KIND}:COMMAND, of a program that has a bolt in it")
    if shutil.which(command[0]) is None:
        raise UsageError(f"there is no program {command[0]!r} for {KIND}:")
    described = Description(
        name=f"{KIND}:{text}",
        version=UNVERSIONED,
        language="any",
        components=(MULTILANG.name,),
        capabilities=CLAIMED,
    )
    return Offer(partial(ShellBoltTarget, command, described), described=described)
