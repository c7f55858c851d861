"""Without numpy and Arrow there is no bench, and its tests could not even be imported."""

from importlib.util import find_spec

if any(find_spec(package) is None for package in ("numpy", "pyarrow")):
    collect_ignore_glob = ["test_*.py"]
