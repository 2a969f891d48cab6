"""The recipe book of the game as it is now, in each language that somebody reads."""

from __future__ import annotations

from companion.engine.knowledge.piece import Made, Piece
from companion.engine.knowledge.recipe_book import RecipeBook, may_be_told
from companion.engine.knowledge.recipe_pieces import doubts, made_of, recipe_pieces
from companion.engine.quest_views.goods import FoundGoods
from companion.engine.quest_views.scene import Scene
from companion.engine.services import Game, Looker, language_of_locale
from companion.games.recipe_link import item_names_of, recipes_of

MOST_ITEMS = 2
"""Of one question."""


class RecipeShelf:
    """Keeps a book until the link gives other recipes or names. On the engine's loop."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._books: dict[str, RecipeBook] = {}

    async def book(self, locale: str) -> RecipeBook:
        """The recipes of now; making a book anew takes a worker some tenths of a second."""
        book = await self._game.work(_now, self._game.scenes.link, locale, self._books.get(locale))
        self._books[locale] = book
        return book

    async def about(self, text: str, looker: Looker) -> Made:
        """The recipes that a name or a question is about, of what the player may hear of.

        Raises:
            LinkError: The game's files cannot be read.
        """
        scene, book = await self._game.scene(looker), await self.book(looker.language)
        return await self._game.work(_made, book, scene, text, looker.language)

    async def find(self, name: str, scene: Scene, looker: Looker) -> tuple[FoundGoods, ...]:
        """Items with a recipe by what somebody calls them, of what they may hear of."""
        book = await self.book(looker.language)
        found = await self._game.work(book.find, name)
        return tuple(one for one in found if may_be_told(scene.standing, one.goods.item))


def _now(link: object, locale: str, kept: RecipeBook | None) -> RecipeBook:
    recipes, names = recipes_of(link), item_names_of(link, locale)
    if kept is not None and kept.recipes is recipes and kept.names is names:
        return kept
    return RecipeBook(recipes, names)


def _made(book: RecipeBook, scene: Scene, text: str, locale: str) -> Made:
    items = book.named_in(text) or tuple(filter(None, (book.sure(text),)))
    told = [item for item in items if may_be_told(scene.standing, item)][:MOST_ITEMS]
    if not told:
        return Made()
    pieces: list[Piece] = [p for item in told for p in recipe_pieces(book, item, locale)]
    first = book.ways(told[0])[0]
    said = made_of(first, book.names, language_of_locale(locale))
    return Made(tuple(pieces), (said, *doubts(book.recipes, told[0])))
