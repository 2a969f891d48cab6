"""What an engine says, matched to what waits for it; pure, like the session it belongs to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never
from uuid import UUID

from companion.language.phrase import Phrase
from companion.protocol.outstanding import Outstanding
from companion.protocol.pack import Asset, Lexicon
from companion.protocol.responses import (
    Accepted,
    ErrorMessage,
    History,
    Notice,
    Open,
    Outcome,
    Partial,
    Reply,
    ServerMessage,
    State,
    Usage,
    Welcome,
)
from companion.protocol.responses import Ping as ServerPing
from companion.protocol.session_event import (
    NO_WORDS,
    Answered,
    Belated,
    FirstAnswer,
    RequestFailed,
    SessionEvent,
    Told,
)
from companion.protocol.signon import Binding, Pairing
from companion.support.errors import Failure


@dataclass(slots=True)
class Answers:
    """Ends the waiting that a message belongs to, before the message is told.

    Attributes:
        outstanding: What waits.
        lexicon: Names of the pack, for ear and voice; the latest that came.
        complaint: The latest of this connection that names no request.
        events: What is to be told, oldest first.
    """

    outstanding: Outstanding = field(default_factory=Outstanding)
    lexicon: tuple[str, ...] = ()
    complaint: ErrorMessage | None = None
    events: list[SessionEvent] = field(default_factory=list)

    def take(self, message: ServerMessage, generation: int | None, now: float) -> Welcome | None:
        """Take one message of the connection with this generation.

        Returns:
            A welcome, which is the caller's to handle.
        """
        match message:
            case Welcome():
                return message
            case Accepted(request=request, deadline_s=deadline_s):
                self._first_answer(request, now)
                self.outstanding.extend(request, deadline_s, now)
            case Reply():
                self._reply(message, generation, now)
            case ErrorMessage():
                self._error(message, now)
            case Notice():
                self.events.append(message)
            case ServerPing():
                pass  # That it came is all it says.
            case Lexicon(names=names):
                self.lexicon = names  # ears ask for them at each press
            case _:
                self._told(message, generation, now)
        return None

    def fail(self, request: UUID, failure: Failure, text: Phrase = NO_WORDS) -> None:
        """A request gets no answer any more; one that nobody waits for is no news."""
        if self.outstanding.give_up(request):
            self.events.append(RequestFailed(request, failure, text))

    def fail_sent(self, failure: Failure) -> None:
        """The connection is gone: what was sent gets no answer, not even a late one."""
        for request in self.outstanding.sent:
            self.fail(request, failure)
        self.outstanding.forget_given_up()

    def complained_of(self, failure: Failure) -> str:
        """The detail that the engine gave of a failure, where its complaint was of just this."""
        complaint = self.complaint
        if complaint is None or failure_of(complaint.code) is not failure:
            return ""
        return complaint.text.args.get("detail", "")

    def _told(self, message: Told | State, generation: int | None, now: float) -> None:
        """Take what is no reply, where somebody waits for it or nobody has to."""
        match message:
            case Partial(request=request):
                self._first_answer(request, now)
                is_news = request in self.outstanding and message.generation == generation
            case History(request=request) | Asset(request=request):
                is_news = self._end(request, now)
            case Pairing(request=request):
                self._end(request, now)
                is_news = True
            case State(request=of) | Open(request=of) | Usage(request=of):
                if isinstance(of, UUID):
                    self._end(of, now)
                is_news = True
            case Binding():
                is_news = True
            case _:
                assert_never(message)
        if is_news:
            self.events.append(message)

    def _error(self, message: ErrorMessage, now: float) -> None:
        if isinstance(message.request, UUID):
            self._first_answer(message.request, now)
            self.fail(message.request, failure_of(message.code), message.text)
        else:
            self.complaint = message
            self.events.append(message)

    def _reply(self, reply: Reply, generation: int | None, now: float) -> None:
        if reply.generation != generation:
            return
        if self._end(reply.request, now):
            self.events.append(Answered(reply))
        elif (
            self.outstanding.take_given_up(reply.request) and reply.outcome is not Outcome.CANCELLED
        ):
            self.events.append(Belated(reply))

    def _end(self, request: UUID, now: float) -> bool:
        """End the waiting of a request; whether it waited."""
        self._first_answer(request, now)
        return self.outstanding.end(request)

    def _first_answer(self, request: UUID, now: float) -> None:
        after_s = self.outstanding.answered(request, now)
        if after_s is not None:
            self.events.append(FirstAnswer(request, after_s))


def failure_of(code: str) -> Failure:
    """The failure that a code of the wire names; INTERNAL for one we do not know."""
    try:
        return Failure(code)
    except ValueError:
        return Failure.INTERNAL
