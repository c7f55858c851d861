"""Start the program that the user named as a target."""

import subprocess
from collections.abc import Mapping, Sequence

from ackproof.errors import TargetUnavailable


def start(command: Sequence[str], environment: Mapping[str, str] | None = None) -> "subprocess.Popen[bytes]":
    """Start a process, without a shell, in a separate process group and with three pipes; with this process's
    environment unless another is given. Raise `TargetUnavailable` if the program cannot be started.
    """
    try:
        return subprocess.Popen(  # noqa: S603 - running the user's command is the purpose
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=environment,
        )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise TargetUnavailable(
            f"cannot start {command[0]!r}: {reason}; the command is run without a shell, "
            "so it needs the path of a program that can be executed"
        ) from error
