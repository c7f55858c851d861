"""The classes of a user's build: a class path of jars and folders, which is examined without loading it."""

import hashlib
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from ackproof.errors import UsageError
from attrs import field, frozen

from ackproof_adapters.storm.jars import Jar

CLASS = ".class"
FIRST_RELEASE = 44
"""The difference between the major version in a class file and the Java version."""

MAGIC = b"\xca\xfe\xba\xbe"
UNREADABLE = (OSError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError)
"""Errors from reading a member of a damaged jar; the last is for one with a password."""

_MAJOR = slice(6, 8)
_PROPERTIES = "META-INF/maven/"


@frozen
class ClassPathEntry:
    """A jar or a folder of classes. `files` are the names in it, with slashes, in no order."""

    path: Path
    files: frozenset[str] = field(repr=False)

    @property
    def is_jar(self) -> bool:
        """Whether it is a jar, and not a folder."""
        return self.path.is_file()

    def read(self, file: str) -> bytes:
        """Return the bytes of a file in it; raise `UsageError` if they are damaged or cannot be read."""
        try:
            if not self.is_jar:
                return (self.path / file).read_bytes()
            with zipfile.ZipFile(self.path) as archive:
                return archive.read(file)
        except UNREADABLE as error:
            raise UsageError(f"{file} in {self.path} cannot be read: {error}") from error

    def hashed(self) -> Jar:
        """Return it with its SHA-256; that of a folder is computed from its names and the hash of each file, in
        order.
        """
        if self.is_jar:
            with self.path.open("rb") as file:
                return Jar(str(self.path), hashlib.file_digest(file, "sha256").hexdigest())
        whole = hashlib.sha256()
        for name in sorted(self.files):
            whole.update(f"{hashlib.sha256(self.read(name)).hexdigest()}  {name}\n".encode())
        return Jar(str(self.path), whole.hexdigest())


@frozen
class ClassPath:
    """The entries in their order: if several have a class, the first one's is loaded."""

    entries: tuple[ClassPathEntry, ...]

    def __contains__(self, name: str) -> bool:
        """Whether there is a class of that name, such as `org.apache.storm.daemon.Acker`."""
        return self.entry_of(name) is not None

    def entry_of(self, name: str) -> ClassPathEntry | None:
        """Return the entry that a class is loaded from."""
        file = name.replace(".", "/") + CLASS
        return next((entry for entry in self.entries if file in entry.files), None)

    def has_package(self, name: str) -> bool:
        """Whether there is a class in a package, or in one below it."""
        folder = name.replace(".", "/") + "/"
        return any(file.startswith(folder) and file.endswith(CLASS) for entry in self.entries for file in entry.files)

    def bytes_of(self, name: str) -> bytes:
        """Return the class file of a class, or nothing if there is none."""
        entry = self.entry_of(name)
        return b"" if entry is None else entry.read(name.replace(".", "/") + CLASS)

    def java_of(self, name: str) -> int:
        """Return the oldest Java that can load a class."""
        entry = self.entry_of(name)
        if entry is None:
            raise LookupError(name)
        content = self.bytes_of(name)
        if not content.startswith(MAGIC) or len(content) < _MAJOR.stop:
            raise UsageError(f"{name} in {entry.path} is no class file; build Storm again")
        return int.from_bytes(content[_MAJOR]) - FIRST_RELEASE


def read(text: str) -> ClassPath:
    """Return the class path of a text in Java's form: jars, folders of jars, folders of classes.

    Raise `UsageError` if a part of it is none of these.
    """
    parts = [Path(part).absolute() for part in text.split(os.pathsep) if part]
    if not parts:
        raise UsageError("storm-jar: names no jar; write storm-jar:PATH, of a jar or a folder, or storm-jar:VERSION")
    return ClassPath(tuple(entry for part in parts for entry in _entries(part)))


def version_in(entry: ClassPathEntry, artifact: str) -> str | None:
    """Return the version that Maven wrote into a jar when it built an artifact; None if there is none."""
    for file in sorted(entry.files):
        if file.startswith(_PROPERTIES) and file.endswith(f"/{artifact}/pom.properties"):
            return _properties(entry.read(file).decode("utf-8", "replace")).get("version") or None
    return None


def _entries(path: Path) -> Iterator[ClassPathEntry]:
    if not path.exists():
        raise UsageError(
            f"there is no {path}; storm-jar: takes a jar, a folder of jars or of classes, or a release such as 2.6.4"
        )
    if path.is_file():
        yield _jar(path)
        return
    if not path.is_dir():
        raise UsageError(f"{path} is neither a file nor a folder")
    jars = sorted(path.glob("*.jar"))
    if jars:  # Maven's build folders have more folders beside the jar, with the same classes and those of tests
        yield from map(_jar, jars)
        return
    try:
        classes = frozenset(each.relative_to(path).as_posix() for each in path.rglob("*") if each.suffix == CLASS)
    except OSError as error:
        raise UsageError(f"{path} cannot be searched for classes: {error.strerror}") from error
    if classes:
        yield ClassPathEntry(path, classes)
    else:
        raise UsageError(f"{path} has no jar in it and no class below it; build Storm first, or name the folder of one")


def _jar(path: Path) -> ClassPathEntry:
    try:
        with zipfile.ZipFile(path) as archive:
            return ClassPathEntry(path, frozenset(archive.namelist()))
    except (zipfile.BadZipFile, OSError) as error:
        raise UsageError(f"{path} cannot be read as a jar: {error}") from error


def _properties(text: str) -> Mapping[str, str]:
    lines = (line.partition("=") for line in text.splitlines() if not line.startswith("#"))
    return {name.strip(): value.strip() for name, _, value in lines}
