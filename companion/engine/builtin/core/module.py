"""`system:core`: the commands that belong to no feature; always on, never removed (MOD-021)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.access.order import Order
from companion.engine.builtin.core.device_orders import device_orders
from companion.engine.builtin.core.level_order import level_order
from companion.engine.builtin.core.module_order import module_order
from companion.engine.builtin.core.reload_order import reload_order
from companion.engine.builtin.core.routing_order import routing_order
from companion.engine.builtin.core.view_orders import ask_order, view_orders
from companion.engine.modules.context import ModuleContext
from companion.engine.modules.kinds import CoreModule
from companion.engine.served import ROUTING, SERVED

TYPE = "system:core"


class CoreSystemModule(CoreModule, frozen=True):
    """No parameters."""

    def server_commands(self, context: ModuleContext) -> Mapping[str, Order]:
        """Levels, modules, devices, views, questions, routing, reload."""
        served = context.get(SERVED)
        return {
            "ai": level_order(served),
            "module": module_order(served),
            **device_orders(served),
            **view_orders(served),
            "ask": ask_order(),
            "routing": routing_order(context.get(ROUTING)),
            "reload": reload_order(served),
        }
