"""The console: no text acts upon the terminal, whoever wrote it, and lines and styles stay as they are."""

import pytest
from ackproof.text import terminal
from rich.text import Text

HARM = "a\x1b[2Jb\x07\u202ec"


def test_a_string_is_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Letter by letter, so that a reader sees what was there; its lines stay lines."""
    terminal.console().print(f"{HARM}\nnext", soft_wrap=True)
    assert "a\\x1b[2Jb\\x07\\u202ec\nnext\n" == capsys.readouterr().out


def test_a_text_keeps_its_length(capsys: pytest.CaptureFixture[str]) -> None:
    """Or its styles and columns would move."""
    text = Text(HARM, style="red")
    terminal.console().print(text)
    assert "a\N{REPLACEMENT CHARACTER}[2Jb\N{REPLACEMENT CHARACTER}c\n" == capsys.readouterr().out
    assert text.plain.startswith("a\x1b"), "the caller's text was changed"


def test_what_goes_to_stderr_is_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    """A path may be named in an error."""
    terminal.errors().print(f"ackproof: {HARM}", style="red", soft_wrap=True)
    assert capsys.readouterr().err.strip().isprintable()
