"""Print which of the Pythons of the short trials run on this machine: `tox -e interpreters`."""

import subprocess
import sys

PYTHONS = ("python3.11", "python3.12", "python3.13")


def runs(python: str) -> bool:
    """Whether a Python starts. A name on the PATH is not enough: it may lead to a version that is not installed."""
    try:
        return not subprocess.run([python, "--version"], capture_output=True, check=False).returncode  # noqa: S603
    except OSError:
        return False


def main() -> int:
    """Print a line for each."""
    for python in PYTHONS:
        print(f"{python} {'runs here' if runs(python) else 'does not run here: its trial is skipped'}")  # noqa: T201 - a command
    return 0


if __name__ == "__main__":
    sys.exit(main())
