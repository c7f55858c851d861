"""Quoting what somebody else's program said, in one line that any terminal can show."""

import hashlib
import re
import shlex

WORDS = 80
HEAD, CUT, TAIL = 60, "…".encode(), 17
LONGEST_NAME = 60

LONGEST_MESSAGE = 10_000
"""Characters of a message on standard error. What stands in one is quoted and cut already; this is for the rest."""

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+>$")
"""How Python ends the form of an object that has none of its own. It is another in each run."""


def quoted(line: bytes) -> str:
    """Return bytes as they can stand in a message: printable, in quotes, and cut in the middle if they are long."""
    kept = line if len(line) <= WORDS else line[:HEAD] + CUT + line[-TAIL:]
    return f"'{printable(kept.decode(errors='backslashreplace'))}'"


def shown(value: object) -> str:
    """Return the start of a value's own form; of one that has none but its address, the name of its class."""
    text = repr(value)
    if text.startswith("<") and ADDRESS.search(text):
        return f"<{type(value).__name__}>"
    return text if len(text) <= WORDS else f"{text[: WORDS - 3]}..."


def printable(text: str) -> str:
    """Return text with every character that a terminal would act upon written out."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def bounded(text: str) -> str:
    """Return a message as it may go to a terminal: of one that is too long the beginning, and how much is left out."""
    if len(text) <= LONGEST_MESSAGE:
        return text
    return f"{text[:LONGEST_MESSAGE]}… ({len(text) - LONGEST_MESSAGE:,} characters are left out)"


def shell_quoted(word: object) -> str:
    """Return a path or a name as a shell takes it for one word: for what people copy from a terminal."""
    return shlex.quote(str(word))


def file_name(text: str) -> str:
    """Return text as it can stand in the name of a file. Two texts, such as two commands, have two names."""
    name = "".join(letter if letter.isalnum() or letter in "._-" else "-" for letter in text)
    if len(text) <= LONGEST_NAME and not set(text) & set(" /"):
        return name
    return f"{name[:LONGEST_NAME]}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def first_line(error: BaseException) -> str:
    """Return what an error says, as far as it goes in one line."""
    return (str(error).strip().splitlines() or ["(no message)"])[0]
