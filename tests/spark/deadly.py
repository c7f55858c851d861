"""Targets that kill more than themselves: their process, or the executor above it."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import psutil
from ackproof.target import Component, Config
from ackproof.targets.reference import ReferenceTarget
from attrs import define

MARK = "ACKPROOF_TEST_DEADLY"
"""An environment variable that names a folder. A target that kills only once leaves a mark there."""


def always() -> None:
    """End this process."""
    os._exit(7)


def worker_once() -> None:
    """Kill this process, the first time in a campaign."""
    if _is_first("worker"):
        os.kill(os.getpid(), signal.SIGKILL)


def executor_once() -> None:
    """Kill the executor of this process, the first time in a campaign."""
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
    """The reference, with an action before a component is opened."""

    before: Callable[[], None] = always

    def open(self, component: str, config: Config) -> Component:
        self.before()
        return super().open(component, config)


def kills_always() -> Deadly:
    """Make a target that ends its process each time."""
    return Deadly("reference", before=always)


def kills_its_worker_once() -> Deadly:
    """Make a target that kills its process once."""
    return Deadly("reference", before=worker_once)


def kills_its_executor_once() -> Deadly:
    """Make a target that kills its executor once."""
    return Deadly("reference", before=executor_once)
