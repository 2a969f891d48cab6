"""`system:usage`: what models and searches cost; always on, never removed (MOD-021)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.access.order import Order
from companion.engine.builtin.usage.orders import usage_order
from companion.engine.modules.context import ModuleContext
from companion.engine.modules.kinds import CoreModule
from companion.engine.served import SERVED

TYPE = "system:usage"


class UsageModule(CoreModule, frozen=True):
    """No parameters."""

    def server_commands(self, context: ModuleContext) -> Mapping[str, Order]:
        """`usage`."""
        return {"usage": usage_order(context.get(SERVED))}
