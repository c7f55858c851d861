"""The console: no text affects the terminal, whatever its origin, and lines and styles are preserved."""

import pytest
from ackproof.text import terminal
from rich.progress import Progress
from rich.text import Text

HARM = "a\x1b[2Jb\x07\u202ec"


def test_a_string_is_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Each control character is escaped, so that a reader sees it; lines are preserved."""
    terminal.console().print(f"{HARM}\nnext", soft_wrap=True)
    assert "a\\x1b[2Jb\\x07\\u202ec\nnext\n" == capsys.readouterr().out


def test_a_text_keeps_its_length(capsys: pytest.CaptureFixture[str]) -> None:
    """Otherwise its styles and columns would move."""
    text = Text(HARM, style="red")
    terminal.console().print(text)
    assert "a\N{REPLACEMENT CHARACTER}[2Jb\N{REPLACEMENT CHARACTER}c\n" == capsys.readouterr().out
    assert text.plain.startswith("a\x1b"), "the caller's text was changed"


def test_what_goes_to_stderr_is_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    """An error may contain a path, for example."""
    terminal.errors().print(f"ackproof: {HARM}", style="red", soft_wrap=True)
    assert capsys.readouterr().err.strip().isprintable()


def test_a_progress_bar_is_no_way_either() -> None:
    """It contains names of targets; and none of its text is markup."""
    column = terminal.SafeColumn("{task.fields[at_work]}")
    progress = Progress(column)
    progress.add_task("", at_work=f"[bold]{HARM}")
    [task] = progress.tasks
    shown = str(column.render(task))
    assert shown.isprintable()
    assert shown.startswith("[bold]a\N{REPLACEMENT CHARACTER}[2Jb")


def test_a_traceback_is_no_way_either(capsys: pytest.CaptureFixture[str]) -> None:
    """The text of the error may come from another program."""

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
    """The number of omitted characters is shown."""
    terminal.errors().print_error("x" * 1_000_000)
    written = capsys.readouterr().err
    assert "990,010 characters are left out" in written
    assert len(written) < 11_000
