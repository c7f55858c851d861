"""Large conversations are given in bytes that end where a careless reader goes wrong."""

from ackproof.components.multilang import Give, Heartbeat
from ackproof.wire.multilang import given, heartbeat
from ackproof.workloads.choices import example
from ackproof.workloads.dimensions import WHOLE
from ackproof.workloads.sizes.multilang import BLOCK, grow_sized_conversation


def test_a_block_ends_within_the_end_of_a_message_at_each_place() -> None:
    """Of the blocks of 4,096 bytes that are given in one go, each ends within an `end` and its line feeds."""
    conversation = example(lambda choices: grow_sized_conversation(choices, "-", 0, WHOLE), "blocks")
    ends, sent = [], 0
    for step in conversation.steps:
        if isinstance(step, Give | Heartbeat):
            sent += len(given(step if isinstance(step, Give) else heartbeat()))
            ends.append(sent)
    behind = [end % BLOCK for end in ends[1:] if end // BLOCK > (end - 5) // BLOCK]
    assert len(behind) > 20
    assert {1, 2, 3, 4} == set(behind)
