"""A bolt on Storm's storm.py, which does what its inputs say: see `spec/multilang.md`.

Its arguments are the folder of storm.py, and its kind: `basic` or `holding`.
"""

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

FOLDER, KIND = sys.argv[1:3]
sys.path.insert(0, FOLDER)

storm: Any = import_module("storm")

HOLDING = KIND == "holding"


class Doer(storm.Bolt if HOLDING else storm.BasicBolt):  # type: ignore[misc]  # it has no types
    """Executes deeds. A holding bolt is storm.py's `Bolt`, a basic one its `BasicBolt`."""

    def initialize(self, conf: Mapping[str, Any], context: Mapping[str, Any]) -> None:
        """Do the deeds of the start."""
        del context
        self.inputs: dict[str, Any] = {}
        self.do(conf["ackproof.deeds"])

    def process(self, given: Any) -> None:  # noqa: ANN401 - storm.py has no types
        """Do the deeds of an input. The value of a tick is no list of deeds."""
        self.inputs[given.id] = given
        self.do(given.values[0] if isinstance(given.values[0], list) else ())

    def do(self, deeds: Sequence[Mapping[str, Any]]) -> None:
        """Do deeds in order."""
        heard = None
        for deed in deeds:
            match deed["do"]:
                case "emit":
                    values = [deed["name"], heard, deed.get("text", "")]
                    anchors = [self.inputs[name] for name in deed.get("anchors") or ()]
                    if "task" in deed:
                        storm.emitDirect(deed["task"], values, anchors=anchors)
                    else:
                        heard = storm.emit(values, anchors=anchors)
                case "ack":
                    storm.ack(self.inputs[deed["id"]])
                case "fail":
                    storm.fail(self.inputs[deed["id"]])
                case "raise":
                    raise RuntimeError(deed["text"])
                case "print":
                    print(deed["text"])  # noqa: T201 - what comes of it is the question
                case "log":
                    storm.log(deed["text"])


Doer().run()
