"""A Storm that a user has built, as a target: `storm-jar:PATH`; or, by its version, a release that is not pinned.

The kind of Storm follows from its classes, never from a version: the acker is looked for under its names in the pinned
releases, and the newest release whose own classes exist is the *nearest*. It determines how the acker is driven, under
which profile it is judged, and which libraries are fetched that the path does not have.

The profile is not measured. Clojure ackers are judged by `storm1` and those in Java by `storm2`, as the releases are:
otherwise an acker that forgets too early would choose the profile that allows it.
"""

import os
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

from ackproof.components import ANCHORING, IDS, SPOUT, TOPOLOGY, Result
from ackproof.errors import AckproofError, Refused, TargetBroke, TargetUnavailable, UsageError
from ackproof.target import DEFAULT_REPLY_TIMEOUT, Component, Config, Description, Offer, Run
from ackproof.targets.process import ProcessTarget
from attrs import define, evolve, field, frozen

from ackproof_adapters.storm import class_path, process, published, toolchain
from ackproof_adapters.storm.class_path import ClassPath
from ackproof_adapters.storm.stack_target import StackTarget
from ackproof_adapters.storm.versions import CURATORS, CURIOUS, FIRST_CLASSES, RELEASES, STACKS, Artifact, Release

KIND = "storm-jar"
DEVIATIONS = Path(__file__).parent / "deviations"
UNVERSIONED = "unversioned"
PARTS = (ANCHORING.name, SPOUT.name, TOPOLOGY.name, IDS.name)
"""The components of a stack."""

EXECUTORS = ("org.apache.storm.executor.spout.SpoutExecutor", "org.apache.storm.executor.bolt.BoltExecutor")


@frozen(kw_only=True)
class BuiltStorm:
    """The contents of a class path. `name` is made of the last names in it. `stack` is None if there are no executors,
    or no driver for those of this age.
    """

    name: str
    version: str
    classes: ClassPath
    nearest: Release
    stack: Release | None
    java: int
    besides: tuple[Artifact, ...] = ()
    """The libraries that it needs, that the nearest release does not need, and that the class path does not have."""

    def lacking(self, release: Release) -> tuple[Artifact, ...]:
        """Return the libraries of a release that the class path does not have, and the additional ones."""
        return (*(each for each in release.artifacts[1:] if not self._brings(each)), *self.besides)

    def as_release(self, release: Release) -> Release:
        """Return the nearest release, with its own name and the profile that it is judged by."""
        return evolve(release, name=self.name, profiles=release.profiles[:1], java=self.java)

    def lists(self) -> tuple[Path, ...]:
        """Return the files of the deviations that are recorded for the nearest releases.

        For stacks, those before the nearest one count as well: bugs were fixed between two pinned releases without a
        new class that would show on which side a build is (STORM-3693 is in 2.3.0 to 2.7.1).
        """
        stacks = list(STACKS)
        upto = 0 if self.stack is None else stacks.index(self.stack.name) + 1
        files = [DEVIATIONS / f"{name}.toml" for name in (self.nearest.name, *reversed(stacks[:upto]))]
        return tuple(file for file in files if file.exists())

    def _brings(self, artifact: Artifact) -> bool:
        if artifact.name == "slf4j-nop":  # a logger of its own brings its own API
            return self._brings(evolve(artifact, name="slf4j-api"))
        return self.classes.has_package(PACKAGES[artifact.name])


PACKAGES = {
    "asm": "org.objectweb.asm",
    "clojure": "clojure.lang",
    "commons-exec": "org.apache.commons.exec",
    "commons-io": "org.apache.commons.io",
    "commons-lang": "org.apache.commons.lang",
    "json-simple": "org.json.simple",
    "kryo": "com.esotericsoftware.kryo",
    "metrics-core": "com.codahale.metrics",
    "minlog": "com.esotericsoftware.minlog",
    "reflectasm": "com.esotericsoftware.reflectasm",
    "slf4j-api": "org.slf4j",
    "snakeyaml": "org.yaml.snakeyaml",
    "storm-shaded-deps": "org.apache.storm.shade",
}
"""A package of each library, to detect whether it exists."""


def recognised(text: str) -> BuiltStorm:
    """Return the contents of a class path; raise `UsageError` if that is no Storm that can be run."""
    classes = class_path.read(text)
    nearest = _nearest(RELEASES, classes)
    if nearest is None:
        ackers = dict.fromkeys(release.acker for release in RELEASES.values())
        raise UsageError(
            f"there is no acker of Storm in {text}: neither {' nor '.join(ackers)}; name the jar "
            "that has it (storm-client since Storm 2, storm-core before)"
        )
    needed = (nearest.rotating_map, *(f"{nearest.api}.{each}" for each in ("tuple.Tuple", "task.OutputCollector")))
    missing = [each for each in needed if each not in classes]
    if missing:
        raise UsageError(
            f"{text} has the acker {nearest.acker}, but not {missing[0]}; name the rest of Storm behind it, as "
            f"{KIND}:{text}{os.pathsep}MORE"
        )
    entry = classes.entry_of(nearest.acker)
    assert entry is not None  # noqa: S101 - the nearest release is the one whose acker is there
    return BuiltStorm(
        name="+".join(Path(part).absolute().name for part in text.split(os.pathsep) if part),
        version=class_path.version_in(entry, nearest.artifacts[0].name) or UNVERSIONED,
        classes=classes,
        nearest=nearest,
        stack=_nearest(STACKS, classes) if all(each in classes for each in EXECUTORS) else None,
        java=max(nearest.java, classes.java_of(nearest.acker)),
        besides=_besides(classes),
    )


class StormJars:
    """The kind `storm-jar`."""

    def __call__(self, text: str) -> Offer:
        """Return the offer of `storm-jar:` and a class path, or the version of a release.

        Raise `UsageError` as `recognised` does, `TargetUnavailable` if the jar of a release cannot be fetched.
        """
        built = recognised(str(published.jar_of(text)) if published.is_version(text) else text)
        return Offer(lambda: BuiltTarget(built), lambda: toolchain.missing(built.java), borrowed=built.lists())

    def instead(self, name: str) -> str | None:
        """Return the target of a release for a name such as `storm-2.6.4`, or None for another name."""
        version = name.removeprefix("storm-")
        return f"{KIND}:{version}" if version != name and published.is_version(version) else None


offer = StormJars()


@define
class BuiltTarget:
    """The acker, the map and, if there is one, the stack: two JVMs, each started when it is needed.

    `reply_timeout` is in seconds, for each reply.
    """

    built: BuiltStorm
    reply_timeout: float = DEFAULT_REPLY_TIMEOUT
    _acker: ProcessTarget | None = field(default=None, init=False)
    _stack: StackTarget | None = field(default=None, init=False)

    def describe(self) -> Description:
        """Claim the acker and the map, and the components of a stack if there is one; name its parts."""
        alone = self._alone().describe()
        nearest, stack = self.built.nearest, self.built.stack
        evidence = {**alone.evidence, "nearest": nearest.name, "libraries": self._libraries(nearest)}
        if stack is None:
            return evolve(alone, evidence=evidence)
        evidence |= {"nearest stack": stack.name, "libraries of the stack": self._libraries(stack)}
        try:
            evidence["stack"] = self._executors().describe().evidence
        except AckproofError as lack:  # the acker can be judged all the same, and opening a part repeats the error
            evidence["stack"] = f"cannot be run: {lack}"
        return evolve(alone, components=(*alone.components, *PARTS), operations=None, evidence=evidence)

    def open(self, component: str, config: Config) -> Component:
        """Open a component; the one that was open before is discarded."""
        return self._target_of(component).open(component, config)

    def run_all(self, runs: Sequence[Run]) -> Sequence[Sequence[Result] | Refused]:
        """Do many runs, usually of one component."""
        answers: list[Sequence[Result] | Refused] = []
        for component, same in groupby(runs, key=lambda run: run.component):
            answers += self._target_of(component).run_all(list(same))
        return answers

    def close(self) -> None:
        """End the processes."""
        acker, stack, self._acker, self._stack = self._acker, self._stack, None, None
        for each in (acker, stack):
            if each is not None:
                each.close()

    def _target_of(self, component: str) -> ProcessTarget | StackTarget:
        return self._executors() if component in PARTS else self._alone()

    def _alone(self) -> ProcessTarget:
        if self._acker is None:
            built, nearest = self.built, self.built.nearest
            release = built.as_release(nearest)
            self._acker = ProcessTarget(
                process.built_command(release, built.classes, built.lacking(nearest), built.version)
            )
        self._acker.reply_timeout = self.reply_timeout
        return self._acker

    def _executors(self) -> StackTarget:
        if self._stack is None:
            self._stack = StackTarget(self._stack_command)
        self._stack.reply_timeout = self.reply_timeout
        return self._stack

    def _stack_command(self) -> list[str]:
        built, stack = self.built, self.built.stack
        if stack is None:
            raise TargetBroke(f"{built.name} has no stack that can be driven")
        try:
            return process.built_stack_command(
                built.as_release(stack), built.classes, built.lacking(stack), built.version
            )
        except TargetUnavailable as lack:
            raise TargetBroke(f"the stack of {built.name} cannot be driven as {stack.name} is: {lack}") from lack

    def _libraries(self, release: Release) -> list[str]:
        """Return, for each library that the nearest release needs, where it comes from here."""
        lacking = self.built.lacking(release)
        besides = [f"{each.name} {each.version}, which {release.name} does not take" for each in self.built.besides]
        return besides + [
            f"{each.name} {each.version}, as {release.name} takes it" if each in lacking else f"{each.name} of the path"
            for each in release.artifacts[1:]
        ]


def _besides(classes: ClassPath) -> tuple[Artifact, ...]:
    content = classes.bytes_of(CURIOUS)
    for package, artifacts in CURATORS.items():
        if f"{package.replace('.', '/')}/".encode() in content and not classes.has_package(package):
            return artifacts
    return ()


def _nearest(releases: Mapping[str, Release], classes: ClassPath) -> Release | None:
    """Return the newest of the releases whose acker and whose own classes are there."""
    found = [
        releases[name]
        for name, first in FIRST_CLASSES.items()
        if name in releases and releases[name].acker in classes and first in classes
    ]
    return found[-1] if found else None
