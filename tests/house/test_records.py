"""Records of many fields are created with keyword arguments: by position, two values are easily confused."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
HOUSES = ("conformance", "reference", "adapters", "tools")
MOST = 4
"""Maximum number of fields of a record that is created by position."""

MAKERS = {"define", "frozen", "mutable", "dataclass"}


def records(tree: ast.Module) -> dict[str, ast.ClassDef]:
    """Return the classes of a module with a decorator of attrs or dataclasses, by name."""
    return {each.name: each for each in ast.walk(tree) if isinstance(each, ast.ClassDef) and made_by(each) is not None}


def made_by(record: ast.ClassDef) -> str | None:
    """Return the decorator that makes a class a record, if there is one."""
    decorators = [ast.unparse(each) for each in record.decorator_list]
    return next((each for each in decorators if each.partition("(")[0].rpartition(".")[2] in MAKERS), None)


def fields(record: ast.ClassDef, of_module: Mapping[str, ast.ClassDef]) -> list[str]:
    """Return the fields that can be passed by position, those of its bases in the same module first."""
    bases = [name for base in record.bases if (name := ast.unparse(base)) in of_module]
    own = [
        each.target.id
        for each in record.body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        if not ast.unparse(each.annotation).startswith("ClassVar")
        if each.value is None or not any(word in ast.unparse(each.value) for word in ("init=False", "kw_only=True"))
    ]
    return [*(field for name in bases for field in fields(of_module[name], of_module)), *own]


def made_by_position(source: str) -> Iterator[str]:
    """Yield the records of a module that have many fields and are not keyword-only."""
    there = records(ast.parse(source))
    for name, record in there.items():
        if len(fields(record, there)) > MOST and "kw_only=True" not in (made_by(record) or ""):
            yield name


def test_records_of_many_fields_are_made_by_keyword() -> None:
    """This is checked in the suite, the reference, the adapters and the tools."""
    sources = [path for house in HOUSES for path in sorted((REPOSITORY / house).rglob("*.py"))]
    assert len(sources) > 200
    by_position = [f"{path}: {name}" for path in sources for name in made_by_position(path.read_text(encoding="utf-8"))]
    assert [] == by_position


def test_what_counts_as_a_field() -> None:
    """Fields of a base count; class variables and fields without an init argument do not."""
    base = "@frozen\nclass Base:\n    a: int\n    b: int\n    of: ClassVar[int]\n    own: int = field(init=False)\n"
    assert [] == list(made_by_position(f"{base}@attrs.define\nclass Four(Base):\n    c: int\n    d: int\n"))
    five = "class Five(Base):\n    c: int\n    d: int\n    e: int\n"
    assert ["Five"] == list(made_by_position(f"{base}@dataclass(frozen=True)\n{five}"))
    assert [] == list(made_by_position(f"{base}@define(kw_only=True)\n{five}"))
    assert [] == list(made_by_position(f"{base}{five}"))
