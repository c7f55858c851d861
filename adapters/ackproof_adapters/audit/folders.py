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

MOST_NAMED = 6
"""The most files or topologies that a sentence names."""

_LOG = re.compile(r"(?:worker|(?P<topology>.+)-worker-\d+)\.log(?:\.\d{1,4})?(?:\.gz)?")
_TOPOLOGY = re.compile(r".+-\d+-\d{10}")
"""The id of a topology: its name, a number, and the second of its submission."""


def files_of(paths: Sequence[Path]) -> tuple[list[Path], list[str]]:
    """Return the files that some paths name, those in folders included, and for each folder a sentence about what was
    found. Raise `UsageError` if a folder has no log, or if the files of all paths are of several topologies.
    """
    files: list[Path] = []
    sentences = []
    for path in paths:
        if not path.is_dir():
            files.append(path)
            continue
        found = [*_logs_below(path)]
        files += found
        count = f"{len(found):,} file{'s' * (len(found) > 1)}"
        sentences.append(f"{shell_quoted(path)} has {count} of worker logs: {_names_of(path, found)}")
    _require_one_topology(files, paths[0] if len(paths) == 1 and paths[0].is_dir() else None)
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


def _require_one_topology(files: Sequence[Path], folder: Path | None) -> None:
    """Raise `UsageError` if files, perhaps those of one folder, are of several topologies, whose tasks have the same
    numbers. Files whose paths do not show a topology are of any.
    """
    topologies = sorted({name for each in files if (name := _topology(each))})
    if len(topologies) > 1:
        whose = "these files are" if folder is None else f"{shell_quoted(folder)} has logs"
        raise UsageError(
            f"{whose} of {len(topologies)} topologies: {_some(topologies)}; their tasks have the same numbers, so name "
            "the folder or the files of one"
        )


def _topology(path: Path) -> str:
    """Return the topology that a file is of, by its path; nothing if that does not show it."""
    name = _LOG.fullmatch(path.name)
    if name is not None and name["topology"] and _TOPOLOGY.fullmatch(name["topology"]):
        return name["topology"]
    # As it is named, since a link to a folder may have the id; and resolved, since a path may have `..` in it.
    # The folder of the topology has those of its workers, or, in a copy, perhaps the files.
    paths = (path.absolute(), path.resolve())
    folders = (folder.name for each in paths for folder in (each.parent.parent, each.parent))
    return next((each for each in folders if _TOPOLOGY.fullmatch(each)), "")


def _names_of(folder: Path, found: Sequence[Path]) -> str:
    return _some([str(each.relative_to(folder)) for each in found])


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_NAMED]) + (f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else "")
