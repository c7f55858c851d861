"""The JUnit file: the verdicts of a certificate in the form that CI servers read."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from ackproof.reports.words import stale_in_words
from ackproof.specification import all_rules
from ackproof.target import assumption_words
from ackproof.verdict import Outcome
from ackproof.wire.certificates import WrittenCertificate, WrittenTarget, WrittenVerdict

ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot have, not even escaped."""

KINDS = {
    Outcome.FAIL: "failure",
    Outcome.INCONCLUSIVE: "failure",
    Outcome.ERROR: "error",
    Outcome.SKIP: "skipped",
    Outcome.DEVIATES: "skipped",
}
"""What each outcome is to JUnit. A pass has no element; a broken SHOULD is skipped unless it breaks the certificate."""


def document(certificate: WrittenCertificate) -> bytes:
    """Return a certificate as JUnit XML: a case for each verdict, an error for a target that could not be run."""
    name = "ackproof --quick" if certificate.quick else "ackproof"
    suite = ET.Element("testsuite", name=name, time=f"{certificate.seconds:.3f}")
    if certificate.started is not None:
        suite.set("timestamp", certificate.started)
    assuming = [target for target in certificate.targets if target.assumptions]
    if assuming:
        properties = ET.SubElement(suite, "properties")
        for target in assuming:
            element = legal(f"{target.label}: {assumption_words(target.assumptions)}")
            ET.SubElement(properties, "property", name="assumptions", value=element)
    for target in certificate.targets:
        for case in _cases(target, certificate):
            suite.append(case)
    if certificate.cut_off:
        case = ET.SubElement(suite, "testcase", name="the whole run", classname="ackproof")
        ET.SubElement(case, "error", message="the run was cut off; what follows from it is not known")
    suite.set("tests", str(len(suite.findall("testcase"))))
    for what, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(what, str(sum(case.find(kind) is not None for case in suite.findall("testcase"))))
    root = ET.Element("testsuites")
    root.append(suite)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _cases(target: WrittenTarget, certificate: WrittenCertificate) -> Iterator[ET.Element]:
    if target.unavailable is not None:
        case = ET.Element("testcase", name=legal(target.name), classname="ackproof")
        ET.SubElement(case, "error", message=legal(target.unavailable))
        yield case
    if certificate.settings.no_assumptions and target.assumptions:
        case = ET.Element("testcase", name=legal(f"assumptions[{target.name}]"), classname="ackproof")
        ET.SubElement(case, "failure", message=f"it assumes {assumption_words(target.assumptions)}", type="FORBIDDEN")
        yield case
    out_of_date = stale_in_words(target)
    if out_of_date:
        case = ET.Element("testcase", name=legal(f"deviations[{target.name}]"), classname="ackproof")
        ET.SubElement(case, "failure", message=legal("; ".join(out_of_date)), type="STALE")
        yield case
    for verdict in target.verdicts:
        yield _case(verdict, strict=certificate.strict)


def _case(verdict: WrittenVerdict, *, strict: bool) -> ET.Element:
    label = verdict.target if verdict.profile is None else f"{verdict.target}-{verdict.profile}"
    case = ET.Element("testcase", name=legal(f"{verdict.rule}[{label}]"), time=f"{verdict.seconds:.3f}")
    rule = all_rules().get(verdict.rule)
    case.set("classname", "ackproof" if rule is None else f"ackproof.{rule.component}")
    if rule is not None:  # a later release has more rules
        case.set("file", f"spec/{rule.chapter}")
    kind = KINDS.get(verdict.outcome)
    if verdict.outcome is Outcome.FAIL and not verdict.counts_against(strict=strict):
        kind = "skipped"
    if kind is not None:
        element = ET.SubElement(case, kind, message=legal(verdict.reason), type=verdict.outcome.value)
        if verdict.story:
            element.text = legal("\n".join(verdict.story))
    return case


def legal(text: str) -> str:
    """Return text with every character written out that XML cannot have."""
    return ILLEGAL.sub(lambda found: repr(found[0])[1:-1], text)
