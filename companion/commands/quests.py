"""`companion quests FOLDER`: read a quest book and say what is in it, or show one quest.

Text is for people; `--json` prints one object with `layout`, `title`, `locale`, `counts` and
`chapters`, or with `quest`. Quests that the game hides from the player stay hidden here as well.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec

from companion.engine.narration.paragraphs import paragraphs, spoken
from companion.engine.quest_views.scene import Scene, Standing
from companion.engine.services import language_of_locale
from companion.games.link import Link
from companion.games.quest_book import Progress, Quest, QuestBook, Reward, quest_id_text
from companion.games.quest_rules import (
    can_start,
    claimable,
    details_shown,
    is_completed,
    text_shown,
    visible,
)
from companion.games.registry import open_link
from companion.games.search import find_quests
from companion.language.ear import for_the_ear, sentences
from companion.language.ear_numbers import numbers_in_words
from companion.language.legacy_codes import plain
from companion.language.translations import Translations, merged
from companion.support.errors import Failure, LinkError
from companion.support.resources import LOCALES, translation_tables

SHOWN_FAULTS = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "folder", type=Path, help="an instance, its .minecraft, a server folder or a quest folder"
    )
    parser.add_argument("--quest", metavar="ID", help="one quest: its id (hex) or its title")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--locale",
        default=LOCALES[0],
        type=_locale,
        help="language of the texts, such as zh_cn (default en_us)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Read and print; 2 when the folder cannot be read or the quest is not there."""
    words = merged(arguments.locale, translation_tables())
    link = open_link(arguments.folder)
    try:
        book = link.book(arguments.locale)
        if arguments.quest:
            return _show_quest(arguments, link, book, words)
    except LinkError as error:
        return _fail(arguments, words, error.failure, error.detail)
    _print(arguments, _book_object(book), _book_text(book, arguments.folder))
    return 0


def _locale(text: str) -> str:
    if not re.fullmatch(r"[a-z]{2,3}_[a-z0-9]{2,8}", text.lower()):
        raise argparse.ArgumentTypeError(f"{text} is no locale; write it like en_us or zh_cn")
    return text.lower()


def _print(arguments: argparse.Namespace, value: object, text: Iterable[str]) -> None:
    if arguments.json:
        print(json.dumps(value, ensure_ascii=False, indent=1))
    else:
        print("\n".join(text))


def _fail(arguments: argparse.Namespace, words: Translations, failure: Failure, detail: str) -> int:
    if arguments.json:
        print(json.dumps({"failure": failure, "detail": detail}, ensure_ascii=False))
    print(words.text(f"failure.{failure}", detail=detail), file=sys.stderr)
    return 2


def counts(book: QuestBook) -> dict[str, object]:
    """What a book holds, as `--json` prints it.

    `hidden` is what a player without progress may not see; `faults` lists what could not be read.
    """
    quests = book.quests.values()
    return {
        "chapters": len(book.chapters),
        "quests": len(book.quests),
        "tasks": dict(Counter(t.kind for q in quests for t in q.tasks).most_common()),
        "rewards": dict(Counter(r.kind for q in quests for r in q.rewards).most_common()),
        "narratable": sum(quest.own_text for quest in quests),
        "hidden": len(book.quests) - len(visible(book, Progress())),
        "faults": [msgspec.to_builtins(fault) for fault in book.faults],
    }


def _book_object(book: QuestBook) -> dict[str, object]:
    return {
        "layout": book.layout,
        "title": plain(book.title),
        "locale": book.locale,
        "counts": counts(book),
        "chapters": [
            {
                "id": quest_id_text(chapter.id),
                "title": plain(chapter.title),
                "group": plain(chapter.group),
                "quests": len(chapter.quests),
            }
            for chapter in book.chapters
            if not chapter.always_invisible
        ],
    }


def _book_text(book: QuestBook, folder: Path) -> Iterable[str]:
    found = counts(book)
    yield f"{plain(book.title) or folder.resolve().name} (layout {book.layout}, {book.locale})"
    yield f"  {found['quests']} quests in {found['chapters']} chapters"
    yield f"  {found['narratable']} with words of their own, {found['hidden']} hidden at the start"
    for name in ("tasks", "rewards"):
        kinds = found[name]
        assert isinstance(kinds, dict)
        listed = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        yield f"  {name}: {listed or 'none'}"
    yield ""
    for chapter in book.chapters:
        if not chapter.always_invisible:
            yield f"  {len(chapter.quests):5} {plain(chapter.title)}"
    yield from _fault_text(book)


def _fault_text(book: QuestBook) -> Iterable[str]:
    yield ""
    if not book.faults:
        yield "Everything could be read."
        return
    yield f"{len(book.faults)} files or entries could not be read as they should:"
    for fault in book.faults[:SHOWN_FAULTS]:
        yield f"  {fault.file}: {fault.reason}"
    if len(book.faults) > SHOWN_FAULTS:
        yield f"  and {len(book.faults) - SHOWN_FAULTS} more; --json lists all"


def _show_quest(
    arguments: argparse.Namespace, link: Link, book: QuestBook, words: Translations
) -> int:
    progress = link.progress()
    shown = visible(book, progress)
    found = find_quests(book, arguments.quest, shown)
    if not found or not found[0].exact:
        near = ", ".join(plain(book.quests[f.quest].title) for f in found[:5])
        detail = arguments.quest if arguments.json or not near else f"{arguments.quest} ({near}?)"
        return _fail(arguments, words, Failure.NOT_FOUND, detail)
    quest = book.quests[found[0].quest]
    value = _quest_object(book, progress, quest, shown)
    value["spoken"] = _spoken(book, progress, quest, words)
    _print(arguments, {"quest": value}, _quest_text(value))
    return 0


def _quest_object(
    book: QuestBook, progress: Progress, quest: Quest, shown: frozenset[int]
) -> dict[str, object]:
    """A quest as far as the player may know it; of hidden ones not even that it waits for them."""
    details = details_shown(book, progress, quest.id)
    text = text_shown(book, progress, quest.id)
    chapters = {chapter.id: chapter.title for chapter in book.chapters}
    tasks = {task.id for number in shown for task in book.quests[number].tasks}
    known = chapters.keys() | shown | tasks
    return {
        "id": quest_id_text(quest.id),
        "title": plain(quest.title),
        "subtitle": plain(quest.subtitle) if text else "",
        "chapter": plain(chapters[quest.chapter]),
        "state": _state(book, progress, quest.id),
        "description": [plain(line) for line in quest.description] if text else [],
        "tasks": [
            {"type": t.kind, "title": plain(t.title), "needed": t.needed, "optional": t.optional}
            for t in (quest.tasks if details else ())
        ],
        "rewards": [
            {"type": r.kind, "title": plain(r.title), "count": r.count, **_drawn(r)}
            for r in (quest.rewards if details else ())
            if not r.silent
        ],
        "dependencies": [quest_id_text(n) for n in quest.dependencies if n in known],
    }


def _drawn(reward: Reward) -> dict[str, object]:
    """What a table may give, and how likely each is in one draw."""
    if not reward.draws:
        return {}
    draws = [{"title": plain(d.title), "chance": round(d.chance, 4)} for d in reward.draws]
    return {"draws": draws, "nothing": round(reward.nothing, 4)}


def _spoken(book: QuestBook, progress: Progress, quest: Quest, words: Translations) -> list[str]:
    """What a voice says about a quest on a link that only reads, numbers in words."""
    language = language_of_locale(book.locale)
    scene = Scene(Standing(book, progress), None)
    return [
        numbers_in_words(sentence, language)
        for told in spoken(paragraphs(scene, quest, language))
        for sentence in sentences(for_the_ear(words.render(told), language), language)
    ]


def _state(book: QuestBook, progress: Progress, quest: int) -> str:
    if not progress.known:
        return "progress unknown"
    if claimable(book, progress, quest):
        return "reward waiting"
    if is_completed(book, progress, quest):
        return "done"
    return "open" if can_start(book, progress, quest) else "locked"


def _quest_text(quest: dict[str, object]) -> Iterable[str]:
    yield f"{quest['title']}  [{quest['id']}]"
    yield f"  {quest['chapter']}, {quest['state']}"
    if quest["subtitle"]:
        yield f"  {quest['subtitle']}"
    lines = quest["description"]
    assert isinstance(lines, list)
    yield from ("", *(line.replace("\f", "---") for line in lines))
    for name in ("tasks", "rewards"):
        entries = quest[name]
        assert isinstance(entries, list)
        if entries:
            yield from ("", f"{name}:", *(f"  - {entry['title']}" for entry in entries))
    said = quest["spoken"]
    assert isinstance(said, list)
    yield from ("", "spoken:", *(f"  {sentence}" for sentence in said))
