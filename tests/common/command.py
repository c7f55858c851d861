"""The command line as a fixture: run as by a user."""

from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen


@frozen
class CommandResult:
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """All of stdout, with line breaks replaced by spaces."""
        return " ".join(self.out.split())

    @property
    def error_lines(self) -> list[str]:
        """Standard error, line by line."""
        return self.err.strip().splitlines()

    @property
    def complaint(self) -> str:
        """The error message: the one line on stderr below the usage of the subcommand."""
        usage, complaint = self.err.strip().splitlines()
        assert usage.startswith("usage: ackproof "), self.err
        return complaint


Command = Callable[..., CommandResult]


@pytest.fixture
def ackproof(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Return a function that runs `ackproof` with some arguments, in a new folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)  # tox sets it, and tables would fold by it

    def run(*arguments: object) -> CommandResult:
        from ackproof.commands.main import main  # noqa: PLC0415 - else every test would depend on all commands

        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:  # argparse ends a usage error so
            code = int(end.code or 0)
        captured = capsys.readouterr()
        return CommandResult(code, captured.out, captured.err)

    return run
