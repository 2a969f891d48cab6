"""Who hears and who speaks, what each can do, and how loud."""

from __future__ import annotations

from companion.speech.abilities import HEARING, SPEAKING, Hearing, Speaking
from companion.speech.lanes import Lane
from companion.speech.providers import RECOGNIZERS, SYNTHESIZERS
from companion.ui.settings.fields import Fields, Options
from companion.ui.settings.form import Form
from companion.ui.settings.order_list import OrderList
from companion.ui.words import Words


def fill(form: Form, fields: Fields) -> OrderList:
    """Put the rows into the form; returns the list of loudspeakers."""
    fields.choice(form, "recognizer", _providers(fields, "auto", *RECOGNIZERS))
    _follow(form, fields, "recognizer")
    fields.choice(form, "synthesizer", _providers(fields, "auto", *SYNTHESIZERS, "none"))
    _follow(form, fields, "synthesizer")
    fields.number(form, "speech_speed", 0.5, 2.0, 0.05)
    form.note(fields.words("speech_speed.note"))
    fields.switch(form, "narration")
    form.note(fields.words("narration.note"))
    form.heading(fields.words("section.loudness"))
    fields.slider(form, "volume")
    for lane in Lane:
        _lane(form, fields, lane)
    speakers = fields.order(form, "speakers")
    form.note(fields.words("devices.note"))
    form.heading(fields.words("section.kept"))
    fields.number(form, "speech_cache_mib", 0, 4096, 16)
    form.note(fields.words("speech_cache_mib.note"))
    return speakers


def abilities_of(fields: Fields, ability: Hearing | Speaking | None) -> str:
    """What a provider can do, in one line; empty where that depends on the keys."""
    if ability is None:
        return ""
    flags = [("paid", ability.is_paid), ("streams", ability.is_streaming)]
    if isinstance(ability, Hearing):
        flags += [("partials", ability.has_partials), ("labels", ability.takes_labels)]
        flags += [("hot_words", ability.has_hot_words)]
    else:
        flags += [("speed", ability.has_speed), ("designed", ability.has_designed_voices)]
    words = [fields.words("can.free")] if not ability.is_paid else []
    words += [fields.words(f"can.{name}") for name, has in flags if has]
    return " · ".join(words)


def _follow(form: Form, fields: Fields, name: str) -> None:
    """Say below a choice what the provider can do, and say it anew with each choice."""
    line: Words = form.note("")
    line.setObjectName(f"setting:{name}:abilities")
    known: dict[str, Hearing | Speaking] = {
        **(HEARING if name == "recognizer" else {}),
        **(SPEAKING if name == "synthesizer" else {}),
    }

    def say() -> None:
        chosen = str(getattr(fields.settings, name))
        said = abilities_of(fields, known.get(chosen))
        line.say(said or fields.words(f"can.{chosen}" if chosen == "none" else "can.auto"))

    say()
    form.field(name).activated.connect(lambda _: say())


def _lane(form: Form, fields: Fields, lane: Lane) -> None:
    def change(volume: int) -> None:
        volumes = {**fields.settings.lane_volumes, lane.value: volume}
        fields.change(lane_volumes=volumes)

    volume = fields.settings.lane_volumes.get(lane.value, 100)
    form.slider(
        f"lane_volumes:{lane.value}", fields.words(f"lane_volumes.{lane.value}"), volume, change
    )


def _providers(fields: Fields, *names: str) -> Options:
    return tuple((name, fields.words(f"provider.{name}")) for name in names)
