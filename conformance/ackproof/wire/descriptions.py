"""The JSON form of a target's description, as used in a certificate and in the reply to start."""

from ackproof.target import Description
from ackproof.wire.forms import Json


def description_to_json(description: Description) -> Json:
    """Return the description. `operations` is null if a target has all that its components have."""
    return {
        "name": description.name,
        "version": description.version,
        "language": description.language,
        "components": list(description.components),
        "profiles": list(description.profiles),
        "operations": None if description.operations is None else sorted(description.operations),
        "capabilities": sorted(description.capabilities),
        **({"limits": {name: dict(own) for name, own in description.limits.items()}} if description.limits else {}),
        "evidence": dict(description.evidence),
    }
