"""An acker over arrays: the rules of `acking.acker`, compiled, for logs of any length.

Its state is carried from batch to batch and follows the open roots, not the log. See `kernel`.
"""

from ackproof_adapters.kernel.kernel import Kernel, Said

__all__ = ["Kernel", "Said"]
