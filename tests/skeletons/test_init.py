"""`ackproof init`: the files that it writes, where, and its errors."""

import errno
from pathlib import Path

import pytest
from ackproof.commands import init
from ackproof.skeletons import SKELETONS
from ackproof.wire.output import write_new
from common.command import Command


def files_in(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def test_it_names_what_it_wrote_and_what_to_type(ackproof: Command, tmp_path: Path) -> None:
    """All files are in one folder, which is a new one if none is named."""
    result = ackproof("init", "--language", "rust")
    written = {line.removeprefix("wrote acker-gate/") for line in result.out.splitlines() if line.startswith("wrote ")}
    assert written == files_in(tmp_path / "acker-gate")
    assert {"src/acker.rs", "deviations.toml", "README.md", ".github/workflows/ackproof.yml"} <= written
    assert "Put your acker into acker-gate/src/acker.rs, where it says so." in result.words
    lines = ["cd acker-gate", *SKELETONS["rust"].commands]
    assert [f"  {line}" for line in lines] == result.out.splitlines()[-len(lines) :]
    assert (0, "") == (result.code, result.err)


def test_in_a_repository_the_workflow_goes_to_its_root(ackproof: Command, tmp_path: Path) -> None:
    """Elsewhere it would never run. A second gate has its own workflow."""
    (tmp_path / ".git").mkdir()
    assert 0 == ackproof("init", "--language", "go", "gates/one").code
    assert 0 == ackproof("init", "--language", "go", "gates/two").code
    assert {"ackproof-gates-one.yml", "ackproof-gates-two.yml"} == files_in(tmp_path / ".github" / "workflows")
    assert not (tmp_path / "gates" / "one" / ".github").exists()


def test_no_file_is_overwritten(ackproof: Command, tmp_path: Path) -> None:
    """This includes broken links; and no other file is written."""
    (tmp_path / "README.md").symlink_to(tmp_path / "nothing")
    result = ackproof("init", "--language", "python", ".")
    assert 2 == result.code
    assert result.complaint == (
        "ackproof: no file is overwritten, and there is already README.md; "
        "name another folder: ackproof init --language python FOLDER"
    )
    assert [tmp_path / "README.md"] == list(tmp_path.iterdir())


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_what_cannot_be_finished_is_taken_back(
    ackproof: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    """Half a gate would prevent the next run from writing a complete one. Existing files are kept."""
    (tmp_path / "gate").mkdir()
    (tmp_path / "gate" / "mine.txt").write_text("precious", encoding="utf-8")
    written: list[Path] = []

    def write(path: Path, content: bytes) -> None:
        if len(written) == 3:
            raise error
        written.append(path)
        write_new(path, content)

    monkeypatch.setattr(init, "write_new", write)
    result = ackproof("init", "--language", "rust", "gate")
    assert result.code == (2 if isinstance(error, OSError) else 130)
    assert len(written) == 3
    assert [tmp_path / "gate", tmp_path / "gate" / "mine.txt"] == sorted(tmp_path.rglob("*"))


def test_what_comes_at_the_same_time_is_not_overwritten(
    ackproof: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes the file after the check that it does not exist."""
    monkeypatch.setattr(init, "_new_folders", lambda folder: (folder / "README.md").write_text("precious") and [])
    (tmp_path / "gate" / ".github" / "workflows").mkdir(parents=True)
    result = ackproof("init", "--language", "python", "gate")
    assert (result.code, "cannot write gate/README.md: File exists" in result.err) == (2, True), result.err
    assert (tmp_path / "gate" / "README.md").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--language", "pyhton"), "argument --language: there is no language 'pyhton'; did you mean python?"),
        (
            ("--language", "c"),
            "argument --language: there is no language 'c'; there are python, java, go, javascript, ",
        ),
        ((), "the following arguments are required: --language"),
        (
            ("--language", "go", "file/below"),
            "cannot write file/below/go.mod: Not a directory; name another folder: ackproof init --language go FOLDER",
        ),
        (("--language", "go", " "), "argument FOLDER: ' ' is no path; name a file or a folder"),
    ],
)
def test_bad_input_gets_a_sentence(
    ackproof: Command, tmp_path: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    """The error is one line below the usage, and nothing is written."""
    (tmp_path / "file").touch()
    result = ackproof("init", *arguments)
    assert 2 == result.code
    assert result.complaint.startswith(f"ackproof: {complaint}")
    assert {"file"} == files_in(tmp_path)
