"""Starts the driver of a release by hand: `python -m ackproof_adapters.storm RELEASE [--observe]`."""

import argparse
import os
import sys

from ackproof.errors import TargetUnavailable

from ackproof_adapters.storm import process
from ackproof_adapters.storm.versions import RELEASES


def main() -> None:
    """Become the driver's process, or print why not."""
    parser = argparse.ArgumentParser(prog="python -m ackproof_adapters.storm", description=__doc__)
    parser.add_argument("release", choices=RELEASES)
    parser.add_argument("--observe", action="store_true", help="tell what the release does where no rule says")
    options = parser.parse_args()
    try:
        command = process.command(RELEASES[options.release])
    except TargetUnavailable as unavailable:
        sys.exit(f"{options.release} is not available here: {unavailable}")
    os.execv(command[0], [*command, *(["--observe"] if options.observe else [])])  # noqa: S606 - our own command


if __name__ == "__main__":
    main()
