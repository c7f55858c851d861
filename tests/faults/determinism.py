"""The same certificate in every environment: interpreters, hash seeds, locales, time zones, workers, folders, and the
user's umask.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import field, frozen
from common.started import command

from .trials import Outcome, Part, Trial

ROOT = Path(__file__).resolve().parents[2]
TARGETS = ("reference", "ackproof.examples.forgetful:make")
ORDER = ("certify", *TARGETS, "--rule", "ACK-0[137]", "--examples", "20", "--seed", "7")
SHORT = ("certify", TARGETS[1], "--rule", "ACK-0[37]", "--examples", "30", "--seed", "7")
CLOCK = re.compile(r'("(?:seconds|started)": )[^,\n]+')
OF_PYTHON = re.compile(r'("(?:python|platform)": )[^,\n]+')
PYTHONS = ("3.12", "3.13", "3.14")


@frozen
class Way:
    """A way to run: environment variables, more arguments, options of Python, the folder, the umask."""

    environment: Mapping[str, str | None] = field(factory=dict)
    arguments: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    folder: str = "here"
    umask: int = -1
    python: str = sys.executable


WAYS = {
    **{f"hash seed {seed}": Way({"PYTHONHASHSEED": seed}) for seed in ("1", "42", "4294967295", "random")},
    **{f"locale {name}": Way({"LC_ALL": name, "LANG": name}) for name in ("C", "C.UTF-8", "tr_TR.UTF-8", "POSIX")},
    **{f"time zone {name}": Way({"TZ": name}) for name in ("UTC", "Asia/Kathmandu", "Pacific/Chatham", "XXX+23")},
    **{f"-n {workers}": Way(arguments=("-n", str(workers))) for workers in (2, 3)},
    **{f"folder {name!r}": Way(folder=name) for name in ("with a blank", "größe 🦆", "a'b\"c", "-dash", "x" * 120)},
    **{f"umask {umask:03o}": Way(umask=umask) for umask in (0, 0o077, 0o027)},
    "no HOME": Way({"HOME": None}),
    "HOME that is not there": Way({"HOME": "/nowhere"}),
    "python -O": Way(options=("-O",)),
    "python -X utf8=0": Way({"LC_ALL": "C"}, options=("-X", "utf8=0")),
    "python -X dev": Way(options=("-X", "dev")),
    "narrow terminal": Way({"COLUMNS": "20", "TERM": "dumb"}),
    "quiet": Way(arguments=("-q",)),
    "talkative": Way(arguments=("-v",)),
}


def certificate(folder: Path, way: Way, order: tuple[str, ...] = ORDER, planted: str = "") -> tuple[int, Any]:
    """Return the exit code, the certificate and all other files of a run, without the values that depend on the
    clock.
    """
    inside = folder / way.folder
    inside.mkdir(parents=True)
    environment = {**os.environ, "PYTHONHASHSEED": "0", **way.environment}
    python, *rest = command((*order, *way.arguments), planted, way.python)
    done = subprocess.run(
        [python, *way.options, *rest],
        cwd=inside,
        env={name: value for name, value in environment.items() if value is not None},
        capture_output=True,
        check=False,
        umask=way.umask,
    )
    files = sorted(path for path in (inside / "out").rglob("*") if path.suffix == ".json")
    texts = {path.name: CLOCK.sub(r"\1", path.read_text(encoding="utf-8")) for path in files}
    if way.python != sys.executable:
        texts = {name: OF_PYTHON.sub(r"\1", text) for name, text in texts.items()}
    return done.returncode, texts or done.stderr.decode(errors="replace")[-300:]


@cache
def usual(order: tuple[str, ...]) -> tuple[int, Any]:
    """Return the result of the usual run."""
    with TemporaryDirectory() as folder:
        return certificate(Path(folder), Way(), order)


def tried(folder: Path, name: str, way: Way, order: tuple[str, ...] = ORDER, planted: str = "") -> Outcome:
    """Run in another way; return the differences from the usual run."""
    code, texts = usual(order)
    if way.python != sys.executable:
        texts = {each: OF_PYTHON.sub(r"\1", text) for each, text in texts.items()}
    found, theirs = certificate(folder, way, order, planted)
    if (found, theirs) == (code, texts):
        return Outcome({"ways to run": 1})
    if isinstance(theirs, str):
        return Outcome({"ways to run": 1}, (f"{name}: ended with {found} and not {code}: {theirs!r}",))
    differ = [each for each in {*texts, *theirs} if texts.get(each) != theirs.get(each)]
    return Outcome({"ways to run": 1}, (f"{name}: exit code {found} and not {code}, other {', '.join(differ)}",))


def is_here(version: str) -> bool:
    """Whether a version of Python is installed; its name may belong to a script that only says that it is not."""
    found = shutil.which(f"python{version}")
    return found is not None and subprocess.run([found, "-V"], capture_output=True, check=False).returncode == 0


def python_of(version: str) -> str:
    """Return the Python of a version, in an environment with all dependencies that is created once."""
    made = ROOT / ".assurance" / f"python-{version}"
    python = made / "bin" / "python"
    if not (made / "whole").exists():
        for step in ((f"python{version}", "-m", "venv", str(made)), (str(python), "-m", "pip", "install", str(ROOT))):
            subprocess.run(step, capture_output=True, check=True)
        (made / "whole").touch()
    return str(python)


def on_another(folder: Path, version: str) -> Outcome:
    """Run on another Python, with the sources of this checkout."""
    try:
        python = python_of(version)
    except subprocess.CalledProcessError as error:
        why = error.stderr.decode(errors="replace")[-300:]
        return Outcome(faults=(f"Python {version}: {error.cmd} failed: {why!r}",))
    sources = os.pathsep.join(str(ROOT / part) for part in ("reference", "conformance"))
    return tried(folder, f"Python {version}", Way({"PYTHONPATH": sources}, python=python))


def trials() -> Iterator[Trial]:
    """Yield every way, and every other installed Python."""
    for name, way in WAYS.items():
        yield Trial(name, lambda folder, name=name, way=way: tried(folder, name, way))  # type: ignore[misc]
    for version in filter(is_here, PYTHONS):
        yield Trial(f"Python {version}", lambda folder, version=version: on_another(folder, version))  # type: ignore[misc]


def few() -> Iterator[Trial]:
    """Yield a way that changes many conditions together."""
    way = Way(
        {"PYTHONHASHSEED": "42", "LC_ALL": "C", "TZ": "Asia/Kathmandu"}, ("-n", "2"), folder="größe 🦆", umask=0o077
    )
    yield Trial("all at once", lambda folder: tried(folder, "all at once", way, SHORT))


PART = Part("determinism", "the same certificate in every way to run", trials, few)
