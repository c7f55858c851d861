"""The logs in a folder, as an operator names one: `logs/workers-artifacts/TOPOLOGY`, or where the files were copied to.

Storm writes `TOPOLOGY/PORT/worker.log` since 1.0, and `TOPOLOGY-worker-PORT.log` before; the hook writes
`PORT-START.jsonl`. Files of other names are left out, and so are empty ones: a worker that just started has one.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ackproof.errors import UsageError
from ackproof.text.sanitize import shell_quoted

from ackproof_adapters.audit.files import BESIDE, HOOK

_LOG = re.compile(r"(?:worker|(?P<topology>.+)-worker-\d+)\.log(?:\.\d{1,4})?(?:\.gz)?")
_TOPOLOGY = re.compile(r".+-\d+-\d{10}")
"""The id of a topology: its name, a number, and the second of its submission."""


def files_of(paths: Sequence[Path]) -> tuple[list[Path], list[str]]:
    """Return the files that some paths name, those in folders included, and for each folder a sentence about what was
    found. Raise `UsageError` if a folder has no log, or logs of several topologies.
    """
    files: list[Path] = []
    sentences = []
    for path in paths:
        if not path.is_dir():
            files.append(path)
            continue
        found = [*_logs_below(path)]
        _require_one_topology(path, found)
        files += found
        count = f"{len(found):,} file{'s' * (len(found) > 1)}"
        sentences.append(f"{shell_quoted(path)} has {count} of worker logs: {_named(path, found)}")
    return files, sentences


def _logs_below(folder: Path) -> Iterator[Path]:
    try:
        there = [each for each in sorted(folder.rglob("*")) if each.is_file() and each.stat().st_size]
    except OSError as error:
        raise UsageError(f"cannot read {shell_quoted(folder)}: {error.strerror}; name the files of a log") from error
    logs = [each for each in there if _LOG.fullmatch(each.name) and not BESIDE.fullmatch(each.name)]
    found = logs or [each for each in there if HOOK.fullmatch(each.name)]
    if not found:
        raise UsageError(
            f"{shell_quoted(folder)} is a folder without a worker.log, and without a file of the hook such as "
            "6700-1.jsonl; name the files of a worker's log"
        )
    yield from found


def _require_one_topology(folder: Path, found: Sequence[Path]) -> None:
    """Raise `UsageError` if files are of several topologies, whose tasks have the same numbers."""
    topologies = sorted({name for each in found if (name := _topology(each))})
    if len(topologies) > 1:
        raise UsageError(
            f"{shell_quoted(folder)} has logs of {len(topologies)} topologies: {', '.join(topologies)}; name the "
            "folder or the files of one"
        )


def _topology(path: Path) -> str:
    """Return the topology that a file is of, by its path; nothing if that does not show it."""
    name = _LOG.fullmatch(path.name)
    if name is not None and name["topology"]:
        return name["topology"]
    folder = path.absolute().parent.parent.name
    return folder if _TOPOLOGY.fullmatch(folder) else ""


def _named(folder: Path, found: Sequence[Path], most: int = 6) -> str:
    names = [str(each.relative_to(folder)) for each in found]
    return ", ".join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")
