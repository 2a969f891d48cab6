from __future__ import annotations

import argparse

import pytest

from companion.commands.keys import KeyDesk, add_arguments
from companion.language.translations import merged
from companion.support.errors import Failure
from companion.support.resources import LOCALES, translation_tables
from companion.support.secrets import KNOWN, Secrets
from tests.helpers.secrets import FakeStore

CANARY = "canary-5d1c"


def desk_with(
    store: FakeStore, typed: str = CANARY, environment: dict[str, str] | None = None
) -> KeyDesk:
    translations = merged("en_us", translation_tables())
    return KeyDesk(Secrets(environment or {}, store), translations, lambda prompt: typed)


def test_a_typed_key_is_stored_and_never_shown(capsys: pytest.CaptureFixture[str]) -> None:
    store = FakeStore()
    assert desk_with(store, f" {CANARY}\n").set("DASHSCOPE_API_KEY") == 0
    assert store.values == {"DASHSCOPE_API_KEY": CANARY}
    assert CANARY not in "".join(capsys.readouterr())


def test_the_list_says_where_each_key_comes_from(capsys: pytest.CaptureFixture[str]) -> None:
    store = FakeStore(ALIYUN_AK_SECRET=CANARY)
    assert desk_with(store, environment={"ALIYUN_AK_ID": CANARY}).list() == 0
    said = capsys.readouterr().out
    lines = {line.split()[0]: line for line in said.splitlines() if line.startswith(KNOWN)}
    assert "environment variable" in lines["ALIYUN_AK_ID"]
    assert "from the keyring" in lines["ALIYUN_AK_SECRET"]
    assert "not set" in lines["DASHSCOPE_API_KEY"]
    assert CANARY not in said


def test_a_locked_keyring_is_named_in_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert desk_with(FakeStore(Failure.KEYRING_LOCKED)).list() == 0
    assert "locked" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("failure", "words"),
    [(Failure.NO_KEYRING, "not stored"), (Failure.KEYRING_LOCKED, "nothing was changed")],
)
def test_a_refusal_names_the_next_step(
    failure: Failure, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert desk_with(FakeStore(failure)).set("ALIYUN_AK_ID") == 1
    said = capsys.readouterr().out
    assert words in said
    assert "environment variable ALIYUN_AK_ID" in said


def test_nothing_typed_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    store = FakeStore(ALIYUN_AK_ID="old")
    assert desk_with(store, "  ").set("ALIYUN_AK_ID") == 1
    assert store.values == {"ALIYUN_AK_ID": "old"}


def test_a_deleted_key_is_gone() -> None:
    store = FakeStore(ALIYUN_AK_ID="old")
    assert desk_with(store).delete("ALIYUN_AK_ID") == 0
    assert store.values == {}


def test_an_environment_variable_that_stays_is_mentioned(
    capsys: pytest.CaptureFixture[str],
) -> None:
    desk_with(FakeStore(), environment={"ALIYUN_AK_ID": "given"}).delete("ALIYUN_AK_ID")
    assert "is used first" in capsys.readouterr().out


def test_an_unknown_name_gets_the_nearest_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert desk_with(FakeStore()).set("dashscope_key") == 2
    assert "Did you mean DASHSCOPE_API_KEY?" in capsys.readouterr().out


def test_a_value_on_the_command_line_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    with pytest.raises(SystemExit):
        parser.parse_args(["set", "DASHSCOPE_API_KEY", CANARY])


@pytest.mark.parametrize("locale", LOCALES)
def test_every_known_key_is_explained_in_every_language(locale: str) -> None:
    table = translation_tables()[locale]
    assert [name for name in KNOWN if f"keys.{name.lower()}" not in table] == []
