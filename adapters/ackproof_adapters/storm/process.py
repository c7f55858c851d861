"""The command that starts the driver for a release: its jars are fetched and the driver is compiled if necessary."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from ackproof.errors import TargetUnavailable
from ackproof.wire.documents import encode_file
from attrs import asdict, frozen

from ackproof_adapters import cache
from ackproof_adapters.programs import failure
from ackproof_adapters.storm import jars, toolchain
from ackproof_adapters.storm.class_path import ClassPath
from ackproof_adapters.storm.jars import Jar
from ackproof_adapters.storm.toolchain import Toolchain
from ackproof_adapters.storm.versions import OLDEST_JAVA, Artifact, Release

DRIVER = Path(__file__).parent / "driver"
STACK = Path(__file__).parent / "stack"
THROUGHPUT = Path(__file__).parent / "throughput"
LOCAL = Path(__file__).parent / "local"
CLUSTER = Path(__file__).parent / "cluster"
MAIN = "ackproof.storm.Main"
STACK_MAIN = "ackproof.storm.StackMain"
LIBRARIES = (Artifact("com.google.code.gson", "gson", "2.10.1"),)
MOCKITO = (Artifact("org.mockito", "mockito-core", "5.14.2"),)

# One thread that lives for seconds: the optimizing compiler and a parallel collector would only delay its start.
_FLAGS = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")

# The Java compiler itself, for a dozen files: optimizing its own code would take longer than compiling them.
_HASTY = ("-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1")

# A program that only computes, and holds ten million tuples: the collector with the best throughput, and a large heap.
_FAST = ("-XX:+UseParallelGC", "-Xms4g", "-Xmx6g")


# A whole cluster in one JVM, which mostly waits.
_CLUSTER = ("-Xmx768m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")

# On a busy machine ZooKeeper and heartbeats are late. Then Storm would end its JVM, or start workers again.
_PATIENT = (
    "storm.zookeeper.session.timeout=240000,storm.zookeeper.connection.timeout=120000,"
    "nimbus.task.timeout.secs=600,nimbus.supervisor.timeout.secs=600,nimbus.task.launch.secs=600,"
    "supervisor.worker.timeout.secs=600,supervisor.worker.start.timeout.secs=600"
)


def command(release: Release) -> list[str]:
    """Return the command. With `--observe` added, it reports the release's behaviour where no rule prescribes it.

    Raise `TargetUnavailable` if something is missing on this machine, or Maven or the compiler fails.
    """
    tools = toolchain.find(release.java)
    storm = jars.fetched(tools.maven, release.name, release.artifacts, with_dependencies=release.with_dependencies)
    return _command(tools, _described(release, storm, _version(release, storm[0])))


def stack_command(stack: Release) -> list[str]:
    """Return the command that starts the driver for the stack of a release of Storm 2.

    Raise `TargetUnavailable` as `command` does.
    """
    tools = toolchain.find(stack.java)
    storm = jars.fetched(tools.maven, stack.name, stack.artifacts, with_dependencies=stack.with_dependencies)
    return _stack_command(tools, stack, storm, _version(stack, storm[0]))


def built_command(release: Release, classes: ClassPath, lacking: Sequence[Artifact], version: str) -> list[str]:
    """Return the command for a user's build of Storm: its own classes first, then the libraries that it lacks.

    Raise `TargetUnavailable` as `command` does.
    """
    tools = toolchain.find(release.java)
    storm = _with_libraries(tools, classes, lacking)
    return _command(tools, _described(release, storm, version, folder="built"))


def built_stack_command(stack: Release, classes: ClassPath, lacking: Sequence[Artifact], version: str) -> list[str]:
    """Return the same for its stack."""
    tools = toolchain.find(stack.java)
    return _stack_command(tools, stack, _with_libraries(tools, classes, lacking), version, folder="built")


def _with_libraries(tools: Toolchain, classes: ClassPath, lacking: Sequence[Artifact]) -> list[Jar]:
    fetched = jars.fetched(tools.maven, "libraries", lacking) if lacking else ()
    return [*(entry.hashed() for entry in classes.entries), *fetched]


def _command(tools: Toolchain, described: Path) -> list[str]:
    libraries = jars.fetched(tools.maven, "ackproof-driver", LIBRARIES)
    class_path = [str(_compiled(tools.javac, DRIVER, libraries)), *_paths(libraries)]
    return [tools.java, *_FLAGS, "-cp", os.pathsep.join(class_path), MAIN, str(described)]


def _stack_command(
    tools: Toolchain, stack: Release, storm: Sequence[Jar], version: str, folder: str | None = None
) -> list[str]:
    libraries = jars.fetched(tools.maven, "ackproof-driver", LIBRARIES)
    mockito = jars.fetched(tools.maven, "mockito", MOCKITO, with_dependencies=True)
    driver = _compiled(tools.javac, DRIVER, libraries)
    compiled = _compiled(tools.javac, STACK, [*libraries, *mockito, *storm], driver)
    class_path = [str(compiled), str(driver), *_paths([*libraries, *mockito, *storm])]
    # Mockito changes classes as they are loaded. As an agent from the start, it need not attach itself to the JVM.
    flags = [*_FLAGS, f"-javaagent:{mockito[0].path}"]
    described = _described(stack, [*storm, *mockito], version, folder)
    return [tools.java, *flags, "-cp", os.pathsep.join(class_path), STACK_MAIN, str(described)]


def throughput_command(release: Release) -> list[str]:
    """Return the command, without its arguments, of the program that times the acker of a release of Storm 2.

    Raise `TargetUnavailable` as `command` does.
    """
    tools = toolchain.find(release.java)
    storm = jars.fetched(tools.maven, release.name, release.artifacts, with_dependencies=release.with_dependencies)
    class_path = [str(_compiled(tools.javac, THROUGHPUT, storm)), *_paths(storm)]
    return [tools.java, *_FAST, "-cp", os.pathsep.join(class_path), "ackproof.storm.Throughput"]


def local_command(release: Release) -> list[str]:
    """Return the command, without its arguments, that runs topologies in a LocalCluster of a release.

    Raise `TargetUnavailable` as `command` does.
    """
    tools = toolchain.find(release.java)
    storm = local_jars(release)
    libraries = jars.fetched(tools.maven, "ackproof-driver", LIBRARIES)
    class_path = [str(_compiled(tools.javac, LOCAL, [*libraries, *storm])), *_paths([*libraries, *storm])]
    settings = (f"-Dlog4j.configurationFile={LOCAL / 'log4j2.xml'}", f"-Dstorm.options={_PATIENT}")
    return [tools.java, *_CLUSTER, *settings, "-cp", os.pathsep.join(class_path), "ackproof.storm.local.Main"]


def local_jars(release: Release) -> Sequence[Jar]:
    """Return all jars of a release that runs as a whole. Raise `TargetUnavailable` as `command` does."""
    maven = toolchain.find(release.java).maven
    return jars.fetched(maven, release.name, release.artifacts, with_dependencies=release.with_dependencies)


@frozen
class ClusterParts:
    """The parts of a cluster of real processes: the Java to run, all jars of the release, other libraries, and the
    folders of compiled classes.
    """

    java: str
    storm: Sequence[Jar]
    libraries: Sequence[Jar]
    classes: Sequence[Path]


def cluster_parts(release: Release) -> ClusterParts:
    """Return the parts of a cluster of a release of Storm 2. Raise `TargetUnavailable` as `command` does."""
    tools = toolchain.find(release.java)
    storm = local_jars(release)
    libraries = jars.fetched(tools.maven, "ackproof-driver", LIBRARIES)
    local = _compiled(tools.javac, LOCAL, [*libraries, *storm])
    return ClusterParts(
        tools.java, storm, libraries, (local, _compiled(tools.javac, CLUSTER, [*libraries, *storm], local))
    )


def _compiled(javac: str, folder_of_sources: Path, libraries: Sequence[Jar], *others: Path) -> Path:
    """Return the folder of the classes of some sources, compiled against the folders `others`."""
    sources = sorted(folder_of_sources.rglob("*.java"))
    # For the oldest Java, so that the classes are the same for every compiler.
    class_path = [*map(str, others), *_paths(libraries)]
    options = ["--release", str(OLDEST_JAVA), "-encoding", "UTF-8", "-cp", os.pathsep.join(class_path)]
    # The other folders have keys of their own in their names.
    depends_on = [*(jar.sha256 for jar in libraries), *(other.name for other in others)]
    key = _key(b"".join([*(source.read_bytes() for source in sources), *map(str.encode, depends_on)]))

    def compile_into(folder: Path) -> None:
        failed = failure([javac, *_HASTY, *options, "-d", str(folder), *map(str, sources)])
        if failed is not None:
            raise TargetUnavailable(f"the driver for Storm cannot be compiled; try another JDK: {failed}")

    return cache.folder(f"storm/{folder_of_sources.name}-{key}", compile_into)


def _described(release: Release, storm: Sequence[Jar], version: str, folder: str | None = None) -> Path:
    """Return a file with the parameters of a release for the driver. `folder` is named like it by default."""
    described = {
        "name": release.name,
        "version": version,
        "language": release.language,
        "profiles": release.profiles,
        "operations": release.operations,
        "api": release.api,
        "acker": release.acker,
        "rotatingMap": release.rotating_map,
        "pending": release.pending,
        "jars": [asdict(jar) for jar in storm],
    }
    content = encode_file(described, indent=1)
    file = "release.json"

    def write_into(folder: Path) -> None:
        (folder / file).write_bytes(content)

    return cache.folder(f"storm/releases/{folder or release.name}-{_key(content)}", write_into) / file


def _version(release: Release, jar: Jar) -> str:
    # From the jar and not from the table, which may have a range of versions.
    return Path(jar.path).stem.removeprefix(f"{release.artifacts[0].name}-")


def _paths(found: Sequence[Jar]) -> list[str]:
    return [jar.path for jar in found]


def _key(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
