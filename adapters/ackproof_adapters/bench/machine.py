"""The machine that a bench runs on, which its figures depend on; and how its memory is made ready."""

import mmap
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from attrs import frozen

from ackproof_adapters import java

_PACKAGES = ("pyspark", "pyarrow", "numpy", "numba")


@frozen(kw_only=True)
class Machine:
    """`cores` counts those that this process may use, `memory` is in bytes, `load` is the mean number of processes
    that ran in the minute before. `processor` is its model, as far as the system knows it.

    `java` is the first line that `java -version` prints. It and each of the `packages` are None if not installed.
    """

    cores: int
    memory: int
    load: float
    processor: str
    system: str
    python: str
    java: str | None
    packages: dict[str, str | None]


def machine_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def this_machine() -> Machine:
    """Return the properties of this machine."""
    return Machine(
        cores=machine_cores(),
        memory=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        load=round(os.getloadavg()[0], 2),
        processor=_processor(),
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        python=platform.python_version(),
        java=_java(),
        packages={package: _version(package) for package in _PACKAGES},
    )


def touch_memory(share: float = 0.9) -> int:
    """Write to every page of a share of the free memory, and give it back. Return the bytes.

    The host of a virtual machine gives it memory page by page, at the first touch. Where that was measured, it took 12
    microseconds a page, as long as the kernel needs for 600 messages. The first contestant would pay that for all.
    """
    size = int(share * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES"))
    with mmap.mmap(-1, size) as memory:
        for page in range(0, size, mmap.PAGESIZE):
            memory[page] = 1
    return size


def _processor() -> str:
    cpu_info = Path("/proc/cpuinfo")
    lines = cpu_info.read_text(encoding="utf-8", errors="replace").splitlines() if cpu_info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _java() -> str | None:
    found = java.path_of("java")
    return None if found is None else java.version_line(found)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
