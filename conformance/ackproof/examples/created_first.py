"""An acker for a transport that creates a tree before it lets go of any message of it.

The stream managers of Heron are such a transport: a spout's tuples go through the manager that keeps their trees, so
it knows a tree before anybody else hears of it. Therefore the acker here ignores what it does not know, and keeps no
record that nobody created. It says what it leaves to its transport, and is certified for that:

    ackproof certify ackproof.examples.created_first:make

The same acker without a word about its transport is certified as `ackproof.examples.created_first:without_assumptions`.
Then messages may overtake the init, and trees are lost.
"""

from typing import TypeAlias

from attrs import define

from ackproof.target import Target
from ackproof.targets.python_acker import acker_target

Notification: TypeAlias = tuple[str, int, int]

LIFETIME = {"storm1": 2, "storm2": 3}
"""Rotations until a record is forgotten that nothing refreshes."""


@define
class Tree:
    """What is kept of one tree. `left` counts the rotations until it is forgotten."""

    ack_val: int
    task: int
    left: int


class CreatedFirst:
    """Keeps an entry for each tree from its creation to its end."""

    def __init__(self, profile: str) -> None:
        self.lifetime = LIFETIME[profile]
        self.is_refreshed_by_acks = profile == "storm1"
        self.trees: dict[int, Tree] = {}

    def init(self, root: int, value: int, task: int) -> list[Notification]:
        """Create a tree. A second creation takes the place of the first."""
        self.trees[root] = Tree(value, task, self.lifetime)
        return self._finish_if_done(root)

    def ack(self, root: int, value: int) -> list[Notification]:
        """Take a value into the tree, if there is one."""
        tree = self.trees.get(root)
        if tree is None:
            return []
        tree.ack_val ^= value
        if self.is_refreshed_by_acks:
            tree.left = self.lifetime
        return self._finish_if_done(root)

    def fail(self, root: int) -> list[Notification]:
        """End the tree, if there is one."""
        tree = self.trees.pop(root, None)
        return [] if tree is None else [("fail", root, tree.task)]

    def reset_timeout(self, root: int) -> list[Notification]:
        """Give the tree its whole lifetime again, if there is one."""
        tree = self.trees.get(root)
        if tree is None:
            return []
        tree.left = self.lifetime
        return [("reset-timeout", root, tree.task)]

    def tick(self) -> list[Notification]:
        """Let every tree grow older by a rotation."""
        for tree in self.trees.values():
            tree.left -= 1
        self.trees = {root: tree for root, tree in self.trees.items() if tree.left}
        return []

    def _finish_if_done(self, root: int) -> list[Notification]:
        tree = self.trees[root]
        if tree.ack_val:
            return []
        del self.trees[root]
        return [("ack", root, tree.task)]


def make() -> Target:
    """Return the target, with what it leaves to its transport."""
    return acker_target("created-first", CreatedFirst, version="1.0", assumes=("init-first", "no-duplicates"))


def without_assumptions() -> Target:
    """Return the same acker, for any transport."""
    return acker_target("created-first", CreatedFirst, version="1.0")
