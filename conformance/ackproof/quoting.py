"""Quoting what somebody else's program said, in one line that any terminal can show."""

WORDS = 80


def quoted(line: bytes) -> str:
    """Return bytes as they can stand in a message: printable, in quotes, and cut in the middle if they are long."""
    return repr(_cut(printable(line.decode(errors="backslashreplace"))))


def shown(value: object) -> str:
    """Return the start of a value's own form."""
    text = repr(value)
    return text if len(text) <= WORDS else f"{text[: WORDS - 3]}..."


def printable(text: str) -> str:
    """Return text with every character that a terminal would act upon written out."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def file_name(text: str) -> str:
    """Return text as it can stand in the name of a file."""
    return "".join(letter if letter.isalnum() or letter in "._-" else "-" for letter in text)


def first_line(error: BaseException) -> str:
    """Return what an error says, as far as it goes in one line."""
    return (str(error).strip().splitlines() or ["(no message)"])[0]


def _cut(text: str) -> str:
    return text if len(text) <= WORDS else f"{text[:60]}…{text[-17:]}"
