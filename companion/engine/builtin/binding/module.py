"""`system:binding`: grants and revokes; always on, never removed (MOD-021)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.access.order import Order
from companion.engine.builtin.binding.orders import binding_orders
from companion.engine.modules.context import ModuleContext
from companion.engine.modules.kinds import CoreModule
from companion.engine.served import SERVED

TYPE = "system:binding"


class BindingModule(CoreModule, frozen=True):
    """No parameters."""

    def server_commands(self, context: ModuleContext) -> Mapping[str, Order]:
        """`grant`, `revoke` and `reset`."""
        return binding_orders(context.get(SERVED))
