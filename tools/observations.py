"""The behaviour of each release where no rule prescribes it."""

import json
import subprocess
from collections.abc import Mapping

from ackproof_adapters.storm import process, toolchain
from ackproof_adapters.storm.versions import RELEASES, Release

PATIENCE = 60.0  # seconds


def observe_all() -> Mapping[str, Mapping[str, str]]:
    """Return the behaviour of every release that can be run here, in words, by its name and by the message.

    Raises `TargetUnavailable` if the jars cannot be fetched.
    """
    return {name: observe(release) for name, release in RELEASES.items() if toolchain.missing(release.java) is None}


def observe(release: Release) -> Mapping[str, str]:
    """Return the behaviour of one release."""
    done = subprocess.run(  # noqa: S603 - our own command
        [*process.command(release), "--observe"], stdout=subprocess.PIPE, check=True, timeout=PATIENCE
    )
    seen: Mapping[str, str] = json.loads(done.stdout)
    return seen
