"""How far a run has come: a bar on a terminal, and a line now and then in a log.

Both go to standard error: standard output is for results.
"""

import threading
import time
from types import TracebackType
from typing import Self

from attrs import define, field, frozen
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TimeElapsedColumn, TimeRemainingColumn

from ackproof.text import terminal
from ackproof.text.terminal import SafeColumn

EVERY = 10.0
"""Seconds between two lines of a log."""

QUIET, NORMAL, VERBOSE = -1, 0, 1

MINUTE, HOUR = 60, 3600


@frozen(kw_only=True)
class ProgressState:
    """How far a run has come. `parts` of `of_parts` are done, such as verdicts; `share` of the work, from 0 to 1.

    `at_work` has the work under way, and `found` the findings, both in a few words.
    """

    parts: int
    of_parts: int
    share: float
    at_work: str = ""
    found: str = ""


@define(kw_only=True)
class Display:
    """Shows the progress of a run while it is entered. `noun` names the parts, such as `verdicts`.

    A log gets its first line after ten seconds, or as soon as the run has begun (`at_once`).
    """

    noun: str
    verbosity: int = NORMAL
    console: Console = field(factory=terminal.errors)
    every: float = EVERY
    at_once: bool = False
    _state: ProgressState = field(init=False, default=ProgressState(parts=0, of_parts=0, share=0.0))
    _begun: float = field(init=False, factory=time.monotonic)
    _bar: Progress | None = field(init=False, default=None)
    _task: TaskID = field(init=False, default=TaskID(0))
    _over: threading.Event = field(init=False, factory=threading.Event)
    _log: threading.Thread | None = field(init=False, default=None)

    def __enter__(self) -> Self:
        """Begin to show the progress."""
        if self.verbosity == QUIET:
            return self
        if self.console.is_terminal:
            self._bar = Progress(
                SafeColumn("{task.fields[at_work]}"),
                BarColumn(bar_width=20),
                SafeColumn("{task.fields[parts]}"),
                SafeColumn("{task.fields[found]}"),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                console=self.console,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._task = self._bar.add_task("", total=1.0, at_work="starting", parts="", found="")
            self._bar.start()
        else:
            self._log = threading.Thread(target=self._write_lines, daemon=True)
            self._log.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop showing the progress."""
        self.stop()

    def stop(self) -> None:
        """Hide the progress before findings are printed. It may be called again."""
        self._over.set()
        if self._bar is not None:
            self._bar.stop()
        if self._log is not None:
            self._log.join()

    def update(self, state: ProgressState) -> None:
        """Show a new state of progress."""
        self._state = state
        if self._bar is not None:
            self._bar.update(
                self._task,
                completed=state.share,
                at_work=state.at_work,
                parts=f"{state.parts}/{state.of_parts} {self.noun}",
                found=state.found,
            )
        elif self._log is not None and self.at_once:
            self.at_once = False
            self._write_line()

    def line(self, text: str) -> None:
        """Write a permanent line, if the output is verbose."""
        if self.verbosity >= VERBOSE:
            self.console.print(text, soft_wrap=True)

    def _write_lines(self) -> None:
        while not self._over.wait(self.every):
            self._write_line()

    def _write_line(self) -> None:
        self.console.print(self.in_words(time.monotonic() - self._begun), soft_wrap=True)

    def in_words(self, elapsed: float) -> str:
        """Return the state of progress in words, given the elapsed seconds."""
        state = self._state
        words = [f"{state.parts}/{state.of_parts} {self.noun}" if state.of_parts else "starting"]
        words += [words_ for words_ in (state.found, state.at_work and f"at {state.at_work}") if words_]
        words.append(f"{clock(elapsed)} elapsed")
        if state.share > 0:
            words.append(f"about {clock(elapsed * (1 - state.share) / state.share)} left")
        return ", ".join(words)


def clock(seconds: float) -> str:
    """Return a time as hours, minutes and seconds."""
    whole = round(seconds)
    hours, minutes = divmod(whole // MINUTE, HOUR // MINUTE)
    return f"{hours}:{minutes:02}:{whole % MINUTE:02}" if hours else f"{minutes}:{whole % MINUTE:02}"
