"""The registry of checks."""

import random
from importlib import import_module
from pkgutil import walk_packages

import pytest
from ackproof import rules
from ackproof.errors import SuiteError
from ackproof.rules.registry import MODULES, Premise, Premises, Sizes, all_checks, rule
from ackproof.target import INIT_FIRST, NO_DUPLICATES, REAL_TIME, Description
from ackproof.workloads.choices import Choices, SeededChoices
from ackproof.workloads.dimensions import WHOLE, Span
from ackproof.workloads.workload import Workload
from attrs import evolve


def test_a_rule_has_one_check() -> None:
    """A second one is a bug in the suite, and the first is kept."""
    known = all_checks()["RM-01"]

    def another(seen: object, premise: Premises) -> None:
        """Check nothing."""

    with pytest.raises(SuiteError, match="RM-01 is checked twice: a_map_needs_at_least_two_buckets and another"):
        rule("RM-01", grow=known.grow, observe=known.observe, premises=[])(another)
    assert all_checks()["RM-01"] is known


def test_each_module_with_a_check_is_in_the_list() -> None:
    """The checks of one that is not there would never run."""
    for module in walk_packages(rules.__path__, f"{rules.__name__}."):
        import_module(module.name)
    assert {f"{rules.__name__}.{name}" for name in MODULES} == {each.check.__module__ for each in all_checks().values()}


def test_one_rule_is_about_configurations_that_a_target_refuses() -> None:
    """Where a target refuses to open a component for any other rule, it is broken."""
    assert ["RM-01"] == [each.id for each in all_checks().values() if each.may_refuse]


def test_some_premises_take_an_operation() -> None:
    """Premises of other rules take none."""
    checks = all_checks()
    assert {"a record of acks alone expired": "tick"} == {
        each.name: each.takes for each in checks["ACK-01"].premises if each.takes is not None
    }
    assert {None} == {each.takes for each in checks["RM-02"].premises}


@pytest.mark.parametrize(("profile", "opened"), [("storm1", "storm1"), ("storm2", "storm2"), (None, "storm2")])
def test_workloads_are_of_the_profile(profile: str | None, opened: str) -> None:
    """If a rule has no profile, its workloads have the newer one."""
    workload = all_checks()["RM-02"].model(profile)(SeededChoices(random.Random(0)))
    assert opened == workload.config.profile


def test_a_rule_of_size_begins_with_its_first_example_over_the_whole_range() -> None:
    """Others are asked for by their number and their part of the ranges."""
    asked = []

    def grow(choices: Choices, *, profile: str, number: int, span: Span) -> Workload:
        asked.append((profile, number, span))
        return known.grow(choices, profile=profile)

    known = all_checks()["RM-02"]
    sized = evolve(known, sizes=Sizes(grow, 1, ()))
    for model in (sized.model(None), sized.model("storm1", 3, Span(deep=True))):
        model(SeededChoices(random.Random(0)))
    assert [("storm2", 0, WHOLE), ("storm1", 3, Span(deep=True))] == asked


def test_without_a_number_an_example_of_size_covers_a_hundredth_of_the_ranges() -> None:
    """It is the first: enough to see what the workloads of a rule are."""
    for check in all_checks().values():
        if check.sizes is not None:
            first, other = SeededChoices(random.Random(0)), SeededChoices(random.Random(0))
            expected = check.sizes.grow(first, profile="storm2", number=0, span=Span(share=0.01))
            assert expected == check.grow(other, profile="storm2")


def test_premises_are_counted_by_name() -> None:
    """Each occurrence counts once."""
    premise = Premises()
    for name in ("one", "other", "one"):
        premise(Premise(name))
    assert {"one": 2, "other": 1} == premise.met


@pytest.mark.parametrize(
    ("premise", "possible"),
    [
        (Premise("any"), True),
        (Premise("a tick", takes="tick"), True),
        (Premise("a restart", takes="restart"), False),
        (Premise("an ack before its init", excluded_by=(INIT_FIRST,)), False),
        (Premise("a second init", excluded_by=(NO_DUPLICATES,)), True),
        (Premise("a second init or an early ack", excluded_by=(NO_DUPLICATES, INIT_FIRST)), False),
        (Premise("a restart before its init", takes="restart", excluded_by=(INIT_FIRST,)), False),
        (Premise("a race", by_chance=True), True),
    ],
)
def test_a_premise_is_possible_if_the_target_takes_and_assumes_what_it_needs(
    premise: Premise, *, possible: bool
) -> None:
    """What depends on the order of events is left out where nobody controls that."""
    target = Description(
        name="some",
        version="1",
        language="any",
        components=("acker",),
        operations=frozenset({"tick"}),
        capabilities=frozenset({INIT_FIRST}),
    )
    assert possible is premise.is_possible(target)
    watched = evolve(target, capabilities=frozenset({INIT_FIRST, REAL_TIME}))
    assert premise.is_possible(watched) is (possible and premise.name != "a race")
