"""The release: one version everywhere, data that is valid by its schema, and packages that work on their own."""

import json
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
from pathlib import Path

import ackproof
import pytest
from ackproof.wire import schemas
from ackproof.wire.certificates import certificate_from_json

ROOT = Path(__file__).parents[2]
CERTIFICATES = [path for path in sorted(ROOT.glob("docs/certificates/*.json")) if path.name != "observations.json"]


def test_the_version_is_that_of_the_changelog() -> None:
    """The first heading of the changelog has this version, and everything else uses it."""
    heading = re.search(r"^## (\d+\.\d+\.\d+)\b", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert heading is not None
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited is not None
    assert {heading[1]} == {ackproof.__version__, project["version"], cited[1]}


def test_the_kill_matrix_is_of_its_schema() -> None:
    """So others can read it."""
    schemas.check(json.loads((ROOT / "docs" / "mutants.json").read_text(encoding="utf-8")), "mutants")


@pytest.mark.parametrize("path", CERTIFICATES, ids=lambda path: path.stem)
def test_a_published_certificate_is_of_its_schema(path: Path) -> None:
    """This includes certificates that were made before the latest field was added."""
    assert certificate_from_json(json.loads(path.read_text(encoding="utf-8"))).is_whole


@pytest.mark.slow
def test_the_packages_work_without_the_repository(tmp_path: Path) -> None:
    """One command builds both. The wheel is built from the sdist, and certifies in a separate environment."""
    packages = tmp_path / "dist"
    _run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(packages), str(ROOT)], tmp_path)
    (wheel,), (sdist,) = packages.glob("*.whl"), packages.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    data = {"docs/mutants.json", "docs/certificates/reference.json", "CITATION.cff", "CHANGELOG.md", "spec/acker.md"}
    assert data <= names
    home = tmp_path / "venv"
    venv.create(home, with_pip=True)
    _run([str(home / "bin" / "pip"), "install", "--quiet", str(wheel)], tmp_path)
    command = str(home / "bin" / "ackproof")
    assert f"ackproof {ackproof.__version__}" in _run([command, "--version"], tmp_path)
    result = _run([command, "certify", "reference", "--quick", "--component", "rotating-map", "-q"], tmp_path)
    assert "quick run, no violation" in result
    assert "same: " in _run([command, "verify", "out/certificate.json", "-q"], tmp_path)


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout
