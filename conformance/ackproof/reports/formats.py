"""The forms of a certificate by name: those of `certify --format` and of `report --format`."""

from collections.abc import Callable, Mapping

from ackproof.reports import badge, github, junit, markdown, statement
from ackproof.wire.certificates import WrittenCertificate
from ackproof.wire.documents import encode
from ackproof.wire.forms import Json

Render = Callable[[WrittenCertificate], str]


def _as_json(document: Json) -> str:
    return f"{encode(document, ascii_only=True)}\n"


FORMATS: Mapping[str, Render] = {
    "markdown": lambda certificate: "\n".join(markdown.lines(certificate)) + "\n",
    "json": lambda certificate: _as_json(certificate.document),
    "github": lambda certificate: "\n".join(github.lines(certificate)) + "\n",
    "junit": lambda certificate: junit.document(certificate).decode(),
    "badge": lambda certificate: _as_json(badge.endpoint(certificate)),
    "badge-svg": lambda certificate: badge.picture(certificate).decode(),
    "in-toto": lambda certificate: _as_json(statement.statement(certificate)),
}
"""Each returns the whole text, which ends with a line end."""

OF_CERTIFY = ("markdown", "json", "github")
"""Those that `certify` prints; the others are files that `report` makes."""


def rendered(certificate: WrittenCertificate, form: str) -> str:
    """Return a certificate in the form of that name. With `github` its summary is written where GitHub asks for it.

    Raise `UsageError` where the form cannot be made of this certificate, or the summary not be written.
    """
    text = FORMATS[form](certificate)
    if form == "github":
        github.add_summary(certificate)
    return text
