"""Errors, split by blame: the caller's, the target's, and the suite's own."""

import errno


class AckproofError(Exception):
    """Something went wrong that the caller should read in one line. The message says what to do next."""


class UsageError(AckproofError):
    """The caller asked for something that does not exist or cannot be done."""


class TargetUnavailable(AckproofError):
    """A known target cannot be run on this machine; the message says what is missing and how to get it."""


class TargetBroke(AckproofError):
    """A target misbehaved in a way that no rule is about: it raised, or answered with something that is no result."""


class TargetTimedOut(TargetBroke):
    """A target did not answer within the reply time-out."""


class ClusterUnavailable(AckproofError):
    """What a campaign was to run on cannot be reached, cannot run it, or has gone; the message says why."""


class WorkerLost(AckproofError):
    """Every process that was given a piece of work died of it; the message says how often."""


class Refused(Exception):
    """A target's honest word that it will not do an operation. Raised by targets; not a crash, and no AckproofError."""


class SuiteError(Exception):
    """A bug in the suite itself. Never caught: a traceback is the right answer to it."""


def shortage(error: BaseException) -> str | None:
    """Return in a sentence what the machine was short of, if an error or what it comes of says that; else None."""
    if _is_of_memory(error):
        return "there is not enough memory for this; give it more, or ask for less"
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        return "too many files are open for this; raise the limit (ulimit -n)"
    if isinstance(error, OSError) and _is_of_the_disk(error):
        return f"there is no room on the disk for this: {error.strerror}; make room there, or name another with TMPDIR"
    if isinstance(error, OSError) and error.errno in (errno.ENOMEM, errno.EAGAIN):
        return f"there is no room for this: {error.strerror}; raise the limits of memory and processes (ulimit -a)"
    if isinstance(error, RuntimeError) and str(error) == "can't start new thread":
        return "there is no room for another thread; raise the limits of memory and processes (ulimit -a)"
    return shortage(error.__cause__) if error.__cause__ is not None else None


def _is_of_memory(error: BaseException) -> bool:
    """Whether there was no memory for something, for a library's code, or for Python to say what is wrong."""
    message = str(error)
    return (
        isinstance(error, MemoryError)
        or (isinstance(error, ImportError) and "failed to map segment" in message)
        or (
            isinstance(error, SystemError)
            and ("without exception set" in message or "without setting an exception" in message)
        )
    )


def _is_of_the_disk(error: OSError) -> bool:
    """Whether there was no room for a file, or in any folder for temporary ones."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) or (
        isinstance(error, FileNotFoundError) and "No usable temporary directory" in str(error)
    )
