"""Every key that the companion listens to, in one place (CLIENT-055). Pure.

To add one: a line in `BINDINGS`, its words `client.binding.<name>`; one that players choose is a
setting of the same name.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.support.settings import Settings


@dataclass(frozen=True, slots=True)
class Binding:
    """One key.

    Attributes:
        name: Of the setting that holds it, where it can be chosen.
        usual: The key unless the player wants another one; empty for none.
        is_global: Whether it is seen while the game has the focus.
    """

    name: str
    usual: str
    is_global: bool = False

    @property
    def is_chosen(self) -> bool:
        """Whether players choose it."""
        return self.name in Settings.__struct_fields__

    def key(self, settings: Settings) -> str:
        """The key of the moment; empty for none."""
        return str(getattr(settings, self.name)) if self.is_chosen else self.usual


BINDINGS = (
    Binding("talk_key", Settings().talk_key, is_global=True),
    Binding("overlay_key", Settings().overlay_key, is_global=True),
    Binding("send", "Enter"),
    Binding("leave", "Escape"),
)


def binding(name: str) -> Binding:
    """One by its name.

    Raises:
        StopIteration: There is none.
    """
    return next(one for one in BINDINGS if one.name == name)
