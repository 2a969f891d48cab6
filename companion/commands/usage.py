"""`companion usage`: what speech used and what it cost, of the account in use.

`--json` prints one object: `account`, `currency`, `prices_dated`, `caps`, and for `today`, `month`
and `total` the `lines` (source, counters, `cost` or null when unpriced), `cost` and `unpriced`.
Nothing of it leaves this computer.
"""

from __future__ import annotations

import argparse
import datetime
import shutil
from collections.abc import Mapping

import msgspec

from companion.commands.speech_desk import SpeechDesk, open_desk, print_json
from companion.speech.ledger.account_file import AccountFile, usage_path
from companion.speech.ledger.accounts import read_accounts
from companion.speech.ledger.caps import caps_of
from companion.speech.ledger.prices import FILE_NAME, price_path, read_prices
from companion.speech.ledger.report import Line, Period, SpeechReport, report
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError, Failure
from companion.support.paths import shipped

PERIODS = ("today", "month", "total")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = __doc__
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--edit-prices", action="store_true", help="copy the price list to where it may be edited"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the books."""
    desk = open_desk()
    if arguments.edit_prices:
        return _copy_prices(desk, as_json=arguments.json)
    try:
        account = read_accounts(desk.folder).current
        file = AccountFile(usage_path(desk.folder, account))
        shown = speech_report(desk, file, SystemClock())
    except CompanionError as error:
        return desk.fail(error, as_json=arguments.json)
    if arguments.json:
        print_json({"account": str(account), "fault": file.fault, **as_object(shown)})
    else:
        _print(shown, file.fault, desk)
    return 0


def speech_report(desk: SpeechDesk, file: AccountFile, clock: Clock) -> SpeechReport:
    """The report as of now. Blocks on the disk.

    Raises:
        CompanionError: SPEECH_LEDGER_BROKEN.
    """
    day = datetime.datetime.fromtimestamp(clock.wall()).date().isoformat()
    return report(file.read(), read_prices(desk.folder), caps_of(desk.settings), day)


def as_object(shown: SpeechReport) -> dict[str, object]:
    """The object that `--json` prints; sums of money are texts, since they are exact."""
    periods = {name: _period(getattr(shown, name)) for name in PERIODS}
    return {
        "currency": shown.currency,
        "prices_dated": shown.prices_dated,
        "caps": {"daily": shown.caps.daily, "monthly": shown.caps.monthly},
        **periods,
    }


def _period(period: Period) -> Mapping[str, object]:
    return {
        "cost": f"{period.cost:f}",
        "unpriced": list(period.unpriced),
        "lines": [_line(line) for line in period.lines],
    }


def _line(line: Line) -> Mapping[str, object]:
    cost = None if line.cost is None else f"{line.cost:f}"
    return {"source": line.source, "cost": cost, **msgspec.structs.asdict(line.count)}


def _print(shown: SpeechReport, fault: str, desk: SpeechDesk) -> None:
    text = desk.texts.text
    for name in PERIODS:
        period: Period = getattr(shown, name)
        print(
            text(
                f"speech.usage.{name}",
                cost=f"{period.cost.normalize():f}",
                currency=shown.currency,
            )
        )
        for line in period.lines:
            cost = (
                text("speech.usage.unpriced")
                if line.cost is None
                else f"{line.cost.normalize():f} {shown.currency}"
            )
            print(f"  {line.source:<44} {line.count.calls:>6}  {cost}")
            if line.count.maybe:
                print("    " + text("ui.usage.maybe", count=str(line.count.maybe)))
    print(text("speech.usage.prices", dated=shown.prices_dated or "-"))
    if fault:
        print(fault)


def _copy_prices(desk: SpeechDesk, *, as_json: bool) -> int:
    path = price_path(desk.folder)
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(shipped("resources") / FILE_NAME, path)
    except OSError as error:
        failure = CompanionError(Failure.SETTINGS_NOT_SAVED, error.strerror or "")
        return desk.fail(failure, as_json=as_json)
    print(path)
    return 0
