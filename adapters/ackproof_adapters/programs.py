"""Running programs of other projects: a build tool or a compiler, to its end."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

PATIENCE = 600.0
"""Seconds for a program. Maven has some sixty megabytes to fetch at its first use."""

SHOWN_LINES = 3
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")  # Maven resets colours even if it was told to use none


def failure(command: Sequence[str], folder: Path | None = None) -> str | None:
    """Run a program to its end, in a folder if there is one; return its error message, or None if it succeeded."""
    try:
        ran = subprocess.run(  # noqa: S603 - all commands are made by the adapters
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if ran.returncode == 0:
        return None
    return f"{command[0]} ended with {ran.returncode} and said: {_first_lines(ran.stdout + ran.stderr)}"


def _first_lines(output: str) -> str:
    # Maven and compilers begin with the error; help comes last, and warnings anywhere.
    lines = [line.strip() for line in _COLOUR.sub("", output).splitlines()]
    shown = [line for line in lines if line not in {"", "[ERROR]"} and not line.startswith("[WARNING]")]
    return " / ".join(shown[:SHOWN_LINES])
