"""Targets that end more than themselves: the process that they run in, or the executor above that."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import psutil
from ackproof.target import Component, Config
from ackproof.targets.reference import ReferenceTarget
from attrs import define

MARK = "ACKPROOF_TEST_DEADLY"
"""Names a folder. What kills once leaves a mark there."""


def always() -> None:
    """End this process, whoever asks."""
    os._exit(7)


def worker_once() -> None:
    """Kill this process, the first time that anybody in a campaign gets here."""
    if _is_first("worker"):
        os.kill(os.getpid(), signal.SIGKILL)


def executor_once() -> None:
    """Kill the executor that this process works for, in the same way."""
    if _is_first("executor"):
        for parent in psutil.Process().parents():
            if any("CoarseGrainedExecutorBackend" in word for word in parent.cmdline()):
                parent.kill()
                return
        raise RuntimeError("there is no executor above this process")


def _is_first(name: str) -> bool:
    try:
        Path(os.environ[MARK], name).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


@define
class Deadly(ReferenceTarget):
    """The reference, with something that happens before a component is opened."""

    before: Callable[[], None] = always

    def open(self, component: str, config: Config) -> Component:
        self.before()
        return super().open(component, config)


def kills_always() -> Deadly:
    """Make a target that ends its process each time."""
    return Deadly("reference", before=always)


def kills_its_worker_once() -> Deadly:
    """Make a target that kills the process it runs in, once."""
    return Deadly("reference", before=worker_once)


def kills_its_executor_once() -> Deadly:
    """Make a target that kills the executor it runs in, once."""
    return Deadly("reference", before=executor_once)
