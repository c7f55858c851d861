"""Files that a command writes: whole or not at all, never through a link, and by one run at a time."""

import errno
import os
import stat
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ackproof.errors import UsageError


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside, see that it is on the disk, and give it its name. Raise OSError if that cannot be done; then
    what was there before is as it was.

    A link is replaced: whoever can write into a folder must not choose what is overwritten elsewhere. A device or a
    named pipe is written to, as nothing can be put in its place.
    """
    if _is_device(path):
        path.write_bytes(content)
        return
    with _written_beside(path, content) as temporary:
        temporary.replace(path)


def write_new(path: Path, content: bytes) -> None:
    """Do the same, but raise FileExistsError if something is there already, also if it came this moment."""
    with _written_beside(path, content) as temporary:
        try:
            os.link(temporary, path)
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            if os.path.lexists(path):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
            temporary.replace(path)


@contextmanager
def _written_beside(path: Path, content: bytes) -> Iterator[Path]:
    """Yield a file beside another, whose content is on the disk; it is removed if it gets no other name."""
    temporary = path.with_name(f".{path.name[:100]}.{uuid.uuid4().hex}")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def owned(out: Path) -> Iterator[None]:
    """Own a name that a file or folder is to be written under, so that two runs do not write the same.

    Raise `UsageError` if another run has it, or nothing can be written there.
    """
    path = out.absolute()
    lock = path.with_name(f".{path.name[:100]}.ackproof-lock")
    try:
        held = None if _is_device(path) else _taken(lock)
    except BlockingIOError:
        raise UsageError(f"another run is writing {out}; wait for its end, or name something else with --out") from None
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}; name something else with --out") from error
    try:
        yield
    finally:
        if held is not None:
            with suppress(OSError):
                lock.unlink()
            os.close(held)


def cannot_write(out: Path, error: OSError) -> UsageError:
    """Return the error that something could not be written, after what was to be written was shown."""
    return UsageError(f"cannot write {out}: {error.strerror or error}; what was found is above")


def _is_device(path: Path) -> bool:
    """Whether a path is a device or a named pipe. Raise OSError for a link to one, and for whatever else is no file."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISLNK(mode):
        if path.exists() and not path.is_file() and not path.is_dir():
            raise OSError(0, "it is a link to something that is no file")
        return False
    if stat.S_ISSOCK(mode) or stat.S_ISBLK(mode):
        raise OSError(0, "it is no file")
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def _taken(lock: Path) -> int | None:
    """Return what holds a lock, or None where there are none. Raise BlockingIOError if another process has it."""
    if sys.platform == "win32":
        return None
    import fcntl  # noqa: PLC0415  # not on every platform

    while True:
        held = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(held), lock.stat()):
                return held
        except BlockingIOError:
            os.close(held)
            raise
        except FileNotFoundError:
            pass  # who had it has removed it between the two
        except OSError:
            os.close(held)
            with suppress(OSError):
                lock.unlink()
            return None  # a file system without locks
        os.close(held)
