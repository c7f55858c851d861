"""The origin of a target's error: the file and line in the target's own code, and the operation.

A path starts at the folder that contains the package. So the path, and a certificate that quotes it, does not depend on
where the package is installed.
"""

import contextlib
import sysconfig
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from ackproof.components import Operation
from ackproof.target import Component, Run, TargetFactory
from ackproof.text.sanitize import printable
from ackproof.wire import forms as wire

OWN = Path(__file__).parent
STANDARD = tuple(Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib"))
INSTALLED = tuple(Path(sysconfig.get_path(name)) for name in ("purelib", "platlib"))

MOST_REPLAYED = 10_000
"""Maximum number of operations in a run that is repeated to find the operation."""

ON_OPERATION = ", on operation "
"""Text of a message before the operation. The operation differs from run to run; the text before this is the cause."""

FROZEN = "<frozen "
"""Prefix of the file names of Python's own import machinery."""


def place_of(error: BaseException) -> str:
    """Return ", at FILE:LINE" for the innermost line that is neither in the suite nor in a library.

    If there is none, use the innermost line of an installed package, or else of Python's standard library. If all lines
    are in the suite, return an empty string.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f", at {Path(error.filename).name}:{error.lineno}"
    lines = [each for each in traceback.walk_tb(error.__traceback__) if _is_elsewhere(each[0])]
    if not lines:
        return ""
    frame, line = max(lines, key=lambda each: (_nearness(each[0]), lines.index(each)))
    return f", at {_file(frame)}:{line}"


def _is_elsewhere(frame: FrameType) -> bool:
    return not frame.f_code.co_filename.startswith(FROZEN) and not _is_in((OWN,), frame)


def _nearness(frame: FrameType) -> int:
    """Return a rank: 0 for code of Python's standard library, 1 for an installed package, 2 for the caller's code."""
    return 1 if _is_in(INSTALLED, frame) else 0 if _is_in(STANDARD, frame) else 2


def _is_in(folders: tuple[Path, ...], frame: FrameType) -> bool:
    return any(Path(frame.f_code.co_filename).is_relative_to(folder) for folder in folders)


def _file(frame: FrameType) -> str:
    path, module = Path(frame.f_code.co_filename), str(frame.f_globals.get("__name__", ""))
    packages = module.split(".") if path.stem == "__init__" else module.split(".")[:-1]
    return "/".join(path.parts[-1 - len(packages) :])


def cause_of(message: str) -> str:
    """Return a message without the operation at its end: it is the same for all runs with the same error."""
    return message.partition(ON_OPERATION)[0]


def on_operation(operations: Sequence[Operation], place: int) -> str:
    """Return ", on operation 3 of 7 (ack root 1 value 5)", where `place` is 2."""
    fields = wire.operation_to_json(operations[place])
    words = " ".join([fields.pop("op"), *(f"{name} {value}" for name, value in fields.items())])
    return f"{ON_OPERATION}{place + 1} of {len(operations)} ({printable(words)})"


def operation_of(error: BaseException, make_target: TargetFactory, run: Run) -> str:
    """Return at which operation of a run a target raised an error, as `on_operation` does.

    To find it, the run is repeated on a new target, one operation at a time. If that does not raise the same error at
    the same line, or the run is too long, only the number of operations is returned.
    """
    count = len(run.operations)
    place = _replayed(error, make_target, run) if count <= MOST_REPLAYED else None
    if place is None:
        return f"{ON_OPERATION}{'1 of 1' if count == 1 else f'any of {count}'}"
    return on_operation(run.operations, place)


def _replayed(error: BaseException, make_target: TargetFactory, run: Run) -> int | None:
    """Return the index of the operation that raises the same error again, or None."""
    reached = 0
    with contextlib.ExitStack() as opened:
        try:
            target = make_target()
            opened.callback(_close, target)
            component: Component = target.open(run.component, run.config)
            for reached, operation in enumerate(run.operations):  # noqa: B007 - used after an exception
                component.apply((operation,))
        except (Exception, SystemExit) as again:  # noqa: BLE001 - any error of the target, as in the first run
            alike = (type(again), place_of(again)) == (type(error), place_of(error))
            return reached if alike else None
    return None


def _close(target: object) -> None:
    with contextlib.suppress(Exception, SystemExit):
        target.close()  # type: ignore[attr-defined]  # a missing `close` is suppressed too
