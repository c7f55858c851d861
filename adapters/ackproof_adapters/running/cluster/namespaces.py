"""The namespaces of a cluster: its network is only loopback, and its processes end with their first one.

So nothing that Storm opens is visible outside, though its daemons listen on all addresses. And no process outlives the
run, however it ends: the kernel kills all processes of a PID namespace when its first one has ended.
"""

import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Sequence
from functools import cache

from ackproof.errors import TargetUnavailable

_SET_FLAGS = 0x8914  # SIOCSIFFLAGS
_UP_AND_RUNNING = 0x41  # IFF_UP, IFF_RUNNING
_PATIENCE = 30.0

_SEPARATE = ("--net", "--pid", "--fork", "--mount-proc", "--kill-child")
_AS_ROOT_THERE = ("--user", "--map-root-user")


def missing() -> str | None:
    """Return what this machine lacks for namespaces, and what to do; None if nothing."""
    try:
        command()
    except TargetUnavailable as unavailable:
        return str(unavailable)
    return None


@cache
def command() -> tuple[str, ...]:
    """Return the beginning of a command that runs in its own namespaces.

    Raise `TargetUnavailable` if they are not available on this machine.
    """
    unshare = shutil.which("unshare")
    if sys.platform != "linux" or unshare is None:
        raise TargetUnavailable("there is no unshare here: it takes Linux, and util-linux")
    ways = [(unshare, *_SEPARATE), (unshare, *_AS_ROOT_THERE, *_SEPARATE)]
    failures = []
    for way in ways if os.geteuid() == 0 else ways[1:]:
        why = _failure([*way, sys.executable, "-m", __name__])
        if why is None:
            return way
        failures.append(why)
    raise TargetUnavailable(
        f"network and process namespaces are not available ({failures[-1]}): be root, or let users have them (sysctl "
        "user.max_user_namespaces, kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns)"
    )


def raise_loopback() -> None:
    """Raise the loopback device of this namespace: it is down at first."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sH22x", b"lo", _UP_AND_RUNNING))


def _failure(command: Sequence[str]) -> str | None:
    try:
        ran = subprocess.run(  # noqa: S603 - a command that is made here
            command, capture_output=True, text=True, check=False, timeout=_PATIENCE, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if ran.returncode == 0:
        return None
    lines = ran.stderr.strip().splitlines()
    return lines[-1] if lines else f"unshare ended with {ran.returncode}"


if __name__ == "__main__":
    if os.getpid() != 1:
        sys.exit("the process namespace is not a new one")
    raise_loopback()
