"""A vector, and its JSON form: that of the protocol."""

from collections.abc import Sequence

from attrs import field, frozen

from ackproof.components import Operation, Result
from ackproof.components.acker import AckerResult
from ackproof.rules.differential import comparable
from ackproof.target import Config, Run
from ackproof.wire import forms
from ackproof.wire.forms import Json

COMPONENTS = ("acker", "rotating-map")
"""The components that have vectors: what they answer follows from the history alone."""


@frozen(kw_only=True)
class Vector:
    """A history and its results. `kills` are the mutants that answer it otherwise.

    Where right implementations differ, because only a SHOULD or nothing decides, `allowed` has every list of results
    that is right, `expected` among them.
    """

    id: str
    rule: str
    why: str
    run: Run
    expected: Sequence[Result]
    allowed: Sequence[Sequence[Result]] = ()
    kills: Sequence[str] = field(default=())

    @property
    def needs(self) -> list[str]:
        """The operations that it takes."""
        return sorted({operation.op for operation in self.run.operations})

    def accepts(self, results: Sequence[Result]) -> bool:
        """Whether a target that answers so passes."""
        given = list(map(comparable, results))
        return any(given == list(map(comparable, right)) for right in (self.allowed or (self.expected,)))


def plain(result: Result) -> Result:
    """Return a result without what only some targets claim to tell."""
    return AckerResult(result.notifications) if isinstance(result, AckerResult) else result


def vector_to_json(vector: Vector) -> Json:
    """Return the JSON form of a vector."""
    run = vector.run
    return {
        "id": vector.id,
        "rule": vector.rule,
        "why": vector.why,
        "component": run.component,
        "config": forms.config_to_json(run.config),
        "needs": vector.needs,
        "operations": [forms.operation_to_json(each) for each in run.operations],
        "expected": [forms.result_to_json(each) for each in vector.expected],
        **(
            {"allowed": [[forms.result_to_json(each) for each in right] for right in vector.allowed]}
            if vector.allowed
            else {}
        ),
        "kills": list(vector.kills),
    }


def vector_from_json(document: Json) -> Vector:
    """Return the vector that a document of the schema stands for; raise ValueError if it makes no sense."""
    component = forms.component_named(document["component"])
    config: Config = forms.config_from_json(document["config"])
    operations: tuple[Operation, ...] = tuple(
        forms.operation_from_json(component, each) for each in document["operations"]
    )

    def results(documents: Sequence[Json]) -> tuple[Result, ...]:
        return tuple(forms.result_from_json(component, each) for each in documents)

    return Vector(
        id=document["id"],
        rule=document["rule"],
        why=document["why"],
        run=Run(component.name, config, operations),
        expected=results(document["expected"]),
        allowed=tuple(map(results, document.get("allowed", ()))),
        kills=tuple(document["kills"]),
    )
