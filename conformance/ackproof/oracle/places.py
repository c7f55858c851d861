"""Where the tuples of a plan go: to which tasks of a bolt."""

from attrs import define, field

from ackproof.components.happenings import BoltTuple, SpoutTuple
from ackproof.components.topology import BoltShape, Wiring
from ackproof.oracle.lapses import Findings, Part


@define
class Places:
    """The bolts of a plan, and which task of each has got which value."""

    wiring: Wiring
    findings: Findings
    shapes: dict[str, BoltShape] = field(init=False)
    after: dict[str, list[str]] = field(init=False)
    _places: dict[tuple[str, str], str] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        bolts = self.wiring.bolts
        self.shapes = {shape.name: shape for shape in bolts}
        self.after = {
            component: [shape.name for shape in bolts if component in shape.after]
            for component in ("spout", *self.shapes)
        }

    def hold(self, sent: SpoutTuple | BoltTuple, part: Part) -> None:
        """Hold a tuple to one of its bolt's tasks, the same for the same value."""
        bolt, _, number = sent.to.rpartition("-")
        shape = self.shapes.get(bolt)
        if shape is None or not number.isdecimal() or not 1 <= int(number) <= shape.tasks:
            self.findings.lapse(part, f"{sent.name} went to {sent.to}, which is no task of the plan")
        elif sent.value is not None:
            place = self._places.setdefault((bolt, sent.value), sent.to)
            if place != sent.to:
                self.findings.lapse(
                    part, f"{sent.name} went to {sent.to}; the value {sent.value} went to {place} before"
                )
