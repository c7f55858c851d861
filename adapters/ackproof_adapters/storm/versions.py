"""The releases whose ackers can be run, and their differences. This is a table without logic.

A release's own POM names every library that a worker of Storm needs, some of which are no longer available. An acker
needs few of them, so each release names those, and nothing else is fetched. One of them is always a logger that
discards everything: it is quiet, and starts quickly.
"""

from collections.abc import Mapping

from attrs import evolve, frozen

OLDEST_JAVA = 17  # the driver is written in it

MAP_OPERATIONS = ("put", "get", "contains", "remove", "size", "rotate")
ACKER_OPERATIONS = ("init", "ack", "fail")
STACK_OPERATIONS = (*ACKER_OPERATIONS, "reset-timeout", "tick", "receive", "emit", "notify", "draw")


@frozen
class Artifact:
    """A jar by its Maven coordinates. `version` may be a Maven range: then it is the newest available. If it is fetched
    with all dependencies of its POM, `without` are those that are left out: `group:name`.
    """

    group: str
    name: str
    version: str
    without: tuple[str, ...] = ()


@frozen(kw_only=True)
class Release:
    """A release of Storm or a fork of it.

    `artifacts` are fetched; the first has the acker. `with_dependencies` fetches all that they name in their POMs as
    well. `api` is the package of Storm's programming interface, `pending` the fields that lead from an acker to the
    map of its records, `java` the oldest Java that it runs on. The first of `profiles` is the one closest to it.
    """

    name: str
    artifacts: tuple[Artifact, ...]
    language: str
    api: str
    acker: str
    rotating_map: str
    pending: tuple[str, ...]
    profiles: tuple[str, ...]
    operations: tuple[str, ...]
    java: int = OLDEST_JAVA
    with_dependencies: bool = False


def _logging(version: str) -> tuple[Artifact, ...]:
    return Artifact("org.slf4j", "slf4j-api", version), Artifact("org.slf4j", "slf4j-nop", version)


def _clojure(version: str, api: str, operations: tuple[str, ...], *libraries: Artifact) -> Release:
    """Return a release of the years in which Storm was written in Clojure: its acker is a closure in a container."""
    return Release(
        name=f"storm-{version}",
        artifacts=(Artifact("org.apache.storm", "storm-core", version), *libraries),
        language="clojure",
        api=api,
        acker=f"{api}.daemon.acker",
        rotating_map=f"{api}.utils.RotatingMap",
        pending=("state", "object", "pending", "o"),
        profiles=("storm1",),
        operations=(*ACKER_OPERATIONS, *operations, *MAP_OPERATIONS),
    )


def _java(version: str, *libraries: Artifact, name: str = "", java: int = OLDEST_JAVA) -> Release:
    """Return a release since Storm's acker was ported to Java. Without `libraries` it takes all that its POM names."""
    return Release(
        name=name or f"storm-{version}",
        artifacts=(Artifact("org.apache.storm", "storm-client", version), *libraries),
        language="java",
        api="org.apache.storm",
        acker="org.apache.storm.daemon.Acker",
        rotating_map="org.apache.storm.utils.RotatingMap",
        pending=("pending",),
        profiles=("storm2", "storm1"),
        operations=(*ACKER_OPERATIONS, "reset-timeout", "tick", *MAP_OPERATIONS),
        java=java,
        with_dependencies=not libraries,
    )


def _shaded(version: str) -> Artifact:
    return Artifact("org.apache.storm", "storm-shaded-deps", version)


_RELEASES = (
    _clojure(
        "0.9.7",
        "backtype.storm",
        ("tick",),
        Artifact("org.clojure", "clojure", "1.5.1"),
        Artifact("commons-io", "commons-io", "2.4"),
        Artifact("commons-lang", "commons-lang", "2.5"),
        Artifact("org.apache.commons", "commons-exec", "1.1"),
        Artifact("com.googlecode.json-simple", "json-simple", "1.1"),
        Artifact("org.yaml", "snakeyaml", "1.11"),
        *_logging("1.7.5"),
    ),
    _clojure("0.10.2", "backtype.storm", ("tick",), Artifact("org.clojure", "clojure", "1.6.0"), *_logging("1.7.7")),
    _clojure(
        "1.0.2",
        "org.apache.storm",
        ("reset-timeout", "tick"),
        Artifact("org.clojure", "clojure", "1.7.0"),
        *_logging("1.7.7"),
    ),
    _clojure(
        "1.2.4",
        "org.apache.storm",
        ("reset-timeout", "tick"),
        Artifact("org.clojure", "clojure", "1.7.0"),
        *_logging("1.7.21"),
    ),
    _java("2.0.0", _shaded("2.0.0"), *_logging("1.7.21")),
    _java("2.3.0", _shaded("2.3.0"), *_logging("1.7.26")),
    _java("2.8.2", _shaded("2.8.2"), *_logging("2.0.17")),
    _java("2.8.3", _shaded("2.8.3"), *_logging("2.0.17")),
    _java("[3.0.0-alpha,4.0.0-alpha)", name="storm-3.x", java=25),
    Release(
        name="jstorm-2.2.1",
        artifacts=(Artifact("com.alibaba.jstorm", "jstorm-core", "2.2.1"), *_logging("1.7.5")),
        language="java",
        api="backtype.storm",
        acker="com.alibaba.jstorm.task.acker.Acker",
        # There is a backtype.storm.utils.RotatingMap as well, which the acker does not use.
        rotating_map="com.alibaba.jstorm.utils.RotatingMap",
        pending=("pending",),
        profiles=("storm2",),
        # It has no ticks: it rotates by the wall clock, so the time of a rotation is unknown.
        operations=(*ACKER_OPERATIONS, *MAP_OPERATIONS),
    ),
)

RELEASES: Mapping[str, Release] = {release.name: release for release in _RELEASES}


def _stack(version: str, *libraries: Artifact) -> Release:
    """Return the executors, collectors and acker of a release of Storm 2, which need more libraries than an acker."""
    acker = RELEASES[f"storm-{version}"]
    return evolve(
        acker,
        name=f"storm-stack-{version}",
        artifacts=(*acker.artifacts, *libraries),
        profiles=("storm2",),
        operations=STACK_OPERATIONS,
    )


def _serializing(kryo: str, minlog: str, reflectasm: str) -> tuple[Artifact, ...]:
    group = "com.esotericsoftware"
    return Artifact(group, "kryo", kryo), Artifact(group, "minlog", minlog), Artifact(group, "reflectasm", reflectasm)


def _metrics(version: str) -> Artifact:
    return Artifact("io.dropwizard.metrics", "metrics-core", version)


_STACKS = (
    _stack(
        "2.3.0", _metrics("3.2.6"), *_serializing("3.0.3", "1.3.0", "1.10.1"), Artifact("org.ow2.asm", "asm", "5.0.3")
    ),
    _stack("2.8.2", _metrics("4.2.33"), *_serializing("5.6.2", "1.3.1", "1.11.9")),
)

_LOCAL_CLUSTERS = (
    evolve(
        RELEASES["storm-1.2.4"],
        name="storm-local-1.2.2",  # later ones have a ZooKeeper that does not start on Java 14 or later
        # The ones that are left out are for its web pages, and no longer available.
        artifacts=(Artifact("org.apache.storm", "storm-core", "1.2.2", without=("ring-cors:ring-cors",)),),
        with_dependencies=True,
    ),
    evolve(
        RELEASES["storm-2.8.3"],
        name="storm-local-2.8.3",
        artifacts=(Artifact("org.apache.storm", "storm-server", "2.8.3"),),
        profiles=("storm2",),
        with_dependencies=True,
    ),
)

LOCAL_CLUSTERS: Mapping[str, Release] = {release.name: release for release in _LOCAL_CLUSTERS}
"""Releases that run as a whole, in a LocalCluster, with all their libraries."""

STACKS: Mapping[str, Release] = {stack.name: stack for stack in _STACKS}
"""All releases, by the name of their target."""

FIRST_CLASSES: Mapping[str, str] = {
    "storm-0.9.7": "backtype.storm.daemon.acker",
    "storm-0.10.2": "backtype.storm.ICredentialsListener",
    "storm-1.0.2": "org.apache.storm.daemon.acker",
    "storm-1.2.4": "org.apache.storm.cluster.ClusterUtils",
    "storm-2.0.0": "org.apache.storm.daemon.Acker",
    "storm-2.3.0": "org.apache.storm.metrics2.TaskMetricRepo",
    "storm-2.8.3": "org.apache.storm.task.WorkerUserContext",
    "jstorm-2.2.1": "com.alibaba.jstorm.task.acker.Acker",
    "storm-stack-2.3.0": "org.apache.storm.metrics2.TaskMetricRepo",
    "storm-stack-2.8.2": "org.apache.storm.task.WorkerUserContext",
}
"""A class that a release has and earlier ones do not. It places a user's build; releases with the same classes as the
one before are not listed. In the order of their age.
"""

CURATORS: Mapping[str, tuple[Artifact, ...]] = {
    "com.netflix.curator": (
        Artifact("com.netflix.curator", "curator-client", "1.0.1"),
        Artifact("com.netflix.curator", "curator-framework", "1.0.1"),
    ),
    "org.apache.curator": (Artifact("org.apache.curator", "curator-client", "2.4.0"),),
}
"""The additional libraries of 0.9.1 and 0.9.2, by package: since 0.9.3 the jar of Storm contains them."""

CURIOUS = "backtype.storm.utils.Utils"
"""The class that names it."""
