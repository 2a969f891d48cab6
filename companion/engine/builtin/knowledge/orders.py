"""`/system knowledge list`: what of the knowledge folder is used, and what is not, with its reason.

A file is added by putting it into the folder and deleted by taking it out; nothing is copied.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.access.identity import Executor
from companion.engine.access.operators import require_administration
from companion.engine.access.order import Lines, Order
from companion.engine.knowledge.documents import MOST_FILE_CHARACTERS, MOST_FILES, MOST_PIECES
from companion.engine.knowledge.library import Library, Listed
from companion.engine.knowledge.pdf import MOST_PAGES
from companion.engine.knowledge.plain_file import MOST_FILE_BYTES
from companion.language.phrase import Phrase, phrase
from companion.support.errors import CompanionError, Failure

LIST = "list"
LIMITS = {
    "size": MOST_FILE_BYTES >> 20,
    "characters": MOST_FILE_CHARACTERS >> 20,
    "pages": MOST_PAGES,
    "passages": MOST_PIECES,
}
"""What sentences about files name."""
MOST_LISTED = 40
"""Files of one answer; a chat shows no more."""


def knowledge_order(library: Library) -> Order:
    """The command; for those who may also grant and revoke."""

    async def run(executor: Executor, words: Sequence[str]) -> Lines:
        require_administration(executor)
        if [word.casefold() for word in words] != [LIST]:
            raise CompanionError(Failure.ORDER_INCOMPLETE)
        files = sorted(await library.listed(), key=lambda one: one.fault is None)
        more = len(files) - MOST_LISTED
        return (
            phrase("guide.order.files", count=len(files), used=sum(not one.fault for one in files)),
            *(line(one) for one in files[:MOST_LISTED]),
            *((phrase("guide.order.more", count=more),) if more > 0 else ()),
            *((phrase("guide.order.left_out", count=library.more),) if library.more else ()),
            phrase(
                "guide.order.limits",
                files=MOST_FILES,
                size=MOST_FILE_BYTES >> 20,
                passages=MOST_PIECES,
            ),
        )

    return Order(run, "knowledge list", lambda before: () if before else (LIST,))


def line(one: Listed) -> Phrase:
    """A file as it is listed."""
    if one.fault:
        return phrase(f"guide.fault.{one.fault}", name=one.name, **LIMITS)
    if not one.passages and one.name.casefold().endswith(".pdf"):
        return phrase("guide.order.file.pictures", name=one.name)
    key = f"guide.order.file.{one.language}"
    return phrase(key, name=one.name, count=one.passages)
