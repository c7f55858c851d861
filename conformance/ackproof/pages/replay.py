"""A witness on several targets as a page: its picture, with a column for each of them."""

from attrs import define, field

from ackproof.pages.bits import DrawnIds, drawn_ids
from ackproof.pages.drawing import Drawing, drawn
from ackproof.pages.page import rendered
from ackproof.pages.report import sentence_of, setting_of
from ackproof.pages.timelines import timeline_of
from ackproof.pages.timelines.timeline import ReplayedAnswers
from ackproof.witness import Witness


@define
class ShownReplay:
    """A witness and what targets answer to it, as the template reads it."""

    witness: Witness
    beside: ReplayedAnswers
    drawing: Drawing = field(init=False)
    ids: DrawnIds | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        timeline = timeline_of(self.witness, self.beside)
        if timeline is None:
            raise TypeError("with targets there is always a table")
        self.drawing = drawn(timeline)
        self.ids = drawn_ids(self.witness)

    @property
    def sentence(self) -> str:
        """What the rule says."""
        return sentence_of(self.witness.rule)

    @property
    def setting(self) -> tuple[str, list[str]]:
        """What the steps are about, below its heading."""
        return setting_of(self.witness)


def replay_page(witness: Witness, beside: ReplayedAnswers) -> str:
    """Return the page of a witness with the answers of targets. Raise `UsageError` if jinja2 is not installed."""
    return rendered("replay.html.jinja", shown=ShownReplay(witness, beside))
