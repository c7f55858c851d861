"""A rotating map without buckets: each entry knows after how many rotations it dies.

An example of a target that is no acker, and, other than its neighbours here, right:

    ackproof certify ackproof.examples.aged_map:make
"""

from attrs import define, field

from ackproof.components.rotating_map import Expired, MapResult
from ackproof.errors import Refused
from ackproof.target import Config
from ackproof.targets.python_component import PythonComponentTarget, component_target

BUCKETS = {"storm1": 2, "storm2": 3}
FEWEST_BUCKETS = 2


@define
class AgedMap:
    """Keeps with each value how many rotations are left to it: as many as there are buckets."""

    config: Config
    buckets: int = field(init=False)
    entries: dict[str, tuple[str | None, int]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        given = self.config.buckets
        self.buckets = BUCKETS[self.config.profile] if given is None else given
        if self.buckets < FEWEST_BUCKETS:
            raise Refused(f"a map of {self.buckets} buckets; it takes at least {FEWEST_BUCKETS}")

    def put(self, key: str, value: str | None) -> None:
        """Store a value; its lifetime begins anew."""
        self.entries[key] = (value, self.buckets)

    def get(self, key: str) -> MapResult:
        """Tell the value of a key, which stays as old as it is."""
        return MapResult(found=key in self.entries, value=self._value(key))

    def contains(self, key: str) -> MapResult:
        """Tell whether a key is there."""
        return MapResult(found=key in self.entries)

    def remove(self, key: str) -> MapResult:
        """Forget a key; it does not expire any more."""
        removed = MapResult(found=key in self.entries, value=self._value(key))
        self.entries.pop(key, None)
        return removed

    def size(self) -> MapResult:
        """Tell how many entries there are."""
        return MapResult(size=len(self.entries))

    def rotate(self) -> MapResult:
        """Let every entry grow older, and tell which ones die of it."""
        older = {key: (value, left - 1) for key, (value, left) in self.entries.items()}
        self.entries = {key: entry for key, entry in older.items() if entry[1]}
        return MapResult(expired=tuple(Expired(key, value) for key, (value, left) in older.items() if not left))

    def _value(self, key: str) -> str | None:
        return self.entries[key][0] if key in self.entries else None


def make() -> PythonComponentTarget:
    """Return the target."""
    return component_target("aged-map", "rotating-map", AgedMap, version="1.0", capabilities=("configurable",))
