"""The Coq sources of `spec/proofs`: their statements, and compiling them outside of the checkout."""

import hashlib
import re
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from ackproof_adapters import cache
from attrs import frozen

SOURCES = Path(__file__).parents[2] / "spec" / "proofs"
EXTRACTED = Path(__file__).parents[2] / "adapters" / "ackproof_adapters" / "proved"
EXTRACTED_FILES = ("acker.ml", "acker.mli")
EXTRACTED_BY = "8.16"
"""Other versions of Coq use other names in extracted code, so the committed code is compared with this version only."""

AT_ONCE = 2
"""Number of files that are compiled at once."""

EXTRACTION = "Extraction"
"""The file whose compilation extracts code."""

LIBRARY = "Ackproof"
CLOSED = "Closed under the global context"
HOW_TO_INSTALL = "Coq is not installed: apt-get install coq ocaml-nox ocaml-findlib (macOS: brew install coq)"
PATIENCE = 1800.0
"""Maximum number of seconds for one program of Coq."""

_COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
_THEOREM = re.compile(r"^ *Theorem (\w+)", re.MULTILINE)
_STATED = re.compile(r"^ *(?:Theorem|Lemma) (\w+)", re.MULTILINE)
_UNPROVED = re.compile(r"\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|Abort)\b")


@frozen
class Failure:
    """The place at which `coqc` stopped: the file, the theorem or lemma, and the message."""

    module: str
    stated: str
    message: str


class _StoppedError(Exception):
    """Carries a failure out of a function that fills a cache folder."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure


def missing() -> str | None:
    """Return a sentence on how to install Coq if it is missing, or None."""
    return None if shutil.which("coqc") and shutil.which("coqchk") else HOW_TO_INSTALL


def modules() -> list[str]:
    """Return the names of the files in the order of their dependencies, as in `_CoqProject`."""
    lines = (SOURCES / "_CoqProject").read_text(encoding="utf-8").splitlines()
    return [line.removesuffix(".v") for line in lines if line.endswith(".v")]


def code(text: str) -> str:
    """Return Coq's text without its comments. The sources have no nested ones."""
    return _COMMENT.sub("", text)


def theorems() -> dict[str, str]:
    """Return each theorem and the file that proves it."""
    found: dict[str, str] = {}
    for module in modules():
        for name in _THEOREM.findall(code((SOURCES / f"{module}.v").read_text(encoding="utf-8"))):
            assert name not in found, f"{name} is in {found[name]} and in {module}"
            found[name] = module
    return found


def left_unproved(text: str) -> list[str]:
    """Return the commands by which a source assumes something without a proof."""
    return _UNPROVED.findall(code(text))


def copied(folder: Path) -> Path:
    """Copy the sources to a folder that may contain compiled files."""
    for path in [*SOURCES.glob("*.v"), SOURCES / "_CoqProject"]:
        shutil.copy(path, folder)
    return folder


def compiled(folder: Path, names: Sequence[str]) -> Failure | None:
    """Compile some files in the order of their dependencies; return the first failure, or None."""
    done: dict[str, Future[Failure | None]] = {}

    def compile_one(name: str, before: Sequence[Future[Failure | None]]) -> Failure | None:
        # Files are started in the order of `names`, so the dependencies of a file are already under way.
        return next((failure for each in before if (failure := each.result())), None) or _compiled(folder, name)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        for name in names:
            before = [done[each] for each in needed(folder, name) if each in done]
            done[name] = pool.submit(compile_one, name, before)
    return next((failure for each in done.values() if (failure := each.result())), None)


def changed_compiled(folder: Path, names: Sequence[str]) -> Failure | None:
    """Do what `compiled` does, but use the cached result of this Coq for an unchanged file with unchanged imports.
    `coqc` verifies the digests of the imports whenever it loads one.
    """
    made_by = run(["coqc", "--version"], folder).stdout
    for name in names:
        failure = _compiled(folder, name) if name == EXTRACTION else _kept(folder, name, made_by)
        if failure is not None:
            return failure
    return None


def _kept(folder: Path, name: str, made_by: str) -> Failure | None:
    parts = [made_by.encode(), (folder / f"{name}.v").read_bytes()]
    parts += [(folder / f"{each}.vo").read_bytes() for each in needed(folder, name)]
    key = hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()[:16]

    def make(beside: Path) -> None:
        failure = _compiled(folder, name)
        if failure is not None:
            raise _StoppedError(failure)
        shutil.copy(folder / f"{name}.vo", beside)

    try:
        shutil.copy(cache.folder(f"proofs/{name}-{key}", make) / f"{name}.vo", folder)
    except _StoppedError as stopped:
        return stopped.failure
    return None


def needed(folder: Path, name: str) -> list[str]:
    """Return the files of this library that a file imports."""
    text = (folder / f"{name}.v").read_text(encoding="utf-8")
    return [
        each
        for line in re.findall(rf"^From {LIBRARY} Require Import (.+)\.$", text, re.MULTILINE)
        for each in line.split()
    ]


def _compiled(folder: Path, name: str) -> Failure | None:
    ran = run(["coqc", "-q", "-R", ".", LIBRARY, f"{name}.v"], folder)
    if not ran.returncode:
        return None
    output = ran.stdout + ran.stderr
    place = re.search(r"line (\d+)", output)
    lines = (folder / f"{name}.v").read_text(encoding="utf-8").splitlines()[: int(place[1]) if place else 0]
    stated = _STATED.findall("\n".join(lines))
    return Failure(name, stated[-1] if stated else "", output.strip())


def extracts_otherwise(folder: Path) -> list[str]:
    """Return the extracted files in a compiled folder that differ from the committed ones."""
    return [name for name in EXTRACTED_FILES if (folder / name).read_bytes() != (EXTRACTED / name).read_bytes()]


def version() -> str:
    """Return the version of the installed Coq, as in 8.16."""
    match = re.search(r"version (\d+\.\d+)", run(["coqc", "--version"], SOURCES).stdout)
    return match[1] if match else "unknown"


def assumptions(folder: Path) -> dict[str, str]:
    """Return, by theorem, the assumptions that Coq reports for a compiled folder.

    One request for all takes a tenth of the time; if there are assumptions, each theorem is requested.
    """
    names = list(theorems())
    whole = ", ".join(f"@{name}" for name in names)
    if CLOSED == _printed(folder, f"Definition all_theorems := ({whole}).\nPrint Assumptions all_theorems.\n"):
        return dict.fromkeys(names, CLOSED)
    printed = _printed(folder, "".join(f"Print Assumptions {name}.\n" for name in names))
    each = re.findall(rf"^(?:{CLOSED}|Axioms:\n(?:.|\n)*?(?=\n{CLOSED}|\nAxioms:|\Z))", printed, re.MULTILINE)
    return dict(zip(names, each, strict=True))


def _printed(folder: Path, asked: str) -> str:
    imports = f"From {LIBRARY} Require Import {' '.join(modules())}.\n"
    (folder / "Assumptions.v").write_text(imports + asked, encoding="utf-8")
    ran = run(["coqc", "-q", "-R", ".", LIBRARY, "Assumptions.v"], folder)
    assert not ran.returncode, ran.stderr
    return ran.stdout.strip()


def rechecked(folder: Path) -> subprocess.CompletedProcess[str]:
    """Let `coqchk`, which shares no proof script with `coqc`, check the compiled files."""
    return run(["coqchk", "-silent", "-o", "-R", ".", LIBRARY, *(f"{LIBRARY}.{name}" for name in modules())], folder)


def run(command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run one of Coq's programs in a folder."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE)
