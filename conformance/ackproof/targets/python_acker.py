"""A target made from a Python class: the shortest way to test an acker.

Write a class with the methods `init(root, value, task)`, `ack(root, value)`, `fail(root)`, and optionally
`reset_timeout(root)` and `tick()`. Each returns the notifications that it caused, as triples (kind, root, task) with
kind "ack", "fail" or "reset-timeout". Then:

    def make():
        return acker_target("my-acker", MyAcker)

and `ackproof certify mypackage.mymodule:make`.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from attrs import frozen

from ackproof.components import COMPONENTS, Operation, Result, no_operation_of
from ackproof.components.acker import Ack, AckerResult, Fail, Init, Notification, ResetTimeout, Tick
from ackproof.target import ASSUMES, ASSUMPTIONS, PROFILES
from ackproof.targets.python_component import PythonComponentTarget, WrongForm, method_of
from ackproof.text.sanitize import shown
from ackproof.text.suggestions import no_such

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
) -> PythonComponentTarget:
    """Return a target over `make_acker(profile_name)`, which makes a new acker; it may be a class. Raise TypeError if
    it does not accept one argument.

    `profiles` names those that the acker claims. Operations whose method the acker lacks are not claimed. `assumes`
    names its assumptions about the transport, such as "init-first": see `ackproof.target.ASSUMPTIONS`. Raise ValueError
    for an unknown name. `limits` are sizes beyond which it promises nothing, by dimension, such as `{"records at once":
    10_000}`.
    """
    _require_profile_argument(make_acker)
    return PythonComponentTarget(
        name=name,
        kind=COMPONENTS["acker"],
        make=lambda config: make_acker(config.profile),
        version=version,
        profiles=tuple(profiles),
        capabilities=_assumptions(assumes),
        convention=Triples(),
        limits=dict(limits or {}),
    )


PythonAckerTarget = PythonComponentTarget
"""The class of `acker_target`'s results, under a name for type annotations of factories."""


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
        return  # some callables have no readable signature
    try:
        signature.bind(PROFILES[0])
    except TypeError as error:
        name = getattr(make_acker, "__name__", repr(make_acker))
        raise TypeError(
            f"{name}{signature} is called with the name of a profile, as {name}({PROFILES[0]!r})"
        ) from error


@frozen
class Triples:
    """The fields of an operation are passed in order, and notifications are returned as triples."""

    operation_names: ClassVar[tuple[str, ...]] = tuple(each.op for each in (Init, Ack, Fail, ResetTimeout, Tick))

    def call(self, part: object, operation: Operation) -> object:
        """See `Convention`."""
        method = getattr(part, method_of(operation.op))
        match operation:
            case Init(root, value, task):
                return method(root, value, task)
            case Ack(root, value):
                return method(root, value)
            case Fail(root) | ResetTimeout(root):
                return method(root)
            case Tick():
                return method()
        raise no_operation_of("acker", operation)

    def result_of(self, returned: object) -> Result:
        """See `Convention`."""
        return AckerResult(_notifications(returned))


def _notifications(returned: object) -> tuple[Notification, ...]:
    """Return the triples that a method returned as notifications; raise `WrongForm` for the first invalid one."""
    if not returned:
        return ()
    if isinstance(returned, str) or not isinstance(returned, Iterable):
        raise WrongForm(f"it should be None, or a list of {TRIPLES}")
    notifications = []
    for number, notification in enumerate(returned):
        if isinstance(notification, str) or not isinstance(notification, Iterable):
            raise WrongForm(f"its notification {number + 1} is {shown(notification)}; it should be a list of {TRIPLES}")
        fields = tuple(notification)
        if len(fields) != len(FIELDS):
            raise WrongForm(f"its notification {number + 1} is {shown(notification)}; each should be {TRIPLES}")
        notifications.append(Notification(*fields))
    return tuple(notifications)
