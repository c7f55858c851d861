"""The program: its sources, what a build needs, and the command that starts it."""

import hashlib
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ackproof.errors import TargetUnavailable

from ackproof_adapters import cache

FOLDER = Path(__file__).parent
SOURCES = ("acker.mli", "acker.ml", "shell.ml")
LIBRARY = "yojson"
PATIENCE = 300.0
"""Seconds for one program. A build takes a few."""

SHOWN_LINES = 3
HOW_TO_GET_IT = "apt-get install ocaml-nox ocaml-findlib libyojson-ocaml-dev (elsewhere: opam install ocamlfind yojson)"


def missing() -> str | None:
    """Return what this machine lacks to build the program and how to get it, or None."""
    if shutil.which("ocamlfind") is None or shutil.which("ocamlopt") is None:
        return f"OCaml is not installed: {HOW_TO_GET_IT}"
    if _failure(["ocamlfind", "query", LIBRARY]) is not None:
        return f"OCaml has no library {LIBRARY}: {HOW_TO_GET_IT}"
    return None


def command(*arguments: str) -> list[str]:
    """Return the command that starts the program. It is built if that was not done before.

    Raise `TargetUnavailable` if something is missing on this machine, or the compiler fails.
    """
    lack = missing()
    if lack is not None:
        raise TargetUnavailable(lack)
    return [str(_built() / "proved"), *arguments]


def _built() -> Path:
    compiler = subprocess.run(["ocamlopt", "-version"], capture_output=True, check=False, timeout=PATIENCE).stdout  # noqa: S607 - whichever OCaml is there
    key = hashlib.sha256(b"".join([compiler, *((FOLDER / name).read_bytes() for name in SOURCES)])).hexdigest()[:16]

    def build_into(folder: Path) -> None:
        for name in SOURCES:
            shutil.copy(FOLDER / name, folder)
        # The extracted code has unused names, which OCaml would warn of.
        options = ["-O3", "-w", "-a", "-package", LIBRARY, "-linkpkg", *SOURCES, "-o", "proved"]
        failure = _failure(["ocamlfind", "ocamlopt", *options], folder)
        if failure is not None:
            raise TargetUnavailable(f"the program of the proofs cannot be built; try another OCaml: {failure}")

    return cache.folder(f"proved/{key}", build_into)


def _failure(command: Sequence[str], folder: Path = FOLDER) -> str | None:
    """Run a program to its end; return its error message, or None if it succeeded."""
    try:
        ran = subprocess.run(  # noqa: S603 - all commands are made here
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if ran.returncode == 0:
        return None
    lines = [line.strip() for line in (ran.stdout + ran.stderr).splitlines() if line.strip()]
    return f"{command[0]} ended with {ran.returncode} and said: {' / '.join(lines[:SHOWN_LINES])}"
