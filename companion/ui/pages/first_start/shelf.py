"""Which view draws which step: one line a step, imported when the step is first reached."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.client.first_start.steps import Step
from companion.ui.pages.first_start.step import StepParts, StepView


def _language(parts: StepParts) -> StepView:
    from companion.ui.pages.first_start.language import LanguageStep

    return LanguageStep(parts)


def _try(parts: StepParts) -> StepView:
    from companion.ui.pages.first_start.trying import TryStep

    return TryStep(Step.TRY, parts)


def _microphone(parts: StepParts) -> StepView:
    from companion.ui.pages.first_start.microphone import MicrophoneStep

    return MicrophoneStep(parts)


def _key(parts: StepParts) -> StepView:
    from companion.ui.pages.first_start.key import KeyStep

    return KeyStep(parts)


def _speech(parts: StepParts) -> StepView:
    from companion.ui.pages.first_start.speech import SpeechStep

    return SpeechStep(parts)


def _game(parts: StepParts) -> StepView:
    from companion.ui.pages.first_start.game import GameStep

    return GameStep(parts)


def _server(parts: StepParts) -> StepView:
    from companion.ui.pages.first_start.server import ServerStep

    return ServerStep(parts)


def _ready(parts: StepParts) -> StepView:
    from companion.ui.pages.first_start.trying import TryStep

    return TryStep(Step.READY, parts)


VIEWS: Mapping[Step, Callable[[StepParts], StepView]] = {
    Step.LANGUAGE: _language,
    Step.TRY: _try,
    Step.MICROPHONE: _microphone,
    Step.KEY: _key,
    Step.SPEECH: _speech,
    Step.GAME: _game,
    Step.SERVER: _server,
    Step.READY: _ready,
}
