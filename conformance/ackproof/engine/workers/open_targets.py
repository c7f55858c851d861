"""Targets in use: a process keeps them from one piece of work to the next, if something closes them in the end.
Starting a target may cost a second, and a run has a hundred rules. On a cluster no worker is notified of the end of a
run, so there a target is started for each piece and closed after it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, field

from ackproof.engine.discovery import discover
from ackproof.engine.driver import Driver

Key = tuple[str, float | None, str | None]
"""The name of a target, its reply timeout, and the component to be examined."""


@define
class Kept:
    """The targets that this process keeps open. Between `begin` and `end` no target that was used is closed."""

    drivers: dict[Key, Driver] | None = field(default=None)
    users: int = 0

    def begin(self) -> None:
        """Keep targets from now on. Calls may be nested."""
        self.users += 1
        if self.drivers is None:
            self.drivers = {}

    def end(self) -> None:
        """End one `begin`; at the last one, close all targets that are kept."""
        self.users -= 1
        if self.users == 0:
            self.close()

    def close(self) -> None:
        """Close all targets that are kept."""
        drivers, self.drivers, self.users = self.drivers, None, 0
        for driver in (drivers or {}).values():
            driver.close()

    @contextmanager
    def throughout(self) -> Iterator[None]:
        """Keep targets in this context."""
        self.begin()
        try:
            yield
        finally:
            self.end()

    @contextmanager
    def driver(self, name: str, reply_timeout: float | None = None, component: str | None = None) -> Iterator[Driver]:
        """Yield a driver for a target: the one that is kept, or a new one that is closed afterwards.

        Raise the errors of `discover.find`.
        """
        key = (name, reply_timeout, component)
        driver = None if self.drivers is None else self.drivers.get(key)
        if driver is None:
            driver = discover.find(name, reply_timeout, component)
        if self.drivers is not None:
            self.drivers[key] = driver
            yield driver
            return
        try:
            yield driver
        finally:
            driver.close()


kept = Kept()
"""The targets of this process."""
