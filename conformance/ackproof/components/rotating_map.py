"""Operations and results of the component `rotating-map`. Keys are strings; a value is a string or null."""

from typing import ClassVar

from attrs import frozen


@frozen
class Put:
    """Store a value in the nursery."""

    op: ClassVar[str] = "put"
    key: str
    value: str | None


@frozen
class Get:
    """Ask for a value: `found` and `value`."""

    op: ClassVar[str] = "get"
    key: str


@frozen
class Contains:
    """Ask whether a key is there: `found`."""

    op: ClassVar[str] = "contains"
    key: str


@frozen
class Remove:
    """Forget a key: `found` if it was there, and the `value` that it had."""

    op: ClassVar[str] = "remove"
    key: str


@frozen
class Size:
    """Ask how many entries there are: `size`."""

    op: ClassVar[str] = "size"


@frozen
class Rotate:
    """Age everything by one rotation: `expired`."""

    op: ClassVar[str] = "rotate"


OPERATIONS = (Put, Get, Contains, Remove, Size, Rotate)
MapOperation = Put | Get | Contains | Remove | Size | Rotate


@frozen
class Expired:
    """An entry that expired at a rotation."""

    key: str
    value: str | None


@frozen
class MapResult:
    """The result of one operation; each operation fills the fields that its docstring names."""

    found: bool | None = None
    value: str | None = None
    size: int | None = None
    expired: tuple[Expired, ...] | None = None
