"""The logs in a folder, as an operator names one: `logs/workers-artifacts/TOPOLOGY`, or where the files were copied to.

Storm writes `TOPOLOGY/PORT/worker.log` since 1.0, and `TOPOLOGY-worker-PORT.log` before; the hook writes
`PORT-START.jsonl`. Files of other names are left out, and so are empty ones: a worker that just started has one.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from ackproof.errors import UsageError
from ackproof.text.sanitize import shell_quoted

from ackproof_adapters.audit.logs.files import HOOK, NAMED_BY_STORM
from ackproof_adapters.audit.logs.one_topology import require_one_by_path, some
from ackproof_adapters.audit.logs.rolling import BESIDE, part_of


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
    require_one_by_path(files, paths[0] if len(paths) == 1 and paths[0].is_dir() else None)
    return files, sentences


def _logs_below(folder: Path) -> Iterator[Path]:
    try:
        there = [each for each in sorted(folder.rglob("*")) if each.is_file() and each.stat().st_size]
    except OSError as error:
        raise UsageError(f"cannot read {shell_quoted(folder)}: {error.strerror}; name the files of a log") from error
    logs = [each for each in there if _is_named_by_storm(each) and not BESIDE.fullmatch(each.name)]
    found = logs or [each for each in there if HOOK.fullmatch(each.name)]
    if not found:
        raise UsageError(
            f"{shell_quoted(folder)} is a folder without a worker.log, and without a file of the hook such as "
            "6700-1.jsonl; name the files of a worker's log"
        )
    yield from found


def _is_named_by_storm(path: Path) -> bool:
    """Whether a file is a worker's log by its name, or what that was rolled to. Numbers within are such parts, too: if
    they are other workers, they are read as these.
    """
    return NAMED_BY_STORM.fullmatch(Path(part_of(path, ("worker.log",))[0]).name) is not None


def _names_of(folder: Path, found: Sequence[Path]) -> str:
    return some([str(each.relative_to(folder)) for each in found])
