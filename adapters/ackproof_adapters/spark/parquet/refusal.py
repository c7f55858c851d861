"""What an illegal log is refused with: the words that `track` has for it, and the files that have the message."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import unquote, urlsplit

from ackproof.errors import UsageError
from pyspark.sql import Row
from pyspark.sql import functions as sql

from ackproof_adapters.spark.transport.validation import conform, refuse

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

VERIFY_CHECKSUMS = "parquet.page.verify-checksum.enabled"
"""A setting of Parquet's reader in Spark: the checksums of pages, where a file has them, are ignored by default."""

SHOWN_FILES = 3
"""A message that comes twice may be in two files."""


def refuse_by_spark(spark: "SparkSession", log: str, problem: int | None, acker_tasks: int) -> NoReturn:
    """Raise the `UsageError` that `track` has for a log at a path or a URI: for a row with that problem, or for a `seq`
    that comes twice.
    """
    messages = read_by_spark(spark, log)
    note = Row(first_seq=0, last_seq=0, rises=False, problem=problem)
    try:
        refuse(conform(messages, None), [note], acker_tasks)
    except UsageError as error:
        raise UsageError(f"{file_of(messages, str(error)) or log}: {error}") from error
    raise UsageError(f"{log}: has changed while it was read; track it when it stays as it is")


def read_by_spark(spark: "SparkSession", log: str) -> "DataFrame":
    """Return the Parquet at a path or a URI; a path is that file or folder, and no pattern."""
    return spark.read.option(VERIFY_CHECKSUMS, "true").parquet(log if is_uri(log) else exactly(log))


def file_of(messages: "DataFrame", wrong: str) -> str:
    """Return the files that have the message which is said to be wrong; an empty text if it is about no message."""
    message = re.match(r"message (-?[0-9]+|None)\b", wrong)
    if message is None:
        return ""
    seq = "NULL" if message[1] == "None" else f"{message[1]}L"
    rows = messages.where(f"seq <=> {seq}").select(sql.input_file_name().alias("file")).distinct()
    names = sorted(row.file for row in rows.limit(SHOWN_FILES).collect())
    return ", ".join(unquote(urlsplit(name).path) if name.startswith("file:") else name for name in names)


def is_uri(name: str) -> bool:
    """Whether a name is that of no local file."""
    return "://" in name


def exactly(path: str) -> str:
    """Return the name of a local file or folder as Spark has to be given it, which takes names for patterns.

    Raise `UsageError` for a name that Spark cannot be given.
    """
    place = Path(path).absolute()
    if place.is_file() and ":" in place.name:
        raise UsageError(f"{path}: Spark reads no file with a colon in its name; rename it")
    return re.sub(r"([\\{}\[\]*?])", r"\\\1", str(place))
