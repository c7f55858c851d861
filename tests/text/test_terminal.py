"""The console: no text acts upon the terminal, whoever wrote it, and lines and styles stay as they are."""

import pytest
from ackproof.text import terminal
from rich.progress import Progress
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


def test_a_progress_bar_is_no_way_either() -> None:
    """Names of targets are in it; and nothing there is markup."""
    column = terminal.SafeColumn("{task.fields[at_work]}")
    progress = Progress(column)
    progress.add_task("", at_work=f"[bold]{HARM}")
    [task] = progress.tasks
    shown = str(column.render(task))
    assert shown.isprintable()
    assert shown.startswith("[bold]a\N{REPLACEMENT CHARACTER}[2Jb")


def test_a_traceback_is_no_way_either(capsys: pytest.CaptureFixture[str]) -> None:
    """The text of the error may be somebody else's."""

    def fail() -> None:
        raise RuntimeError(HARM)

    try:
        fail()
    except RuntimeError:
        terminal.errors().print_exception()
    written = capsys.readouterr().err
    assert "RuntimeError: a\\x1b[2Jb\\x07\\u202ec" in written
    assert written.replace("\n", "").isprintable()


def test_a_message_has_a_bound(capsys: pytest.CaptureFixture[str]) -> None:
    """The rest is counted."""
    terminal.errors().print_error("x" * 1_000_000)
    written = capsys.readouterr().err
    assert "990,010 characters are left out" in written
    assert len(written) < 11_000
