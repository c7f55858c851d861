"""A release of Storm that is not pinned, as a jar for `storm-jar:`. Maven fetches it by its version.

Its jar is not compared with a known hash, as those of the pinned releases are. The certificate has the hash.
"""

import re
from functools import cache
from pathlib import Path

from ackproof_adapters.storm import jars, toolchain
from ackproof_adapters.storm.versions import OLDEST_JAVA, Artifact

VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+(-[A-Za-z0-9.]+)?", re.ASCII)
FIRST_WITH_CLIENT = 2
"""The first major version with a `storm-client`; before, all of Storm is `storm-core`."""


def is_version(text: str) -> bool:
    """Whether a text is the version of a release, and no path."""
    return VERSION.fullmatch(text) is not None and not Path(text).exists()


@cache
def jar_of(version: str) -> Path:
    """Return the path of the jar with the acker of a release; raise `TargetUnavailable` if it cannot be fetched."""
    name = "storm-client" if int(version.partition(".")[0]) >= FIRST_WITH_CLIENT else "storm-core"
    maven = toolchain.find(OLDEST_JAVA).maven
    (jar,) = jars.fetched(maven, f"storm-{version}", (Artifact("org.apache.storm", name, version),))
    return Path(jar.path)
