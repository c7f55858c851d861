"""A target out of a Python class: the short way for somebody who has an acker and wants to know.

Write a class with the methods `init(root, value, task)`, `ack(root, value)`, `fail(root)`, and, where it has them,
`reset_timeout(root)` and `tick()`. Each returns the notifications that it caused, as triples (kind, root, task) with
kind "ack", "fail" or "reset-timeout". Then:

    def make():
        return acker_target("my-acker", MyAcker)

and `ackproof certify mypackage.mymodule:make`.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import define, field

from ackproof.components import Operation, Result, no_operation_of
from ackproof.components.acker import Ack, AckerResult, Fail, Init, Notification, ResetTimeout, Tick
from ackproof.errors import Refused, TargetBroke
from ackproof.target import ASSUMES, ASSUMPTIONS, PROFILES, Config, Description
from ackproof.text.sanitize import shown
from ackproof.text.suggestions import no_such
from ackproof.wire.traces import on_operation

_METHODS: dict[type[Operation], str] = {
    Init: "init",
    Ack: "ack",
    Fail: "fail",
    ResetTimeout: "reset_timeout",
    Tick: "tick",
}

FIELDS = ("kind", "root", "task")
TRIPLES = f"triples ({', '.join(FIELDS)}), such as ('ack', 7, 1)"


def acker_target(  # noqa: PLR0913 - by name, all but two
    name: str,
    make_acker: Callable[[str], object],
    *,
    version: str = "unversioned",
    profiles: tuple[str, ...] = ("storm1", "storm2"),
    assumes: Iterable[str] = (),
    limits: Mapping[str, int] | None = None,
) -> "PythonAckerTarget":
    """Return a target over `make_acker(profile_name)`, which makes a new acker; a class whose constructor takes that
    will do. Raise TypeError if it does not take that.

    `profiles` names those that the acker claims. Operations whose method the acker lacks are not claimed. `assumes`
    names what it leaves to its transport, such as "init-first": see `ackproof.target.ASSUMPTIONS`. Raise ValueError for
    a name that is none of these. `limits` are sizes beyond which it promises nothing, by dimension, such as
    `{"records at once": 10_000}`.
    """
    _require_profile_argument(make_acker)
    return PythonAckerTarget(
        name=name,
        make_acker=make_acker,
        version=version,
        profiles=tuple(profiles),
        assumptions=_assumptions(assumes),
        limits=dict(limits or {}),
    )


def _assumptions(names: Iterable[str]) -> frozenset[str]:
    if isinstance(names, str):
        raise TypeError(f"assumes={names!r} is one string; it is a tuple of names, as in assumes=({names!r},)")
    known = [name.removeprefix(ASSUMES) for name in ASSUMPTIONS]
    plain = [name.removeprefix(ASSUMES) for name in names]
    for name in plain:
        if name not in known:
            raise ValueError(no_such("assumption", name, known))
    return frozenset(f"{ASSUMES}{name}" for name in plain)


def _require_profile_argument(make_acker: Callable[[str], object]) -> None:
    try:
        signature = inspect.signature(make_acker)
    except (TypeError, ValueError):
        return  # of some callables nobody can tell
    try:
        signature.bind(PROFILES[0])
    except TypeError as error:
        name = getattr(make_acker, "__name__", repr(make_acker))
        raise TypeError(
            f"{name}{signature} is called with the name of a profile, as {name}({PROFILES[0]!r})"
        ) from error


@define(kw_only=True)
class PythonAckerTarget:
    """See `acker_target`."""

    name: str
    make_acker: Callable[[str], object]
    version: str
    profiles: tuple[str, ...]
    assumptions: frozenset[str] = frozenset()
    limits: Mapping[str, int] = field(factory=dict)

    def describe(self) -> Description:
        """Claim what the class has methods for."""
        acker = self.make_acker(self.profiles[0])
        operations = frozenset(kind.op for kind, method in _METHODS.items() if hasattr(acker, method))
        return Description(
            name=self.name,
            version=self.version,
            language="python",
            components=("acker",),
            profiles=self.profiles,
            operations=operations,
            capabilities=self.assumptions,
            limits={"acker": self.limits} if self.limits else {},
        )

    def open(self, component: str, config: Config) -> "_PythonAcker":
        """Make a new acker."""
        if component != "acker":
            raise Refused(f"{self.name} is an acker and has no {component}")
        return _PythonAcker(self.make_acker(config.profile))

    def close(self) -> None:
        """Nothing is held."""


@define
class _PythonAcker:
    acker: object

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        results = []
        for place, operation in enumerate(operations):
            returned = self._returned_for(operation)
            try:
                results.append(AckerResult(_notifications(returned)))
            except _WrongForm as error:
                method = _METHODS[type(operation)]
                where = on_operation(operations, place)
                raise TargetBroke(f"returned {shown(returned)} from {method}(): {error}{where}") from error
        return results

    def close(self) -> None:
        pass

    def _returned_for(self, operation: Operation) -> object:
        method = getattr(self.acker, _METHODS[type(operation)])
        match operation:
            case Init(root, value, task):
                return method(root, value, task)
            case Ack(root, value):
                return method(root, value)
            case Tick():
                return method()
            case Fail(root) | ResetTimeout(root):
                return method(root)
        raise no_operation_of("acker", operation)


class _WrongForm(Exception):
    """What a method returned is no list of notifications. An error of the method's own is another one."""


def _notifications(returned: object) -> tuple[Notification, ...]:
    """Return what a method returned as notifications; raise `_WrongForm` that says which of them is none."""
    if not returned:
        return ()
    if isinstance(returned, str) or not isinstance(returned, Iterable):
        raise _WrongForm(f"it should be None, or a list of {TRIPLES}")
    notifications = []
    for number, notification in enumerate(returned):
        if isinstance(notification, str) or not isinstance(notification, Iterable):
            raise _WrongForm(
                f"its notification {number + 1} is {shown(notification)}; it should be a list of {TRIPLES}"
            )
        fields = tuple(notification)
        if len(fields) != len(FIELDS):
            raise _WrongForm(f"its notification {number + 1} is {shown(notification)}; each should be {TRIPLES}")
        notifications.append(Notification(*fields))
    return tuple(notifications)
