"""A log that continues another: the state of each acker task at the end of one is kept for the next.

A state is a folder. `state.json` describes it, with the last `seq` that was taken, and for each acker task a file with
its packed kernel (`kernel.packing`) and its checksum. The files are in a folder of their own, `kernels-…`.

A run writes its kernels beside the old ones. When its notifications have their name, it replaces `state.json`
atomically. So a run that dies before that leaves the old state, and the next run removes its files. A run may die
between the two: then the notifications exist and the state is the old one, and the same log, tracked again, gives the
same notifications.
"""

import hashlib
import re
import shutil
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from acking import PROFILES
from ackproof.engine.workers import scratch
from ackproof.errors import UsageError
from ackproof.wire.documents import encode_file, parse, structure
from ackproof.wire.output import owned, write_whole
from attrs import asdict, define, field, frozen

from ackproof_adapters.kernel.kernel import Kernel
from ackproof_adapters.places import local

FORMAT, VERSION = "ackproof-state", 1
STATE = "state.json"
KERNELS = "kernels-"
_FILE = re.compile(rf"{KERNELS}[0-9a-f]{{32}}/[0-9]{{5,}}\.kernel")


@frozen(kw_only=True)
class HeldKernel:
    """The file of an acker task, relative to the folder of its state, and its checksum."""

    file: str
    sha256: str


@frozen(kw_only=True)
class State:
    """The content of `state.json`."""

    acker_tasks: int
    profile: str
    last_seq: int | None
    kernels: tuple[HeldKernel, ...]
    format: str = FORMAT
    version: int = VERSION


@frozen
class Handover:
    """What a Spark task needs to begin with an acker task's state, and to keep its state at the end."""

    profile: str
    folder: Path | None = None
    before: tuple[HeldKernel, ...] = ()
    beside: Path | None = None

    def begin(self, acker: int) -> Kernel:
        """Return the kernel of an acker task, as it was kept. Raise `UsageError` if its file is damaged or missing."""
        profile = PROFILES[self.profile]
        if self.folder is None or not self.before:
            return Kernel(profile)
        held = self.before[acker]
        path = self.folder / held.file
        try:
            content = path.read_bytes()
        except OSError as error:
            raise UsageError(f"{path}: cannot be read: {error.strerror}; the state cannot be gone on from") from error
        found = hashlib.sha256(content).hexdigest()
        if found != held.sha256:
            raise UsageError(
                f"{path}: these are not the bytes that were written (sha256 is {found} and not {held.sha256})"
            )
        try:
            return Kernel.unpacked(profile, content)
        except ValueError as error:
            raise UsageError(f"{path}: {error}") from error

    def keep(self, kernel: Kernel) -> HeldKernel | None:
        """Write the state of an acker task at the end, if it is to be kept."""
        if self.beside is None:
            return None
        content = kernel.packed()
        path = self.beside / f"{uuid.uuid4().hex}.kernel"  # a Spark task may be tried twice
        try:
            path.write_bytes(content)
        except OSError as error:
            raise UsageError(f"{path}: cannot be written: {error.strerror}") from error
        return HeldKernel(file=path.name, sha256=hashlib.sha256(content).hexdigest())


@define
class Succession:
    """One run in a series that tracks a log in parts; or a single run, which keeps nothing."""

    handover: Handover
    acker_tasks: int
    before: State | None = None
    last_seq: int | None = None
    kept: Sequence[HeldKernel | None] = field(default=(), init=False)

    def goes_on(self, log: object, first_seq: int | None, last_seq: int | None) -> None:
        """Note the range of `seq` in the log; raise `UsageError` if it does not come after the last `seq` that was
        taken.
        """
        if first_seq is None or last_seq is None:
            return
        if self.last_seq is not None and first_seq <= self.last_seq:
            raise UsageError(
                f"{log}: begins with message {first_seq}, and the state in {self.handover.folder} has taken message "
                f"{self.last_seq} already; seq goes on from log to log"
            )
        self.last_seq = last_seq

    def commit(self) -> None:
        """Replace the acker tasks' old state by the new one, atomically."""
        folder, beside = self.handover.folder, self.handover.beside
        if folder is None or beside is None:
            return
        kernels = folder / f"{KERNELS}{uuid.uuid4().hex}"
        held = [each for each in self.kept if each is not None]
        named = [
            HeldKernel(file=f"{kernels.name}/{acker:05}.kernel", sha256=each.sha256) for acker, each in enumerate(held)
        ]
        state = State(
            acker_tasks=self.acker_tasks,
            profile=self.handover.profile,
            last_seq=self.last_seq,
            kernels=tuple(named),
        )
        try:
            kernels.mkdir()
            for each, name in zip(held, named, strict=True):
                (beside / each.file).rename(folder / name.file)
            write_whole(folder / STATE, encode_file(asdict(state), indent=1))
        except OSError as error:
            raise UsageError(f"{folder}: the state cannot be written: {error.strerror}; the old one stays") from error
        _sweep(folder, kernels.name)


@contextmanager
def succession(folder: Path | str | None, acker_tasks: int, profile: str) -> Iterator[Succession]:
    """Yield a run that continues from the state in a folder, or that begins anew if the folder is empty or missing.

    The caller calls `commit` after the run. Raise `UsageError` if the state is of another number of acker tasks,
    profile or version, or if another run uses it.
    """
    if folder is None:
        yield Succession(Handover(profile), acker_tasks)
        return
    path = local(folder).absolute()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be made: {error.strerror}; name another folder with --state") from error
    with owned(path):
        before = _read(path, acker_tasks, profile)
        _sweep(path, None if before is None else before.kernels[0].file.partition("/")[0])
        with scratch.folder("state", path) as beside:
            handover = Handover(profile, path, () if before is None else before.kernels, beside)
            yield Succession(handover, acker_tasks, before, None if before is None else before.last_seq)


def _read(folder: Path, acker_tasks: int, profile: str) -> State | None:
    path = folder / STATE
    if not path.exists():
        others = [each.name for each in folder.iterdir() if not each.name.startswith((".", KERNELS))]
        if others:
            raise UsageError(f"{folder}: is no state, and not empty; name a folder of its own with --state")
        return None
    try:
        words: Any = parse(path.read_bytes())
        found = words["format"], words["version"]  # first: another version may have other fields
        state = structure(words, State, "state") if found == (FORMAT, VERSION) else None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{path}: is not what track writes there: {error}") from error
    if state is None:
        raise UsageError(f"{path}: is {found[0]!r} of version {found[1]}; this is ackproof for version {VERSION}")
    for name, before, now in (("acker_tasks", state.acker_tasks, acker_tasks), ("profile", state.profile, profile)):
        if before != now:
            raise UsageError(f"{path}: began with {name}={before!r} and cannot go on with {now!r}")
    if len(state.kernels) != acker_tasks or not all(_FILE.fullmatch(each.file) for each in state.kernels):
        raise UsageError(f"{path}: is not what track writes there: {len(state.kernels)} kernels for {acker_tasks}")
    return state


def _sweep(folder: Path, kept: str | None) -> None:
    """Remove the kernels of all states except the one that is kept."""
    for path in folder.glob(f"{KERNELS}*"):
        if path.name != kept and path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
