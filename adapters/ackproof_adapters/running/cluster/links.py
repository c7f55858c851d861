"""The links between workers, in a network namespace: they are held for a while, or broken.

A held port has a queue of the loopback device that lets almost nothing through. When the queue is removed, TCP sends
again what was in it, so everything comes late and nothing is lost. A connection is broken as by a router that has
forgotten it: both ends are reset, and the messages on it are lost. This needs `tc` and `ss` (iproute2), and a kernel
with their features, without `netem`.
"""

import shutil
import subprocess
from pathlib import Path

WORKER = "org.apache.storm.daemon.worker.Worker"
PORT = 4
"""The arguments of a worker after its main class: topology, supervisor, the supervisor's port, and the worker's own."""

_BESIDE = "10gbit"
_AS_GOOD_AS_NOTHING = "8bit"


class LinkError(Exception):
    """This machine cannot hold or break a link."""


def port_of(process: int) -> int:
    """Return the port that a worker listens at, by its command line."""
    arguments = Path(f"/proc/{process}/cmdline").read_text(encoding="utf-8").split("\0")
    behind = len(arguments) - 1 - arguments[::-1].index(WORKER)
    return int(arguments[behind + PORT])


def hold(port: int) -> None:
    """Hold all that is sent to a port, until `let_go`. Raise `LinkError` if that is not possible."""
    for command in (
        "qdisc add dev lo root handle 1: htb default 1",
        f"class add dev lo parent 1: classid 1:1 htb rate {_BESIDE}",
        f"class add dev lo parent 1: classid 1:2 htb rate {_AS_GOOD_AS_NOTHING} burst 1 cburst 1",
        f"filter add dev lo parent 1: protocol ip prio 1 u32 match ip dport {port} 0xffff flowid 1:2",
    ):
        _run("tc", *command.split())


def let_go() -> None:
    """Release what is held, if anything is."""
    try:
        _run("tc", "qdisc", "del", "dev", "lo", "root")
    except LinkError:
        return  # nothing was held


def sever(port: int) -> int:
    """Break all connections to a port; return how many ends were reset, the others follow. Raise `LinkError` if there
    is none.
    """
    output = _run("ss", "-H", "-K", "-t", "state", "established", f"( dport = :{port} or sport = :{port} )")
    ends = len(output.splitlines())
    if not ends:
        raise LinkError("no connection was broken: the kernel may have no INET_DIAG_DESTROY")
    return ends


def _run(name: str, *arguments: str) -> str:
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if path is None:
        raise LinkError(f"there is no {name} here: it is in iproute2")
    ran = subprocess.run(  # noqa: S603 - a command that is made here
        [path, *arguments], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    if ran.returncode:
        output = ran.stderr.strip().splitlines()
        raise LinkError(f"{name} ended with {ran.returncode}: {output[-1] if output else 'it said nothing'}")
    return ran.stdout
