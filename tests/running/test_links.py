"""Links between processes of a namespace: messages to a port are held, or its connections are broken."""

import shutil
import subprocess
import sys

import pytest
from ackproof_adapters.running.cluster import links, namespaces

BEGIN = """
import socket, threading, time
from ackproof_adapters.running.cluster import links, namespaces
namespaces.raise_loopback()
listening = socket.create_server(("0.0.0.0", 6700))
here = socket.create_connection(("127.0.0.1", 6700))
there, _ = listening.accept()
"""

HELD = """
links.hold(6700)
there.settimeout(1.0)
got = b""
for _ in range(5):
    here.sendall(b"y" * 100)
try:
    while True:
        got += there.recv(1000)
except TimeoutError:
    print(len(got) < 500)
there.sendall(b"x")
print(here.recv(1) == b"x")  # the other way nothing is held
links.let_go()
there.settimeout(60.0)
while len(got) < 500:
    got += there.recv(1000)
print(got == b"y" * 500)
links.let_go()  # nothing is held, and nothing happens
"""

SEVERED = """
print(links.sever(6700))
try:
    here.sendall(b"z")
    print(there.recv(1))
except OSError as error:
    print(type(error).__name__)
try:
    links.sever(6700)
except links.LinkError as unable:
    print(unable)
"""


def lacking() -> str | None:
    """Return what this machine lacks for links."""
    lack = [name for name in ("tc", "ss") if shutil.which(name, path="/usr/bin:/bin:/usr/sbin:/sbin") is None]
    return namespaces.missing() or (f"there is no {' and no '.join(lack)} here" if lack else None)


def lines_of(program: str) -> list[str]:
    """Return the output of a program that runs in its own namespaces."""
    ran = subprocess.run(
        [*namespaces.command(), sys.executable, "-c", BEGIN + program],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if "LinkError" in ran.stderr:
        pytest.skip(ran.stderr.strip().splitlines()[-1])
    assert 0 == ran.returncode, ran.stderr
    return ran.stdout.splitlines()


@pytest.mark.skipif(lacking() is not None, reason=str(lacking()))
def test_what_is_held_comes_late_and_whole() -> None:
    """Messages in the other direction are not held."""
    assert ["True", "True", "True"] == lines_of(HELD)


@pytest.mark.skipif(lacking() is not None, reason=str(lacking()))
def test_a_connection_that_is_broken_is_broken_at_both_ends() -> None:
    """If there is none, the error says that none was broken."""
    ends, error, again = lines_of(SEVERED)
    assert ends in {"1", "2"}  # the other end may be gone already
    assert error in {"ConnectionAbortedError", "ConnectionResetError", "BrokenPipeError"}
    assert again.startswith("no connection was broken")


def test_what_this_machine_cannot_do_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault was not injected then, and its note has the reason."""
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(links.LinkError, match="there is no tc here: it is in iproute2"):
        links.hold(6700)
    with pytest.raises(links.LinkError, match="there is no ss here"):
        links.sever(6700)


def test_a_worker_says_its_port_in_its_command_line() -> None:
    """The port comes after its main class, which its LogWriter has as well."""
    arguments = ["LogWriter", links.WORKER, "-x", links.WORKER, "t1-1", "supervisor", "6810", "6711", "id"]
    program = [sys.executable, "-c", "print(flush=True); input()", *arguments]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdout is not None
        worker.stdout.readline()  # before it runs it may have no command line
        assert 6711 == links.port_of(worker.pid)
        worker.communicate(b"\n")
