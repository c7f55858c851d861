"""The JSON form of a witness: what `schemas/witness.schema.json` describes."""

from collections.abc import Mapping
from pathlib import Path

from ackproof.errors import UsageError
from ackproof.target import Run
from ackproof.wire import documents, forms, schemas
from ackproof.wire.forms import Json
from ackproof.witness import (
    CollectorStep,
    ConversationStep,
    DeliveredStep,
    DrawnIdStep,
    EdgeIdStep,
    LotStep,
    MapStep,
    ShownTree,
    SpoutStep,
    TopologyStep,
    Witness,
    WitnessStep,
)

FORM = 1
"""The version of the form."""

STEPS: Mapping[str, type[WitnessStep]] = {
    "rotating-map": MapStep,
    "acker": DeliveredStep,
    "anchoring": CollectorStep,
    "spout": SpoutStep,
    "topology": TopologyStep,
    "ids": DrawnIdStep,
    "multilang": ConversationStep,
}
"""The class of the steps of each component."""

COUNTS: Mapping[str, type[WitnessStep]] = {"lot": LotStep, "edge-id": EdgeIdStep}
"""The classes of steps that are counts, by their `op`: any component may have a statistical rule."""


def witness_to_json(witness: Witness) -> Json:
    """Return the JSON form of a witness."""
    run = witness.run
    return {
        "witness": FORM,
        "rule": witness.rule,
        "title": witness.title,
        "target": {"name": witness.target, "version": witness.version},
        "seed": witness.seed,
        "component": run.component,
        "config": forms.config_to_json(run.config),
        "violation": witness.violation,
        "at": witness.at,
        "operations": [forms.operation_to_json(operation) for operation in run.operations],
        **({"cuts": list(run.cuts), "beside": run.beside} if run.cuts else {}),
        "results": [forms.result_to_json(result) for result in witness.results],
        **({"steps": [forms.to_json(step) for step in witness.steps]} if witness.steps else {}),
        **({"trees": [forms.to_json(tree) for tree in witness.trees]} if witness.trees else {}),
        "story": list(witness.story),
    }


def read_witness(path: Path) -> Witness:
    """Return the witness in a file; raise `UsageError` with the place of the fault if it is invalid."""
    try:
        document = schemas.check(documents.read_form(path, "witness", FORM), "witness")
    except ValueError as error:
        raise UsageError(f"{path} is not a witness: {error}") from error
    try:
        return witness_from_json(document)
    except ValueError as error:
        raise UsageError(f"the witness cannot be replayed: {error}") from error


def witness_of_content(content: bytes) -> Witness:
    """Return the witness in the content of a file; raise ValueError if it is invalid."""
    return witness_from_json(schemas.check(documents.parse(content), "witness"))


def witness_from_json(document: Json) -> Witness:
    """Return the witness in a document of the schema; raise ValueError if it is invalid."""
    component = forms.component_named(document["component"])
    operations = tuple(forms.operation_from_json(component, each) for each in document["operations"])
    return Witness(
        rule=document["rule"],
        title=document["title"],
        target=document["target"]["name"],
        version=document["target"]["version"],
        seed=document["seed"],
        run=Run(
            component.name,
            forms.config_from_json(document["config"]),
            operations,
            cuts=tuple(document.get("cuts", ())),
            beside=document.get("beside", False),
        ),
        violation=document["violation"],
        at=document["at"],
        results=tuple(forms.result_from_json(component, each) for each in document["results"]),
        steps=tuple(_step(component.name, each) for each in document.get("steps", ())),
        trees=tuple(forms.from_json(each, ShownTree) for each in document.get("trees", ())),
        story=tuple(document["story"]),
    )


def _step(component: str, document: Json) -> WitnessStep:
    return forms.from_json(document, COUNTS.get(document["op"], STEPS[component]))
