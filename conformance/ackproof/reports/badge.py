"""A badge: what a certificate says in three words and a colour, as JSON for shields.io, or as a picture."""

from xml.etree import ElementTree as ET

from ackproof.reports.junit import legal
from ackproof.reports.words import CODES, NOTHING_FOUND
from ackproof.text.sanitize import printable
from ackproof.verdict import Outcome
from ackproof.wire.certificates import WrittenCertificate
from ackproof.wire.forms import Json

LABEL = "ackproof"

COLOURS = {0: "brightgreen", 1: "red", 2: "lightgrey", 3: "red", 4: "orange", 5: "yellow", 6: "orange"}
"""The names that shields.io has for them, by exit code."""

OF_QUICK = "blue"
"""A quick run is never green: green is for a full one."""

HEX = {
    "brightgreen": "#4c1",
    "red": "#e05d44",
    "lightgrey": "#9f9f9f",
    "orange": "#fe7d37",
    "yellow": "#dfb317",
    "blue": "#007ec6",
}
HEIGHT, PADDING, LETTER = 20, 10, 6.6
"""Pixels: of the picture, beside each text, and of a letter on the average. The text is stretched to fit."""


def endpoint(certificate: WrittenCertificate) -> Json:
    """Return the document that shields.io takes from a URL and makes a badge of."""
    return {"schemaVersion": 1, "label": LABEL, "message": message(certificate), "color": colour(certificate)}


def message(certificate: WrittenCertificate) -> str:
    """Return what stands on the badge. Of a conformant target with deviations or assumptions it says so too."""
    if certificate.cut_off:
        return "cut off"
    status = CODES[certificate.exit_code]
    if certificate.exit_code == 0:
        status = NOTHING_FOUND if certificate.quick else _conformant(certificate)
    elif certificate.exit_code == 1:
        broken = {
            each.rule
            for target in certificate.targets
            for each in target.of(Outcome.FAIL)
            if each.counts_against(strict=certificate.strict)
        }
        status = f"{status} of {len(broken)} {'rule' if len(broken) == 1 else 'rules'}"
    return status if not certificate.quick or certificate.exit_code == 0 else f"quick run, {status}"


def _conformant(certificate: WrittenCertificate) -> str:
    if len(certificate.targets) == 1:
        return printable(certificate.targets[0].conclusion)
    with_deviations = any(target.counts[Outcome.DEVIATES] for target in certificate.targets)
    assuming = any(target.assumptions for target in certificate.targets)
    besides = [name for name, there in (("deviations", with_deviations), ("assumptions", assuming)) if there]
    return f"{CODES[0]}, with {' and '.join(besides)}" if besides else CODES[0]


def colour(certificate: WrittenCertificate) -> str:
    """Return the colour of the badge, as shields.io names it."""
    if certificate.cut_off:
        return "lightgrey"
    return OF_QUICK if certificate.quick and certificate.exit_code == 0 else COLOURS[certificate.exit_code]


def picture(certificate: WrittenCertificate) -> bytes:
    """Return the badge as SVG."""
    left, right = LABEL, legal(message(certificate))
    first, second = (round(len(text) * LETTER) + PADDING for text in (left, right))
    svg = ET.Element("svg", xmlns="http://www.w3.org/2000/svg", width=str(first + second), height=str(HEIGHT))
    svg.set("role", "img")
    svg.set("aria-label", f"{left}: {right}")
    ET.SubElement(svg, "title").text = f"{left}: {right}"
    for start, width, fill in ((0, first, "#555"), (first, second, HEX[colour(certificate)])):
        ET.SubElement(svg, "rect", x=str(start), width=str(width), height=str(HEIGHT), fill=fill)
    texts = ET.SubElement(svg, "g", fill="#fff")
    texts.set("font-family", "Verdana,Geneva,DejaVu Sans,sans-serif")
    texts.set("font-size", "11")
    texts.set("text-anchor", "middle")
    for start, width, text in ((0, first, left), (first, second, right)):
        element = ET.SubElement(texts, "text", x=str(start + width / 2), y="14", textLength=str(width - PADDING))
        element.text = text
    content: bytes = ET.tostring(svg, encoding="utf-8")
    return content + b"\n"
