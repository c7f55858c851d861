"""The error for an illegal log: the message of `track`, and the files that have the row."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import unquote, urlsplit

from ackproof.errors import UsageError
from pyspark.sql import Row
from pyspark.sql import functions as sql

from ackproof_adapters.places import is_uri
from ackproof_adapters.spark.transport.validation import conform, refuse

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

VERIFY_CHECKSUMS = "parquet.page.verify-checksum.enabled"
"""A setting of Spark's Parquet reader: by default it ignores the checksums of pages."""

SHOWN_FILES = 3
"""The most files that are named: a repeated message may be in two."""


def refuse_by_spark(spark: "SparkSession", log: str, problem: int | None, acker_tasks: int) -> NoReturn:
    """Raise the `UsageError` of `track` for a log at a path or a URI: for a row with that problem, or for a repeated
    `seq`.
    """
    messages = read_by_spark(spark, log)
    note = Row(first_seq=0, last_seq=0, rises=False, problem=problem)
    try:
        refuse(conform(messages, None), [note], acker_tasks)
    except UsageError as error:
        raise UsageError(f"{file_of(messages, str(error)) or log}: {error}") from error
    raise UsageError(f"{log}: has changed while it was read; track it when it stays as it is")


def read_by_spark(spark: "SparkSession", log: str) -> "DataFrame":
    """Return the Parquet at a path or a URI; a path is taken literally, and not as a pattern."""
    return spark.read.option(VERIFY_CHECKSUMS, "true").parquet(log if is_uri(log) else exactly(log))


def file_of(messages: "DataFrame", wrong: str) -> str:
    """Return the files that have the message which an error is about; an empty text if it is about none."""
    message = re.match(r"message (-?[0-9]+|None)\b", wrong)
    if message is None:
        return ""
    seq = "NULL" if message[1] == "None" else f"{message[1]}L"
    rows = messages.where(f"seq <=> {seq}").select(sql.input_file_name().alias("file")).distinct()
    names = sorted(row.file for row in rows.limit(SHOWN_FILES).collect())
    return ", ".join(unquote(urlsplit(name).path) if name.startswith("file:") else name for name in names)


def exactly(path: str) -> str:
    """Return the name of a local file or folder in the form for Spark, which reads names as patterns.

    Raise `UsageError` for a name that Spark cannot take.
    """
    place = Path(path).absolute()
    if place.is_file() and ":" in place.name:
        raise UsageError(f"{path}: Spark reads no file with a colon in its name; rename it")
    return re.sub(r"([\\{}\[\]*?])", r"\\\1", str(place))
