"""`storm-jar:PATH`: what is recognized from the classes alone, what is run, and which paths are not a Storm.

The jars are those that Maven has fetched for the pinned releases: their names are not used.
"""

import contextlib
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from ackproof.components.acker import Ack, AckerResult, Init, Notification
from ackproof.components.spout import InitSent, SpoutEmit, SpoutResult
from ackproof.engine.discovery import discover
from ackproof.engine.examination.shrink import Shrinking
from ackproof.errors import TargetBroke, UsageError
from ackproof.target import Config, Description, Run
from ackproof_adapters.storm import built, jars, published, toolchain
from ackproof_adapters.storm.built import EXECUTORS, BuiltTarget, recognised
from ackproof_adapters.storm.versions import FIRST_CLASSES, OLDEST_JAVA, RELEASES, STACKS
from common import java_ackers
from common.command import Command


def jar_of(name: str) -> Path:
    """Return the jar with the acker of a release."""
    release = RELEASES[name]
    maven = toolchain.find(OLDEST_JAVA).maven
    return Path(jars.fetched(maven, release.name, release.artifacts)[0].path)


@pytest.fixture
def unnamed(tmp_path: Path) -> Path:
    """A folder for copies of jars with neutral names."""
    folder = tmp_path / "target"
    folder.mkdir()
    return folder


def empty_classes(path: Path, *names: str) -> Path:
    """Write a jar with empty classes of these names, for Java 17."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name.replace(".", "/") + ".class", bytes([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61]))
    return path


def test_the_version_of_a_release_stands_for_its_jar(tmp_path: Path) -> None:
    """It is fetched by the name that the acker's jar had then; a file of that name comes first."""
    published.jar_of.cache_clear()
    jar = jars.Jar(str(jar_of("storm-2.0.0")), "")
    with mock.patch("ackproof_adapters.storm.jars.fetched", return_value=(jar,)) as fetched:
        assert jar.path == str(published.jar_of("2.6.4"))
        target = built.offer("2.6.4").make()
        assert isinstance(target, BuiltTarget)
        assert "storm-2.0.0" == target.built.nearest.name
        published.jar_of("1.1.3")
    artifacts = [each.args[2][0] for each in fetched.call_args_list]
    assert [("storm-client", "2.6.4"), ("storm-core", "1.1.3")] == [(each.name, each.version) for each in artifacts]
    published.jar_of.cache_clear()
    assert not published.is_version("target")
    with contextlib.chdir(tmp_path):
        Path("2.6.4").mkdir()
        assert not published.is_version("2.6.4")


def test_every_first_class_is_of_a_release_or_stack() -> None:
    """It does not belong to another of the same kind."""
    for known in (RELEASES, STACKS):
        firsts = [first for name, first in FIRST_CLASSES.items() if name in known]
        assert len(firsts) == len(set(firsts)) > 1
    assert {*RELEASES, *STACKS} > set(FIRST_CLASSES)


def test_every_library_of_a_release_is_known_by_a_package() -> None:
    """The exception is the logger that discards everything, which comes with the API."""
    libraries = {
        artifact.name
        for name, release in {**RELEASES, **STACKS}.items()
        if name in FIRST_CLASSES
        for artifact in release.artifacts[1:]
    }
    assert libraries - {"slf4j-nop"} == set(built.PACKAGES)


API = ("org.apache.storm.tuple.Tuple", "org.apache.storm.task.OutputCollector", "org.apache.storm.utils.RotatingMap")
ACKER = "org.apache.storm.daemon.Acker"
BOTH_STACKS = "stack-2.8.2 and storm-stack-2.3.0"


@pytest.mark.parametrize(
    ("classes", "nearest", "stack", "profile"),
    [
        ((ACKER, *API), "storm-2.0.0", None, "storm2"),
        ((ACKER, *API, FIRST_CLASSES["storm-2.3.0"]), "storm-2.3.0", None, "storm2"),
        ((ACKER, *API, FIRST_CLASSES["storm-2.8.3"], *built.EXECUTORS), "storm-2.8.3", "storm-stack-2.8.2", "storm2"),
        (("org.apache.storm.daemon.acker", *API), "storm-1.0.2", None, "storm1"),
    ],
)
def test_the_classes_say_what_it_is(
    tmp_path: Path, classes: tuple[str, ...], nearest: str, stack: str | None, profile: str
) -> None:
    """It has a stack if it has the executors, and if there is a driver for those of its age."""
    found = recognised(str(empty_classes(tmp_path / "a.jar", *classes)))
    assert nearest == found.nearest.name
    assert stack == (found.stack and found.stack.name)
    assert (profile,) == found.as_release(found.nearest).profiles
    assert ("a.jar", built.UNVERSIONED, 17) == (found.name, found.version, found.java)


def test_an_acker_for_a_newer_java_asks_for_it(tmp_path: Path) -> None:
    """This is read from the class file, not from a version of Storm."""
    jar = tmp_path / "a.jar"
    with zipfile.ZipFile(empty_classes(jar, *API), "a") as archive:
        archive.writestr("org/apache/storm/daemon/Acker.class", bytes([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 69]))
    assert 25 == recognised(str(jar)).java


def test_libraries_of_the_path_are_not_fetched(tmp_path: Path) -> None:
    """Missing libraries are those of the nearest release; a logger comes with the API or not at all."""
    alone = recognised(str(empty_classes(tmp_path / "a.jar", ACKER, *API)))
    assert ["storm-shaded-deps", "slf4j-api", "slf4j-nop"] == [each.name for each in alone.lacking(alone.nearest)]
    empty_classes(tmp_path / "slf4j.jar", "org.slf4j.Logger")
    among = recognised(str(tmp_path))
    assert ["storm-shaded-deps"] == [each.name for each in among.lacking(among.nearest)]


@pytest.mark.parametrize(
    ("named", "brought", "fetched"),
    [
        (b"org/apache/curator/RetryPolicy", "", ["curator-client"]),
        (b"com/netflix/curator/RetryPolicy", "", ["curator-client", "curator-framework"]),
        (b"org/apache/curator/RetryPolicy", "org.apache.curator.RetryPolicy", []),
        (b"org/apache/storm/curator/RetryPolicy", "", []),
    ],
)
def test_the_oldest_releases_take_a_curator_besides(
    tmp_path: Path, named: bytes, brought: str, fetched: list[str]
) -> None:
    """In 0.9.1 and 0.9.2 a class names it; later ones have it in their jar, under another name."""
    api = [each.replace("org.apache.storm", "backtype.storm") for each in API]
    acker = RELEASES["storm-0.9.7"].acker
    jar = empty_classes(tmp_path / "a.jar", acker, *api, *([brought] if brought else []))
    with zipfile.ZipFile(jar, "a") as archive:
        archive.writestr("backtype/storm/utils/Utils.class", b"\xca\xfe\xba\xbe" + named)
    found = recognised(str(jar))
    assert "storm-0.9.7" == found.nearest.name
    assert fetched == [each.name for each in found.lacking(found.nearest) if each.name.startswith("curator")]


def test_the_first_entry_of_a_class_path_comes_first(tmp_path: Path) -> None:
    """A change is tried with a folder of classes before a jar."""
    jar = empty_classes(tmp_path / "storm.jar", ACKER, *API)
    classes = tmp_path / "classes" / "org" / "apache" / "storm" / "daemon"
    classes.mkdir(parents=True)
    (classes / "Acker.class").write_bytes(bytes([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 65]))
    found = recognised(os.pathsep.join([str(tmp_path / "classes"), str(jar)]))
    assert ("classes+storm.jar", 21) == (found.name, found.java)
    assert [tmp_path / "classes", jar] == [entry.path for entry in found.classes.entries]


def test_the_hash_of_a_folder_is_that_of_its_classes(tmp_path: Path) -> None:
    """A changed folder has another hash."""
    (tmp_path / "classes").mkdir()
    jar = empty_classes(tmp_path / "storm.jar", ACKER, *API)
    (tmp_path / "classes" / "A.class").write_bytes(b"one")
    text = os.pathsep.join([str(tmp_path / "classes"), str(jar)])
    before = recognised(text).classes.entries[0].hashed().sha256
    assert before == recognised(text).classes.entries[0].hashed().sha256
    (tmp_path / "classes" / "A.class").write_bytes(b"two")
    assert before != recognised(text).classes.entries[0].hashed().sha256


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda whole: whole.replace(b"Acker.class", b"Acker.clazz", 1), "Acker.class in .* cannot be read"),
        (
            lambda whole: whole[:6] + b"\1" + whole[7:].replace(b"PK\1\2\x14\3\x14\0\0", b"PK\1\2\x14\3\x14\0\1"),
            "password",
        ),
        (lambda whole: whole.replace(b"\xca\xfe\xba\xbe", b"text"), "cannot be read: Bad CRC-32"),
    ],
    ids=["two names", "a password", "other bytes"],
)
def test_a_damaged_jar_is_told_in_a_sentence(tmp_path: Path, damage: Callable[[bytes], bytes], complaint: str) -> None:
    """Its list of names can be read, but the listed files cannot."""
    jar = tmp_path / "a.jar"
    jar.write_bytes(damage(empty_classes(jar, ACKER, *API).read_bytes()))
    with pytest.raises(UsageError, match=complaint):
        recognised(str(jar))


@pytest.mark.parametrize("content", [b"", b"hello world", b"\xca\xfe\xba\xbe\0\0"])
def test_what_is_no_class_file_asks_for_no_java(tmp_path: Path, content: bytes) -> None:
    """With arbitrary bytes there, Java 30531 would be required."""
    jar = tmp_path / "a.jar"
    with zipfile.ZipFile(empty_classes(jar, *API), "a") as archive:
        archive.writestr("org/apache/storm/daemon/Acker.class", content)
    with pytest.raises(UsageError, match=r"daemon.Acker in .*a.jar is no class file"):
        recognised(str(jar))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "names no jar; write storm-jar:PATH"),
        (
            "missing",
            "there is no .*missing; storm-jar: takes a jar, a folder of jars or of classes, or a release such as 2.6.4",
        ),
        ("empty", "has no jar in it and no class below it"),
        ("text.jar", "text.jar cannot be read as a jar: File is not a zip file"),
        ("other.jar", "there is no acker of Storm in .*other.jar: neither .* name the jar that has it"),
        ("acker.jar", "has the acker org.apache.storm.daemon.Acker, but not .*RotatingMap; name the rest of Storm"),
    ],
)
def test_what_is_no_storm_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, complaint: str
) -> None:
    """The sentence has the remedy."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.jar").write_text("no jar")
    empty_classes(tmp_path / "other.jar", "org.example.Main")
    empty_classes(tmp_path / "acker.jar", ACKER)
    with pytest.raises(UsageError, match=complaint) as caught:
        discover.find(f"storm-jar:{text}")
    assert "\n" not in str(caught.value)


def test_a_jdk_that_is_missing_is_said(tmp_path: Path, ackproof: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code is 3, as for a pinned release."""
    jar = empty_classes(tmp_path / "a.jar", ACKER, *API)
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    ended = ackproof("certify", f"storm-jar:{jar}")
    assert 3 == ended.code
    assert "there is no java on the PATH" in ended.words


@pytest.mark.storm
@pytest.mark.parametrize(
    "name",
    [
        *("storm-1.2.4", "storm-2.8.3"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("storm-0.10.2", "storm-2.3.0", "jstorm-2.2.1")),
    ],
)
def test_a_release_is_recognised_and_its_acker_runs(unnamed: Path, name: str) -> None:
    """The jar has a neutral name, and the libraries are those of the release itself."""
    shutil.copy(jar_of(name), unnamed / "built.jar")
    with closing(BuiltTarget(recognised(str(unnamed / "built.jar")))) as target:
        assert name == target.built.nearest.name
        assert RELEASES[name].artifacts[0].version == target.built.version
        run = Run("acker", Config(), (Init(5, 9, 7), Ack(5, 9)))
        [results] = target.run_all([run])
    assert isinstance(results, list)
    assert AckerResult((Notification("ack", 5, 7),), acked=True, pending=0) == results[1]


@pytest.mark.storm
def test_a_stack_is_driven_as_the_nearest_one(unnamed: Path) -> None:
    """The certificate names the files, and the origin of the libraries."""
    shutil.copy(jar_of("storm-2.8.3"), unnamed / "built.jar")
    with closing(BuiltTarget(recognised(str(unnamed / "built.jar")))) as target:
        description = target.describe()
        emit = Run("spout", Config(spout_tasks=(3,)), (SpoutEmit(3, 8, "m", (4,)),))
        [results] = target.run_all([emit])
    assert ("acker", "rotating-map", "anchoring", "spout", "topology", "ids") == description.components
    evidence: Mapping[str, Any] = description.evidence
    assert jars.PINNED["storm-client-2.8.3.jar"] == evidence["jars"][0]["sha256"]
    assert ("storm-2.8.3", "storm-stack-2.8.2") == (evidence["nearest"], evidence["nearest stack"])
    assert "kryo 5.6.2, as storm-stack-2.8.2 takes it" in evidence["libraries of the stack"]
    assert isinstance(results, list)
    assert isinstance(results[0], SpoutResult)
    assert [InitSent] == [type(effect) for effect in results[0].effects if not hasattr(effect, "receiver")]


@pytest.mark.storm
@pytest.mark.slow
def test_a_stack_that_cannot_be_driven_breaks_and_leaves_the_acker(unnamed: Path) -> None:
    """Rules that were not checked must not look as if they were kept."""
    without = unnamed / "built.jar"
    with zipfile.ZipFile(jar_of("storm-2.8.3")) as whole, zipfile.ZipFile(without, "w") as cut:
        for file in whole.namelist():
            if file != "org/apache/storm/utils/JCQueue.class":
                cut.writestr(file, whole.read(file))
    with closing(BuiltTarget(recognised(str(without)))) as target:
        description = target.describe()
        assert "spout" in description.components
        assert str(description.evidence["stack"]).startswith(
            "cannot be run: the stack of built.jar cannot be driven as"
        )
        with pytest.raises(TargetBroke, match="cannot be compiled"):
            target.open("spout", Config(spout_tasks=(3,)))
        assert 1 == len(target.run_all([Run("acker", Config(), (Init(5, 9, 7),))]))


@pytest.mark.storm
def test_a_wrong_acker_in_front_of_a_right_release_fails_with_a_story(
    tmp_path: Path, ackproof: Command, unnamed: Path
) -> None:
    """The deviations of the nearest release do not explain it."""
    release = jar_of("storm-2.8.2")
    classes = java_ackers.compiled("an init's value is taken in with or", str(release), unnamed / "classes")
    ended = ackproof(
        *("certify", f"storm-jar:{classes}{os.pathsep}{release}", "--component", "acker", "--rule", "ACK-0[48]"),
        *("--examples", "60", "--deviations", "--out", str(tmp_path / "out")),
    )
    assert 1 == ended.code
    assert "FAIL ACK-04" in ended.out
    assert "What was delivered (profile storm2), and what the acker said:" in ended.out
    certificate = json.loads((tmp_path / "out" / "certificate.json").read_text())
    files = [jar["file"] for jar in certificate["targets"][0]["description"]["evidence"]["jars"]]
    assert ["classes", "storm-client-2.8.2.jar"] == files[:2]


def test_deviations_of_the_nearest_release_count_as_its_own(tmp_path: Path) -> None:
    """They apply to its version, and name its release; deviations of other releases are not used."""
    target = f"storm-jar:{empty_classes(tmp_path / 'a.jar', ACKER, *API, FIRST_CLASSES['storm-2.8.3'])}"
    description = Description(name="a.jar", version="2.9.0-SNAPSHOT", language="java", components=("acker",))
    lent = discover.borrowed(target, description)
    assert {("2.9.0-SNAPSHOT",)} == {entry.versions for entry in lent.entries}
    assert {"Known of storm-2.8.3"} == {entry.reason.partition(":")[0] for entry in lent.entries}
    assert () == discover.recorded(target, (), [], shipped=True).entries


def test_deviations_of_an_older_stack_count_behind_those_of_the_nearest(tmp_path: Path) -> None:
    """STORM-3693 is an example: it cannot be seen in the classes."""
    first = (FIRST_CLASSES[name] for name in ("storm-stack-2.3.0", "storm-2.8.3"))
    jar = empty_classes(tmp_path / "a.jar", ACKER, *API, *EXECUTORS, *first)
    description = Description(name="a.jar", version="2.6.1", language="java", components=("acker", "spout"))
    entries = discover.borrowed(f"storm-jar:{jar}", description).entries
    whose = [entry.reason.partition(":")[0].removeprefix("Known of storm-") for entry in entries]
    assert ["2.8.3", BOTH_STACKS, "stack-2.3.0"] == list(dict.fromkeys(whose))
    assert {"stack-2.3.0"} == {owner for owner, entry in zip(whose, entries, strict=True) if entry.rule == "SPT-12"}


def test_a_deviation_that_two_stacks_have_for_one_reason_names_both(tmp_path: Path) -> None:
    """There are two entries, because their variants differ; the reason is the same, so that it is shown once."""
    first = (FIRST_CLASSES[name] for name in ("storm-stack-2.3.0", "storm-2.8.3"))
    jar = empty_classes(tmp_path / "a.jar", ACKER, *API, *EXECUTORS, *first)
    description = Description(name="a.jar", version="2.6.1", language="java", components=("acker", "spout"))
    entries = discover.borrowed(f"storm-jar:{jar}", description).of("SPT-11", None, "2.6.1")
    assert ["asks-about-empty-trees", "rotates-for-each-task+asks-about-empty-trees"] == [
        entry.entry.variant for entry in entries
    ]
    [reason] = {entry.reason for entry in entries}
    assert reason.startswith(f"Known of storm-{BOTH_STACKS}: It does not look whether anybody receives an emission")


@pytest.mark.storm
@pytest.mark.slow
def test_the_deviations_of_the_nearest_release_are_a_choice(tmp_path: Path, ackproof: Command) -> None:
    """Without `--deviations` it is a violation."""
    target = f"storm-jar:{jar_of('storm-2.8.3')}"
    only = ("--rule", "ACK-08", "--examples", "60", "--out", str(tmp_path / "out"))
    with mock.patch.object(Shrinking, "smallest", lambda shrinking: shrinking.first):
        assert 1 == ackproof("certify", target, *only).code
        ended = ackproof("certify", target, *only, "--deviations")
    assert 0 == ended.code
    assert "Known of storm-2.8.3: It asks for an ack val of zero" in ended.words


def test_a_folder_that_maven_filled_is_its_jars(tmp_path: Path) -> None:
    """The folders of classes beside the jar are not read again."""
    empty_classes(tmp_path / "storm.jar", ACKER, *API)
    (tmp_path / "classes" / "org").mkdir(parents=True)
    (tmp_path / "classes" / "org" / "A.class").write_bytes(b"")
    assert [tmp_path / "storm.jar"] == [entry.path for entry in recognised(str(tmp_path)).classes.entries]
