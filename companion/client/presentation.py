"""How cards and phrases read and sound in the player's language: the client's door to `cards/`."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cards.library import CardLibrary
from companion.cards.spoken import LOCAL_ACTIONS, Spoken, match_local, match_spoken
from companion.cards.view import CardView, Variant
from companion.cards.view_builder import CardSource, build_view
from companion.client.state import LiveCard
from companion.language.ear import for_the_ear, sentences
from companion.language.phrase import Phrase
from companion.protocol.cards.builder import LocalAction

FRONT_VARIANT = Variant.NOTIFICATION
"""What spoken words act on is the card as the overlay shows it: its page, its rows."""
_MARKS = " .,!?。，！？、"


class Presentation:
    """Views, texts and spoken matches. It keeps nothing else than a library; any thread."""

    def __init__(self, library: CardLibrary) -> None:
        self.use(library)
        self.language = library.translations.language

    def use(self, library: CardLibrary) -> None:
        """Look things up in another library of the same language from now on."""
        self._library = library
        self._translations = library.translations

    def view(self, card: LiveCard) -> CardView:
        """The card as spoken words act on it."""
        source = CardSource(card.ref, card.data, card.view, card.waiting, card.parent is not None)
        return build_view(source, self._library, FRONT_VARIANT)

    def text(self, words: Phrase) -> str:
        """A phrase for the eye."""
        return self._translations.render(words)

    def aloud(self, phrases: Iterable[Phrase]) -> tuple[str, ...]:
        """Phrases as sentences for the ear, in order."""
        return tuple(
            sentence
            for words in phrases
            for sentence in sentences(for_the_ear(self.text(words), self.language), self.language)
        )

    def spoken_button(self, heard: str, language: str, view: CardView) -> Spoken | None:
        """What of a visible card was meant."""
        return match_spoken(heard, language, view, self._library)

    def local_phrase(self, heard: str, language: str) -> LocalAction | None:
        """Which of the phrases that work without the engine was said."""
        return match_local(heard, language, self._library)

    def yes_or_no(self, heard: str) -> bool | None:
        """What an answer to our own question says; None when it is about something else."""
        words = heard.strip(_MARKS).casefold()
        for key, says in (("client.ask.yes", True), ("client.ask.no", False)):
            if words in self._translations.text(key).split("|"):
                return says
        return None

    def hints(self, view: CardView | None) -> tuple[str, ...]:
        """Words the recogniser may expect: what stands on the card, and what always works."""
        labels = [self._translations.text(key) for key in LOCAL_ACTIONS]
        if view is not None:
            labels += [button.label for button in view.buttons]
            labels += [choice.label for choice in view.choices]
        return tuple(dict.fromkeys(filter(None, labels)))
