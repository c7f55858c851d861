"""The program: its sources, what a build needs, and the command that starts it."""

import hashlib
import shutil
import subprocess
from pathlib import Path

from ackproof.errors import TargetUnavailable

from ackproof_adapters import cache
from ackproof_adapters.programs import PATIENCE, failure

FOLDER = Path(__file__).parent
SOURCES = ("acker.mli", "acker.ml", "shell.ml")
LIBRARY = "yojson"
HOW_TO_GET_IT = "apt-get install ocaml-nox ocaml-findlib libyojson-ocaml-dev (elsewhere: opam install ocamlfind yojson)"


def missing() -> str | None:
    """Return what this machine lacks to build the program and how to get it, or None."""
    if shutil.which("ocamlfind") is None or shutil.which("ocamlopt") is None:
        return f"OCaml is not installed: {HOW_TO_GET_IT}"
    if failure(["ocamlfind", "query", LIBRARY]) is not None:
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
        failed = failure(["ocamlfind", "ocamlopt", *options], folder)
        if failed is not None:
            raise TargetUnavailable(f"the program of the proofs cannot be built; try another OCaml: {failed}")

    return cache.folder(f"proved/{key}", build_into)
