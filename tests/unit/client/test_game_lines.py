"""What the game is to show of the chat log: what is new and not the player's own, in few lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.client.game_lines import MOST_LINES, GameLines, lines_of
from companion.client.state import EMPTY, Entry, Speaker
from companion.language.phrase import literal
from companion.protocol.in_game import MAX_GAME_TEXT
from tests.helpers.client_things import engine

SAID = Entry(1, Speaker.PLAYER, literal("what next?"))
ANSWER = Entry(2, Speaker.COMPANION, literal("Mine some coal."))
NOTICE = Entry(3, Speaker.NOTICE, literal("Quest done: Stone Age"))


def text(words):
    return words.text


def shown(lines, state):
    return tuple(line for entry in lines.fresh(state) for line in lines_of(entry, text))


def log(*entries, known=True):
    return replace(EMPTY, entries=entries, engine=engine() if known else None)


def test_answers_and_notices_are_shown_and_what_the_player_said_is_not():
    lines = GameLines()
    assert shown(lines, log(SAID, ANSWER, NOTICE)) == ("Mine some coal.", "Quest done: Stone Age")


def test_nothing_is_shown_twice():
    lines = GameLines()
    assert shown(lines, log(ANSWER)) == ("Mine some coal.",)
    assert shown(lines, log(ANSWER)) == ()
    assert shown(lines, log(ANSWER, NOTICE)) == ("Quest done: Stone Age",)


def test_what_came_while_no_engine_was_there_is_not_shown_later():
    lines = GameLines()
    assert shown(lines, log(NOTICE, known=False)) == ()
    assert shown(lines, log(NOTICE)) == ()


@pytest.mark.parametrize("words", ["word " * 1_000, "字" * 5_000], ids=["words", "no spaces"])
def test_a_long_answer_is_cut_to_a_few_lines_and_says_so(words):
    lines = shown(GameLines(), log(replace(ANSWER, words=literal(words))))
    assert len(lines) == MOST_LINES
    assert all(len(line) <= MAX_GAME_TEXT for line in lines)
    assert lines[-1].endswith("…")


def test_an_entry_without_words_gives_no_line():
    assert shown(GameLines(), log(replace(ANSWER, words=literal("")))) == ()
