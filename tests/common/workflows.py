"""Workflows and actions of GitHub, run as far as a shell can run them: their `run` steps, one after the other."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

EXPRESSION = re.compile(r"\$\{\{ *([^}]+?) *\}\}")


def read(path: Path) -> dict[str, Any]:
    """Return a document of YAML. The key `on` is true in it, as YAML 1.1 has it."""
    document: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return document


def shell_steps(steps: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the steps that are commands of a shell. The others use actions, which only GitHub has."""
    for step in steps:
        assert {"run", "uses"} & set(step), step
        if "run" in step:
            yield step


def run(
    step: Mapping[str, Any], folder: Path, values: Mapping[str, str], **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a step in a folder, as GitHub does: by bash that ends at the first error, with the step's own environment.

    `values` is what its expressions stand for, such as "inputs.target"; `more` is in the environment besides. The
    `ackproof` on the path is the one that is tested.
    """
    assert step.get("shell", "bash") == "bash"
    environment = {name: filled(text, values) for name, text in step.get("env", {}).items()}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", filled(step["run"], values)],
        cwd=folder / filled(step.get("working-directory", "."), values),
        env={**os.environ, "PATH": path, **environment, **more},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return a text with its expressions replaced: each is a name, or the first of several that is not empty.

    A name that has no value here raises KeyError.
    """
    return EXPRESSION.sub(
        lambda match: next(filter(None, (values[name] for name in match[1].split(" || "))), ""), str(text)
    )
