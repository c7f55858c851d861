"""Progress is recorded while a check runs, and discarded when something changes that it depends on."""

import json
from pathlib import Path

import pytest

from . import progress as module
from .progress import GENERATED, Progress, key_of, whole_checkout


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with two files in a folder."""
    (tmp_path / "source").mkdir()
    for name in ("one.py", "two.py"):
        (tmp_path / "source" / name).write_text(name)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    return tmp_path


def kept(path: Path, *files: str, part: str = "a part", anew: bool = False) -> dict[str, str]:
    """Return the outcomes that a new process would read."""
    return Progress(path, part, files, anew=anew).outcomes


@pytest.mark.usefixtures("checkout")
def test_what_was_kept_is_known_to_the_next_sitting(tmp_path: Path) -> None:
    """Each part is separate; `anew` discards it."""
    path = tmp_path / "record" / "done.json"
    Progress(path, "a part", ["source/one.py"]).keep("first", "passed")
    Progress(path, "another", ["source/one.py"]).keep("second", "passed")
    assert {"first": "passed"} == kept(path, "source/one.py")
    assert {"second": "passed"} == kept(path, "source/one.py", part="another")
    assert {} == kept(path, "source/one.py", anew=True)
    assert ["done.json"] == [each.name for each in path.parent.iterdir()]


def test_a_change_of_anything_that_matters_makes_it_forgotten(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes are an edited file, a deleted one, a new one in a folder, another word, another version; nothing else
    counts.
    """
    path = checkout / "done.json"
    files = ["source", "source/one.py"]
    Progress(path, "a part", files).keep("first", "passed")
    (checkout / "source" / "two.py").write_text("changed")
    assert {"first": "passed"} == kept(path, *files)
    assert {} == Progress(path, "a part", files, ["a word"]).outcomes
    monkeypatch.setattr(module, "environment", lambda: ["attrs 1.0"])
    assert {} == kept(path, *files)
    monkeypatch.undo()
    monkeypatch.setattr(module, "ROOT", checkout)
    (checkout / "source" / "three.py").touch()
    assert {} == kept(path, *files)
    (checkout / "source" / "three.py").unlink()
    assert {"first": "passed"} == kept(path, *files)
    (checkout / "source" / "one.py").unlink()
    assert {} == kept(path, *files)


def test_files_that_are_named_later_are_in_the_record(checkout: Path) -> None:
    """If a run finds out which files matter, the next one knows them, and outcomes remain valid if none has changed."""
    path = checkout / "done.json"
    first = Progress(path, "a part")
    first.depend_on(["source/one.py"])
    first.keep("first", "passed")
    second = Progress(path, "a part")
    second.depend_on(["source/two.py"])
    second.keep("second", "passed")
    third = Progress(path, "a part")
    assert {"first": "passed", "second": "passed"} == third.outcomes
    (checkout / "source" / "one.py").write_text("changed")
    assert {} == Progress(path, "a part").outcomes


@pytest.mark.usefixtures("checkout")
def test_the_time_of_all_sittings_is_added_up(tmp_path: Path) -> None:
    """The start of the first session is known, too."""
    path = tmp_path / "done.json"
    first = Progress(path, "a part", ["source/one.py"])
    first.seconds = 100.4
    first.keep("first", "passed")
    written = json.loads(path.read_text())
    written["a part"]["began"] = "long ago"
    path.write_text(json.dumps(written))
    second = Progress(path, "a part", ["source/one.py"])
    assert ("long ago", round(first.seconds)) == (second.began, second.seconds)


def test_the_whole_checkout_is_all_but_what_long_checks_write() -> None:
    """It does not contain caches."""
    files = whole_checkout()
    assert {"reference/acking/acker.py", "tests/mutants/violations.json", "spec/acker.md", "pyproject.toml"} <= set(
        files
    )
    assert not set(GENERATED) & set(files)
    assert [] == [file for file in files if "__pycache__" in file or file.endswith(".pyc")]
    assert key_of(files) == key_of(reversed(files))
