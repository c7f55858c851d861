"""Long texts in a story: message ids, keys, values, and what a bolt emits. Each has a short name in the rows, and a
line below them says what it is.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from attrs import fields, frozen, has

from ackproof.text.sanitize import printable, shortened
from ackproof.text.truncate import in_common

NAME = re.compile(r"text-\d+")
LONG_TEXT = 60
"""Texts of more characters get a name."""


@frozen(slots=False)
class LongTexts:
    """The name of each long text, in the order in which they first occur."""

    names: Mapping[str, str]

    @cached_property
    def _forms(self) -> Sequence[tuple[str, str]]:
        """Each form in which a text may stand in words, with or without quotes, and its name. The longest texts come
        first, because one may be a part of another.
        """
        return [
            (form, self.names[text])
            for text in sorted(self.names, key=len, reverse=True)
            for form in dict.fromkeys((printable(repr(text)), repr(text), printable(text), text))
        ]

    def named(self, words: str) -> str:
        """Return words with names in place of long texts."""
        for form, name in self._forms if len(words) > LONG_TEXT else ():
            words = words.replace(form, name)
        return words

    def lines(self, among: Sequence[str]) -> list[str]:
        """Return a line for each long text that is named in some lines: its name, its ends, its length, and where it
        parts from the one before.
        """
        shown = frozenset(NAME.findall("\n".join(among)))
        lines, before = [], ""
        for text, name in self.names.items():
            if name in shown:
                alike = in_common(before, text)
                like = f"; like {self.names[before]} up to character {alike:,}" if alike else ""
                lines.append(f"{name} is {shortened(printable(repr(text)))}, {len(text):,} characters{like}")
                before = text
        return lines


NO_LONG_TEXTS = LongTexts({})


def long_texts_in(shown: Sequence[object]) -> LongTexts:
    """Return the long texts in operations, results and steps."""
    texts = dict.fromkeys(text for each in shown for text in _texts(each) if len(text) > LONG_TEXT)
    return LongTexts({text: f"text-{number}" for number, text in enumerate(texts, 1)})


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif has(kind := type(value)):
        for field in fields(kind):
            yield from _texts(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from (text for pair in value.items() for each in pair for text in _texts(each))
    elif isinstance(value, Sequence | AbstractSet) and not isinstance(value, bytes | range):
        yield from (text for each in value for text in _texts(each))
