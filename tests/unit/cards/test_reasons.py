"""Why a card file cannot be used, in the author's language."""

from __future__ import annotations

import inspect
import pkgutil
import re
from importlib import import_module

import pytest

import companion.cards
from companion.cards.checking import check_template
from companion.cards.library import load_library
from companion.cards.reasons import of_system, reason, worded
from companion.support.resources import LOCALES, translation_tables

CHINESE = load_library("zh_cn").translations
NAMES = re.compile(r"'[^']*'|`[^`]*`|\{[a-z_.]*\}|JSON|UTF-8|type|nodes|text|each|section|row")

TEMPLATES = {
    "no JSON": "{",
    "an open string": '{"nodes": ["',
    "a wrong escape": r'{"no\des": []}',
    "a key twice": '{"nodes": [], "nodes": []}',
    "no object": "[]",
    "an unknown key": '{"nodes": [], "varants": {}}',
    "no nodes": '{"variants": {"plan": 3}}',
    "an unknown node": '{"nodes": [{"type": "haeding"}]}',
    "a wrong type": '{"nodes": [{"type": "text", "text": 3}]}',
    "a lacking field": '{"nodes": [{"type": "section", "nodes": []}]}',
    "an unknown style": '{"nodes": [{"type": "text", "style": "mutd"}]}',
    "an unknown value": '{"nodes": [{"type": "text", "text": "{hnt}"}]}',
    "an unknown list": '{"nodes": [{"type": "each", "source": "quest", "nodes": []}]}',
    "too many weights": '{"nodes": [{"type": "row", "nodes": [], "weights": [1]}]}',
}


@pytest.mark.parametrize("text", TEMPLATES.values(), ids=TEMPLATES)
def test_a_chinese_author_is_told_in_chinese(text: str) -> None:
    faults = check_template(text.encode(), "t.json", "system:quest_list", CHINESE)
    told = [worded(fault.reason, CHINESE) for fault in faults]

    assert told
    assert [one for one in told if re.search("[a-zA-Z]{2}", NAMES.sub("", one))] == []


def test_a_reason_is_english_by_itself_and_remembers_what_it_is_made_of() -> None:
    near = reason("near", name="'text'")
    why = reason("unknown_node", name="'txt'", near=near)

    assert why == "unknown node type 'txt'; did you mean 'text'?"
    assert worded(why, CHINESE) == "没有节点类型 'txt'；是不是想写 'text'？"
    assert worded("something of the system", CHINESE) == "something of the system"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        pytest.param(FileNotFoundError(2, "No such file"), "没有这个文件或文件夹", id="gone"),
        pytest.param(OSError(reason("over", bytes=9)), "超过 9 字节", id="ours"),
        pytest.param(OSError(5, "Input/output error"), "Input/output error", id="rare"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(error: OSError, said: str) -> None:
    assert worded(of_system(error), CHINESE) == said


def test_every_reason_that_is_given_has_its_words_in_every_language() -> None:
    named = {
        key
        for module in pkgutil.walk_packages(companion.cards.__path__, "companion.cards.")
        for key in re.findall(
            r'reason\(\s*"([a-z_0-9]+)"', inspect.getsource(import_module(module.name))
        )
    }

    assert len(named) > 50
    for locale in LOCALES:
        assert {f"card_fault.{key}" for key in named} <= translation_tables()[locale].keys()
