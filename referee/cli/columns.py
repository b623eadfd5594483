"""Tables whose words stay whole where the screen is wide enough for the longest of each column."""

from collections.abc import Sequence
from typing import Final

from rich.table import Table

GAP: Final = 2


def table(rows: Sequence[Sequence[str]], width: int, headings: Sequence[str] = ()) -> Table:
    """Rows of equally many cells; the first column is never broken, the others between words."""
    columns = list(zip(*([headings] if headings else []), *rows, strict=True))
    fitted = _fitted(columns, width)
    shown = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), show_header=bool(headings), header_style="grey50")
    for place, room in enumerate(fitted):
        shown.add_column(headings[place] if headings else "", overflow="fold", width=room)
    for row in rows:
        shown.add_row(*row)
    return shown


def _fitted(columns: Sequence[Sequence[str]], width: int) -> list[int]:
    """The width of each column: as wide as its cells, less where all of it does not fit, never less than its words."""
    rooms = [max(map(len, cells)) for cells in columns]
    least = [
        rooms[0] if place == 0 else max((len(word) for cell in cells for word in cell.split()), default=0)
        for place, cells in enumerate(columns)
    ]
    available = width - GAP * (len(columns) - 1)
    while sum(rooms) > available:
        loose = [place for place, room in enumerate(rooms) if room > least[place]]
        if not loose:
            break
        rooms[max(loose, key=rooms.__getitem__)] -= 1
    return rooms
