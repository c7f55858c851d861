"""Written-out certificates, for tests of reports."""

from typing import Any

from ackproof.wire.certificates import WrittenCertificate, certificate_from_json

HASH = "sha256:" + "0" * 64


def verdict(rule: str, outcome: str = "PASS", /, **more: Any) -> dict[str, Any]:
    """Return a verdict in the form of a certificate."""
    return {
        "target": "it",
        "rule": rule,
        "title": "A title",
        "level": "MUST",
        "profile": "storm2",
        "verdict": outcome,
        "reason": "" if outcome == "PASS" else "because",
        "examples": 1,
        "operations": 2,
        "premises": {},
        **more,
    }


def certificate(*verdicts: dict[str, Any], settings: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Return a certificate of one target `it` in its JSON form; `more` are fields of the target or of the
    certificate.
    """
    target: dict[str, Any] = {
        "name": "it",
        "description": {
            "name": "it",
            "version": "1",
            "language": "python",
            "components": ["acker"],
            "profiles": ["storm2"],
            "operations": None,
            "capabilities": [],
            "evidence": {},
        },
        "conclusion": "conformant",
        "unavailable": None,
        "counts": {},
        "skipped_musts": [],
        "stale": [],
        "unmatched": [],
    }
    whole = {
        "certificate": 1,
        "suite": {
            "name": "ackproof",
            "version": "0.1.0",
            "specification_version": "1.0",
            "specification": HASH,
            "hypothesis": "6",
            "python": "3",
        },
        "settings": {
            "seed": 0,
            "examples": 300,
            "budget": None,
            "deep": False,
            "reproducible": True,
            "profile": None,
            "component": None,
            "rule": None,
            "specification": None,
            "newer_rules": [],
            "strict": False,
            "no_assumptions": False,
            "deviations": [],
            **(settings or {}),
        },
        "exit_code": 0,
    }
    of_target = {name: more.pop(name) for name in list(more) if name in (*target, "assumptions", "files")}
    return {**whole, **more, "targets": [{**target, **of_target}], "verdicts": list(verdicts)}


def written(*verdicts: dict[str, Any], **more: Any) -> WrittenCertificate:
    """Return the same certificate as it is read from a file."""
    return certificate_from_json(certificate(*verdicts, **more))
