"""The common form of all happenings on the wire, and the meaning of its fields for each kind of happening.

This is the table of the chapter on the topology, as data. A field that a kind does not have is ignored, like any
unknown field.
"""

from collections.abc import Callable

import attrs
from attrs import field, frozen

from ackproof.components import happenings
from ackproof.components.fields import Long
from ackproof.components.happenings import Happening

SPOUT = "spout-"
"""Prefix of the names of spout tasks: the meaning of a tuple's `about` depends on its sender."""


@frozen(kw_only=True)
class Form:
    """A happening in its form on the wire: `what` happened, on which `task`.

    `to` is the receiver of a message, `name` its name, `about` the names of the things that it is about.
    """

    what: str
    task: str
    to: str | None = None
    name: str | None = None
    about: tuple[str, ...] = ()
    root: Long | None = None
    value: str | None = None


@frozen
class _HappeningForm:
    """A kind of happening: which of its fields is the form's `name`, and which fields `about` holds one by one
    (`about`), or which single field is the whole of `about` (`whole`).
    """

    kind: type[Happening]
    name: str | None = None
    about: tuple[str, ...] = ()
    whole: str | None = None
    members: tuple[tuple[str, str], ...] = field(init=False)
    required: tuple[str, ...] = field(init=False)

    @members.default
    def _members(self) -> tuple[tuple[str, str], ...]:
        """Return pairs of a field of the happening and the field of the form that holds it."""
        own = [each.name for each in attrs.fields(self.kind) if each.name not in self.about]
        renamed = {self.name: "name", self.whole: "about"}
        return tuple((each, renamed.get(each, each)) for each in own)

    @required.default
    def _required(self) -> tuple[str, ...]:
        return tuple(each.name for each in attrs.fields(self.kind) if each.default is attrs.NOTHING)


_ROWS = (
    _HappeningForm(happenings.Emission, "tree", ("message",)),
    _HappeningForm(happenings.UntrackedEmission, "tree", ("message",)),
    _HappeningForm(happenings.SpoutTuple, "name", ("tree",)),
    _HappeningForm(happenings.BoltTuple, "name", whole="anchors"),
    _HappeningForm(happenings.InitReport, "name", ("tree",)),
    _HappeningForm(happenings.AckReport, "name", ("tree", "receipt")),
    _HappeningForm(happenings.FailReport, "name", ("tree", "receipt")),
    _HappeningForm(happenings.ResetReport, "name", ("tree", "receipt")),
    _HappeningForm(happenings.AckNotification, "name", ("tree",)),
    _HappeningForm(happenings.FailNotification, "name", ("tree",)),
    _HappeningForm(happenings.ResetNotification, "name", ("tree",)),
    _HappeningForm(happenings.Arrival, "name", ("receipt",)),
    _HappeningForm(happenings.InputAcked, "receipt"),
    _HappeningForm(happenings.InputFailed, "receipt"),
    _HappeningForm(happenings.CallRefused, "call", whole="receipts"),
    _HappeningForm(happenings.CalledAck, "tree", ("message",)),
    _HappeningForm(happenings.CalledFail, "tree", ("message",)),
    _HappeningForm(happenings.MessageDone, "message"),
    _HappeningForm(happenings.MessageBack, "message"),
    _HappeningForm(happenings.TaskDied),
    _HappeningForm(happenings.Opened),
    _HappeningForm(happenings.Activated),
    _HappeningForm(happenings.Deactivated),
    _HappeningForm(happenings.Closed),
    _HappeningForm(happenings.Lost, "name"),
    _HappeningForm(happenings.Doubled, "name"),
)
_BY_KIND: dict[type, _HappeningForm] = {row.kind: row for row in _ROWS}
_BY_WHAT = {row.kind.what: row for row in _ROWS if row.kind is not happenings.SpoutTuple}  # see `happening_of`


def happening_of(form: Form) -> Happening:
    """Return the happening in a form; raise ValueError if it is invalid."""
    row = _BY_WHAT.get(form.what)
    if row is None:
        raise ValueError(f"{form.what!r} is not one of {', '.join(_BY_WHAT)}")
    if row.kind is happenings.BoltTuple and form.task.startswith(SPOUT):
        row = _BY_KIND[happenings.SpoutTuple]
    if row.about and len(form.about) > len(row.about):
        raise ValueError(f"the 'about' of '{form.what}' has {len(form.about)} names; it should be {_named(row)}")
    values: dict[str, object] = dict(zip(row.about, form.about, strict=False))
    for own, member in row.members:
        values[own] = getattr(form, member)
    for own in row.required:
        if values.get(own) is None:
            raise ValueError(_missing(row, own))
    make: Callable[..., Happening] = row.kind
    return make(**values)


def form_of(happening: Happening) -> Form:
    """Return the form of a happening; raise TypeError for anything else."""
    row = _BY_KIND.get(type(happening))
    if row is None:
        raise TypeError(f"{type(happening).__name__} is no kind of happening")
    values = {member: getattr(happening, own) for own, member in row.members}
    if row.about:
        values["about"] = tuple(name for own in row.about if (name := getattr(happening, own)) is not None)
    return Form(what=row.kind.what, **values)


def _missing(row: _HappeningForm, own: str) -> str:
    if own in row.about:
        return f"the 'about' of '{row.kind.what}' is empty; it should be {_named(row)}"
    return f"'{dict(row.members)[own]}' of '{row.kind.what}' is missing"


def _named(row: _HappeningForm) -> str:
    """Return in words what `about` should contain."""
    names = [f"its {own}" for own in row.about]
    return names[0] if len(names) == 1 else f"{names[0]} and then {names[1]}"
