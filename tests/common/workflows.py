"""Workflows and actions of GitHub, run as far as a shell can: their `run` steps, one after the other."""

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
    """Return a document of YAML. In YAML 1.1 the key `on` is parsed as true."""
    document: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return document


def shell_steps(steps: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the steps that are shell commands. The others use actions, which only GitHub can run."""
    for step in steps:
        assert {"run", "uses"} & set(step), step
        if "run" in step:
            yield step


def run(
    step: Mapping[str, Any], folder: Path, values: Mapping[str, str], **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a step in a folder, as GitHub does: by bash that ends at the first error, with the step's own environment.

    `values` has the values of expressions, such as "inputs.target"; `more` are additional environment variables. The
    `ackproof` on the path is the tested one.
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

    A name without a value raises KeyError.
    """
    return EXPRESSION.sub(
        lambda match: next(filter(None, (values[name] for name in match[1].split(" || "))), ""), str(text)
    )
