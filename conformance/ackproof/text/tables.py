"""Tables for terminals: one that is too wide folds into blocks of columns, and no cell is ever cut.

Every block repeats the columns that name its rows. A cell of prose is wrapped; any other is broken only if it is wider
than the terminal.
"""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from attrs import define, field, frozen
from rich.console import Console
from rich.text import Text

GAP = "  "
NARROWEST = 24
"""Minimum width of a table in columns. On a narrower terminal, lines are longer than the terminal."""


@frozen
class Column:
    """A column: its heading, of one line or more, whether it is aligned to the right, and whether its cells are prose.
    Prose may be wrapped to a width of `least`, or to a fair share, before another block begins.
    """

    heading: str
    right: bool = False
    prose: bool = False
    least: int | None = None


@frozen
class _TableRow:
    """A row of cells, or the heading of the rows below it, which is shown in the last of the naming columns."""

    cells: tuple[Text, ...]
    is_heading: bool = False


@define
class Table:
    """Rows below headings. The first `naming` columns identify a row, and are repeated in every block."""

    columns: Sequence[Column]
    naming: int = 1
    _rows: list[_TableRow] = field(init=False, factory=list)

    def add(self, *cells: str | Text) -> None:
        """Add a row; the last cells may be left out."""
        whole = [*cells, *[""] * (len(self.columns) - len(cells))]
        self._rows.append(_TableRow(tuple(Text(cell) if isinstance(cell, str) else cell for cell in whole)))

    def add_heading(self, text: str) -> None:
        """Add a heading for the rows that follow, up to the next."""
        cells = [Text() for _ in self.columns]
        cells[self.naming - 1] = Text(text, style="italic")
        self._rows.append(_TableRow(tuple(cells), is_heading=True))

    def lines(self, width: int) -> Iterator[Text]:
        """Yield the lines of the table, block by block, with an empty line between two; none if there are no rows."""
        if not self._rows:
            return
        room = max(width, NARROWEST)
        for number, block in enumerate(self._blocks(room)):
            if number:
                yield Text()
            shown = [*range(self.naming), *block]
            widths = self._widths(shown, room)
            headings = [Text(self.columns[place].heading, style="bold") for place in shown]
            yield from self._lines_of(headings, shown, widths, at_bottom=True)
            for row in self._rows_of(block):
                yield from self._lines_of([row.cells[place] for place in shown], shown, widths)

    def _blocks(self, room: int) -> list[list[int]]:
        """Return the columns of each block, besides those that name the rows: as many as fit, and at least one."""
        blocks: list[list[int]] = [[]]
        for place in range(self.naming, len(self.columns)):
            wider = [*range(self.naming), *blocks[-1], place]
            if blocks[-1] and _total([self._least(each, room) for each in wider]) > room:
                blocks.append([])
            blocks[-1].append(place)
        return blocks

    def _rows_of(self, block: Sequence[int]) -> Iterator[_TableRow]:
        """Yield the rows that have content in a block, each after its heading. A row without content in any block is in
        all of them.
        """
        heading: _TableRow | None = None
        for row in self._rows:
            if row.is_heading:
                heading = row
            elif any(row.cells[place] for place in block) or not any(row.cells[self.naming :]):
                if heading is not None:
                    yield heading
                    heading = None
                yield row

    def _natural(self, place: int) -> int:
        """Return the width of a column if nothing in it is wrapped."""
        return max(1, self._widest_cell(place), *map(len, self.columns[place].heading.split("\n")))

    def _widest_cell(self, place: int) -> int:
        return max((len(line) for row in self._rows for line in row.cells[place].plain.split("\n")), default=0)

    def _least(self, place: int, room: int) -> int:
        """Return the minimum width of a column before another block begins: words of prose are not broken."""
        column, natural = self.columns[place], self._natural(place)
        if not column.prose:
            return natural
        share = room // (1 + sum(each.prose for each in self.columns)) if column.least is None else column.least
        return max(min(natural, share), self._longest_word(place))

    def _longest_word(self, place: int) -> int:
        cells = [self.columns[place].heading, *(row.cells[place].plain for row in self._rows)]
        return max((len(word) for cell in cells for word in cell.split()), default=0)

    def _widths(self, shown: Sequence[int], room: int) -> list[int]:
        """Return the widths of a block's columns. If the room is too small, prose is narrowed first, then headings,
        then other cells.
        """
        widths = [self._natural(place) for place in shown]
        for least in (
            [self._least(place, room) for place in shown],
            [self._longest_word(place) if self.columns[place].prose else self._widest_cell(place) for place in shown],
            [1] * len(shown),
        ):
            while _total(widths) > room and any(width > few for width, few in zip(widths, least, strict=True)):
                widest = max((at for at in range(len(shown)) if widths[at] > least[at]), key=lambda at: widths[at])
                widths[widest] -= 1
        return widths

    def _lines_of(
        self, cells: Sequence[Text], shown: Sequence[int], widths: Sequence[int], *, at_bottom: bool = False
    ) -> Iterator[Text]:
        wrapped = [_wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
        if at_bottom:
            height = max(map(len, wrapped))
            wrapped = [[Text()] * (height - len(each)) + each for each in wrapped]
        for parts in zip_longest(*wrapped, fillvalue=Text()):
            line = Text()
            for place, part, width in zip(shown, parts, widths, strict=True):
                blank = " " * (width - len(part))
                line += Text.assemble(blank, part) if self.columns[place].right else Text.assemble(part, blank)
                line.append(GAP)
            line.rstrip()
            yield line


def show(console: Console, table: Table) -> None:
    """Print a table in the width of a console."""
    for line in table.lines(console.width):
        console.print(line, soft_wrap=True)


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(GAP) * (len(widths) - 1)


def _wrapped(cell: Text, width: int) -> list[Text]:
    """Return the lines of a cell, each in its style. Only blanks between words are left out."""
    lines = []
    for line in cell.split("\n", allow_blank=True):
        style = line.spans[0].style if line.spans else cell.style
        parts = textwrap.wrap(line.plain, width, break_on_hyphens=False)  # names contain hyphens, and are not broken
        lines += [Text(part, style=style) for part in parts or [""]]
    return lines
