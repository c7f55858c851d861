"""The links between workers, in a namespace of their own: they are held for a while, or broken.

What goes to a port is held by a queue of the loopback device that lets almost nothing through. When that is taken away,
TCP sends again what was in it, so all of it comes late and nothing is lost. A connection is broken as by a router that
has forgotten it: both ends are reset, and what was under way between them is lost. It takes `tc` and `ss` (iproute2),
and a kernel that has what they ask for; `netem` it does not take.
"""

import shutil
import subprocess
from pathlib import Path

WORKER = "org.apache.storm.daemon.worker.Worker"
PORT = 4
"""Of the arguments of a worker, behind its main class: topology, supervisor, its port, and the worker's own."""

_BESIDE = "10gbit"
_AS_GOOD_AS_NOTHING = "8bit"


class Unable(Exception):
    """This machine cannot do that to a link."""


def port_of(process: int) -> int:
    """Return the port that a worker listens at, by its command line."""
    arguments = Path(f"/proc/{process}/cmdline").read_text(encoding="utf-8").split("\0")
    behind = len(arguments) - 1 - arguments[::-1].index(WORKER)
    return int(arguments[behind + PORT])


def hold(port: int) -> None:
    """Hold all that is sent to a port, until `let_go`. Raise `Unable` if that cannot be done."""
    for command in (
        "qdisc add dev lo root handle 1: htb default 1",
        f"class add dev lo parent 1: classid 1:1 htb rate {_BESIDE}",
        f"class add dev lo parent 1: classid 1:2 htb rate {_AS_GOOD_AS_NOTHING} burst 1 cburst 1",
        f"filter add dev lo parent 1: protocol ip prio 1 u32 match ip dport {port} 0xffff flowid 1:2",
    ):
        _run("tc", *command.split())


def let_go() -> None:
    """Let go what is held, if anything is."""
    try:
        _run("tc", "qdisc", "del", "dev", "lo", "root")
    except Unable:
        return  # nothing was held


def sever(port: int) -> int:
    """Break all connections to a port; return how many ends were reset, the others go with
    them. Raise `Unable` if none was broken.
    """
    output = _run("ss", "-H", "-K", "-t", "state", "established", f"( dport = :{port} or sport = :{port} )")
    ends = len(output.splitlines())
    if not ends:
        raise Unable("no connection was broken: the kernel may have no INET_DIAG_DESTROY")
    return ends


def _run(name: str, *arguments: str) -> str:
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if path is None:
        raise Unable(f"there is no {name} here: it is in iproute2")
    ran = subprocess.run(  # noqa: S603 - a command that is made here
        [path, *arguments], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    if ran.returncode:
        output = ran.stderr.strip().splitlines()
        raise Unable(f"{name} ended with {ran.returncode}: {output[-1] if output else 'it said nothing'}")
    return ran.stdout
