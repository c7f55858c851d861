"""Quote the output of other programs in one line that is safe for any terminal."""

import hashlib
import re
import shlex

WORDS = 80
HEAD, CUT, TAIL = 60, "…".encode(), 17
LONGEST_NAME = 60

LONGEST_MESSAGE = 10_000
"""Maximum length in characters of a message on standard error. Quoted parts of it are truncated before; this limits the
rest.
"""

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+>$")
"""The end of Python's default repr, with the object's address. The address differs from run to run."""


def quoted(line: bytes) -> str:
    """Return bytes in a form for messages: printable, in quotes, and truncated in the middle if they are long."""
    kept = line if len(line) <= WORDS else line[:HEAD] + CUT + line[-TAIL:]
    return f"'{printable(kept.decode(errors='backslashreplace'))}'"


def shown(value: object) -> str:
    """Return the beginning of a value's repr; if the repr has only an address, the name of the class instead."""
    text = repr(value)
    if text.startswith("<") and ADDRESS.search(text):
        return f"<{type(value).__name__}>"
    return text if len(text) <= WORDS else f"{text[: WORDS - 3]}..."


def shortened(words: str) -> str:
    """Return words without the middle, if they are long."""
    return words if len(words) <= WORDS else f"{words[:HEAD]}…{words[-TAIL:]}"


def printable(text: str) -> str:
    """Return text with all control characters of terminals escaped."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def bounded(text: str) -> str:
    """Return a message truncated for a terminal: of one that is too long the beginning, and the number of characters
    left out.
    """
    if len(text) <= LONGEST_MESSAGE:
        return text
    return f"{text[:LONGEST_MESSAGE]}… ({len(text) - LONGEST_MESSAGE:,} characters are left out)"


def shell_quoted(word: object) -> str:
    """Return a path or a name quoted as one word for a shell, so that people can copy it."""
    return shlex.quote(str(word))


def file_name(text: str) -> str:
    """Return text in a form for a file name. Different texts get different names."""
    name = "".join(letter if letter.isalnum() or letter in "._-" else "-" for letter in text)
    if len(text) <= LONGEST_NAME and not set(text) & set(" /"):
        return name
    return f"{name[:LONGEST_NAME]}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def first_line(error: BaseException) -> str:
    """Return the first line of an error's text."""
    return (str(error).strip().splitlines() or ["(no message)"])[0]


def not_run(name: str, reason: str) -> str:
    """Return the sentence that a target could not be run. Its name stands there once."""
    return f"{name} could not be run: {reason_alone(name, reason)}"


def reason_alone(name: str, reason: str) -> str:
    """Return why a target could not be run, without its name, with which a reason may begin."""
    return reason.removeprefix(f"{name} ")
