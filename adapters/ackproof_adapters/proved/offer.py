"""The targets `proved` and `proved-native`: the extracted program, with ids of the proofs, and with those of OCaml."""

from ackproof.target import Description, Offer
from ackproof.targets.process import ProcessTarget

from ackproof_adapters.proved import program

# What the program says of itself. It is here as well, so that nobody builds it to ask; a test compares.
VERSION = "1"
COMPONENTS = ("rotating-map", "acker", "anchoring", "spout")
CAPABILITIES = frozenset({"acker-tasks", "configurable", "given-edges", "pending", "sessions"})


def _offer(name: str, ids: str) -> Offer:
    return Offer(
        # It is built here, when the target is wanted, and not when somebody only asks which targets there are.
        lambda: ProcessTarget(program.command("--ids", ids)),
        program.missing,
        described=Description(
            name=name, version=VERSION, language="ocaml", components=COMPONENTS, capabilities=CAPABILITIES
        ),
    )


proved = _offer("proved", "proof")
native = _offer("proved-native", "native")
