"""Whether logs are of one topology. The tasks of two have the same numbers, so a tree would get another one's steps.

The topology is in the path, as Storm names its folders and files, and in the line with which a worker begins its log.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from pathlib import Path

from ackproof.errors import UsageError
from ackproof.text.sanitize import shell_quoted
from attrs import evolve

from ackproof_adapters.audit.logs.events import LIFE, NO_TASK
from ackproof_adapters.audit.logs.files import NAMED_BY_STORM, RolledFile, WorkerLog, blocks
from ackproof_adapters.audit.logs.lines import Parser
from ackproof_adapters.audit.logs.messages import LAUNCHING
from ackproof_adapters.audit.logs.rolling import part_of

MOST_NAMED = 6
"""The most files or topologies that a sentence names."""

_ID = re.compile(r".+-\d+-\d{10}")
"""The id of a topology: its name, a number, and the second of its submission."""

_LAUNCHED = re.compile(rb".*" + LAUNCHING + rb"(\S+) on ")
_LOOKED_AT = 1 << 20
"""Bytes of each file. A LocalCluster writes some hundred thousand before it launches its first worker."""

_WHY = "their tasks have the same numbers, so name the folder or the files of one"


def require_one_by_path(files: Sequence[Path], folder: Path | None) -> None:
    """Raise `UsageError` if files, perhaps those of one folder, are of several topologies by their paths. Files whose
    paths do not show a topology are of any.
    """
    topologies = sorted({name for each in files if (name := _of_path(each))})
    if len(topologies) > 1:
        whose = "these files are" if folder is None else f"{shell_quoted(folder)} has logs"
        raise UsageError(f"{whose} of {len(topologies)} topologies: {some(topologies)}; {_WHY}")


def require_one_by_launch(logs: Sequence[WorkerLog]) -> None:
    """Raise `UsageError` if two logs begin with the launches of workers of different topologies. A log whose beginning
    was rolled away is of any; one of a LocalCluster may be of several.
    """
    launched = [found for log in logs if (found := _launched(log))]
    for one, other in combinations(launched, 2):
        if not one.keys() & other.keys():
            (name, file), (name_of_other, other_file) = (min(each.items()) for each in (one, other))
            raise UsageError(
                f"{shell_quoted(file)} is of the topology {shell_quoted(name)}, and {shell_quoted(other_file)} of "
                f"{shell_quoted(name_of_other)}: {_WHY}"
            )


def some(names: Sequence[str]) -> str:
    """Return some of the names, and the number of the others."""
    return ", ".join(names[:MOST_NAMED]) + (f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else "")


def _of_path(path: Path) -> str:
    """Return the topology that a file is of, by its path; nothing if that does not show it."""
    name = NAMED_BY_STORM.fullmatch(Path(part_of(path)[0]).name)
    if name is not None and name["topology"] and _ID.fullmatch(name["topology"]):
        return name["topology"]
    # As it is named, since a link to a folder may have the id; and resolved, since a path may have `..` in it.
    # The folder of the topology has those of its workers, or, in a copy, perhaps the files.
    paths = (path.absolute(), path.resolve())
    folders = (folder.name for each in paths for folder in (each.parent.parent, each.parent))
    return next((each for each in folders if _ID.fullmatch(each)), "")


def _launched(log: WorkerLog) -> dict[str, Path]:
    """Return the topologies whose workers were launched at the beginnings of the files of a log, with those files."""
    found: dict[str, Path] = {}
    for file in log.files:
        for topology in _launched_in(log, file):
            found.setdefault(topology, file.path)
    return found


def _launched_in(log: WorkerLog, file: RolledFile) -> Iterator[str]:
    for block in islice(blocks(evolve(log, files=(file,)), _LOOKED_AT), 1):
        for line in block.content.split(b"\n") if LAUNCHING in block.content else ():
            launched = _LAUNCHED.match(line)
            event = Parser(layout=block.layout).event(line, 1) if launched is not None else None
            if launched is not None and event is not None and (event.kind, event.task) == (LIFE, NO_TASK):
                yield launched[1].decode(errors="replace")
