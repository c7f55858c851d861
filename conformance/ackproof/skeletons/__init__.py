"""What `ackproof init` writes: for each language an acker that is right, where one's own is to go, and its gate.

The folder of a language has the files as they are written, so that they can be read, run and tested here. What is the
same in all languages stands in `common`, with names such as `@TARGET@` where a language has something of its own.
"""

import re
import shlex
from importlib import resources
from pathlib import PurePosixPath

from attrs import field, frozen

from ackproof.wire.documents import encode

DEVIATIONS = "deviations.toml"


@frozen(kw_only=True)
class Skeleton:
    """An adapter to begin with. `build` and `test` are commands of a shell; `target` is what `certify` is given.

    `acker` is the file with the place for one's own acker, and `named` the one that says name and version. `setup` is
    the step of a workflow that installs the language, if the machines of GitHub need one.
    """

    language: str
    title: str
    needs: str
    files: tuple[str, ...]
    acker: str
    named: str
    build: tuple[str, ...] = ()
    test: str
    target: str
    setup: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def certify(self) -> str:
        """The gate in one line."""
        return f"ackproof certify {shlex.quote(self.target)} --deviations-file {DEVIATIONS}"

    @property
    def commands(self) -> tuple[str, ...]:
        """Everything that is to be typed, from the build to the gate."""
        return (*self.build, self.test, self.certify)

    def written(self, folder: PurePosixPath) -> dict[str, str]:
        """Return what is written into the folder of the gate, which is seen from the root of its repository: contents
        by path.
        """
        own = {name: _text(self.language, name) for name in self.files}
        page = self._filled("README.md", WORKFLOW=str(workflow_of(folder)))
        return {**own, DEVIATIONS: _text("common", DEVIATIONS), "README.md": page}

    def workflow(self, folder: PurePosixPath) -> str:
        """Return the workflow of a repository that has the gate in this folder, seen from its root."""
        return self._filled("workflow.yml", FOLDER=_yaml(folder), OUT=_yaml(folder / "out"))

    def _filled(self, name: str, **more: str) -> str:
        values = {
            "TITLE": self.title,
            "NEEDS": self.needs,
            "ACKER": self.acker,
            "NAMED": self.named,
            "COMMANDS": "\n".join(self.commands),
            "TARGET": shlex.quote(self.target),
            "NOTES": "\n".join(f"- {note}" for note in self.notes),
            "SETUP": "\n".join(self.setup),
            "BUILD": "\n".join((*self.build, self.test)),
            "CERTIFY": self.certify,
            **more,
        }
        lines = [_line(line, values) for line in _text("common", name).splitlines()]
        return "".join(f"{line}\n" for line in lines if line is not None)


def workflow_of(folder: PurePosixPath) -> PurePosixPath:
    """Return where the workflow of a gate has to be, both seen from the root of the repository."""
    name = "-".join(["ackproof", *re.findall(r"\w+", str(folder))])
    return PurePosixPath(".github/workflows") / f"{name}.yml"


def _line(line: str, values: dict[str, str]) -> str | None:
    """Return a line with the values in their places, all of their lines indented as it is; None if nothing is left."""
    filled = re.sub(r"@([A-Z]+)@", lambda match: values[match[1]], line)
    if filled == line:
        return line
    indent = line[: len(line) - len(line.lstrip())]
    return filled.replace("\n", f"\n{indent}") or None


def _text(*names: str) -> str:
    return resources.files(__package__).joinpath(*names).read_text(encoding="utf-8")


def _yaml(path: PurePosixPath) -> str:
    """Return a path as a string of YAML, which one of JSON is."""
    return encode(str(path))


SKELETONS = {
    each.language: each
    for each in (
        Skeleton(
            language="python",
            title="Python",
            needs="Python 3.11 or later, and pytest, which comes with ackproof",
            files=("my_acker.py", "test_my_acker.py"),
            acker="my_acker.py",
            named="my_acker.py",
            test="python -m pytest -q",
            target="my_acker:make",
            notes=(
                "An acker that may hang or end its process: certify `'exec:ackproof serve my_acker:make'` instead.",
            ),
        ),
        Skeleton(
            language="java",
            title="Java",
            needs="a JDK, 8 or later",
            files=("Ackproof.java", "MyAcker.java", "MyAckerTest.java"),
            acker="MyAcker.java",
            named="MyAcker.java",
            build=("javac -d build *.java",),
            test="java -cp build MyAckerTest",
            target="exec:java -cp build MyAcker",
            setup=(
                "      - uses: actions/setup-java@v4",
                "        with:",
                "          distribution: temurin",
                '          java-version: "17"',
            ),
            notes=(
                "`Ackproof.java` is all that there is of a library: implement its interface `Acker` around your class.",
                "With your acker in a jar: `javac -cp my.jar -d build *.java`, and `java -cp build:my.jar MyAcker`.",
            ),
        ),
        Skeleton(
            language="go",
            title="Go",
            needs="Go 1.21 or later",
            files=("go.mod", "acker.go", "acker_test.go", "main.go"),
            acker="acker.go",
            named="main.go",
            build=("go build -o build/acker .",),
            test="go test .",
            target="exec:build/acker",
            setup=(
                "      - uses: actions/setup-go@v5",
                "        with:",
                "          go-version: stable",
                "          cache: false",
            ),
        ),
        Skeleton(
            language="javascript",
            title="JavaScript",
            needs="Node 18 or later",
            files=("acker.mjs", "acker.test.mjs", "main.mjs"),
            acker="acker.mjs",
            named="main.mjs",
            test="node --test",
            target="exec:node main.mjs",
            setup=(
                "      - uses: actions/setup-node@v4",
                "        with:",
                '          node-version: "20"',
            ),
        ),
        Skeleton(
            language="rust",
            title="Rust",
            needs="Rust 1.70 or later, with cargo",
            files=("Cargo.toml", "src/main.rs", "src/acker.rs", "src/json.rs"),
            acker="src/acker.rs",
            named="Cargo.toml` and `src/main.rs",
            build=("cargo build --quiet --release",),
            test="cargo test --quiet",
            target="exec:target/release/my-acker",
        ),
    )
}
"""The skeletons that there are, by language."""
