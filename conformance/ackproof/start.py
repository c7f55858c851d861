"""Where the command `ackproof` begins: signals and streams are put in order before anything slow is imported."""

from ackproof import interruption, streams


def main() -> int:
    """Run the command line of this process; return its exit code."""
    interruption.expect()
    streams.prepare()
    try:
        from ackproof.cli import main as run  # noqa: PLC0415  # it takes a second, in which a signal may come

        code = run()
    except interruption.Interrupted as interrupted:
        code = interrupted.exit_code
    except SystemExit as end:  # argparse, after it has said why
        code = end.code if isinstance(end.code, int) else 0
    if interruption.was_interrupted():
        interruption.end(code)
    return code
