"""The JUnit file: the verdicts of a certificate in the form that CI servers read."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from ackproof.engine.certificate import Certificate, TargetReport
from ackproof.specification import all_rules
from ackproof.target import assumption_words
from ackproof.verdict import Outcome, Verdict

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


def document(certificate: Certificate) -> bytes:
    """Return a certificate as JUnit XML: a case for each verdict, an error for a target that could not be run."""
    suite = ET.Element("testsuite", name="ackproof", time=f"{certificate.seconds:.3f}")
    suite.set("timestamp", certificate.started.isoformat(timespec="seconds"))
    assuming = [report for report in certificate.targets if report.assumptions]
    if assuming:
        properties = ET.SubElement(suite, "properties")
        for report in assuming:
            told = _legal(f"{report.label}: {assumption_words(report.assumptions)}")
            ET.SubElement(properties, "property", name="assumptions", value=told)
    for report in certificate.targets:
        for case in _cases(report, strict=certificate.strict):
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


def _cases(report: TargetReport, *, strict: bool) -> Iterator[ET.Element]:
    if report.unavailable is not None:
        case = ET.Element("testcase", name=_legal(report.name), classname="ackproof")
        ET.SubElement(case, "error", message=_legal(report.unavailable))
        yield case
    if report.no_assumptions and report.assumptions:
        case = ET.Element("testcase", name=_legal(f"assumptions[{report.name}]"), classname="ackproof")
        ET.SubElement(case, "failure", message=f"it assumes {assumption_words(report.assumptions)}", type="FORBIDDEN")
        yield case
    for verdict in report.verdicts:
        yield _case(verdict, strict=strict)


def _case(verdict: Verdict, *, strict: bool) -> ET.Element:
    rule = all_rules()[verdict.rule]
    label = verdict.target if verdict.profile is None else f"{verdict.target}-{verdict.profile}"
    case = ET.Element("testcase", name=_legal(f"{verdict.rule}[{label}]"), time=f"{verdict.seconds:.3f}")
    case.set("classname", f"ackproof.{rule.component}")
    case.set("file", f"spec/{rule.chapter}")
    kind = KINDS.get(verdict.outcome)
    if verdict.outcome is Outcome.FAIL and not (verdict.breaks_certificate or strict):
        kind = "skipped"
    if kind is not None:
        told = ET.SubElement(case, kind, message=_legal(verdict.reason), type=verdict.outcome.value)
        if verdict.witness is not None:
            told.text = _legal("\n".join(verdict.witness.story))
    return case


def _legal(text: str) -> str:
    """Return text with every character written out that XML cannot have."""
    return ILLEGAL.sub(lambda found: repr(found[0])[1:-1], text)
