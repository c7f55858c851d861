"""The site as a folder: each document of the checkout as a page, each file that one links to, and each rule."""

import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

import jinja2
from ackproof.specification import Rule, all_rules
from attrs import define, field

from tools.site import documents, real_ackers, rules
from tools.site.bench import PAGE as BENCH
from tools.site.bench import bench
from tools.site.curves import size_curves
from tools.site.documents import Document, code, code_style, markdown, relative, source, split
from tools.site.heat import heat_map

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/*.md", "spec/*.md", "examples/*.md")
COPIED = (".png", ".svg", ".json", ".jsonl")
"""Files that are pictures, or for programs: the site has a copy. As pages, certificates would be most of it."""
LARGEST_SOURCE = 400_000
"""Bytes of a file that is shown as a page."""

NAVIGATION = (
    ("What acking is", "spec/README.md"),
    ("The reference", "reference/acking/acker.py"),
    ("A gate in one line", "docs/gate.md"),
    ("Your own acker", "docs/your-own-acker.md"),
    ("Real ackers", "docs/real-ackers.md"),
    ("Mutants", "docs/mutants.md"),
    ("Proofs", "spec/proofs.md"),
    ("Audit a topology", "docs/audit-a-topology.md"),
    ("Bench", "docs/bench.md"),
    ("Contributing", "CONTRIBUTING.md"),
)


@define(kw_only=True)
class Site:
    """A site during its build. `wanted` are the files that pages link to, and that become pages themselves."""

    root: Path
    out: Path
    pages: int = 0
    wanted: set[str] = field(factory=set)
    index: list[dict[str, str]] = field(factory=list)

    def write(self, page: PurePosixPath, template: str, **values: object) -> None:
        """Write a page of the site."""
        to = self.out / page
        to.parent.mkdir(parents=True, exist_ok=True)

        def link(name: str) -> str:
            return relative(PurePosixPath(self.page_of(name)), page)

        navigation = [(words, link(name)) for words, name in NAVIGATION]
        top = relative(PurePosixPath(), page)
        shown = (
            _environment()
            .get_template(template)
            .render(**values, navigation=navigation, link=link, top="" if top == "." else f"{top}/")
        )
        to.write_text(shown, encoding="utf-8")
        self.pages += 1

    def page_of(self, name: str) -> str:
        """Return the file of the site for a file or folder of the checkout, and have it made."""
        path = self.root / name
        if name.endswith(".md"):
            return "index.html" if name == "README.md" else f"{name.removesuffix('.md')}.html"
        self.wanted.add(name)
        if path.suffix in COPIED or (path.is_file() and path.stat().st_size > LARGEST_SOURCE):
            return name
        return f"{name.rstrip('/')}/index.html" if path.is_dir() else f"{name}.html"

    def resolve(self, name: str, page: PurePosixPath, link: str) -> str:
        """Return the target of a document's link on the site. A link out of the checkout is unchanged."""
        path, fragment = split(link)
        if not path:
            return link
        to = (self.root / name).parent.joinpath(path).resolve()
        if not to.is_relative_to(self.root) or not to.exists():
            return link
        return relative(PurePosixPath(self.page_of(to.relative_to(self.root).as_posix())), page) + fragment


def build(root: Path, out: Path) -> int:
    """Build the site of a checkout into a folder, which is emptied first; return the number of pages."""
    _begin(out)
    site = Site(root=root, out=out)
    names = [path.relative_to(root).as_posix() for pattern in DOCUMENTS for path in sorted(root.glob(pattern))]
    for name in names:
        _document(site, name)
    for rule in all_rules().values():
        _rule(site, rule)
    _list_of_rules(site)
    site.write(PurePosixPath("rules/kills.html"), "heat.html.jinja", map=heat_map(root), curves=size_curves(root))
    site.index.append({"title": "The kill matrix", "to": "rules/kills.html"})
    _real_ackers(site)
    site.write(PurePosixPath(BENCH), "bench.html.jinja", bench=bench(root))
    site.index.append({"title": "Bench: plots with their ranges", "to": BENCH})
    done: set[str] = set()
    while site.wanted - done:
        for name in sorted(site.wanted - done):
            done.add(name)
            _file(site, name)
    (out / "index.js").write_text(f"const INDEX = {json.dumps(site.index)};\n", encoding="utf-8")
    for name in ("site.css", "site.js"):
        shutil.copy(Path(__file__).parent / "templates" / name, out / name)
    (out / "code.css").write_text(code_style(), encoding="utf-8")
    return site.pages


MARKER = ".made-by-tools-site"


def _begin(out: Path) -> None:
    """Empty the folder if it is one of ours; raise SystemExit otherwise."""
    if out.exists() and any(out.iterdir()) and not (out / MARKER).is_file():
        raise SystemExit(f"{out} is there, and is no site that this command built: name another folder")
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    (out / MARKER).write_text("This folder is made anew by python -m tools.site.\n", encoding="utf-8")


def _page(name: str) -> PurePosixPath:
    return PurePosixPath("index.html" if name == "README.md" else f"{name.removesuffix('.md')}.html")


def _rules(page: PurePosixPath) -> documents.Rules:
    def to(rule: str) -> str | None:
        return relative(PurePosixPath(f"rules/{rule}.html"), page) if rule in all_rules() else None

    return to


def _document(site: Site, name: str) -> None:
    page = _page(name)
    text = (site.root / name).read_text(encoding="utf-8")
    document = markdown(text, lambda link: site.resolve(name, page, link), _rules(page))
    site.write(page, "document.html.jinja", document=document, name=name)
    for heading in document.headings:
        if heading.level < 4:  # noqa: PLR2004 - deeper ones are details
            words = heading.text if heading.level == 1 else f"{heading.text} · {document.title}"
            site.index.append({"title": words, "to": f"{page}#{heading.anchor}"})


def _rule(site: Site, rule: Rule) -> None:
    page = PurePosixPath(f"rules/{rule.id}.html")
    chapter = f"spec/{rule.chapter}"
    text = rule.text.partition("\n")[2]

    def resolve(link: str) -> str:
        # A link within the chapter leads there from the rule's own page.
        return site.resolve(chapter, page, f"{rule.chapter}{link}" if link.startswith("#") else link)

    document: Document = markdown(text, resolve, _rules(page))
    check = rules.check_of(rule, site.root)
    before, behind = rules.neighbours(rule)
    site.write(
        page,
        "rule.html.jinja",
        rule=rule,
        document=document,
        check=check,
        code=None if check is None else code(check.text, check.file, check.line),
        kills=rules.kills(rule, site.root),
        alone=set(rules.proofs(rule, site.root)),
        findings=rules.findings(rule, site.root),
        changes=rules.changes(rule),
        before=before,
        behind=behind,
    )
    site.index.append({"title": f"{rule.id} {rule.title}", "to": str(page)})


def _list_of_rules(site: Site) -> None:
    by_chapter: dict[str, list[Rule]] = {}
    for rule in all_rules().values():
        by_chapter.setdefault(rule.chapter, []).append(rule)
    site.write(PurePosixPath("rules/index.html"), "rules.html.jinja", chapters=by_chapter)
    site.index.append({"title": "All rules", "to": "rules/index.html"})


def _real_ackers(site: Site) -> None:
    page = PurePosixPath(real_ackers.PAGE)
    shown = real_ackers.RealAckers(site.root / "docs" / "certificates")

    def resolve(link: str) -> str:
        # The explanations name files of the checkout, from its root.
        return site.resolve("README.md", page, link)

    site.write(page, "real-ackers.html.jinja", shown=shown, resolve=resolve)
    site.index.append({"title": "Real ackers: the matrix", "to": real_ackers.PAGE})
    for name, text in shown.pages():
        (site.out / real_ackers.FOLDER / name).write_text(text, encoding="utf-8")
        site.pages += 1


def _file(site: Site, name: str) -> None:
    path, to = site.root / name, PurePosixPath(site.page_of(name))
    if path.is_dir():
        site.write(to, "folder.html.jinja", name=name, entries=list(_entries(site, path)))
    elif to.suffix == ".html":
        site.write(to, "source.html.jinja", name=name, code=source(path))
    else:
        (site.out / to).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, site.out / to)


def _entries(site: Site, folder: Path) -> Iterator[str]:
    for entry in sorted(folder.iterdir()):
        if not entry.name.startswith((".", "_")) and not entry.is_dir():
            yield entry.relative_to(site.root).as_posix()


@cache  # it keeps the templates that it has compiled
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
