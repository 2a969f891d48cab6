"""From a model's files to something that hears or speaks, and what to do when that fails."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from companion.speech.models.store import ModelStore
from companion.support.errors import CompanionError, Failure

T = TypeVar("T")

logger = logging.getLogger(__name__)


def loaded(name: str, load: Callable[[ModelStore], T], store: ModelStore) -> T:
    """Load a model; files that its engine refuses are checked anew, as a disk may have failed.

    Args:
        name: What the player knows it by.
        load: Finds the files in the store and reads them.
        store: Where models are.

    Raises:
        CompanionError: NO_SPEECH_MODEL, SPEECH_MODEL_NOT_STORED or SPEECH_MODEL_DAMAGED.
    """
    try:
        try:
            return load(store)
        except (CompanionError, ImportError):
            raise
        except Exception as error:  # noqa: BLE001 - engines have exceptions of their own
            logger.warning("%s is checked anew: %s", name, error)
            store.distrust()
            return load(store)
    except ImportError as error:
        raise CompanionError(Failure.NO_SPEECH_MODEL, error.name or "") from error
    except CompanionError:
        raise
    except Exception as error:
        logger.exception("%s cannot be loaded", name)
        raise CompanionError(Failure.SPEECH_MODEL_DAMAGED, name) from error
