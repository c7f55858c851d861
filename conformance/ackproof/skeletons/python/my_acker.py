"""The acker that is certified, and the target that is made of it: ackproof certify my_acker:make."""

from ackproof.targets.python_acker import acker_target

# ---- Your acker goes here -----------------------------------------------------------------------------------------
# This one is right. Put yours in its place, or import it and call it from these methods. Each method returns what it
# made the acker say: a list of triples (kind, root, task), with the kind "ack", "fail" or "reset-timeout". An acker
# that has no reset-timeout or no ticks leaves these methods out. Mend nothing here that is wrong in your acker.


class Acker:
    """Says whether a tuple tree is done, with one number for each tree."""

    def __init__(self, profile):
        self.every_message_refreshes = profile == "storm1"
        self.buckets = [{} for _ in range(2 if profile == "storm1" else 3)]  # the first takes what is new

    def init(self, root, value, task):
        """Begin a tree: `value` is the xor of its first edges, `task` the spout task to tell of its end."""
        return self._take(root, value, task=task)

    def ack(self, root, value):
        """Close the edge of a tuple and open those of its children: `value` is the xor of them all."""
        return self._take(root, value)

    def fail(self, root):
        """Give a tree up."""
        return self._take(root, failed=True)

    def reset_timeout(self, root):
        """Give a tree its full time again, here and in the spout."""
        return self._take(root, reset=True)

    def tick(self):
        """Forget the oldest bucket, in silence."""
        self.buckets = [{}, *self.buckets[:-1]]
        return []

    def _take(self, root, value=0, *, task=None, failed=False, reset=False):
        bucket = next((bucket for bucket in self.buckets if root in bucket), self.buckets[0])
        ack_val, known_task, has_failed = bucket.pop(root, (0, None, False))  # any message makes a record
        ack_val, failed_now = ack_val ^ value, has_failed or failed
        task = known_task if task is None else task
        if task is not None and failed_now:  # asked first: fail dominates ack
            return [("fail", root, task)]
        if task is not None and ack_val == 0:
            return [("ack", root, task)]
        refreshed = self.every_message_refreshes or failed or reset
        (self.buckets[0] if refreshed else bucket)[root] = (ack_val, task, failed_now)
        return [("reset-timeout", root, task)] if reset and task is not None else []


# ---- End of your acker ---------------------------------------------------------------------------------------------


def make():
    """Return the target that is certified. The version goes into the certificate: a release, or a commit."""
    return acker_target("my-acker", Acker, version="1.0")
