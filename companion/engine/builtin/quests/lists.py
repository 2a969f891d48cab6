"""The open quests, in book order or by what is finished soonest."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.answer import Answer
from companion.engine.quest_views.reader import QuestReader
from companion.engine.quest_views.remaining import effort, need
from companion.engine.quest_views.rows import rows
from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.wording import several, title_of
from companion.engine.shared_tools import Order, QuestQuery, QuestView
from companion.games.quest_book import Quest
from companion.language.phrase import Phrase, phrase
from companion.language.similarity import letters
from companion.protocol.cards.quest_list import QuestList, QuestState

SPOKEN_TITLES = 3
UNKNOWN = "engine.spoken.progress_unknown"


def listed(scene: Scene, asked: QuestQuery, language: str) -> Answer:
    """The quests of a view that have a keyword in their titles."""
    reader = QuestReader(scene.standing)
    match asked.view:
        case QuestView.CLAIMABLE:
            return _some(scene, _with(asked.keyword, reader.claimable()), "claimable")
        case QuestView.SUBMITTABLE:
            return _some(scene, _with(asked.keyword, reader.submittable()), "submittable")
        case QuestView.ACTIVE if asked.keyword:
            active = (scene.book.quests[number] for number in scene.standing.active)
            return _some(scene, _with(asked.keyword, active), "found")
        case QuestView.ACTIVE if asked.order is Order.SOONEST:
            return next_quests(scene, language)
        case QuestView.ACTIVE:
            return open_quests(scene)


def _with(keyword: str, quests: Iterable[Quest]) -> tuple[int, ...]:
    """Quests whose titles or chapters hold the words, in any spelling of case and width."""
    wanted = letters(keyword)
    return tuple(q.id for q in quests if not wanted or wanted in letters(title_of(q.title)))


def _some(scene: Scene, numbers: tuple[int, ...], kind: str) -> Answer:
    """A list of one kind, all of it at once; that there is none is told only where it is known."""
    if not numbers:
        is_known = scene.progress.known or kind == "found"
        nothing = phrase(f"engine.spoken.none_{kind}" if is_known else UNKNOWN)
        return Answer(nothing, (nothing,))
    said = (several(f"engine.spoken.{kind}", len(numbers)),)
    hint = phrase("engine.hint.open_row")
    card = QuestList(phrase(f"engine.title.{kind}"), hint, rows(scene, numbers), said)
    return Answer(said[0], card=card)


def open_quests(scene: Scene) -> Answer:
    """Every quest that can be done or claimed now, in book order."""
    return _listed(scene, scene.standing.active, "open", _names(scene, scene.standing.active))


def next_quests(scene: Scene, language: str) -> Answer:
    """The same quests, the soonest finished first, waiting rewards before all."""
    numbers = tuple(sorted(scene.standing.active, key=lambda number: effort(scene, number)))
    if not numbers:
        return _listed(scene, numbers, "next", ())
    quickest = _quickest(scene, numbers, language)
    return _listed(scene, numbers, "next", (_count(scene, len(numbers)), *quickest))


def _listed(
    scene: Scene, numbers: tuple[int, ...], kind: str, speech: tuple[Phrase, ...]
) -> Answer:
    if not scene.progress.known:
        speech = (phrase(UNKNOWN), *speech)
        kind, hint = "start", phrase("engine.hint.progress_unknown")
    else:
        hint = phrase("engine.hint.open_row")
    if not numbers:
        speech = (*speech, phrase("engine.spoken.none_open"))
    card = QuestList(phrase(f"engine.title.{kind}"), hint, rows(scene, numbers), speech)
    summary = speech[0] if scene.progress.known else speech[1]
    return Answer(summary, card=card)


def _count(scene: Scene, count: int) -> Phrase:
    key = "engine.spoken.open" if scene.progress.known else "engine.spoken.start"
    return several(key, count)


def _names(scene: Scene, numbers: tuple[int, ...]) -> tuple[Phrase, ...]:
    """The count, the first names, what waits, and how to go on."""
    if not numbers:
        return ()
    titles = [title_of(scene.book.quests[n].title) for n in numbers[:SPOKEN_TITLES]]
    places = dict(zip("abc", titles, strict=False))
    key = (
        f"engine.spoken.names.{len(titles)}"
        if len(numbers) <= SPOKEN_TITLES
        else ("engine.spoken.names.first")
    )
    hint = (phrase("engine.spoken.hint_open"),) if len(numbers) > 1 else ()
    return (_count(scene, len(numbers)), phrase(key, **places), *_waiting(scene, numbers), *hint)


def _waiting(scene: Scene, numbers: tuple[int, ...]) -> tuple[Phrase, ...]:
    """How many rewards wait; where there is one quest only, that it is this one's."""
    waiting = sum(scene.standing.states[n] == QuestState.CLAIMABLE for n in numbers)
    if not waiting:
        return ()
    if len(numbers) == 1:
        return (phrase("engine.spoken.waiting.only"),)
    return (several("engine.spoken.waiting", waiting),)


def _quickest(scene: Scene, numbers: tuple[int, ...], language: str) -> tuple[Phrase, ...]:
    """The first waiting reward, and the quest that is done soonest."""
    claimable = [n for n in numbers if scene.standing.states[n] == QuestState.CLAIMABLE]
    said = [_about("quickest_claim", scene, n) for n in claimable[:1]]
    key = "start_with" if not scene.progress.known else "only" if len(numbers) == 1 else "quickest"
    for number in [n for n in numbers if n not in claimable][:1]:
        left = need(scene, scene.book.quests[number], language)
        said.append(_about(f"{key}.{left.kind}", scene, number, need=left.words))
    return tuple(said)


def _about(key: str, scene: Scene, number: int, **args: object) -> Phrase:
    return phrase(f"engine.spoken.{key}", title=title_of(scene.book.quests[number].title), **args)
