"""The offers of other projects' ackers. They can be read when the packages are not installed, and say so."""

import importlib.util
from pathlib import Path

from ackproof.target import Offer, Target

DEVIATIONS = Path(__file__).parent / "deviations"


def make_motorway() -> Target:
    """Return motorway's controller as a target."""
    from ackproof_adapters.others.motorway import make  # noqa: PLC0415 - imports motorway, which may be missing

    return make()


def _motorway_missing() -> str | None:
    if importlib.util.find_spec("motorway") is not None:
        return None
    return "motorway is not installed: pip install 'ackproof[motorway]'"


motorway = Offer(make_motorway, _motorway_missing, DEVIATIONS / "motorway-3.1.4.toml")
