"""The record of a topology that ran in a cluster."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from ackproof_adapters.running.cluster.merging import merged
from ackproof_adapters.running.journal import Line
from ackproof_adapters.running.local_cluster import CUT, Ran


@frozen
class Recorded:
    """How a topology ended, its faults, and the journals of its processes."""

    end: str
    why: str
    report: Mapping[str, Any]
    journals: Mapping[str, tuple[Line, ...]]

    @property
    def is_broken(self) -> bool:
        """Whether its cluster broke, so that another is needed for the next."""
        return "error" in self.report

    def summary(self) -> str:
        """Return its faults and how it ended, in words."""
        done = [f"{note['what']} {note.get('not', note.get('whom', ''))}".strip() for note in self.report["notes"]]
        return f"{', '.join(done) or 'nothing was done'}: {self.end}{f', {self.why}' if self.why else ''}"

    def ran(self) -> Ran:
        """Return it with one journal."""
        lines, doubt = merged(self.journals, self.report)
        unopened = "" if self.end == CUT else self._unopened()
        if unopened:
            return Ran(CUT, tuple(lines), f"{unopened} was not opened before the end, on this machine")
        return Ran(self.end, tuple(lines), self.why or doubt)

    def _unopened(self) -> str:
        """Return a task that exists at the end and was not opened until then: messages to it wait there."""
        for name, lines in self.journals.items():
            if int(name.partition("-")[0]) not in self.report["living"]:
                continue
            seen = [line for line in lines if line["at"] <= self.report["until"]]
            began = {line["task"] for line in seen if line["what"] == "began" and not line["task"].startswith("acker-")}
            unopened = sorted(began - {line["task"] for line in seen if line["what"] == "opened"})
            if unopened:
                return str(unopened[0])
        return ""
