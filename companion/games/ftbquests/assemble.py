"""A raw book to a finished one in the player's language."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.ftbquests.book_texts import BookTexts
from companion.games.ftbquests.dependencies import in_circles, read_dependencies
from companion.games.ftbquests.goods import GoodsReader
from companion.games.ftbquests.names import Names, id_words
from companion.games.ftbquests.raw_book import (
    READ_FROM,
    Raw,
    RawBook,
    compounds,
    flag,
    object_id,
    text_of,
    whole,
)
from companion.games.ftbquests.rewards import Defaults, RewardReader, Tables
from companion.games.ftbquests.rules import inherited, read_rules
from companion.games.ftbquests.tasks import TaskReader
from companion.games.ftbquests.text import TextReader
from companion.games.quest_book import (
    Chapter,
    Fault,
    Quest,
    QuestBook,
    quest_id_text,
)
from companion.games.quest_rules import FILE_ID
from companion.language.translations import Translations
from companion.support.errors import Failure, LinkError

_62_BITS = (1 << 62) - 1

MAX_QUESTS = 50_000
"""Ten times the largest known book."""


def assemble(
    raw: RawBook, locale: str, table: Mapping[str, str], phrases: Translations
) -> QuestBook:
    """Build the book of a locale.

    Args:
        raw: What the files say.
        locale: The player's language.
        table: The client's language table in that locale, fallback merged in.
        phrases: Our own words in that locale.

    Raises:
        LinkError: QUESTS_EMPTY, QUESTS_BROKEN or QUESTS_TOO_LARGE.
    """
    return _Assembly(raw, locale, table, phrases).book()


class _Assembly:
    """Builds one book; used once."""

    def __init__(
        self, raw: RawBook, locale: str, table: Mapping[str, str], phrases: Translations
    ) -> None:
        self._raw = raw
        self._locale = locale
        self._phrases = phrases
        shown = TextReader(table, phrases)
        self._texts = BookTexts(raw.texts, shown, TextReader(table, phrases, missing_shows=False))
        goods = GoodsReader(Names(table), shown, phrases)
        self._goods = goods
        self._tasks = TaskReader(goods, phrases)
        self._rewards = RewardReader(goods, phrases, self._tables())
        self._faults = list(raw.faults)
        self._quests: dict[int, Quest] = {}
        self._known = {FILE_ID: "the book itself"}
        """Each id, and the file that has it."""

    def book(self) -> QuestBook:
        identified = [(number, raw) for raw in self._raw.chapters if (number := self._id(raw))]
        written = {number: self._quests_of(number, raw) for number, raw in identified}
        total = sum(map(len, written.values()))
        if total == 0:
            raise self._nothing()
        if total > MAX_QUESTS:
            raise LinkError(Failure.QUESTS_TOO_LARGE, f"{total} quests, at most {MAX_QUESTS}")
        for number, raw in identified:
            for quest_number, quest in written[number].items():
                self._quests[quest_number] = self._quest(quest_number, quest, number, raw)
        self._report_circles()
        return QuestBook(
            title=self._texts.title("file", FILE_ID, self._raw.data),
            layout=self._raw.layout,
            locale=self._locale,
            chapters=tuple(
                self._chapter(number, raw, tuple(written[number])) for number, raw in identified
            ),
            quests=self._quests,
            faults=tuple(self._faults),
        )

    def _tables(self) -> Tables:
        by_id: dict[int, Raw] = {}
        titles: dict[int, str] = {}
        for table in self._raw.tables:
            if (number := object_id(table.get("id"))) is not None:
                by_id[number] = table
                titles[number] = self._texts.title("reward_table", number, table)
        return Tables(by_id, self._raw.tables, titles)

    def _nothing(self) -> LinkError:
        """Why there is no quest at all; of an empty book only its reader knows the place."""
        if self._faults:
            first = self._faults[0]
            return LinkError(Failure.QUESTS_BROKEN, f"{first.file}: {first.reason}")
        return LinkError(Failure.QUESTS_EMPTY)

    def _id(self, chapter: Raw) -> int:
        """A chapter's id, which becomes known; 0 for one that cannot be told from others."""
        number = object_id(chapter.get("id"))
        if not number:
            self._fault(chapter, "has no id; its quests are left out")
            return 0
        if number in self._known:
            name = f"{quest_id_text(number)}, as {self._known[number]} has"
            self._fault(chapter, f"has the id {name}; it is left out")
            return 0
        self._known[number] = _file_of(chapter)
        return number

    def _quests_of(self, chapter_number: int, chapter: Raw) -> dict[int, Raw]:
        """A chapter's quests by id; their ids and those of their tasks become known."""
        quests: dict[int, Raw] = {}
        for quest in compounds(chapter.get("quests")):
            number = object_id(quest.get("id"))
            if not number:
                self._fault(chapter, "holds a quest without an id")
            elif number in self._known:
                name = f"{quest_id_text(number)}, which {self._known[number]} has"
                self._fault(chapter, f"holds {name}; it is left out here")
            else:
                quests[number] = quest
                self._known[number] = _file_of(chapter)
                tasks = (object_id(task.get("id")) for task in compounds(quest.get("tasks")))
                self._known.update((task, _file_of(chapter)) for task in tasks if task)
        return quests

    def _quest(self, number: int, raw: Raw, chapter_number: int, chapter: Raw) -> Quest:
        tasks = tuple(
            self._tasks.read(
                task, own, self._texts.title("task", own, task), consumes=self._consumes(chapter)
            )
            for own, task in _numbered(raw.get("tasks"), number)
        )
        rewards = tuple(
            self._rewards.read(
                reward, own, self._texts.title("reward", own, reward), self._for_all(raw)
            )
            for own, reward in _numbered(raw.get("rewards"), number)
        )
        title = self._texts.title("quest", number, raw) or (tasks[0].title if tasks else "")
        icon = self._goods.read(raw.get("icon"))
        return Quest(
            id=number,
            chapter=chapter_number,
            title=title or self._phrases.text("book.unnamed"),
            own_text=self._texts.says_something(number, raw),
            subtitle=self._texts.subtitle(number, raw),
            description=self._texts.description(number, raw),
            tasks=tasks,
            rewards=rewards,
            dependencies=read_dependencies(raw.get("dependencies"), self._known, number),
            rules=read_rules(raw, chapter, self._raw.data),
            icon=icon if icon.item or not tasks else tasks[0].goods,
            optional=bool(flag(raw.get("optional"))),
            can_repeat=inherited(raw, "can_repeat", chapter, "default_repeatable_quest"),
            cooldown_s=max(whole(raw.get("repeat_cooldown")), 0),
            in_order=inherited(
                raw, "require_sequential_tasks", chapter, "require_sequential_tasks"
            ),
            quiet=bool(flag(raw.get("disable_toast"))),
        )

    def _consumes(self, chapter: Raw) -> bool:
        """Whether items are handed in where neither task nor quest says so."""
        said = flag(chapter.get("consume_items"))
        return bool(flag(self._raw.data.get("default_consume_items"))) if said is None else said

    def _for_all(self, quest: Raw) -> Defaults:
        """What holds for rewards that do not say otherwise."""
        data = self._raw.data
        return Defaults(
            team=bool(flag(data.get("default_reward_team"))),
            auto=text_of(data.get("default_autoclaim_rewards")) or "disabled",
            unblocked=bool(flag(quest.get("ignore_reward_blocking"))),
        )

    def _chapter(self, number: int, raw: Raw, quests: tuple[int, ...]) -> Chapter:
        links = (object_id(link.get("linked_quest")) for link in compounds(raw.get("quest_links")))
        kept = tuple(quest for quest in quests if self._quests[quest].chapter == number)
        return Chapter(
            id=number,
            title=self._texts.title("chapter", number, raw)
            or id_words(text_of(raw.get("filename"))),
            group=self._group(raw),
            always_invisible=bool(flag(raw.get("always_invisible"))),
            quests=kept,
            subtitle=self._texts.chapter_subtitle(number, raw),
            links=tuple(dict.fromkeys(link for link in links if link in self._quests)),
        )

    def _group(self, chapter: Raw) -> str:
        number = object_id(chapter.get("group"))
        for group in self._raw.groups:
            if number and object_id(group.get("id")) == number:
                return self._texts.title("chapter_group", number, group)
        return ""

    def _report_circles(self) -> None:
        circles = in_circles({number: q.dependencies for number, q in self._quests.items()})
        if circles:
            some = ", ".join(quest_id_text(number) for number in sorted(circles)[:5])
            self._faults.append(
                Fault("chapters", f"{len(circles)} quests wait for each other in a circle: {some}")
            )

    def _fault(self, chapter: Raw, reason: str) -> None:
        self._faults.append(Fault(_file_of(chapter), reason))


def _file_of(chapter: Raw) -> str:
    """The file that a chapter was read from; of old layouts its folder."""
    return f"chapters/{text_of(chapter.get(READ_FROM)) or text_of(chapter.get('filename'))}"


def _numbered(written: object, quest: int) -> list[tuple[int, Raw]]:
    """Tasks or rewards with their ids; one without gets a negative one, which no file holds."""
    return [
        (object_id(raw.get("id")) or -(1 << 62) - (((quest << 8) + place) & _62_BITS), raw)
        for place, raw in enumerate(compounds(written))
    ]
