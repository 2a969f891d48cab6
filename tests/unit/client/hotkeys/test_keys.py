"""The names of keys."""

from __future__ import annotations

import pytest

from companion.client.hotkeys.keys import KEY_NAMES, find_key
from companion.support.errors import CompanionError, Failure
from companion.support.settings import Settings


@pytest.mark.behaviour("ASR-013")
def test_the_key_of_the_settings_is_f8_and_exists() -> None:
    key = find_key(Settings().talk_key)
    assert (key.name, key.x11, key.windows, key.macos) == ("F8", "F8", 0x77, 0x64)


def test_a_name_is_found_in_any_case() -> None:
    assert find_key(" pageUP ").name == "PageUp"


@pytest.mark.parametrize(
    ("name", "windows", "macos"),
    [
        pytest.param("F1", 0x70, 0x7A, id="first function key"),
        pytest.param("F24", 0x87, None, id="last function key"),
        pytest.param("V", 0x56, 0x09, id="a letter"),
        pytest.param("Z", 0x5A, 0x06, id="the last letter"),
    ],
)
def test_codes_are_those_of_the_systems(name: str, windows: int, macos: int | None) -> None:
    assert (find_key(name).windows, find_key(name).macos) == (windows, macos)


@pytest.mark.parametrize("name", ["CapsLock", "NumLock", "", "F25", "F8 ; rm", "键"])
def test_what_is_no_talk_key_is_refused(name: str) -> None:
    with pytest.raises(CompanionError) as caught:
        find_key(name)
    assert caught.value.failure is Failure.KEY_UNAVAILABLE


def test_a_misspelt_key_gets_the_nearest_name() -> None:
    with pytest.raises(CompanionError, match=r"PageDwn \(PageDown\?\)"):
        find_key("PageDwn")


def test_no_two_keys_share_a_code() -> None:
    codes = [code for name in KEY_NAMES if (code := find_key(name).windows) is not None]
    macos = [code for name in KEY_NAMES if (code := find_key(name).macos) is not None]
    assert len(set(codes)) == len(codes)
    assert len(set(macos)) == len(macos)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        pytest.param("ctrl+f8", "Ctrl+F8", id="any case"),
        pytest.param("Shift + Control + V", "Ctrl+Shift+V", id="one order"),
        pytest.param("win+F9", "Super+F9", id="a logo key has many names"),
    ],
)
def test_a_key_may_have_modifiers(written: str, name: str) -> None:
    assert find_key(written).name == name


@pytest.mark.parametrize("name", ["Ctrl+", "+F8", "Hyper+F8", "F8+Ctrl", "Ctrl+Mouse4", "Alt+PadA"])
def test_what_is_no_chord_is_refused(name: str) -> None:
    with pytest.raises(CompanionError):
        find_key(name)


def test_the_side_buttons_of_a_mouse_are_keys() -> None:
    assert (find_key("mouse4").button, find_key("mouse4").windows) == (8, 0x05)
    assert (find_key("mouse5").button, find_key("mouse5").windows) == (9, 0x06)
