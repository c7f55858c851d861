"""64-bit numbers as the suite writes them."""

from typing import Annotated

Long = Annotated[int, "a signed 64-bit integer"]
"""A signed 64-bit integer. On the wire it is a decimal string, because JSON numbers lose bits past 2**53."""
