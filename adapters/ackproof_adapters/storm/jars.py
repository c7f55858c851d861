"""The jars of a release: fetched by Maven once, kept in the cache, and checked each time they are used.

`sha256.json` has the SHA-256 of every jar of a fixed version. A jar of that name with another hash is refused, wherever
Maven got it from, so only certified jars run.
"""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, tostring

from ackproof.errors import TargetUnavailable
from ackproof.wire.documents import encode_file, parse, structure
from attrs import frozen

from ackproof_adapters import cache
from ackproof_adapters.programs import failure
from ackproof_adapters.storm.versions import Artifact

# Named with its version, so that the plugin does not depend on the version of Maven.
FETCH = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"


def _hashes_in(file: Path) -> Mapping[str, str]:
    """Return the hashes of a list, by the name of the jar."""
    return structure(parse(file.read_bytes()), dict[str, str])


_LIST = "jars.json"
PINNED: Mapping[str, str] = _hashes_in(Path(__file__).with_name("sha256.json"))
"""The SHA-256 of each jar that was certified, in hexadecimal, by the name of its file."""

_UNREACHED = "Could not transfer"
"""Maven's message if its repository did not answer. If the repository does not have the jar, the message differs."""


@frozen
class Jar:
    """A jar that was fetched: its absolute path, and its SHA-256 in hexadecimal."""

    path: str
    sha256: str


def fetched(
    maven: str, name: str, artifacts: Sequence[Artifact], *, with_dependencies: bool = False
) -> tuple[Jar, ...]:
    """Return the jars of these artifacts, the first artifact's first, each with its current hash.

    They are fetched if they are not in the cache, or have changed since they were fetched. Raise `TargetUnavailable`
    with Maven's message if that fails, or if a jar is not the certified one.
    """
    pom = _pom(artifacts, with_dependencies=with_dependencies)
    key = hashlib.sha256(pom + FETCH.encode()).hexdigest()[:16]
    folder = cache.folder(f"storm/jars/{name}-{key}", lambda new: _fetch(maven, name, pom, new), _is_unchanged)
    hashes = _hashes_in(folder / _LIST)
    _require_certified(name, hashes)
    main = f"{artifacts[0].name}-"
    files = sorted(hashes, key=lambda file: (not file.startswith(main), file))
    return tuple(Jar(str(folder / file), hashes[file]) for file in files)


def _require_certified(name: str, hashes: Mapping[str, str]) -> None:
    for file, found in hashes.items():
        if PINNED.get(file, found) != found:
            raise TargetUnavailable(
                f"{file} of {name} is not the jar that was certified: its SHA-256 is {found}, and it should be "
                f"{PINNED[file]}; look where Maven gets it from (~/.m2/settings.xml), and take away that copy "
                f"and the one in {cache.root()}"
            )


def _fetch(maven: str, name: str, pom: bytes, folder: Path) -> None:
    file = folder / "pom.xml"
    file.write_bytes(pom)
    # -U, because Maven remembers failed downloads for a day; -C, otherwise a wrong checksum is only a warning.
    options = ["-q", "-B", "-U", "-C", "-Dstyle.color=never", "-f", str(file)]
    command = [maven, *options, FETCH, f"-DoutputDirectory={folder}"]
    failed = failure(command)
    if failed is None:
        (folder / _LIST).write_bytes(encode_file(_hashes(folder)))
        return
    remedy = "look whether the repository that Maven uses has them"
    if _UNREACHED in failed:
        remedy = "Maven has to reach its repository once; a proxy or a mirror is set in ~/.m2/settings.xml"
    raise TargetUnavailable(f"the jars of {name} cannot be fetched; {remedy}: {failed}")


def _is_unchanged(folder: Path) -> bool:
    return (folder / _LIST).is_file() and _hashes_in(folder / _LIST) == _hashes(folder)


def _hashes(folder: Path) -> dict[str, str]:
    hashes = {}
    for path in sorted(folder.glob("*.jar")):
        with path.open("rb") as file:
            hashes[path.name] = hashlib.file_digest(file, "sha256").hexdigest()
    return hashes


def _pom(artifacts: Sequence[Artifact], *, with_dependencies: bool) -> bytes:
    project = Element("project", xmlns="http://maven.apache.org/POM/4.0.0")
    _add(project, modelVersion="4.0.0", groupId="ackproof", artifactId="jars", version="0", packaging="pom")
    dependencies = SubElement(project, "dependencies")
    for artifact in artifacts:
        dependency = SubElement(dependencies, "dependency")
        _add(dependency, groupId=artifact.group, artifactId=artifact.name, version=artifact.version, scope="runtime")
        left_out = artifact.without if with_dependencies else ("*:*",)
        if left_out:
            exclusions = SubElement(dependency, "exclusions")
            for group, _, name in (each.partition(":") for each in left_out):
                _add(SubElement(exclusions, "exclusion"), groupId=group, artifactId=name)
    return tostring(project)


def _add(parent: Element, **texts: str) -> None:
    for name, text in texts.items():
        SubElement(parent, name).text = text
