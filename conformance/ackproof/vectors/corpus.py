"""The vectors that ship with the suite: read, written, and published with an index."""

from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from pathlib import Path

import ackproof
from ackproof.errors import SuiteError
from ackproof.mutants import all_mutants
from ackproof.specification import VERSION, spec_hash
from ackproof.vectors.vector import COMPONENTS, Vector, vector_from_json, vector_to_json
from ackproof.wire import schemas
from ackproof.wire.documents import encode, parse, write_document
from ackproof.wire.forms import Json
from ackproof.wire.output import write_whole

FORMAT = 1
KEPT = Path(__file__).parent / "kept"
"""Where they are in the checkout, and in the wheel."""

MEANING = (
    "A target that passes all vectors of a component and profile is none of the mutants that they kill, since each of "
    "these fails one. It is not certified: it may pass them and fail the suite. Mutants that no vector kills are "
    "listed as misses."
)


def all_vectors() -> list[Vector]:
    """Return every vector; raise `SuiteError` if the files are not what they should be."""
    return [vector for name in COMPONENTS for vector in _read(name)]


def write_corpus(vectors: Iterable[Vector]) -> None:
    """Write the files that ship, by component."""
    kept = list(vectors)
    KEPT.mkdir(exist_ok=True)
    for component in COMPONENTS:
        lines = [_line(each) for each in kept if each.run.component == component]
        write_whole(KEPT / f"{component}.jsonl", "".join(lines).encode())


def publish(out: Path, components: Sequence[str], profiles: Sequence[str]) -> int:
    """Write the vectors of some components and profiles, a file for each, with their index and schema; return how many
    there are. Raise OSError if that cannot be done.
    """
    vectors = all_vectors()
    files = []
    for component in components:
        for profile in profiles:
            own = [each for each in vectors if each.run.component == component and each.run.config.profile == profile]
            name = f"{component}-{profile}.jsonl"
            write_whole(out / name, "".join(map(_line, own)).encode())
            files.append(_entry(name, component, profile, own))
    index = {
        "vectors": FORMAT,
        "ackproof": ackproof.__version__,
        "specification": spec_hash(),
        "specification_version": VERSION,
        "meaning": MEANING,
        "files": files,
    }
    schemas.check(index, "vectors", "index")
    write_document(out / "index.json", index)
    write_document(out / "vectors.schema.json", schemas.schema("vectors"))
    return sum(each["count"] for each in files)


def missed(vectors: Sequence[Vector], component: str, profile: str) -> list[str]:
    """Return the mutants of a component that have a profile and that none of some vectors kills."""
    killed = {name for each in vectors for name in each.kills}
    return [
        mutant.name
        for mutant in all_mutants().values()
        if mutant.component == component and profile in mutant.profiles and mutant.name not in killed
    ]


def _entry(name: str, component: str, profile: str, own: Sequence[Vector]) -> Json:
    return {
        "file": name,
        "component": component,
        "profile": profile,
        "count": len(own),
        "kills": sorted({killed for each in own for killed in each.kills}),
        "misses": missed(own, component, profile),
    }


def _read(component: str) -> Iterator[Vector]:
    file = resources.files(__package__) / "kept" / f"{component}.jsonl"
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            yield vector_from_json(schemas.check(parse(line), "vectors", "vector"))
        except ValueError as error:
            raise SuiteError(f"{file}, line {number}: {error}") from error


def _line(vector: Vector) -> str:
    document = vector_to_json(vector)
    schemas.check(document, "vectors", "vector")
    return f"{encode(document, indent=None)}\n"
