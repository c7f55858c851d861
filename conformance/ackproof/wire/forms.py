"""The JSON form of operations, results and configurations: the same for pipes, traces and witnesses.

64-bit numbers are canonical decimal strings. Fields with their default value are left out.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

import attrs
import cattrs

from ackproof.components import COMPONENTS, ComponentKind, Operation, Result
from ackproof.components.acker import KINDS, Ack, Fail
from ackproof.components.fields import Kind, Long, Task
from ackproof.components.happening_forms import Form, form_of, happening_of
from ackproof.components.happenings import Happening
from ackproof.components.multilang import BOLT_LINES, BoltLine
from ackproof.components.spout import Callback, InitSent, Sent
from ackproof.target import Config
from ackproof.text.sanitize import shown

Json = dict[str, Any]

LONG_BITS = 64
FEW_CLASSES = 3
"""A message names the fields of up to this many classes; if there are more, only the classes."""

_CANONICAL = re.compile(r"0|-?[1-9][0-9]{0,18}")


def long_from_text(text: object) -> int:
    """Return the number of a canonical signed 64-bit decimal string; raise ValueError for anything else."""
    if isinstance(text, str) and _CANONICAL.fullmatch(text) and _fits(int(text)):
        return int(text)
    raise ValueError(f"{text!r} is not a signed 64-bit number in decimal, as a string")


def operation_to_json(operation: Operation) -> Json:
    """Return the JSON form of an operation."""
    return {"op": operation.op, **_WIRE.unstructure(operation)}


def operation_from_json(component: ComponentKind, document: Json) -> Operation:
    """Return the operation of `component` that a JSON object represents; raise ValueError if it is invalid."""
    kinds = {kind.op: kind for kind in component.operations}
    kind = kinds.get(document.get("op", ""))
    if kind is None:
        raise ValueError(f"{document.get('op')!r} is not an operation of {component.name}")
    operation: Operation = _structured(document, kind)
    return operation


def result_to_json(result: Result) -> Json:
    """Return the JSON form of a result."""
    return to_json(result)


def to_json(value: Any) -> Json:
    """Return the JSON form of an object of the suite's classes, such as a step of a witness."""
    document: Json = _WIRE.unstructure(value)
    return document


Made = TypeVar("Made")


def from_json(document: Json, kind: type[Made]) -> Made:
    """Return the object of class `kind` that `to_json` wrote; raise ValueError if it is invalid."""
    made: Made = _structured(document, kind)
    return made


def result_from_json(component: ComponentKind, document: Json) -> Result:
    """Return the result that a JSON object represents; raise ValueError if it is invalid."""
    result: Result = _structured(document, component.result)
    return result


def config_to_json(config: Config) -> Json:
    """Return the JSON form of a configuration. The profile is always named."""
    return {"profile": config.profile, **_WIRE.unstructure(config)}


def config_from_json(document: Json) -> Config:
    """Return the configuration that a JSON object represents; raise ValueError if it is invalid."""
    config: Config = _structured(document, Config)
    return config


def component_named(name: str) -> ComponentKind:
    """Return the component of that name; raise ValueError if there is none."""
    if name not in COMPONENTS:
        raise ValueError(f"{name!r} is not a component; there are {', '.join(COMPONENTS)}")
    return COMPONENTS[name]


def check_result(component: ComponentKind, result: object) -> None:
    """Raise ValueError unless a result is of the component's class, and each of its fields is of its declared type."""
    if not isinstance(result, component.result):
        raise ValueError(f"{shown(result)} is not of class {_class_name(component.result)}")
    if glance_at_result(component)(result):
        return
    try:
        plain = _PLAIN.unstructure(result)
    except (AttributeError, TypeError) as error:
        _require_classes(result, component.result, "")
        raise ValueError(f"{shown(result)} holds something that has no place there") from error
    _structured(plain, component.result, _PLAIN)


def glance_at_result(component: ComponentKind) -> Callable[[object], bool]:
    """Return a fast check of results. If it returns false, `check_result` decides, and describes the fault if there is
    one.
    """
    kind: Any = component.result
    return _looks_right(kind)


@cache
def _looks_right(kind: Any) -> Callable[[Any], bool]:  # noqa: PLR0911 - one for each kind of field
    """Return a fast check whether a value is of a type. If it returns false, the converter decides, which takes five
    times as long.
    """
    if kind == Long:
        return lambda value: type(value) is int and _LEAST <= value <= _GREATEST
    if kind == Kind:
        return lambda value: type(value) is str and value in KINDS
    plain = _plain_classes(kind)
    if plain:
        return lambda value: type(value) in plain
    if get_origin(kind) in (UnionType, Union):
        return _looks_like_one_of(*get_args(kind))
    if get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis:
        inner = _looks_right(get_args(kind)[0])
        return lambda value: type(value) is tuple and (not value or all(map(inner, value)))
    if get_origin(kind) is dict:
        keys, values = map(_looks_right, get_args(kind))
        return lambda value: type(value) is dict and all(map(keys, value)) and all(map(values, value.values()))
    if attrs.has(kind):
        return _looks_like(kind)
    return lambda _: False


def _looks_like(kind: Any) -> Callable[[Any], bool]:
    """Return a fast check whether a value is of an attrs class. It runs for each result of a target, so it calls no
    other function where comparing the class of a field is enough.
    """
    fields = tuple((field.name, _plain_classes(field.type), _looks_right(field.type)) for field in attrs.fields(kind))

    def looks(value: Any) -> bool:
        if type(value) is not kind:
            return False
        for name, classes, right in fields:
            part = getattr(value, name)
            if type(part) not in classes and (classes or not right(part)):
                return False
        return True

    return looks


def _plain_classes(kind: Any) -> tuple[Any, ...]:
    """Return the classes that a field may have, if checking the class is enough; otherwise an empty tuple."""
    if kind == Task:
        return (int,)
    parts = get_args(kind) if get_origin(kind) in (UnionType, Union) else (kind,)
    return parts if all(each in (int, str, bool, NoneType) for each in parts) else ()


def _looks_like_one_of(*kinds: Any) -> Callable[[Any], bool]:
    """Return a fast check whether a value is of one of these types."""
    classes = {kind: _looks_right(kind) for kind in kinds if attrs.has(kind)}
    others = [_looks_right(kind) for kind in kinds if not attrs.has(kind)]

    def looks(value: Any) -> bool:
        of_class = classes.get(type(value))
        return of_class(value) if of_class is not None else any(other(value) for other in others)

    return looks


def _require_classes(value: Any, kind: Any, place: str) -> None:
    """Raise ValueError for the first value, this one or one inside it, that is not of its declared class."""
    if get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis:
        inner = get_args(kind)[0]
        if not isinstance(value, tuple | list):
            raise ValueError(f"{place}: {shown(value)} is not a tuple of {_class_name(inner)}")
        for number, each in enumerate(value):
            _require_classes(each, inner, f"{place}[{number}]")
    elif attrs.has(kind):
        if not isinstance(value, kind):
            raise ValueError(f"{place}: {shown(value)} is not of class {_class_name(kind)}")
        for field in attrs.fields(kind):
            _require_classes(getattr(value, field.name), field.type, f"{place}.{field.name}".lstrip("."))
    elif isinstance(kind, UnionType) and all(map(attrs.has, get_args(kind))):
        if not isinstance(value, get_args(kind)):
            raise ValueError(f"{place}: {shown(value)} is none of {_class_name(kind)}")


def _class_name(kind: Any) -> str:
    """Return the form of a class as text, such as `Notification(kind, root, task)`."""
    if isinstance(kind, UnionType):
        names = _class_name if len(get_args(kind)) <= FEW_CLASSES else _bare_name
        return ", ".join(map(names, get_args(kind)))
    fields = ", ".join(field.name for field in attrs.fields(kind)) if attrs.has(kind) else ""
    return f"{kind.__name__}({fields})" if fields else _bare_name(kind)


def _bare_name(kind: Any) -> str:
    return str(kind.__name__)


def _structured(document: Json, kind: type, converter: cattrs.Converter | None = None) -> Any:
    try:
        return (converter or _WIRE).structure(document, kind)
    except (cattrs.BaseValidationError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(
            "; ".join(map(_place_first, cattrs.transform_error(error, format_exception=_in_words)))
        ) from error


def _place_first(message: str) -> str:
    """Return a message of cattrs with the place moved from its end to its beginning, as in our messages."""
    fault, _, place = message.rpartition(" @ $")
    return f"{place.removeprefix('.')}: {fault}" if fault and place else message.removesuffix(" @ $")


def _in_words(error: BaseException, _: type | None) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def _make_wire() -> cattrs.Converter:
    """Return the converter between our classes and JSON."""
    converter = _make_converter(long_from_text, str)
    converter.register_unstructure_hook(Happening, lambda happening: converter.unstructure(form_of(happening)))

    def structured(document: Any, _: Any) -> Happening:
        if not isinstance(document, dict):
            raise ValueError(f"{shown(document)} is not an object")
        return happening_of(converter.structure(document, Form))

    converter.register_structure_hook(Happening, structured)
    return converter


def _make_plain() -> cattrs.Converter:
    """Return the converter that takes objects of our classes apart and rebuilds them, to find invalid fields."""
    converter = _make_converter(_long, lambda number: number)
    kinds = {kind.__name__: kind for kind in get_args(Happening)}

    def taken_apart(happening: Any) -> Json:
        if type(happening) not in kinds.values():
            raise TypeError(f"{shown(happening)} is no happening")
        return {"class": type(happening).__name__, **converter.unstructure(happening, type(happening))}

    converter.register_unstructure_hook(Happening, taken_apart)
    converter.register_structure_hook(
        Happening, lambda document, _: converter.structure(document, kinds[document["class"]])
    )
    return converter


def _make_converter(longs: Callable[[Any], int], long_form: Callable[[int], Any]) -> cattrs.Converter:
    """Return a converter with the hooks that both converters share. `longs` reads a 64-bit number that `long_form`
    wrote.
    """
    converter = cattrs.Converter(omit_if_default=True)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _exact(kind))
    for field, read in ((Long, longs), (Task, _task), (Kind, _kind)):
        converter.register_structure_hook_func(_is(field), _reading(read))
    converter.register_unstructure_hook_func(_is(Long), long_form)
    _register_union(converter, Ack | Fail, "op", {each.op: each for each in (Ack, Fail)})
    _register_union(
        converter, Sent | InitSent | Callback, "effect", {each.effect: each for each in (Sent, InitSent, Callback)}
    )
    _register_union(converter, BoltLine, "line", {each.line: each for each in BOLT_LINES})
    return converter


def _register_union(converter: cattrs.Converter, union: Any, tag: str, kinds: Mapping[str, type]) -> None:
    def unstructured(value: Any) -> Json:
        return {tag: getattr(value, tag), **converter.unstructure(value, type(value))}

    def structured(document: Json, _: Any) -> Any:
        if document.get(tag) not in kinds:
            raise ValueError(f"{document.get(tag)!r} is not one of {', '.join(kinds)}")
        return converter.structure(document, kinds[document[tag]])

    converter.register_unstructure_hook(union, unstructured)
    converter.register_structure_hook(union, structured)


def _reading(read: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda value, _: read(value)


def _is(field: Any) -> Callable[[Any], bool]:
    return lambda kind: bool(kind == field)


def _exact(kind: type) -> Callable[[Any, Any], Any]:
    # cattrs coerces by default: "7" would become a task, and 1 a Boolean.
    def structured(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(f"{value!r} is not {NAMES[kind]}")
        return value

    return structured


NAMES = {int: "an integer", str: "a string", bool: "true or false"}


def _task(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is not a task id")
    return value


def _kind(value: Any) -> str:
    if value not in KINDS:
        raise ValueError(f"{value!r} is not one of {', '.join(sorted(KINDS))}")
    return str(value)


def _long(value: Any) -> int:
    if type(value) is not int or not _fits(value):
        raise ValueError(f"{value!r} is not a signed 64-bit integer")
    return value


def _fits(number: int) -> bool:
    return _LEAST <= number <= _GREATEST


_LEAST, _GREATEST = -(1 << (LONG_BITS - 1)), (1 << (LONG_BITS - 1)) - 1


_WIRE = _make_wire()
_PLAIN = _make_plain()
