"""A map that forgets by dates: every entry has the number of the rotation at which it expires. Chapter
`rotating-map.md`.
"""

from collections import defaultdict

FEWEST = 2


class Dated:
    """Values by key, each with its date, and the keys of each date. Reading changes neither (RM-04)."""

    def __init__(self, lifetime: int) -> None:
        if lifetime < FEWEST:
            raise ValueError(f"entries have to live for {FEWEST} rotations at least, not {lifetime}")  # RM-01
        self.lifetime = lifetime
        self.today = 0
        self.values: dict[str, str | None] = {}
        self.dates: dict[str, int] = {}
        self.keys_of: defaultdict[int, set[str]] = defaultdict(set)

    def put(self, key: str, value: str | None) -> None:
        """Store the value, with a date one whole lifetime ahead (RM-03); None is a value (RM-08)."""
        self.remove(key)
        self.values[key] = value
        self.dates[key] = self.today + self.lifetime
        self.keys_of[self.dates[key]].add(key)

    def remove(self, key: str) -> str | None:
        """Remove the key and its date (RM-06)."""
        if key in self.dates:
            self.keys_of[self.dates.pop(key)].discard(key)
        return self.values.pop(key, None)

    def rotate(self) -> dict[str, str | None]:
        """Remove and return the entries with this date (RM-05)."""
        self.today += 1
        return {key: self._taken(key) for key in self.keys_of.pop(self.today, set())}

    def _taken(self, key: str) -> str | None:
        del self.dates[key]
        return self.values.pop(key)
