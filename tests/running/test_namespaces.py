"""The namespaces of a cluster: nothing is visible outside, no process outlives them, and the error if they are not
available.
"""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from ackproof_adapters.running.cluster import namespaces
from ackproof_adapters.running.offer import storm_cluster_2_8_3
from ackproof_adapters.storm import toolchain

LISTENS = """
import socket, subprocess, sys
from ackproof_adapters.running.cluster import namespaces
namespaces.raise_loopback()
listening = socket.create_server(("0.0.0.0", 0))
socket.create_connection(("127.0.0.1", listening.getsockname()[1]))
child = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()", {token!r}])
print(listening.getsockname()[1], flush=True)
child.wait()
"""


@pytest.fixture
def _anew() -> Iterator[None]:
    namespaces.command.cache_clear()
    yield
    namespaces.command.cache_clear()


@pytest.mark.skipif(namespaces.missing() is not None, reason=str(namespaces.missing()))
def test_nothing_is_seen_outside_and_nothing_outlives_it(tmp_path: Path) -> None:
    """This holds although it listens on all addresses, and its parent is ended by SIGKILL."""
    token = str(tmp_path)
    began = subprocess.Popen(
        [*namespaces.command(), sys.executable, "-c", LISTENS.format(token=token)], stdout=subprocess.PIPE
    )
    assert began.stdout is not None
    port = int(began.stdout.readline())
    assert f":{port:04X} " not in Path("/proc/net/tcp").read_text(encoding="ascii")
    deadline = time.monotonic() + 60
    while not with_argument(token):  # a process that was just started may have no arguments yet
        assert time.monotonic() < deadline
    began.send_signal(signal.SIGKILL)
    began.communicate()  # its output is closed when the last of them has ended
    assert not with_argument(token)


@pytest.mark.skipif(namespaces.missing() is not None, reason=str(namespaces.missing()))
def test_the_first_process_ends_with_its_input() -> None:
    """So a run that is ended by SIGKILL, so that the system closes its pipes, leaves no cluster behind."""
    warden = [*namespaces.command(), sys.executable, "-m", "ackproof_adapters.running.cluster.warden"]
    with subprocess.Popen(warden, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as began:
        assert began.stdin is not None
        began.stdin.close()
        assert 0 == began.wait(60)


def with_argument(token: str) -> list[str]:
    """Return the processes that have that argument."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if token in (process / "cmdline").read_text(encoding="utf-8").split("\0"):
                found.append(process.name)
    return found


@pytest.mark.usefixtures("_anew")
def test_where_there_are_none_the_target_is_not_available(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The sentence has the fact, and the remedy."""
    monkeypatch.setattr(toolchain, "missing", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "there is no unshare here: it takes Linux, and util-linux" == storm_cluster_2_8_3.missing()
    refusing = tmp_path / "unshare"
    refusing.write_text("#!/bin/sh\necho 'unshare: unshare failed: Operation not permitted' >&2\nexit 1\n", "utf-8")
    refusing.chmod(0o755)
    namespaces.command.cache_clear()
    lack = storm_cluster_2_8_3.missing()
    assert lack is not None
    assert "unshare failed: Operation not permitted): be root, or let users have them" in lack
