"""A target that is a process: any program, in any language, that speaks the protocol of `spec/protocol.md`.

The process is started once and used for all rules. Runs go to it in one stream of requests: see `conversation`.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from attrs import define, field

from ackproof.components import Operation, Result
from ackproof.errors import Refused, TargetBroke, TargetTimedOut
from ackproof.target import DEFAULT_REPLY_TIMEOUT, Component, Config, Description, Run
from ackproof.targets.conversation import Conversation, ConversationBroke, TimedOut
from ackproof.wire import protocol

T = TypeVar("T")
Answer = list[Result] | Refused


@define
class ProcessTarget:
    """The program that `command` starts. `reply_timeout` is in seconds, for each reply."""

    command: Sequence[str]
    reply_timeout: float = DEFAULT_REPLY_TIMEOUT
    _conversation: Conversation | None = field(default=None, init=False)
    _description: Description | None = field(default=None, init=False)
    _broke: bool = field(default=False, init=False)

    def describe(self) -> Description:
        """Return what the process says of itself at its start."""
        if self._description is None:
            conversation = self._conversation = Conversation(self.command, self.reply_timeout)
            self._description = self._ask(
                conversation, [protocol.start_request()], lambda replies: protocol.read_started(replies[0])
            )
        return self._description

    def open(self, component: str, config: Config) -> Component:
        """Open a component; raise `Refused` with the process's reason if it will not."""
        self._ask(self._live(), [protocol.open_request(component, config)], lambda replies: _opened(replies[0]))
        return _Opened(self, component)

    def open_beside(self, session: str, component: str, config: Config) -> Component:
        """Open a component in a session of its own. The process is asked for it with the first operations."""
        return _Beside(self, session, component, config)

    def run_all(self, runs: Sequence[Run]) -> list[Answer]:
        """Open and apply each run, without waiting for one reply before the next request."""
        requests = []
        for run in runs:
            requests.append(protocol.open_request(run.component, run.config))
            requests.append(protocol.apply_request(run.operations))
        return self._ask(self._live(), requests, lambda replies: _answers(runs, replies))

    def apply(self, component: str, operations: Sequence[Operation]) -> list[Result]:
        """Apply operations to the component that is open."""
        request = protocol.apply_request(operations)
        return self._ask(
            self._live(), [request], lambda replies: protocol.read_applied(replies[0], component, operations)
        )

    def apply_in(
        self, session: str, component: str, operations: Sequence[Operation], config: Config | None
    ) -> list[Result]:
        """Apply operations to the component of a session; open it before if there is a configuration."""
        opening = [] if config is None else [protocol.open_request(component, config, session)]

        def read(replies: list[bytes]) -> list[Result]:
            for reply in replies[:-1]:
                _opened(reply)
            return protocol.read_applied(replies[-1], component, operations)

        return self._ask(self._live(), [*opening, protocol.apply_request(operations, session)], read)

    def close(self) -> None:
        """Stop the process, and end it with all that it started if it does not stop. One that broke is not asked to."""
        conversation, self._conversation, self._description = self._conversation, None, None
        broke, self._broke = self._broke, False
        if conversation is not None:
            conversation.close(None if broke else protocol.STOP)

    def _live(self) -> Conversation:
        self.describe()
        assert self._conversation is not None  # noqa: S101 - it was started to be described
        return self._conversation

    def _ask(self, conversation: Conversation, requests: Sequence[bytes], read: Callable[[list[bytes]], T]) -> T:
        """Return what `read` makes of the replies. Whatever the process does wrong comes out as `TargetBroke`."""
        try:
            told = read(conversation.ask_all(requests))
            conversation.expect_nothing()
        except (protocol.NotTheProtocol, protocol.ReportedError, ConversationBroke) as error:
            self._broke = True
            raise _blame(error, conversation.last_words()) from error
        return told


@define
class _Opened:
    target: ProcessTarget
    component: str

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        return self.target.apply(self.component, operations)

    def close(self) -> None:
        pass


@define
class _Beside:
    """A component in a session. It is opened when it is first used: most parts of a topology are not."""

    target: ProcessTarget
    session: str
    component: str
    config: Config | None

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        config, self.config = self.config, None
        return self.target.apply_in(self.session, self.component, operations, config)

    def close(self) -> None:
        pass


def _blame(error: Exception, last_words: str) -> TargetBroke:
    if isinstance(error, ConversationBroke):
        return TargetTimedOut(str(error)) if isinstance(error, TimedOut) else TargetBroke(str(error))
    what = "reported an error:" if isinstance(error, protocol.ReportedError) else "broke the protocol: it"
    return TargetBroke(f"{what} {error}{last_words}")


def _answers(runs: Sequence[Run], replies: Sequence[bytes]) -> list[Answer]:
    pairs = zip(replies[::2], replies[1::2], strict=True)
    return [_answer(run, *pair) for run, pair in zip(runs, pairs, strict=True)]


def _answer(run: Run, opened: bytes, applied: bytes) -> Answer:
    try:
        _opened(opened)
    except Refused as refusal:
        return refusal  # and whatever it answered to operations that went nowhere is no matter
    return protocol.read_applied(applied, run.component, run.operations)


def _opened(reply: bytes) -> None:
    """Return if a component was opened. An error in the place of that is no failure, but a refusal."""
    try:
        protocol.read_opened(reply)
    except protocol.ReportedError as error:
        raise Refused(str(error)) from None
