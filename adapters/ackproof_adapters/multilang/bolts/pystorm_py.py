"""A bolt on pystorm, which does what its inputs say: see `spec/multilang.md`.

Its argument is its kind: `basic` or `holding`.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from pystorm import Bolt

HOLDING = sys.argv[1] == "holding"


class Doer(Bolt):  # type: ignore[misc]  # it has no types
    """Executes deeds. A holding bolt switches off the automatic acks and fails of pystorm."""

    auto_anchor = auto_ack = auto_fail = not HOLDING

    def initialize(self, conf: Mapping[str, Any], context: Mapping[str, Any]) -> None:
        """Do the deeds of the start."""
        del context
        self.do(conf["ackproof.deeds"])

    def process(self, tup: Any) -> None:  # noqa: ANN401 - pystorm has no types
        """Do the deeds of an input."""
        self.do(tup.values[0])

    def do(self, deeds: Sequence[Mapping[str, Any]]) -> None:
        """Do deeds in order."""
        heard = None
        for deed in deeds:
            match deed["do"]:
                case "emit":
                    values = [deed["name"], heard, deed.get("text", "")]
                    anchors = deed.get("anchors")
                    if "task" in deed:
                        self.emit(values, anchors=anchors, direct_task=deed["task"])
                    else:
                        heard = self.emit(values, anchors=anchors, need_task_ids=True)
                case "ack":
                    self.ack(deed["id"])
                case "fail":
                    self.fail(deed["id"])
                case "raise":
                    raise RuntimeError(deed["text"])
                case "print":
                    print(deed["text"])  # noqa: T201 - what comes of it is the question
                case "log":
                    self.log(deed["text"])


Doer().run()
