"""Word count with a death in the middle: what *at least once* means for its counts.

A spout reads the sentences of a text off a queue, a bolt splits them into words, and two tasks of another bolt count
the words. The text is the address that Abraham Lincoln gave at Gettysburg in 1863, a sentence a line. While one
sentence is half counted, a counting task dies, and what was on the way to it is lost.

    python -m ackproof.examples.word_count
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib import resources
from itertools import count

from acking import STORM2, Acker
from acking.messages import Kind
from acking.topology import Topology
from acking.topology.bolts import Basic, Calls, Input, Plain
from acking.topology.events import Deliver, Die, Event, Flow, Flowing, Lose, NextTuple, Settle, Tick
from acking.topology.happenings import (
    BoltTupleSent,
    CalledBack,
    Dropped,
    Emitted,
    Happening,
    InputAcked,
    Lost,
    OfferedAgain,
)
from acking.topology.plan import BoltPlan, Plan
from acking.topology.tasks import SPOUT, Task
from attrs import define, frozen

BEFORE = 5
"""Sentences that are done when the trouble begins."""

COUNTED_BEFORE_IT_DIES = 3
"""Words of the next sentence that the task counts before it dies."""

READER, SPLITTER, VICTIM, OTHER = Task(SPOUT, 1), Task("split", 1), Task("count", 1), Task("count", 2)
"""The tasks: one that reads sentences, one that splits them, and two that count, of which the first dies."""


def sentences() -> dict[str, str]:
    """Return the text, sentence by sentence, as messages of a queue."""
    text = (resources.files("ackproof.examples") / "address.txt").read_text(encoding="utf-8")
    return {f"sentence {number}": sentence for number, sentence in enumerate(text.splitlines(), 1)}


def words_of(values: Sequence[str]) -> list[str]:
    """Split sentences into words, in small letters."""
    return [word for value in values for word in re.findall(r"[a-z]+(?:-[a-z]+)*", value.lower())]


@frozen
class CountWords(Plain):
    """Counts the word that it takes in, in a store that outlives its task, and then acks it."""

    store: Counter[str]

    def execute(self, taken: Input) -> Calls:
        """See `acking.topology.bolts.Bolt`."""
        self.store[taken.value] += 1
        return super().execute(taken)


@define
class WordCount:
    """The topology, and the store in which its words are counted."""

    topology: Topology
    store: Counter[str]

    @classmethod
    def submitted(cls) -> "WordCount":
        """Return the topology with nothing counted. Ids are counted, which is random enough for a tale."""
        store: Counter[str] = Counter()
        split = BoltPlan("split", partial(Basic, words_of))
        counting = BoltPlan("count", lambda: CountWords(_nothing, store), after=("split",), tasks=2)
        plan = Plan(messages=sentences(), bolts=(split, counting), make_acker=lambda _: Acker(STORM2))
        scattered = (number * 0x9E37_79B9_7F4A_7C15 % 2**64 - 2**63 for number in count(1))
        return cls(Topology(plan, scattered), store)

    def happens(self, *events: Event) -> list[Happening]:
        """Let things happen; return all that came of it."""
        return [each for event in events for each in self.topology.step(event)]

    def flows(self) -> list[Happening]:
        """Have everything arrive that is under way: tuples, then what ackers are told, then what they say."""
        return self.happens(*map(Flow, Flowing))


def story_lines() -> Iterator[str]:
    """Yield the tale, line by line."""
    expected = Counter(words_of(list(sentences().values())))
    run = WordCount.submitted()
    yield f"The text has {len(sentences())} sentences and {expected.total()} words, {len(expected)} of them different."
    yield ""

    done = [
        each
        for _ in range(BEFORE)
        for each in (*run.happens(NextTuple(READER)), *run.flows())
        if isinstance(each, Dropped)
    ]
    yield f"1. {len(done)} sentences are split, counted and acked. The store has counted {run.store.total()} words."

    emitted = run.happens(NextTuple(READER), Deliver(READER, SPLITTER))
    (tree,) = (each.tree for each in emitted if isinstance(each, Emitted))
    sent = [each for each in emitted if isinstance(each, BoltTupleSent)]
    to_victim = [each.value for each in sent if each.receiver == VICTIM]
    yield f"2. The spout emits the tree {tree}. {SPLITTER} makes {len(sent)} words of it, anchored to the sentence:"
    yield f"   {len(to_victim)} go to {VICTIM}, the others to {OTHER}."

    run.happens(*(Deliver(SPLITTER, VICTIM) for _ in range(COUNTED_BEFORE_IT_DIES)))
    counted = to_victim[:COUNTED_BEFORE_IT_DIES]
    lost = [each for each in run.happens(Die(VICTIM), Lose(SPLITTER, VICTIM)) if isinstance(each, Lost)]
    yield f"3. {VICTIM} counts {_listed(counted)} and acks them. Then it dies, and the {len(lost)} words on their way"
    yield "   to it are lost."

    rest = run.flows()
    others = [each for each in rest if isinstance(each, InputAcked) and each.bolt == OTHER]
    heard = len(counted) + len(others)
    yield f"4. {OTHER} counts its {len(others)} words and acks them. The acker heard of {heard} of {len(sent)}:"
    yield "   the ack val is not zero, and it says nothing. It cannot know that anybody has died."

    waited = [run.happens(Tick(READER)), run.happens(Tick(READER))]
    back = [each.message for each in waited[1] if isinstance(each, OfferedAgain)]
    yield f"5. Time passes for the spout: at the first tick {_called(waited[0])}, at the second {_called(waited[1])}."
    yield f"   The queue offers {', '.join(back)} again."

    end = run.happens(Settle())
    trees = [each.tree for each in end if isinstance(each, CalledBack) and each.kind is Kind.ACK]
    yield f"6. Everything goes on, and {len(trees)} trees are acked. The last is {trees[-1]}: a new tree, with a new"
    yield "   root id, of the same sentence."
    yield ""

    more = run.store - expected
    assert not expected - run.store, "a word was lost"  # noqa: S101 - the tale is about this
    yield f"The store has counted {run.store.total()} words, and not one too few. Too many are those that were counted"
    yield "before the sentence failed, and again after it:"
    yield ""
    yield f"  {'word':12} {'in the text':>11} {'counted':>8}"
    for word in sorted(more):
        yield f"  {word:12} {expected[word]:>11} {run.store[word]:>8}"
    yield f"  and {len(expected) - len(more)} others, as often as they are in the text"


def _nothing(values: Sequence[str]) -> list[str]:
    """Emit nothing: nobody takes tuples from the counting bolt."""
    del values
    return []


def _called(happenings: Iterable[Happening]) -> str:
    calls = [f"{each.kind.value} is called for {each.tree}" for each in happenings if isinstance(each, CalledBack)]
    return " and ".join(calls) or "nothing happens"


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f"'{word}'" for word in words)


if __name__ == "__main__":
    for line in story_lines():
        print(line)  # noqa: T201 - this is a program
