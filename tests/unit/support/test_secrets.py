from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import keyring.errors
import pytest
from keyring.backend import KeyringBackend

from companion.support.errors import Failure, SecretError
from companion.support.secrets import KeyringStore, NoStore, Secrets, Source
from tests.helpers.desktop_tools import need
from tests.helpers.secrets import FakeStore

CANARY = "canary-7f3a"


def backend_from(
    module: str, answer: Callable[..., str | None], backends: tuple[object, ...] = ()
) -> KeyringBackend:
    """A back end as `keyring` would find it, living in the given module."""

    def asked(self: object, *arguments: str) -> str | None:
        return answer(*arguments)

    body = {
        "__module__": module,
        "priority": 1,
        "get_password": asked,
        "set_password": asked,
        "delete_password": asked,
        "backends": backends,
    }
    # A plain class: subclasses of KeyringBackend register themselves with the real library.
    return type("Keyring", (), body)()


def raising(error: Exception) -> Callable[..., str | None]:
    def answer(*arguments: str) -> str | None:
        raise error

    return answer


def test_the_environment_comes_before_the_keyring() -> None:
    store = FakeStore(ALIYUN_AK_ID="stored")
    secrets = Secrets({"ALIYUN_AK_ID": " given \n"}, store)
    assert secrets.find("ALIYUN_AK_ID") == ("given", Source.ENVIRONMENT)
    assert store.reads == 0


def test_an_empty_variable_is_no_key() -> None:
    secrets = Secrets({"ALIYUN_AK_ID": " "}, FakeStore(ALIYUN_AK_ID="stored"))
    assert secrets.find("ALIYUN_AK_ID") == ("stored", Source.KEYRING)


def test_what_is_set_lies_in_the_keyring() -> None:
    store = FakeStore()
    Secrets({}, store).set("DASHSCOPE_API_KEY", "sk-1")
    assert Secrets({}, store).find("DASHSCOPE_API_KEY") == ("sk-1", Source.KEYRING)


@pytest.mark.parametrize("failure", [Failure.NO_KEYRING, Failure.KEYRING_LOCKED])
def test_without_a_usable_keyring_setting_is_refused_and_nothing_is_kept(failure: Failure) -> None:
    store = FakeStore(failure)
    secrets = Secrets({}, store)
    with pytest.raises(SecretError) as refused:
        secrets.set("DASHSCOPE_API_KEY", "sk-1")
    assert refused.value.failure is failure
    store.failure = None
    assert secrets.get("DASHSCOPE_API_KEY") is None


def test_a_key_kept_for_this_run_is_used_and_never_written() -> None:
    store = FakeStore(Failure.KEYRING_LOCKED)
    secrets = Secrets({}, store)
    secrets.keep_for_this_run("DASHSCOPE_API_KEY", "sk-1")
    assert secrets.find("DASHSCOPE_API_KEY") == ("sk-1", Source.THIS_RUN)
    assert store.values == {}


def test_no_keyring_means_no_key_but_a_locked_one_is_said() -> None:
    assert Secrets({}, FakeStore(Failure.NO_KEYRING)).get("ALIYUN_AK_ID") is None
    with pytest.raises(SecretError) as locked:
        Secrets({}, FakeStore(Failure.KEYRING_LOCKED)).get("ALIYUN_AK_ID")
    assert locked.value.failure is Failure.KEYRING_LOCKED


def test_a_deleted_key_is_gone_everywhere() -> None:
    secrets = Secrets({}, FakeStore(ALIYUN_AK_ID="stored"))
    secrets.keep_for_this_run("ALIYUN_AK_ID", "typed")
    secrets.delete("ALIYUN_AK_ID")
    assert secrets.find("ALIYUN_AK_ID") == (None, Source.NOWHERE)


def test_deleting_without_a_keyring_still_forgets_this_run() -> None:
    secrets = Secrets({}, FakeStore(Failure.NO_KEYRING))
    secrets.keep_for_this_run("ALIYUN_AK_ID", "typed")
    secrets.delete("ALIYUN_AK_ID")
    assert secrets.get("ALIYUN_AK_ID") is None


def test_a_run_without_a_store_refuses_to_keep() -> None:
    with pytest.raises(SecretError) as refused:
        Secrets({}, NoStore()).set("ALIYUN_AK_ID", "typed")
    assert refused.value.failure is Failure.NO_KEYRING


@pytest.mark.parametrize(
    "module",
    [
        "keyrings.alt.file",
        "keyrings.cryptfile.cryptfile",
        "keyring.backends.fail",
        "keyring.backends.null",
        "somebody.SecretService",
    ],
)
def test_a_back_end_that_does_not_encrypt_is_refused(module: str) -> None:
    store = KeyringStore(lambda: backend_from(module, lambda *_: CANARY))
    with pytest.raises(SecretError) as refused:
        store.write("ALIYUN_AK_ID", CANARY)
    assert refused.value.failure is Failure.NO_KEYRING
    assert module in refused.value.detail


@pytest.mark.parametrize("kind", ["SecretService", "libsecret", "kwallet", "macOS", "Windows"])
def test_the_systems_own_back_ends_are_accepted(kind: str) -> None:
    store = KeyringStore(lambda: backend_from(f"keyring.backends.{kind}", lambda *_: "found"))
    assert store.read("ALIYUN_AK_ID") == "found"


def test_in_a_chain_the_first_accepted_back_end_is_asked() -> None:
    insecure = backend_from("keyrings.alt.file", lambda *_: "wrong")
    secure = backend_from("keyring.backends.kwallet", lambda *_: "right")
    chain = backend_from("keyring.backends.chainer", lambda *_: "wrong", (insecure, secure))
    assert KeyringStore(lambda: chain).read("ALIYUN_AK_ID") == "right"


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (keyring.errors.KeyringLocked("no"), Failure.KEYRING_LOCKED),
        (keyring.errors.InitError("dismissed"), Failure.KEYRING_LOCKED),
        (keyring.errors.PasswordSetError(CANARY), Failure.KEYRING_LOCKED),
        (keyring.errors.NoKeyringError("none"), Failure.NO_KEYRING),
        (ConnectionError("the bus went away"), Failure.NO_KEYRING),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_the_keyring_raises_becomes_a_refusal_without_values(
    error: Exception, failure: Failure
) -> None:
    store = KeyringStore(lambda: backend_from("keyring.backends.SecretService", raising(error)))
    with pytest.raises(SecretError) as refused:
        store.write("ALIYUN_AK_ID", CANARY)
    assert refused.value.failure is failure
    assert CANARY not in str(refused.value)


def test_no_value_is_shown_or_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secrets = Secrets({}, FakeStore(Failure.NO_KEYRING))
    secrets.keep_for_this_run("ALIYUN_AK_ID", CANARY)
    secrets.get("ALIYUN_AK_SECRET")
    assert "ALIYUN_AK_ID" in repr(secrets)
    assert CANARY not in repr(secrets) + caplog.text


def in_a_session(folder: Path, password: str, script: str) -> str:
    """Run Python beside a real Secret Service whose files lie in a folder; what it prints."""
    need("dbus-run-session", "gnome-keyring-daemon")
    unlock = f"printf {password} | gnome-keyring-daemon --unlock --components=secrets >/dev/null"
    command = f'{unlock}; exec "$0" -c "$1"'
    folders = ("HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    ran = subprocess.run(
        ["dbus-run-session", "--", "sh", "-c", command, sys.executable, SETUP + script],
        env=environment | dict.fromkeys(folders, str(folder)),
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return ran.stdout.strip()


SETUP = """
from companion.support.secrets import Secrets
from companion.support.errors import SecretError
secrets = Secrets({})
"""
FIND = "print(*secrets.find('ALIYUN_AK_ID'))"


@pytest.mark.desktop
def test_a_real_keyring_keeps_a_key_over_sessions_until_it_is_deleted(tmp_path: Path) -> None:
    in_a_session(tmp_path, "pw", "secrets.set('ALIYUN_AK_ID', 'kept')")
    assert in_a_session(tmp_path, "pw", FIND) == "kept keyring"
    in_a_session(tmp_path, "pw", "secrets.delete('ALIYUN_AK_ID')")
    assert in_a_session(tmp_path, "pw", FIND) == "None nowhere"


@pytest.mark.desktop
def test_a_real_keyring_that_is_locked_refuses(tmp_path: Path) -> None:
    in_a_session(tmp_path, "pw", "secrets.set('ALIYUN_AK_ID', 'kept')")
    attempt = "\ntry: secrets.set('ALIYUN_AK_ID', 'x')\nexcept SecretError as e: print(e.failure)"
    assert in_a_session(tmp_path, "wrong", attempt) == "keyring_locked"


@pytest.mark.desktop
def test_a_session_without_a_keyring_refuses_at_once(tmp_path: Path) -> None:
    need("dbus-run-session")
    attempt = "\ntry: secrets.set('ALIYUN_AK_ID', 'x')\nexcept SecretError as e: print(e.failure)"
    ran = subprocess.run(
        [sys.executable, "-c", SETUP + attempt],
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "DBUS_SESSION_BUS_ADDRESS": "no:"},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    assert ran.stdout.strip() == "no_keyring"
