"""The numbers and the routing in the files are the same as elsewhere."""

import json
import random
import re
from pathlib import Path

import numpy as np
import pytest
from acking import acker_index
from ackproof_adapters import codes
from ackproof_adapters.routing import ackers_of
from ackproof_adapters.shards import layout, manifest
from ackproof_adapters.shards.folder import TABLE
from ackproof_adapters.shards.manifest import read_manifest
from ackproof_adapters.shards.writing import COLUMNS


def test_the_numbers_on_disk_are_what_they_have_been() -> None:
    """Otherwise older logs would be read as other messages."""
    assert ("init", "ack", "fail", "reset-timeout", "tick") == codes.OPERATIONS
    assert (0, 1, 2, 3, 4) == (codes.INIT, codes.ACK, codes.FAIL, codes.RESET_TIMEOUT, codes.TICK)
    assert ("ack", "fail", "reset-timeout") == codes.KINDS


def test_the_schemas_are_those_of_the_other_logs() -> None:
    """The bench has them in Arrow's types as well; the two are compared here."""
    from ackproof_adapters.bench.logs import schemas  # noqa: PLC0415 - it would hide what this file is about

    assert {field.name: field.type for field in schemas.MESSAGES} == COLUMNS
    assert schemas.NOTIFICATIONS == TABLE


@pytest.mark.parametrize("acker_tasks", [1, 2, 3, 7, 64, 100_000])
def test_routing_is_that_of_the_reference(acker_tasks: int) -> None:
    """Ids of all sizes are tested, also beyond 32 bits."""
    draw = random.Random(acker_tasks)
    edges = [0, -1, 2**63 - 1, -(2**63), 2**31 - 31, 2**31 - 32, 2**32 - 1, 2**32 - 31, -(2**31)]
    roots = edges + [draw.getrandbits(64) - 2**63 for _ in range(3000)]
    assert [acker_index(root, acker_tasks) for root in roots] == ackers_of(np.array(roots), acker_tasks).tolist()


def test_the_schema_of_manifests_knows_our_formats() -> None:
    """It is for writers in other languages too, so it repeats them."""
    schema = json.loads(Path(manifest.__file__).with_name("manifest.schema.json").read_text(encoding="utf-8"))
    fields = schema["properties"]
    assert [layout.MESSAGES.format, layout.NOTIFICATIONS.format] == fields["format"]["enum"]
    assert layout.VERSION == fields["version"]["const"]
    assert layout.MOST_ACKER_TASKS == fields["acker_tasks"]["maximum"]


def test_the_page_shows_a_manifest_as_it_is(tmp_path: Path) -> None:
    """Writers in other languages use that page."""
    page = Path(__file__).parents[2] / "docs" / "sharded-log.md"
    [shown] = re.findall(r"```json\n(.+?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "manifest.json").write_text(shown, encoding="utf-8")
    [shard] = read_manifest(tmp_path, layout.MESSAGES).shards
    assert json.loads(shown)["shards"][0]["bytes"] == shard.bytes
    assert layout.MESSAGES.head_bytes == shard.batches[0].offset
