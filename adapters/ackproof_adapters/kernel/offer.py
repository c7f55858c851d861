"""The offer of the target `kernel`. It can be read where numba is not installed, and says so."""

import importlib.util

from ackproof.target import Offer, Target

NEEDED = ("numpy", "numba")


def make() -> Target:
    """Return the target."""
    from ackproof_adapters.kernel.target import KernelTarget  # noqa: PLC0415 - imports numba, which may be missing

    return KernelTarget()


def missing() -> str | None:
    """Return what is missing on this machine and how to get it, or None."""
    lacking = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    return f"{' and '.join(lacking)} not installed: pip install 'ackproof[kernel]'" if lacking else None


kernel = Offer(make, missing)
