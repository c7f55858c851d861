"""Errors, split by blame: the caller's, the target's, and the suite's own."""

import errno


class AckproofError(Exception):
    """Something went wrong that the caller should read in one line. The message says what to do next."""


class UsageError(AckproofError):
    """The caller asked for something that does not exist or cannot be done."""


class TargetUnavailable(AckproofError):
    """A known target cannot be run on this machine; the message says what is missing and how to get it."""


class TargetBroke(AckproofError):
    """A target misbehaved in a way that no rule is about: it raised an error, or its answer was not a result."""


class TargetTimedOut(TargetBroke):
    """A target did not answer within the reply timeout."""


class ClusterUnavailable(AckproofError):
    """The cluster of a campaign cannot be reached, cannot run it, or is gone; the message says why."""


class WorkerLost(AckproofError):
    """Every process that tried a piece of work died; the message says how often."""


class Refused(Exception):
    """A target refuses an operation or a configuration. Targets raise it; it is no crash, and no AckproofError."""


class SuiteError(Exception):
    """A bug in the suite itself. It is never caught, so that it ends with a traceback."""


def shortage(error: BaseException) -> str | None:
    """Return in a sentence which resource was short, if an error or its cause says so; else None."""
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
    """Whether an error means that memory was short: for data, for a library's code, or for Python's own error."""
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
    """Whether an error means that the disk was full, also in every folder for temporary files."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) or (
        isinstance(error, FileNotFoundError) and "No usable temporary directory" in str(error)
    )
