"""Targets that misbehave, each in one way that no rule is about."""

import sys
import types
from collections.abc import Callable, Sequence
from typing import Any, cast

from ackproof.components import Operation, results_of
from ackproof.components.acker import AckerResult, Notification
from ackproof.errors import Refused
from ackproof.target import Component, Config, Description
from ackproof.targets.reference import ReferenceTarget
from attrs import define, evolve

Answered = Callable[[Sequence[Operation], list[AckerResult]], Any]

not_callable = 7

MANY = 12


@define
class Acker:
    """The reference's acker, with its description and results changed by functions."""

    tampered: Answered
    described: Callable[[Description], Any] = lambda description: description

    def describe(self) -> Any:
        return self.described(Description(name="bad", version="1", language="python", components=("acker",)))

    def open(self, component: str, config: Config) -> Component:
        return Tampering(ReferenceTarget().open(component, config), self.tampered)

    def close(self) -> None:
        pass


@define
class Tampering:
    """A component whose results are changed by a function."""

    component: Component
    tampered: Answered

    def apply(self, operations: Sequence[Operation]) -> Any:
        results = [evolve(result, pending=None) for result in results_of(AckerResult, self.component.apply(operations))]
        return self.tampered(operations, results)

    def close(self) -> None:
        pass


def answering(tampered: Answered) -> Callable[[], Acker]:
    """Return the factory of an acker with changed results."""
    return lambda: Acker(tampered)


def describing(described: Callable[[Description], Any]) -> Callable[[], Acker]:
    """Return the factory of an acker with a changed description."""
    return lambda: Acker(lambda _, results: results, described)


def saying(word: Any) -> Callable[[], Acker]:
    """Return the factory of an acker that gives one answer to every message."""
    return answering(lambda operations, _: [AckerResult((word,)) for _ in operations])


def stubborn(_: Sequence[Operation], __: list[AckerResult]) -> Any:
    """Raise an error for any operations."""
    raise RuntimeError("I will not\nand here is why")


def leaving(_: Sequence[Operation], __: list[AckerResult]) -> Any:
    """End the process, as a script would."""
    sys.exit(0)


def refusing(_: Sequence[Operation], __: list[AckerResult]) -> Any:
    """Refuse operations, although only `open` may refuse."""
    raise Refused("not today")


def silent_or_stubborn(operations: Sequence[Operation], results: list[AckerResult]) -> Any:
    """Notify nobody, or raise an error for many operations."""
    if len(operations) > MANY:
        return stubborn(operations, results)
    return [evolve(result, notifications=()) for result in results]


def no_factory_argument(needed: int) -> Acker:
    """Require an argument, so that it is no factory."""
    raise AssertionError(needed)


def raises() -> Acker:
    """Fail to start."""
    raise OSError("no disk\nno hope")


def leaves() -> Acker:
    """End the process instead of making a target."""
    sys.exit(0)


def refuses() -> Acker:
    """Refuse to start, although only `open` may refuse."""
    raise Refused("not today")


class WithoutClose(ReferenceTarget):
    """A target whose components cannot be closed."""

    def open(self, component: str, config: Config) -> Any:
        del component, config
        return types.SimpleNamespace(apply=lambda operations: [AckerResult() for _ in operations])


class NeverOpens(ReferenceTarget):
    """A target that refuses whatever it claims."""

    def open(self, component: str, config: Config) -> Component:
        raise Refused(f"no {component} today, and no {config.profile}")


def makes_nothing() -> None:
    """Return no target."""


def makes_a_string() -> str:
    """Return a string instead of a target."""
    return "target"


raises_in_apply = answering(stubborn)
wrong_and_raises = answering(silent_or_stubborn)
leaves_in_apply = answering(leaving)
refuses_in_apply = answering(refusing)
answers_none = answering(lambda *_: None)
answers_a_string = answering(lambda *_: "ok")
answers_an_iterator = answering(lambda _, results: iter(results))
answers_too_few = answering(lambda _, results: results[1:])
answers_too_many = answering(lambda _, results: [*results, AckerResult()])
answers_with_tuples = answering(lambda _, results: [result.notifications for result in results])
answers_with_nones = answering(lambda _, results: [None for _ in results])
says_none = answering(lambda operations, _: [AckerResult(None) for _ in operations])  # type: ignore[arg-type]
says_a_list = answering(lambda _, results: [AckerResult(list(each.notifications)) for each in results])  # type: ignore[arg-type]
says_a_string = answering(lambda operations, _: [AckerResult("ack") for _ in operations])  # type: ignore[arg-type]
says_done = saying(Notification("done", 1, 1))
says_root_as_text = saying(Notification("ack", "1", 1))  # type: ignore[arg-type]
says_root_beyond_64_bits = saying(Notification("ack", 1 << 64, 1))
says_a_negative_task = saying(Notification("ack", 1, -1))
says_no_task = saying(Notification("ack", 1, None))  # type: ignore[arg-type]
says_a_tuple = saying(("ack", 1, 1))
claims_nothing = describing(lambda _: None)
claims_an_unknown_component = describing(lambda description: evolve(description, components=("acker", "toaster")))
claims_no_component = describing(lambda description: evolve(description, components=()))
claims_an_unknown_profile = describing(lambda description: evolve(description, profiles=("storm3",)))
claims_an_unknown_capability = describing(lambda description: evolve(description, capabilities=frozenset({"flies"})))
claims_an_unknown_operation = describing(
    lambda description: evolve(description, operations=frozenset({"init", "dance"}))
)
claims_components_as_text = describing(lambda description: evolve(description, components=cast("Any", "acker")))
claims_no_acks = describing(lambda description: evolve(description, operations=frozenset({"init", "tick"})))
claims_a_name_that_is_a_number = describing(lambda description: evolve(description, name=cast("Any", 7)))
claims_pending_without_telling = describing(
    lambda description: evolve(description, capabilities=frozenset({"pending"}))
)
