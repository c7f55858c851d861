"""The page on bounds has the bounds in the code."""

import re
import sys
from pathlib import Path

import pytest
from ackproof.engine import driver
from ackproof.engine.workers import interruption
from ackproof.target import DEFAULT_REPLY_TIMEOUT
from ackproof.targets import bolt_process, conversation
from ackproof.text import sanitize, values
from ackproof.wire import deviations, documents, protocol
from ackproof_adapters.audit.logs import files, messages
from ackproof_adapters.audit.reports import follow
from ackproof_adapters.audit.trees import crossings

PAGE = Path(__file__).parents[2] / "docs" / "security.md"

MIB = 1 << 20


def mib(size: int) -> str:
    assert size % MIB == 0
    return f"{size // MIB} MiB"


BOUNDS = {
    f"a reply of a program, in a line, besides {conversation.LONGEST_ESCAPE} bytes for each byte that the component "
    "was sent": mib(conversation.LONGEST_LINE),
    f"results in a reply, written as plainly as JSON can be, besides {protocol.RESULT_OF_AN_OPERATION} characters for "
    "each operation, and one for each byte that the component was sent": f"{protocol.LONGEST_RESULTS // MIB} Mi "
    "characters",
    "requests sent ahead of their replies": f"{conversation.WINDOW}",
    "time for a reply": f"{DEFAULT_REPLY_TIMEOUT:g} s, or `--reply-timeout`",
    "time to end after `stop`": f"{conversation.GRACE:g} s",
    "what is kept of standard error": f"{conversation.KEPT_WORDS:,} bytes",
    "name, version and language of a target": f"{driver.LONGEST_NAME} characters",
    "reason of an error in a reply, or of an operation that is not done": f"{protocol.LONGEST_REASON} characters",
    "nesting of a description": f"{protocol.DEEPEST}",
    "a number in 64 bits": f"{len(str(2**63))} digits",
    "a number in a JSON document": f"{sys.int_info.default_max_str_digits:,} digits",
    "a number on the command line": f"{values.MOST:,}",
    "a time on the command line": f"{values.LONGEST / 3600:g} h",
    "a witness or a certificate that is read": mib(documents.LONGEST_DOCUMENT),
    "a message of a bolt (`shell-bolt:`)": mib(bolt_process.LONGEST),
    "a list of deviations": mib(deviations.LONGEST_LIST),
    "a quotation in a message": f"{sanitize.WORDS} characters",
    "a message on standard error": f"{sanitize.LONGEST_MESSAGE:,} characters",
    "time to end after a signal": f"{interruption.PATIENCE:g} s",
}

OF_DEBUG_LOGS = (
    "a line of a debug log of Storm",
    "a task in a debug log of Storm",
    "trees that `audit --follow` keeps",
    "messages between two workers that `audit` keeps",
)
OF_SHARDS = ("a line of a log in JSON lines", "a manifest of a sharded log", "acker tasks of a sharded log")
WITHOUT_NUMBER = ("all replies together", "nesting of other JSON and TOML")


def rows() -> dict[str, str]:
    """Return the bounds of the page, by their subject."""
    found = re.findall(r"^\| (.+?) \| (.+?) \| .+ \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {about: most for about, most in found if about != "of"}


def test_each_bound_is_on_the_page() -> None:
    """The page has the number of each, and no other rows."""
    on_the_page = rows()
    assert {about: on_the_page.get(about) for about in BOUNDS} == BOUNDS
    assert {*BOUNDS, *OF_DEBUG_LOGS, *OF_SHARDS, *WITHOUT_NUMBER} == set(on_the_page)


def test_those_of_debug_logs_are_on_the_page() -> None:
    """The audit needs no additional packages."""
    found = rows()
    assert mib(files.LONGEST_LINE) == found[OF_DEBUG_LOGS[0]]
    assert f"{messages.DIGITS_OF_A_TASK} digits" == found[OF_DEBUG_LOGS[1]]
    assert f"{follow.MOST_TREES:,}" == found[OF_DEBUG_LOGS[2]]
    assert f"{crossings.MOST_CROSSINGS:,}" == found[OF_DEBUG_LOGS[3]]


def test_those_of_shards_are_on_the_page() -> None:
    """They can only be read with Arrow installed."""
    pytest.importorskip("pyarrow")
    from ackproof_adapters.shards import json_lines, layout, manifest  # noqa: PLC0415 - only with Arrow

    held = (mib(json_lines.LONGEST_LINE), mib(manifest.LONGEST_MANIFEST), f"{layout.MOST_ACKER_TASKS:,}")
    assert dict(zip(OF_SHARDS, held, strict=True)) == {about: rows()[about] for about in OF_SHARDS}


def test_words_and_repeats_are_as_the_page_says() -> None:
    """Sentences contain numbers, too."""
    page = PAGE.read_text(encoding="utf-8")
    assert f"of which {conversation.SHOWN_WORDS} characters are shown" in page
    assert f"after {driver.TIMEOUTS} in succession" in page
