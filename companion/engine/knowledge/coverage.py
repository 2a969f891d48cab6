"""How much of what is asked about each text holds, and which texts hold enough of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.integer]
Shares = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is asked about: a word, or two Chinese characters.

    Attributes:
        texts: Places of the texts that hold it, ascending.
        worth: What it counts; more for what is rare.
    """

    texts: Places
    worth: float


@dataclass(frozen=True, slots=True)
class Asked:
    """All that is asked about.

    Attributes:
        parts: What some text holds.
        lost: What all that no text holds counts together.
    """

    parts: tuple[Part, ...]
    lost: float

    def covered(self, least: float, size: int) -> tuple[Places, Shares]:
        """The texts that hold enough, ascending, and the share of the question that each holds.

        Args:
            least: Share from which on it is enough, 0 to 1.
            size: How many texts there are.
        """
        if not self.parts:
            places: Places = np.arange(size if least <= 0.0 else 0)
            return places, np.zeros(len(places))
        whole = self.lost + sum(part.worth for part in self.parts)
        places = self._hopeful(least * whole, size)
        held = np.zeros(len(places))
        for part in self.parts:
            held[_holds(part.texts, places)] += part.worth
        shares = held / whole
        enough = shares >= least
        return places[enough], shares[enough]

    def _hopeful(self, needed: float, size: int) -> Places:
        """Texts that can hold as much as is needed.

        Who holds none of the rarest parts holds at most the common ones; where these are together
        worth less than what is needed, their long lists need not be gone through.
        """
        if needed <= 0.0:
            return np.arange(size)
        hopeful = np.zeros(size, np.bool_)
        rest = sum(part.worth for part in self.parts)
        for part in sorted(self.parts, key=lambda part: len(part.texts)):
            if rest < needed * _ROUNDING:
                break
            hopeful[part.texts] = True
            rest -= part.worth
        return np.flatnonzero(hopeful)


_ROUNDING = 1.0 - 1e-9
"""Sums in another order differ in their last digits; nobody is left out for that."""


def _holds(texts: Places, places: Places) -> npt.NDArray[np.bool_]:
    """Which of the places are among the texts; both ascending."""
    if not len(texts):
        return np.zeros(len(places), np.bool_)
    at = np.searchsorted(texts, places)
    at[at == len(texts)] = 0
    return np.equal(texts[at], places)
