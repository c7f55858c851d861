"""A target that is a process: any program, in any language, that speaks the protocol of `spec/protocol.md`.

The process is started once and used for all rules. Runs go to it in one stream of requests: see `conversation`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from attrs import define, field, frozen

from ackproof.components import Operation, Result
from ackproof.errors import Refused, TargetBroke, TargetTimedOut
from ackproof.target import ASIDE, DEFAULT_REPLY_TIMEOUT, Component, Config, Description, Run
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
    _sent: dict[str | None, int] = field(factory=dict, init=False)
    """Bytes of the requests to the component that is open, by session, its open request included."""

    def describe(self) -> Description:
        """Return the description that the process sends at its start."""
        if self._description is None:
            conversation = self._conversation = Conversation(self.command, self.reply_timeout)
            [self._description] = self._ask(
                conversation, [protocol.start_request()], lambda _, reply: protocol.read_started(reply)
            )
        return self._description

    def open(self, component: str, config: Config) -> Component:
        """Open a component; raise `Refused` with the process's reason if it refuses."""
        request = protocol.open_request(component, config)
        self._sent[None] = len(request)
        _raise_refusal(self._ask(self._live(), [request], lambda _, reply: _opened(reply)))
        return _Opened(self, component)

    def open_beside(self, session: str, component: str, config: Config) -> Component:
        """Open a component in a separate session. The request is sent with the first operations."""
        return _InSession(self, session, component, config)

    def run_all(self, runs: Sequence[Run]) -> list[Answer]:
        """Open and apply each run, without waiting for one reply before the next request."""
        sessions = "sessions" in self.describe().capabilities
        requests = [each for number, run in enumerate(runs) for each in _requests(number, run, sessions=sessions)]
        refused: dict[int, Refused] = {}
        answers: list[list[Result]] = [[] for _ in runs]

        def take(place: int, reply: bytes) -> None:
            request = requests[place]
            if request.operations is None:
                refusal = _opened(reply)
                if refusal is not None and not request.is_aside:
                    refused[request.run] = refusal
            elif request.run not in refused:  # answers to operations on a refused component do not matter
                component = runs[request.run].component
                results = protocol.read_applied(reply, component, request.operations, request.sent)
                if not request.is_aside:
                    answers[request.run] += results

        most = max((request.sent for request in requests), default=0)
        self._ask(self._live(), [request.line for request in requests], take, most)
        return [refused.get(number, results) for number, results in enumerate(answers)]

    def apply(self, component: str, operations: Sequence[Operation]) -> list[Result]:
        """Apply operations to the open component."""
        request = protocol.apply_request(operations)
        sent = self._sent[None] = self._sent.get(None, 0) + len(request)
        [results] = self._ask(
            self._live(), [request], lambda _, reply: protocol.read_applied(reply, component, operations, sent), sent
        )
        return results

    def apply_in(
        self, session: str, component: str, operations: Sequence[Operation], config: Config | None
    ) -> list[Result]:
        """Apply operations to the component of a session; first open it if there is a configuration."""
        opening = [] if config is None else [protocol.open_request(component, config, session)]
        requests = [*opening, protocol.apply_request(operations, session)]
        sent = sum(map(len, requests)) + (0 if opening else self._sent.get(session, 0))
        self._sent[session] = sent
        refusals: list[Refused | None] = []

        def take(place: int, reply: bytes) -> list[Result]:
            if place < len(opening):
                refusals.append(_opened(reply))
                return []
            return [] if any(refusals) else protocol.read_applied(reply, component, operations, sent)

        taken = self._ask(self._live(), requests, take, sent)
        _raise_refusal(refusals)
        return taken[-1]

    def close(self) -> None:
        """Stop the process; if it does not stop, kill it and its descendants. A broken process is not asked to stop."""
        conversation, self._conversation, self._description = self._conversation, None, None
        broke, self._broke = self._broke, False
        self._sent.clear()
        if conversation is not None:
            conversation.close(None if broke else protocol.STOP)

    def _live(self) -> Conversation:
        self.describe()
        assert self._conversation is not None  # noqa: S101 - it was started to be described
        return self._conversation

    def _ask(
        self, conversation: Conversation, requests: Sequence[bytes], take: Callable[[int, bytes], T], sent: int = 0
    ) -> list[T]:
        """Return the results of `take` for the replies. No component was sent more than `sent` bytes. Any fault of the
        process is raised as `TargetBroke`.
        """
        try:
            replies = conversation.ask_all(requests, take, sent)
            conversation.expect_nothing()
        except (protocol.NotTheProtocol, protocol.ReportedError, ConversationBroke) as error:
            self._broke = True
            raise _blame(error, conversation.last_words()) from error
        return replies


@frozen(kw_only=True)
class _Request:
    """A line to send, the index of its run, and the operations to apply; None for an open request. `sent` counts the
    bytes of the requests to its component, up to this one.
    """

    run: int
    line: bytes
    sent: int
    operations: Sequence[Operation] | None = None
    is_aside: bool = False


def _requests(number: int, run: Run, *, sessions: bool) -> Iterator[_Request]:
    """Yield the requests of a run."""
    opening = protocol.open_request(run.component, run.config)
    sent = len(opening)
    yield _Request(run=number, line=opening, sent=sent)
    for place, operations in enumerate(run.requests):
        line = protocol.apply_request(operations)
        sent += len(line)
        yield _Request(run=number, line=line, sent=sent, operations=operations)
        others = run.aside_after(place) if sessions else ()
        if others:
            aside = protocol.open_request(run.component, run.config_beside, ASIDE)
            yield _Request(run=number, line=aside, sent=len(aside), is_aside=True)
            apply = protocol.apply_request(others, ASIDE)
            yield _Request(run=number, line=apply, sent=len(aside) + len(apply), operations=others, is_aside=True)
        for session in run.crowd_after(place) if sessions else ():
            opening = protocol.open_request(run.component, run.config, session)
            yield _Request(run=number, line=opening, sent=len(opening), is_aside=True)


@define
class _Opened:
    target: ProcessTarget
    component: str

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        return self.target.apply(self.component, operations)

    def close(self) -> None:
        pass


@define
class _InSession:
    """A component in a session. It is opened at its first use: most parts of a topology are never used."""

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


def _opened(reply: bytes) -> Refused | None:
    """Return the refusal if a component was not opened. An error reply to open is a refusal, not a failure."""
    try:
        protocol.read_opened(reply)
    except protocol.ReportedError as error:
        return Refused(str(error))
    return None


def _raise_refusal(refusals: Sequence[Refused | None]) -> None:
    for refusal in refusals:
        if refusal is not None:
            raise refusal
