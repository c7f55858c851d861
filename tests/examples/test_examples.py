"""The examples are right, and mistakes in them have the messages in `docs/any-language.md`."""

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from ackproof.skeletons import SKELETONS
from common import hasty
from common.command import Command

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "any-language.md"
CHAPTER = ROOT / "spec" / "protocol.md"
TOOLS = {"go": "go", "javascript": "node", "java": "javac"}
CONFORMANT, INCONCLUSIVE = 0, 5

Mistake = tuple[str, str, str]
"""A file of an example, the text in it, and its replacement."""

Example = Callable[..., str]

XOR_TO_OR = (
    ("go", ("acker.go", "r.ackVal ^= value", "r.ackVal |= value")),
    ("javascript", ("acker.mjs", "record.ackVal ^= value", "record.ackVal |= value")),
    ("java", ("CollectorAcker.java", "tree.ackVal ^= value", "tree.ackVal |= value")),
)

TOLD = (
    ("go", ("main.go", ',omitempty"`', '"`'), "null is not of type"),
    ("javascript", ("main.mjs", "said.root.toString()", "Number(said.root)"), ".root: … is not of type"),
    ("javascript", ("acker.mjs", '"fail" : "ack"', '"FAIL" : "ACK"'), "is not one of"),
    ("javascript", ("main.mjs", "operations.map", "operations.slice(1).map"), "results for"),
    ("javascript", ("main.mjs", "protocol: PROTOCOL,", ""), "is a required property"),
    ("javascript", ("main.mjs", "BigInt.asIntN(64, BigInt(text))", "Number(text)"), "Cannot mix BigInt"),
    ("javascript", ("main.mjs", "({ ...said, root: said.root.toString() })", "said"), "how to serialize a BigInt"),
)
"""Mistakes, and words of the message on the page for each."""


@pytest.fixture
def example(tmp_path: Path) -> Example:
    """Return a function that makes a target of an example, built into a new folder, with or without mistakes."""

    def made(language: str, *mistakes: Mistake) -> str:
        tool = shutil.which(TOOLS[language])
        if tool is None:
            pytest.skip(f"the example in {language} needs {TOOLS[language]}, which is not on the path")
        folder = tmp_path / language
        shutil.copytree(ROOT / "examples" / language, folder, ignore=shutil.ignore_patterns("build"))
        for name, right, wrong in mistakes:
            source = (folder / name).read_text(encoding="utf-8")
            assert right in source
            (folder / name).write_text(source.replace(right, wrong), encoding="utf-8")
        if language == "javascript":
            return f"exec:{tool} {folder / 'main.mjs'}"
        if language == "java":
            subprocess.run([tool, *hasty.JAVAC, "-d", "build", *folder.glob("*.java")], cwd=folder, check=True)
            java = " ".join([str(Path(tool).with_name("java")), *hasty.JAVA])
            return f"exec:{java} -cp {folder / 'build'} Main"
        subprocess.run([tool, "build", "-o", "acker", "."], cwd=folder, check=True)
        return f"exec:{folder / 'acker'}"

    return made


def certificate_in(folder: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder / "out" / "certificate.json").read_text(encoding="utf-8"))
    return document


def failed(folder: Path) -> set[str]:
    return {verdict["rule"] for verdict in certificate_in(folder)["verdicts"] if verdict["verdict"] == "FAIL"}


@pytest.mark.parametrize(
    "language", [pytest.param(name, marks=() if name == "go" else pytest.mark.slow) for name in TOOLS]
)
def test_no_rule_finds_anything_wrong_with_the_examples(
    ackproof: Command, example: Example, tmp_path: Path, language: str
) -> None:
    """Both profiles are tested. So few workloads do not meet every premise often enough.

    One language is tested for every change; mistakes are tested in all.
    """
    result = ackproof("certify", example(language), "--examples", "20")
    assert result.code in (CONFORMANT, INCONCLUSIVE), result.err
    verdicts = [verdict["verdict"] for verdict in certificate_in(tmp_path)["verdicts"]]
    assert {"PASS", "INCONCLUSIVE", "SKIP"} >= set(verdicts)
    assert verdicts.count("PASS") > verdicts.count("INCONCLUSIVE")


@pytest.mark.slow
@pytest.mark.parametrize("language", TOOLS)
def test_the_examples_are_conformant(ackproof: Command, example: Example, tmp_path: Path, language: str) -> None:
    """This holds under their profiles, by every rule for an acker without several tasks."""
    result = ackproof("certify", example(language), "-q")
    assert (CONFORMANT, "") == (result.code, result.err)
    assert f"{language}-example 1.0: conformant" in result.out
    verdicts = certificate_in(tmp_path)["verdicts"]
    passed = {(verdict["rule"], verdict["profile"]) for verdict in verdicts if verdict["verdict"] == "PASS"}
    assert {("ACK-17", "storm2"), ("ACK-34", "storm2")} <= passed
    if language != "java":  # it has one profile, and tells no number of records
        assert {("ACK-16", "storm1"), ("ACK-25", "storm2"), ("ACK-34", "storm1")} <= passed


def test_the_library_of_the_example_in_java_is_what_init_writes() -> None:
    """There is one file, and the example has a link to it."""
    example = ROOT / "examples" / "java" / "Ackproof.java"
    assert example.is_symlink()
    assert SKELETONS["java"].written(PurePosixPath())["Ackproof.java"] == example.read_text(encoding="utf-8")


@pytest.mark.parametrize(("language", "mistake"), XOR_TO_OR, ids=TOOLS)
def test_an_or_in_place_of_the_xor_is_found(
    ackproof: Command, example: Example, tmp_path: Path, language: str, mistake: Mistake
) -> None:
    """A wrong acker is found through the pipe as in Python: by a violation with a witness."""
    target = example(language, mistake)
    result = ackproof("certify", target, "--rule", "ACK-0[48]", "--profile", "storm2", "--examples", "60")
    assert (1, "") == (result.code, result.err)
    assert {"ACK-04"} == failed(tmp_path)
    assert 1 == len(list((tmp_path / "out").glob("witness-*")))


def test_numbers_in_place_of_bigints_are_found(ackproof: Command, example: Example, tmp_path: Path) -> None:
    """The xor of JavaScript's numbers keeps 32 bits, so the acker completes trees too early."""
    mistakes = (
        ("main.mjs", "BigInt.asIntN(64, BigInt(text))", "Number(text)"),
        ("acker.mjs", "0n", "0"),
    )
    target = example("javascript", *mistakes)
    result = ackproof("certify", target, "--rule", "ACK-32", "--profile", "storm2", "--examples", "60")
    assert (1, "") == (result.code, result.err)
    assert {"ACK-32"} == failed(tmp_path)


@pytest.mark.parametrize(("language", "mistake", "words"), TOLD, ids=[words for _, _, words in TOLD])
def test_the_page_quotes_what_is_said(
    ackproof: Command, example: Example, language: str, mistake: Mistake, words: str
) -> None:
    """The output of `smoke` for a mistake is the one on the page, where "…" stands for any text."""
    result = ackproof("smoke", example(language, mistake))
    assert 3 == result.code
    (quoted,) = re.findall(rf"\| `([^`]*{re.escape(words)}[^`]*)` \|", PAGE.read_text(encoding="utf-8"))
    assert re.search(".*".join(map(re.escape, quoted.split("…"))), result.err), result.err


@pytest.mark.shrinks
@pytest.mark.parametrize("verb", ["smoke", "certify"])
def test_the_page_shows_what_is_printed_for_one_mistake(ackproof: Command, tmp_path: Path, verb: str) -> None:
    """The JavaScript example is changed as the page says. Only times differ, and the hash of the specification."""
    if shutil.which("node") is None:
        pytest.skip("the example in JavaScript needs node, which is not on the path")
    page = PAGE.read_text(encoding="utf-8")
    change = r"in line (\d+) of `mine/acker.mjs` write `([^`]+)` for `([^`]+)`"
    ((number, wrong, right),) = re.findall(change, " ".join(page.split()))
    shutil.copytree(ROOT / "examples" / "javascript", tmp_path / "mine")
    acker = tmp_path / "mine" / "acker.mjs"
    lines = acker.read_text(encoding="utf-8").splitlines()
    assert right in lines[int(number) - 1]
    lines[int(number) - 1] = lines[int(number) - 1].replace(right, wrong)
    acker.write_text("\n".join(lines), encoding="utf-8")

    command, shown = re.findall(rf"```\n\$ ackproof ({verb} .+)\n((?:.*\n)*?)```", page)[0]
    assert without_times(shown) == without_times(ackproof(*shlex.split(command)).out)


def without_times(output: str) -> str:
    return re.sub(r"sha256:\w+|[\d.]+ s\b", "…", output.replace("sha256:…", "…").replace("… s", "…"))


def test_the_conversation_of_the_specification_is_real(example: Example) -> None:
    """The Go example answers the requests in the chapter with the replies there, except for its compiler's version."""
    shown = re.findall(r"```\n(> .*?)```", CHAPTER.read_text(encoding="utf-8"), re.DOTALL)[0].splitlines()
    requests = "".join(f"{line[2:]}\n" for line in shown if line.startswith(">"))
    target = example("go").removeprefix("exec:")
    done = subprocess.run([target], input=requests, capture_output=True, text=True, encoding="utf-8", check=True)
    expected = "".join(f"{line[2:]}\n" for line in shown if line.startswith("<"))
    assert without_compiler(expected) == without_compiler(done.stdout)


def without_compiler(replies: str) -> str:
    return re.sub(r'"go":"go[^"]*"', '"go":"…"', replies)
