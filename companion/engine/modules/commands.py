"""The administration commands of the installed modules, and whose each is (MOD-064, MOD-065)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.access.order import Order
from companion.engine.modules.context import ModuleContext
from companion.engine.modules.kinds import ServerModule, SharedModule


@dataclass(frozen=True, slots=True)
class OwnedOrder:
    """A command and the module type that has it."""

    owner: type[ServerModule]
    order: Order


def commands_of(
    modules: Mapping[str, ServerModule], contexts: Mapping[str, ModuleContext]
) -> Mapping[str, OwnedOrder]:
    """Each type's commands once, by name, from the first of its instances.

    Raises:
        ValueError: Two types want one name.
    """
    found: dict[str, OwnedOrder] = {}
    done: set[type[ServerModule]] = set()
    for name, module in modules.items():
        if not isinstance(module, SharedModule) or type(module) in done:
            continue
        done.add(type(module))
        for word, order in module.server_commands(contexts[name]).items():
            if word in found:
                raise ValueError(f"module {name}: the command /system {word} is taken")
            found[word] = OwnedOrder(type(module), order)
    return found
