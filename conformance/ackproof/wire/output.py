"""Output files of commands: written whole or not at all, never through a link, and by one run at a time."""

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
    """Write a temporary file beside the path, sync it to the disk, and rename it. Raise OSError if that fails; then the
    previous file is unchanged.

    A link is replaced, not followed: whoever can write into a folder must not choose which file elsewhere is
    overwritten. A device or a named pipe is written to directly.
    """
    if _is_device(path):
        path.write_bytes(content)
        return
    with _written_beside(path, content) as temporary:
        temporary.replace(path)


def write_new(path: Path, content: bytes) -> None:
    """Do the same, but raise FileExistsError if the path exists, even if it was created just now."""
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
    """Yield a temporary file beside a path, with its content synced to the disk; remove it unless it was renamed."""
    temporary = path.with_name(f".{path.name[:100]}.{uuid.uuid4().hex}")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def require_writable(file: Path, option: str, made: Path | None = None) -> None:
    """Raise `UsageError` if a file cannot be written, as far as that is known before; touch nothing. `option` is the
    one that names it, and `made` a folder that is made until then, with those above it.
    """
    path = Path(os.path.normpath(file.absolute()))
    above = Path(os.path.normpath(made.absolute())) if made is not None else None
    to_come = () if above is None else (above, *above.parents)
    try:
        if _is_device(path):
            return
        if path in to_come or (path.is_dir() and not path.is_symlink()):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.parent in to_come and not os.path.lexists(path.parent):
            return
        if not stat.S_ISDIR(path.parent.stat().st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise _refusal(file, error, option) from error


def _refusal(file: Path, error: OSError, option: str) -> UsageError:
    return UsageError(f"cannot write {file}: {error.strerror}; name something else with {option}")


@contextmanager
def owned(out: Path, option: str = "--out") -> Iterator[None]:
    """Lock the name of an output file or folder, which an option names, so that two runs do not write to it.

    Raise `UsageError` if another run has locked it, or it is not writable.
    """
    path = out.absolute()
    lock = path.with_name(f".{path.name[:100]}.ackproof-lock")
    try:
        held = None if _is_device(path) else _taken(lock)
    except BlockingIOError:
        raise UsageError(
            f"another run is writing {out}; wait for its end, or name something else with {option}"
        ) from None
    except OSError as error:
        raise _refusal(out, error, option) from error
    try:
        yield
    finally:
        if held is not None:
            with suppress(OSError):
                lock.unlink()
            os.close(held)


def cannot_write(out: Path, error: OSError) -> UsageError:
    """Return the error for an output that could not be written, after its content was shown on the terminal."""
    return UsageError(f"cannot write {out}: {error.strerror or error}; what was found is above")


def _is_device(path: Path) -> bool:
    """Whether a path is a device or a named pipe. Raise OSError for a link to one, and for anything else that is not a
    file.
    """
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
    """Return the descriptor of a lock, or None on a system without locks. Raise BlockingIOError if another process has
    it.
    """
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
            pass  # the other process removed it in between
        except OSError:
            os.close(held)
            with suppress(OSError):
                lock.unlink()
            return None  # a file system without locks
        os.close(held)
