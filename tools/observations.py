"""What each release does where no rule says what it should."""

import json
import subprocess
from collections.abc import Mapping

from ackproof_adapters.storm import process, toolchain
from ackproof_adapters.storm.versions import RELEASES, Release

PATIENCE = 60.0  # seconds


def observe_all() -> Mapping[str, Mapping[str, str]]:
    """Return what every release that can be run here does, in words, by its name and by what comes to it.

    Raises `TargetUnavailable` if the jars cannot be had.
    """
    return {name: observe(release) for name, release in RELEASES.items() if toolchain.missing(release.java) is None}


def observe(release: Release) -> Mapping[str, str]:
    """Return what one release does."""
    done = subprocess.run(  # noqa: S603 - our own command
        [*process.command(release), "--observe"], stdout=subprocess.PIPE, check=True, timeout=PATIENCE
    )
    seen: Mapping[str, str] = json.loads(done.stdout)
    return seen
