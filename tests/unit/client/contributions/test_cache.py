"""Declarations: gathered once, lazily, frozen, and cleared together."""

from __future__ import annotations

import pytest

from companion.client.contributions.cache import LOCAL, Contributions
from companion.client.contributions.contribution import (
    Contribution,
    LocalCommand,
    Style,
    WorkbenchEntry,
)
from companion.client.contributions.permission import is_allowed
from companion.client.contributions.registry import BUILT_IN, ClientModules
from companion.language.phrase import literal
from companion.protocol.responses import ClientModule as Definition
from tests.helpers.client_things import engine


class Counted:
    """A client module that counts how often it was asked."""

    def __init__(self, name: str, *, resident: bool = False, order: int = 0) -> None:
        self.name, self.resident, self.order, self.asked = name, resident, order, 0

    def register(self) -> Contribution:
        self.asked += 1
        entry = WorkbenchEntry(
            self.name, literal(self.name), "item", Style.INSTANT, lambda doing: None
        )
        command = LocalCommand((self.name.partition(":")[2],), literal(""), lambda doing: None)
        return Contribution(
            self.name,
            self.resident,
            (entry,),
            (command,),
            {self.name: lambda doing, arguments: None},
        )


def made(*modules: Counted) -> Contributions:
    return Contributions(ClientModules([(module.name, module) for module in modules]))


def names(contributions: Contributions) -> list[str]:
    return [bound.entry.id for bound in contributions.bindings.entries]


@pytest.mark.behaviour("CLIENT-019", "CLIENT-020", "CLIENT-022")
def test_both_caches_are_built_on_first_use_and_visit_each_module_once() -> None:
    module = Counted("a:a", resident=True)
    contributions = made(module)
    assert module.asked == 0
    for _ in range(3):
        assert names(contributions) == ["a:a"]
        assert list(contributions.bindings.actions or {}) == ["a:a"]
    assert module.asked == 1
    assert [bound.command.words for bound in contributions.commands] == [("a",)]
    assert contributions.commands is contributions.commands
    assert module.asked == 2


@pytest.mark.behaviour("CLIENT-020")
def test_logout_clears_both_caches_together() -> None:
    module = Counted("a:a", resident=True)
    contributions = made(module)
    first = (contributions.bindings, contributions.commands)
    contributions.clear()
    assert contributions.bindings is not first[0]
    assert contributions.commands is not first[1]
    assert module.asked == 4


@pytest.mark.behaviour("CLIENT-021", "CLIENT-027")
def test_new_definitions_and_another_language_rebuild_and_the_same_ones_do_not() -> None:
    contributions = made(Counted("a:a"))
    definitions = (Definition("x:one", "a:a"),)
    assert names(contributions) == []
    assert contributions.use(definitions, "en_us")
    assert names(contributions) == ["a:a"]
    builds = contributions.builds
    assert not contributions.use(definitions, "en_us")
    assert names(contributions) == ["a:a"]
    assert contributions.builds == builds
    assert contributions.use(definitions, "zh_cn")
    assert contributions.use(LOCAL, "zh_cn")
    assert names(contributions) == []


@pytest.mark.behaviour("CLIENT-024")
def test_a_right_that_changes_is_no_news_for_the_cache_and_holds_at_once() -> None:
    contributions = made(Counted("a:a"))
    contributions.use((Definition("x:one", "a:a"),), "en_us")
    (bound,) = contributions.bindings.entries
    refused = (Definition("x:one", "a:a", enabled=False),)
    assert not contributions.use(refused, "en_us")
    assert contributions.bindings.entries == (bound,)
    assert is_allowed(bound, engine(Definition("x:one", "a:a")))
    assert not is_allowed(bound, engine(*refused))


@pytest.mark.behaviour("CLIENT-023")
@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_built_in_modules_declare_the_same_when_asked_again(name: str) -> None:
    first, second = BUILT_IN[name].register(), BUILT_IN[name].register()
    assert [entry.id for entry in first.entries] == [entry.id for entry in second.entries]
    assert [c.words for c in first.commands] == [c.words for c in second.commands]
    assert first.id == name


@pytest.mark.behaviour("CLIENT-031")
def test_configurations_with_one_client_id_are_one_entry_open_to_any_of_them() -> None:
    contributions = made(Counted("a:a"))
    contributions.use((Definition("x:one", "a:a"), Definition("x:two", "a:a")), "en_us")
    (bound,) = contributions.bindings.entries
    assert bound.configurations == ("x:one", "x:two")
    one_of_them = engine(Definition("x:one", "a:a", enabled=False), Definition("x:two", "a:a"))
    assert is_allowed(bound, one_of_them)
    assert not is_allowed(bound, engine(Definition("x:other", "a:a")))


@pytest.mark.behaviour("CLIENT-028", "CLIENT-030")
def test_a_client_id_that_nobody_knows_only_lacks_its_screen() -> None:
    contributions = made(Counted("a:a"), Counted("a:b"))
    contributions.use((Definition("x:one", "not:here"), Definition("x:two", "a:b")), "en_us")
    assert names(contributions) == ["a:b"]


@pytest.mark.behaviour("CLIENT-034", "CLIENT-036", "CLIENT-037")
def test_larger_order_comes_first_the_highest_of_several_counts_and_ties_keep_their_place() -> None:
    contributions = made(
        Counted("a:a"), Counted("a:b"), Counted("a:c"), Counted("a:local", resident=True)
    )
    definitions = (
        Definition("x:1", "a:a", 10),
        Definition("x:2", "a:b", 10),
        Definition("x:3", "a:c", 5),
        Definition("x:4", "a:c", 80),
        Definition("x:5", "a:local", 20),
    )
    contributions.use(definitions, "en_us")
    assert names(contributions) == ["a:c", "a:local", "a:a", "a:b"]


@pytest.mark.behaviour("CLIENT-029")
def test_an_extension_registers_its_own_and_a_taken_id_is_refused() -> None:
    modules = ClientModules()
    modules.register("mine:page", Counted("mine:page"))
    contributions = Contributions(modules)
    contributions.use((Definition("x:one", "mine:page"),), "en_us")
    assert "mine:page" in names(contributions)
    with pytest.raises(ValueError, match="mine:page"):
        modules.register("mine:page", Counted("mine:page"))


class Broken:
    """A client module that cannot declare."""

    def register(self) -> Contribution:
        raise RuntimeError("no")


def test_a_module_that_fails_is_left_out_alone() -> None:
    modules = ClientModules([("a:bad", Broken()), ("a:a", Counted("a:a", resident=True))])
    assert names(Contributions(modules)) == ["a:a"]


@pytest.mark.behaviour("CLIENT-033", "NOTE-017")
def test_without_a_server_settings_voices_dismissal_and_help_for_silence_are_there() -> None:
    contributions = Contributions()
    there = set(names(contributions))
    assert {"system:settings", "system:voices", "system:why", "system:connection"} <= there
    assert "system:quests" not in there
    assert "system:dismiss" in (contributions.bindings.actions or {})
    assert all(is_allowed(bound, None) for bound in contributions.bindings.entries)
