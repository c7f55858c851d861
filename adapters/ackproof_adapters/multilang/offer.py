"""The offers of bolt libraries. They can be read when a library, or its language, is not installed."""

import importlib.util
import shutil
import sys
import zipfile
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path

from ackproof.components import MULTILANG
from ackproof.errors import TargetUnavailable
from ackproof.target import HOLDING, Description, Offer, Target
from ackproof.targets.multilang import ShellBoltTarget
from attrs import evolve, frozen

from ackproof_adapters import cache
from ackproof_adapters.storm import jars, toolchain
from ackproof_adapters.storm.versions import OLDEST_JAVA, Artifact

DEVIATIONS = Path(__file__).parent / "deviations"
BOLTS = Path(__file__).parent / "bolts"
RESOURCES = "resources/"
"""The folder of a jar that is a bolt's working directory in a worker."""

GET_NODE = (
    "there is no node on the PATH: install Node.js (Debian, Ubuntu: apt-get install nodejs; macOS: brew install node)"
)


@frozen(kw_only=True)
class ReleasedLibrary:
    """A library in a jar of Storm: the `artifact` that has it, its `file` there, and how a bolt on it is run, given the
    folder in which the file lies.
    """

    name: str
    artifact: Artifact
    file: str
    language: str
    command: Callable[[Path], Sequence[str]]
    runtime_missing: Callable[[], str | None]

    @property
    def described(self) -> Description:
        """The target's description, without its evidence."""
        return _described(self.name, self.artifact.version, self.language)

    def missing(self) -> str | None:
        """Return what this machine lacks to fetch the jar, and to run its library; None if nothing."""
        return self.runtime_missing() or toolchain.missing(OLDEST_JAVA)

    def make(self) -> Target:
        """Return the target. The jar is fetched if it is not in the cache, and its hash is checked in any case."""
        maven = toolchain.find(OLDEST_JAVA).maven
        (jar,) = jars.fetched(maven, self.name, [self.artifact])
        folder = cache.folder(f"multilang/{self.name}-{jar.sha256[:16]}", partial(self._take_out, Path(jar.path)))
        evidence = {"jars": [{"file": Path(jar.path).name, "sha256": jar.sha256}]}
        return ShellBoltTarget(self.command(folder), evolve(self.described, evidence=evidence))

    def _take_out(self, jar: Path, folder: Path) -> None:
        try:
            with zipfile.ZipFile(jar) as archive:
                (folder / self.file).write_bytes(archive.read(RESOURCES + self.file))
        except (KeyError, zipfile.BadZipFile) as error:
            raise TargetUnavailable(f"there is no {RESOURCES}{self.file} in {jar}: {error}") from error

    def offer(self) -> Offer:
        """Return what is offered."""
        deviations = DEVIATIONS / f"{self.name}.toml"
        return Offer(self.make, self.missing, deviations if deviations.exists() else None, self.described)


def _described(name: str, number: str, language: str) -> Description:
    return Description(
        name=name,
        version=number,
        language=language,
        components=(MULTILANG.name,),
        capabilities=frozenset({HOLDING, "sessions"}),
    )


def _python(folder: Path) -> Sequence[str]:
    # Without site packages: storm.py uses another JSON library if there is one.
    return [sys.executable, "-I", "-S", str(BOLTS / "storm_py.py"), str(folder)]


def _node(folder: Path) -> Sequence[str]:
    return [shutil.which("node") or "node", str(BOLTS / "storm_js.js"), str(folder)]


def _node_missing() -> str | None:
    return None if shutil.which("node") else GET_NODE


def _storm_py(number: str) -> Offer:
    return ReleasedLibrary(
        name=f"storm-py-{number}",
        artifact=Artifact("org.apache.storm", "multilang-python", number),
        file="storm.py",
        language="python",
        command=_python,
        runtime_missing=lambda: None,
    ).offer()


def _storm_js(number: str) -> Offer:
    return ReleasedLibrary(
        name=f"storm-js-{number}",
        artifact=Artifact("org.apache.storm", "multilang-javascript", number),
        file="storm.js",
        language="javascript",
        command=_node,
        runtime_missing=_node_missing,
    ).offer()


PYSTORM = "pystorm-3.1.4"


def _make_pystorm() -> Target:
    return ShellBoltTarget(
        [sys.executable, "-I", str(BOLTS / "pystorm_py.py")], _described(PYSTORM, version("pystorm"), "python")
    )


def _pystorm_missing() -> str | None:
    if importlib.util.find_spec("pystorm") is not None:
        return None
    return "pystorm is not installed: pip install 'ackproof[pystorm]'"


storm_py_2_8_3 = _storm_py("2.8.3")
storm_py_1_2_2 = _storm_py("1.2.2")
storm_js_2_8_3 = _storm_js("2.8.3")
pystorm = Offer(_make_pystorm, _pystorm_missing, DEVIATIONS / f"{PYSTORM}.toml")
