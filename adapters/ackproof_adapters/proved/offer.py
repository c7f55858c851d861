"""The targets `proved` and `proved-native`: the extracted program, with ids of the proofs, and with those of OCaml."""

from ackproof.target import Description, Offer
from ackproof.targets.process import ProcessTarget

from ackproof_adapters.proved import program

# The program's description of itself. It is here as well, so that it is not built for it; a test compares the two.
VERSION = "1"
COMPONENTS = ("rotating-map", "acker", "anchoring", "spout")
CAPABILITIES = frozenset({"acker-tasks", "configurable", "given-edges", "pending", "sessions"})


def _offer(name: str, ids: str) -> Offer:
    return Offer(
        # It is built when the target is made, and not for a list of targets.
        lambda: ProcessTarget(program.command("--ids", ids)),
        program.missing,
        described=Description(
            name=name, version=VERSION, language="ocaml", components=COMPONENTS, capabilities=CAPABILITIES
        ),
    )


proved = _offer("proved", "proof")
native = _offer("proved-native", "native")
