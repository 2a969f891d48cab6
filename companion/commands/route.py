"""`companion route TEXT`: what a sentence is taken for, and why; nothing runs and nothing is asked.

`--json` prints one object: `source`, `action`, `arguments`, `score`, `gap`, `coverage`, `nearest`
(the action that fits best, chosen or not), `doubt` (why it was not chosen), `candidates`, `mistake`
(the command that was meant), `mode` and `thresholds`. Scores are
likenesses to the example that fits best, even where a doubt refused it, and no probabilities. The
exit status is 0 for an action and 1 for anything else; `companion ask` ends with 0 there too, since
a choice that is offered is an answer.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from uuid import UUID

from companion.engine.config.semantic import RoutingMode, SemanticConfig
from companion.engine.registry import MODULES
from companion.engine.routing.decision import RouteDecision
from companion.engine.routing.examples import load_examples, sentences_of
from companion.engine.routing.hybrid import Asker, HybridRouter
from companion.engine.routing.route import routes_of
from companion.support.clock import SystemClock

NOBODY = UUID(int=0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = __doc__
    parser.add_argument("text", help="what a player says or types")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--mode",
        type=RoutingMode,
        choices=tuple(RoutingMode),
        default=RoutingMode.ENFORCE,
        help="what local matching may do (default ENFORCE)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Decide and print; 0 for an action, 1 for anything else."""
    settings = SemanticConfig(mode=arguments.mode)
    files = load_examples()
    routes = routes_of((action for module in MODULES for action in module.actions), files)
    router = HybridRouter(routes, sentences_of(files), lambda: settings, SystemClock())
    decision = router.decide_locally(arguments.text, Asker(NOBODY))
    value = described(decision, settings)
    print(json.dumps(value, ensure_ascii=False) if arguments.json else _text(value))
    return 0 if decision.chosen else 1


def described(decision: RouteDecision, settings: SemanticConfig) -> Mapping[str, object]:
    """The object that `--json` prints."""
    chosen, scores = decision.chosen, decision.scores
    return {
        "source": decision.source,
        "action": chosen.action if chosen else "",
        "arguments": dict(chosen.arguments) if chosen else {},
        "score": round(scores.similarity, 4),
        "gap": round(scores.gap, 4),
        "coverage": round(scores.coverage, 4),
        "nearest": scores.action,
        "doubt": decision.doubt or "",
        "candidates": [
            {"action": call.action, "arguments": dict(call.arguments)}
            for call in decision.candidates
        ],
        "mistake": decision.mistake.name if decision.mistake else None,
        "mode": settings.mode,
        "thresholds": {
            "similarity": settings.similarity,
            "gap": settings.gap,
            "coverage": settings.coverage,
        },
    }


def _text(value: Mapping[str, object]) -> str:
    lines = [f"{key:10} {value[key]}" for key in ("source", "action", "arguments") if value[key]]
    lines += [f"{key:10} {value[key]}" for key in ("score", "gap", "coverage")]
    lines += [f"{key:10} {value[key]}" for key in ("nearest", "doubt") if value[key]]
    candidates = value["candidates"]
    assert isinstance(candidates, list)
    lines += [f"{'candidate':10} {c['action']} {c['arguments'] or ''}" for c in candidates]
    return "\n".join(lines)
