"""Journals that are kept, so that a long run continues where it was stopped, and can be judged again.

A kept run is identified by its order, with its faults, and by the jars and classes that ran. If the reader is corrected
later, it reads the same journals; if a topology is drawn in another way, it is another one, and is run.
"""

import gzip
import hashlib
import json
import os
from pathlib import Path
from typing import Any

from attrs import define

from ackproof_adapters.running.cluster.record import Recorded
from ackproof_adapters.running.orders import TopologyOrder
from ackproof_adapters.storm.process import ClusterParts

JOURNALS = "ACKPROOF_JOURNALS"
"""The environment variable that names the folder in which journals of a cluster are kept. Without it none are."""

_KEY = 16


@define
class KeptRuns:
    """A folder of journals of what ran with these parts; several processes may use one at once."""

    folder: Path
    parts: ClusterParts

    def find(self, order: TopologyOrder) -> Recorded | None:
        """Return the record of a topology that ran before, if there is one."""
        try:
            with gzip.open(self._path(order), "rt", encoding="utf-8") as file:
                head, *journals = [json.loads(line) for line in file]
        except FileNotFoundError:
            return None
        written = {each["journal"]: tuple(each["lines"]) for each in journals}
        return Recorded(head["end"], head["why"], head["said"], written)

    def keep(self, order: TopologyOrder, ran: Recorded) -> None:
        """Keep the record of a topology. A run that broke with its cluster is not kept."""
        if ran.is_broken:
            return
        path = self._path(order)
        self.folder.mkdir(parents=True, exist_ok=True)
        head = {"order": order.to_json(), "end": ran.end, "why": ran.why, "said": ran.report}
        journals = [{"journal": process, "lines": lines} for process, lines in ran.journals.items()]
        beside = path.with_suffix(f".{os.getpid()}")
        with gzip.GzipFile(beside, "wb", mtime=0) as file:
            for line in (head, *journals):
                file.write(f"{json.dumps(line)}\n".encode())
        beside.replace(path)  # so that a file that exists is complete

    def _path(self, order: TopologyOrder) -> Path:
        ran: dict[str, Any] = {
            "order": order.to_json(),
            "jars": [jar.sha256 for jar in (*self.parts.storm, *self.parts.libraries)],
            "classes": [folder.name for folder in self.parts.classes],
        }
        key = hashlib.sha256(json.dumps(ran, sort_keys=True).encode()).hexdigest()[:_KEY]
        return self.folder / f"{order.name}-{key}.jsonl.gz"


def kept_runs(parts: ClusterParts) -> KeptRuns | None:
    """Return the folder of journals that the environment names."""
    named = os.environ.get(JOURNALS)
    return KeptRuns(Path(named).absolute(), parts) if named else None
