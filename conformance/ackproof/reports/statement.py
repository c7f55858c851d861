"""What was certified, as an in-toto statement: the form in which supply-chain tools sign and keep such claims.

The statement is of version 1 of in-toto's specification. Its subjects are the files that the certificate names with
their hashes; the predicate is ours, and `docs/certificates.md` describes it. It is not signed: whoever publishes it
signs it.
"""

from ackproof.errors import UsageError
from ackproof.wire.certificates import WrittenCertificate, WrittenTarget
from ackproof.wire.certificates import digest as digest_of
from ackproof.wire.forms import Json

TYPE = "https://in-toto.io/Statement/v1"
PREDICATE = "urn:ackproof:certificate:1"
"""The type of the predicate, which is a name and leads nowhere."""


def statement(certificate: WrittenCertificate) -> Json:
    """Return the statement of a certificate. Raise `UsageError` if it names no file, since nothing would be stated."""
    subjects = {(each.name, each.sha256) for target in certificate.targets for each in target.files}
    if not subjects:
        raise UsageError(
            "this certificate names no file with its hash, so there is nothing to state; it does for exec:COMMAND, "
            "package.module:function and targets that name their jars"
        )
    if not certificate.is_whole:
        raise UsageError("this certificate is not whole, and nothing is stated of it; certify to the end")
    return {
        "_type": TYPE,
        "subject": [{"name": name, "digest": {"sha256": sha256}} for name, sha256 in sorted(subjects)],
        "predicateType": PREDICATE,
        "predicate": {
            "certificate": certificate.digest or digest_of(certificate.document),
            "quick": certificate.quick,
            "exitCode": certificate.exit_code,
            "suite": certificate.document["suite"],
            "settings": certificate.document["settings"],
            "targets": list(map(_target, certificate.targets)),
        },
    }


def _target(target: WrittenTarget) -> Json:
    return {
        "name": target.name,
        "version": target.version,
        "conclusion": target.conclusion,
        "assumptions": list(target.assumptions),
        "counts": {outcome.value: count for outcome, count in target.counts.items()},
        "files": [{"name": each.name, "sha256": each.sha256} for each in target.files],
        "verdicts": [
            {"rule": each.rule, "profile": each.profile, "verdict": each.outcome.value} for each in target.verdicts
        ],
    }
