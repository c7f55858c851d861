"""The JSON form of operations, results and configurations: the one form for pipes, traces and witnesses.

64-bit numbers are canonical decimal strings. What is absent, null or empty by default is left out.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

import cattrs
from attrs import has
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from ackproof.components import COMPONENTS, ComponentKind, Operation, Result
from ackproof.components.acker import Ack, Fail
from ackproof.components.longs import Long
from ackproof.components.spout import Callback, InitSent, Sent
from ackproof.target import Config

Json = dict[str, Any]

LONG_BITS = 64
_CANONICAL = re.compile(r"0|-?[1-9][0-9]{0,18}")
_EFFECTS = {effect.effect: effect for effect in (Sent, InitSent, Callback)}
_MESSAGES = {message.op: message for message in (Ack, Fail)}


def long_from_text(text: object) -> int:
    """Return the number that a canonical signed 64-bit decimal string stands for; raise ValueError for anything
    else.
    """
    if isinstance(text, str) and _CANONICAL.fullmatch(text):
        number = int(text)
        if -(1 << (LONG_BITS - 1)) <= number < 1 << (LONG_BITS - 1):
            return number
    raise ValueError(f"{text!r} is not a signed 64-bit number in decimal, as a string")


def operation_to_json(operation: Operation) -> Json:
    """Return the JSON form of an operation."""
    return {"op": operation.op, **_CONVERTER.unstructure(operation)}


def operation_from_json(component: ComponentKind, document: Json) -> Operation:
    """Return the operation of `component` that a JSON object stands for; raise ValueError if it is none."""
    kinds = {kind.op: kind for kind in component.operations}  # type: ignore[attr-defined]  # each has `op`
    kind = kinds.get(document.get("op", ""))
    if kind is None:
        raise ValueError(f"{document.get('op')!r} is not an operation of {component.name}")
    return _structured(document, kind)


def result_to_json(result: Result) -> Json:
    """Return the JSON form of a result."""
    document: Json = _CONVERTER.unstructure(result)
    return document


def result_from_json(component: ComponentKind, document: Json) -> Result:
    """Return the result that a JSON object stands for; raise ValueError if it is none."""
    return _structured(document, component.result)


def config_to_json(config: Config) -> Json:
    """Return the JSON form of a configuration. The profile is always named."""
    return {"profile": config.profile, **_CONVERTER.unstructure(config)}


def config_from_json(document: Json) -> Config:
    """Return the configuration that a JSON object stands for; raise ValueError if it is none."""
    config: Config = _structured(document, Config)
    return config


def component_named(name: str) -> ComponentKind:
    """Return the component of that name; raise ValueError if there is none."""
    if name not in COMPONENTS:
        raise ValueError(f"{name!r} is not a component; there are {', '.join(COMPONENTS)}")
    return COMPONENTS[name]


def _structured(document: Json, kind: type) -> Any:
    try:
        return _CONVERTER.structure(document, kind)
    except (cattrs.BaseValidationError, ValueError, TypeError, KeyError) as error:
        raise ValueError("; ".join(cattrs.transform_error(error, format_exception=_in_words))) from error


def _in_words(error: BaseException, _: type | None) -> str:
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return str(error)


def _tagged(tag: str, kinds: Mapping[str, type]) -> tuple[Callable[[Any], Json], Callable[[Json, Any], Any]]:
    def unstructured(value: Any) -> Json:
        return {tag: getattr(value, tag), **_CONVERTER.unstructure(value, type(value))}

    def structured(document: Json, _: Any) -> Any:
        if document.get(tag) not in kinds:
            raise ValueError(f"{document.get(tag)!r} is not one of {', '.join(kinds)}")
        return _CONVERTER.structure(document, kinds[document[tag]])

    return unstructured, structured


def _exact(kind: type) -> Callable[[Any, Any], Any]:
    # cattrs coerces by default: it would make "7" a task, and 1 a truth.
    def structured(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(f"{value!r} is not a {kind.__name__}")
        return value

    return structured


def _lean(kind: type) -> Callable[[Any], Json]:
    return make_dict_unstructure_fn(kind, _CONVERTER, _cattrs_omit_if_default=True)


def _is_long(kind: Any) -> bool:
    return bool(kind == Long)


def _make_converter() -> cattrs.Converter:
    converter = cattrs.Converter()
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _exact(kind))
    converter.register_structure_hook_func(_is_long, lambda text, _: long_from_text(text))
    converter.register_unstructure_hook_func(_is_long, str)
    return converter


def _register(union: Any, tag: str, kinds: Mapping[str, type]) -> None:
    unstructured, structured = _tagged(tag, kinds)
    _CONVERTER.register_unstructure_hook(union, unstructured)
    _CONVERTER.register_structure_hook(union, structured)


_CONVERTER = _make_converter()
_CONVERTER.register_unstructure_hook_factory(has, _lean)
_CONVERTER.register_structure_hook_factory(has, lambda kind: make_dict_structure_fn(kind, _CONVERTER))
_register(Ack | Fail, "op", _MESSAGES)
_register(Sent | InitSent | Callback, "effect", _EFFECTS)
