"""Regenerate the parts of the documentation that show output of commands.

A part stands between `<!-- output of: COMMAND -->` and `<!-- end of output -->`. Run this file after a change of what
commands print; a test runs it with `--check`, which only says whether anything would change.
"""

import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = (ROOT / "README.md", ROOT / "docs" / "your-own-acker.md")
PART = re.compile(
    r"<!-- output of: (?P<command>.+?) -->\n\n```\n(?P<output>.*?)```\n\n<!-- end of output -->", re.DOTALL
)


def main() -> int:
    """Regenerate all pages, or check them; return 1 if a page was out of date."""
    check = "--check" in sys.argv[1:]
    stale = []
    with tempfile.TemporaryDirectory() as folder:
        for page in PAGES:
            before = page.read_text(encoding="utf-8")
            after = PART.sub(lambda part: _regenerated(part, Path(folder)), before)
            if after != before:
                stale.append(page.name)
                if not check:
                    page.write_text(after, encoding="utf-8")
    if stale:
        print(f"{'out of date' if check else 'regenerated'}: {', '.join(stale)}")  # noqa: T201 - a command
    return 1 if stale and check else 0


def _regenerated(part: re.Match[str], folder: Path) -> str:
    command = part["command"]
    print(f"running {command}", file=sys.stderr)  # noqa: T201 - a command
    output = _steady(_output(command, folder))
    return f"<!-- output of: {command} -->\n\n```\n$ {command}\n{output}```\n\n<!-- end of output -->"


def _output(command: str, folder: Path) -> str:
    name, *arguments = shlex.split(command)
    program = Path(sys.executable).with_name(name)
    done = subprocess.run(  # noqa: S603 - our own commands, from our own pages
        [str(program), *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"{command} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def _steady(output: str) -> str:
    """Replace what differs between runs and machines, and the hash that changes with every word of the spec."""
    output = re.sub(r"after \d+ s", "after … s", output)
    output = re.sub(r"sha256:[0-9a-f]+", "sha256:…", output)
    output = re.sub(r"(spark-batch) [0-9][^:]*:", r"\1 …:", output)
    return "".join(line.rstrip() + "\n" for line in output.splitlines())


if __name__ == "__main__":
    sys.exit(main())
