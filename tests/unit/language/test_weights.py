"""What features weigh, and what the examples of one label have in common."""

from __future__ import annotations

import math

import pytest

from companion.language.nearest import Nearest
from companion.language.prototypes import Prototypes
from companion.language.weights import PAIR, Weights

SENTENCES = [
    ("list", ("show", "my", "quest")),
    ("list", ("my", "quest")),
    ("help", ("my", "help")),
    ("help", ("help", "me")),
]
WEIGHTS = Weights(SENTENCES)


@pytest.mark.behaviour("ROUTE-005")
def test_a_rare_word_weighs_more_and_one_that_all_labels_share_weighs_less() -> None:
    assert WEIGHTS.of("show") > WEIGHTS.of("quest") > WEIGHTS.of("my")
    assert WEIGHTS.of("unheard") == WEIGHTS.unknown >= WEIGHTS.of("show")


@pytest.mark.behaviour("ROUTE-005")
def test_words_and_pairs_of_neighbours_are_features_and_order_counts() -> None:
    known, _ = WEIGHTS.vector(("my", "quest"))
    turned, _ = WEIGHTS.vector(("quest", "my"))
    assert (len(known), len(turned)) == (5, 2)


def test_a_unit_vector_has_length_one_and_unknown_words_shorten_it() -> None:
    whole = WEIGHTS.unit(("my", "quest"))
    part = WEIGHTS.unit(("my", "quest", "unheard"))
    assert math.hypot(*whole.values()) == pytest.approx(1.0)
    assert math.hypot(*part.values()) < 0.9


def test_a_repeated_word_counts_once() -> None:
    assert WEIGHTS.vector(("my",))[0].keys() <= WEIGHTS.vector(("my", "my"))[0].keys()
    assert WEIGHTS.vector(("quest", "quest"))[1] < WEIGHTS.vector(("quest", "unheard"))[1]


def test_of_a_name_the_words_count_that_examples_know_and_of_syllables_their_pairs() -> None:
    chinese = Weights([("a", ("~ren", "~wu")), ("b", ("~bang", "~zu"))])
    assert WEIGHTS.known_length(("my", "unheard")) == pytest.approx(WEIGHTS.of("my"))
    assert chinese.known_length(("~wu", "~ren")) == 0.0
    assert 0.0 < chinese.known_length(("~ren", "~wu")) < chinese.of("~wu") * PAIR + 1e-9


def prototypes() -> Prototypes:
    vectors = [WEIGHTS.unit(words) for _, words in SENTENCES]
    return Prototypes(vectors, [0, 0, 1, 1])


def test_a_text_is_nearer_to_the_label_whose_examples_share_its_words() -> None:
    first, second = prototypes().similarities(*WEIGHTS.vector(("my", "quest")))
    assert first > 0.9 > second >= 0.0


def test_what_is_unknown_is_near_to_nothing() -> None:
    assert list(prototypes().similarities(*WEIGHTS.vector(("unheard",)))) == [0.0, 0.0]


def test_one_label_alone_is_judged_as_well() -> None:
    alone = Prototypes([WEIGHTS.unit(("help", "me"))], [0])
    (found,) = alone.similarities(*WEIGHTS.vector(("help", "me")))
    assert 0.7 < found < 0.8


def test_the_nearest_example_of_each_label_is_found() -> None:
    nearest = Nearest([WEIGHTS.unit(words) for _, words in SENTENCES], [0, 0, 1, 1], 3)
    found = nearest.likenesses(*WEIGHTS.vector(("my", "quest")))
    assert found[0] == pytest.approx(1.0)
    assert 0.0 < found[1] < 0.5
    assert found[2] == 0.0
    assert nearest.likenesses(*WEIGHTS.vector(("show", "unheard"))).nonzero()[0].tolist() == [0]
