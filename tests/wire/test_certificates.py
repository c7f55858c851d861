"""Reading certificates: settings and suite have types, and fields that an earlier release did not write get
defaults.
"""

from typing import Any

import pytest
from ackproof.wire.certificates import Settings, certificate_from_json
from reports.documents import certificate, verdict

NEWER = ("deep", "specification", "newer_rules", "no_assumptions", "deviations")
"""Settings that the earliest certificates do not have."""


def test_a_setting_that_was_not_written_has_its_default() -> None:
    """The default is the behaviour before the setting existed."""
    document = certificate(verdict("ACK-01"))
    for name in NEWER:
        del document["settings"][name]
    del document["suite"]["specification_version"]
    read = certificate_from_json(document)
    expected = Settings(seed=0, examples=300, budget=None, profile=None, component=None, rule=None, strict=False)
    assert expected == read.settings
    assert read.suite.specification_version is None


@pytest.mark.parametrize(
    ("settings", "place"),
    [({"seed": "0"}, "settings.seed"), ({"strict": 1}, "settings.strict"), ({"rule": 3}, "settings.rule")],
)
def test_a_setting_of_another_type_is_said_with_its_place(settings: dict[str, Any], place: str) -> None:
    """It is not converted."""
    with pytest.raises(ValueError, match=place):
        certificate_from_json(certificate(verdict("ACK-01"), settings=settings))
