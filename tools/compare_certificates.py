"""Compare two sets of certificates: does the suite still give the same verdicts?

    python -m tools.compare_certificates BEFORE AFTER        two files, or two folders with a file for each target
    python -m tools.compare_certificates docs/certificates --certify [NAME ...]

The second form certifies each target of the folder, or those that are named, and compares the results. Equal means: the
same verdicts, each with the same outcome, examples, operations, premises and deviations, and for each witness the same
operations and results. Stories and times may differ. A certificate that is marked as not reproducible is certified
again only if it is named.

Exit codes: 0 if all are equal, 1 if not, and 2 if they cannot be compared.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ackproof.errors import UsageError
from ackproof.wire.certificates import read_certificate
from ackproof.wire.differences import verdict_differences

EQUAL, DIFFERENT, UNKNOWN = 0, 1, 2


def files(path: Path) -> dict[str, Path]:
    """Return the certificates in a folder by name, or the one in a file."""
    if not path.exists():
        raise UsageError(f"there is no {path}")
    found = sorted(path.glob("*.json")) if path.is_dir() else [path]
    named = {each.stem: each for each in found if "certificate" in _document(each)}
    if not named:
        raise UsageError(f"there is no certificate in {path}")
    return named


def _document(path: Path) -> Mapping[str, Any]:
    try:
        return read_certificate(path)
    except UsageError:
        return {}


def _is_reproducible(path: Path) -> bool:
    return bool(read_certificate(path)["settings"]["reproducible"])


def certified(name: str, like: Mapping[str, Any], folder: Path) -> Path:
    """Certify the targets of a certificate with its settings; return the file of the new one."""
    settings = like["settings"]
    command = [sys.executable, "-m", "ackproof", "certify", *(each["name"] for each in like["targets"])]
    command += ["--examples", str(settings["examples"]), "--seed", str(settings["seed"]), "-q"]
    command += ["-n", "2"] if settings["reproducible"] else []
    for option in ("profile", "component", "rule"):
        command += [f"--{option}", settings[option]] if settings[option] is not None else []
    command += ["--deviations"] if "shipped" in settings["deviations"] else []
    out = folder / name
    done = subprocess.run([*command, "--out", str(out)], capture_output=True, text=True, check=False)  # noqa: S603
    if not (out / "certificate.json").exists():
        raise UsageError(f"{name} could not be certified: {done.stderr.strip()}")
    return out / "certificate.json"


def main(arguments: Sequence[str]) -> int:
    """Compare, and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path, nargs="?")
    parser.add_argument("--certify", nargs="*", metavar="NAME", help="certify these targets, or all of BEFORE")
    options = parser.parse_args(arguments)
    if (options.after is None) == (options.certify is None):
        parser.error("name either AFTER, or --certify")
    try:
        before = files(options.before)
        with tempfile.TemporaryDirectory() as made:
            return compare_all(before, options.after, options.certify, Path(made))
    except UsageError as error:
        print(f"cannot compare: {error}", file=sys.stderr)  # noqa: T201 - a command
        return UNKNOWN


def compare_all(before: Mapping[str, Path], after: Path | None, names: Sequence[str] | None, made: Path) -> int:
    """Compare each certificate with the one of the same name; return the exit code."""
    strange = sorted(set(names or ()) - before.keys())
    if strange:
        raise UsageError(f"there is no certificate of {', '.join(strange)}; there are {', '.join(before)}")
    there = files(after) if after is not None else {}
    if after is not None and len(before) == 1 and len(there) == 1:
        there = dict(zip(before, there.values(), strict=True))  # two files may have any names
    compared = names or [name for name in before if after is not None or _is_reproducible(before[name])]
    equal, verdicts = True, 0
    for name in compared:
        document = read_certificate(before[name])
        other = certified(name, document, made) if after is None else there.get(name)
        found = ["is missing after"] if other is None else list(verdict_differences(document, read_certificate(other)))
        verdicts += len(document["verdicts"])
        equal &= not found
        print(f"{name}: {'equal' if not found else f'{len(found)} differences'}", flush=True)  # noqa: T201
        for line in found:
            print(f"  {line}")  # noqa: T201
    print(f"{'equal' if equal else 'different'}: {len(compared)} certificates, {verdicts} verdicts")  # noqa: T201
    return EQUAL if equal else DIFFERENT


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
