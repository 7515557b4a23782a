"""Views, boards, games, analyses: against data that was made elsewhere, and against each other."""

from __future__ import annotations

import json
import math
import pickle
import threading
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import surefoot
from surefoot import Board, Game, View

DATA = Path(__file__).parents[2] / "testdata"
VIEWS = [json.loads(line) for line in (DATA / "views.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("case", VIEWS, ids=lambda case: case["name"])
def test_probabilities_are_those_of_the_witness(case: dict[str, Any]) -> None:
    analysis = View(case["view"]).analyse()
    assert analysis.solutions == int(case["solutions"])
    for found, expected in zip(analysis.probability.flat, case["probability"], strict=True):
        if expected is None:
            assert math.isnan(found)
        else:
            assert found == pytest.approx(float(Fraction(expected)), abs=1e-12)
    certain = [
        (int(x), int(y))
        for y, x in np.argwhere(analysis.probability == 0.0)
    ]
    assert analysis.safe == certain


def test_many_are_as_one() -> None:
    views, expected = [], []
    for deal in range(40):
        game = Game("intermediate", seed=5, deal=deal)
        game.open(8, 8)
        views.append(game.view.array)
        expected.append(game.view.analyse().probability)
    together = np.stack(views)
    for threads in (1, 2, 5):
        found = surefoot.analyse_many(together, 40, threads=threads)
        np.testing.assert_allclose(found, np.stack(expected), atol=1e-12)
    each = surefoot.analyse_many(together.astype(np.int64)[:, :, ::-1], [40] * 40)
    np.testing.assert_allclose(each[:, :, ::-1], np.stack(expected), atol=1e-12)


def test_many_name_the_one_that_is_wrong() -> None:
    good, bad = [[1, -1]], [[-1, 0]]
    with pytest.raises(surefoot.InconsistentError) as caught:
        surefoot.analyse_many([good, good, bad, bad], 1)
    if hasattr(caught.value, "__notes__"):  # since Python 3.11
        assert "position 2 of 4" in caught.value.__notes__[0]
    found = surefoot.analyse_many([good, bad], 1, errors="nan")
    assert found[0, 0, 1] == 1.0 and np.isnan(found[1]).all()
    with pytest.raises(surefoot.SurefootError, match="stands for no tile"):
        surefoot.analyse_many([[[-9, 0]]])


def test_the_lock_is_released() -> None:
    views = np.stack([_middle(deal) for deal in range(300)])
    ticks, done = 0, threading.Event()

    def work() -> None:
        for _ in range(3):
            surefoot.analyse_many(views, 99, threads=1)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    while not done.is_set():
        ticks += 1
    worker.join()
    assert ticks > 10


def _middle(deal: int) -> np.ndarray:
    game = Game("expert", seed=1, deal=deal)
    game.open(15, 8)
    return game.view.array


def test_arrays_and_drawings_agree() -> None:
    view = View("4x2/3\n1 F * ?\n* M 2 *")
    assert view.array.dtype == np.int8
    assert view.array.tolist() == [[1, -2, -1, -3], [-1, -4, 2, -1]]
    assert View(view.array, 3) == view
    assert View(view.array.tolist(), 3) == view
    assert View(view.array) != view and View(view.array).mines is None
    assert view.tile(3, 0) == "?" and view.hidden == [(2, 0), (0, 1), (3, 1)]
    assert View([[1, -1]], neighbourhood="hex").neighbourhood == "hex"


REBUILT = [
    View("3x3/3\n1*2\n***\n*3*"),
    View("2x2/? hex\n1*\n**"),
    View("2x1/1\n1*", clues="cautious"),
    View("3x1/1\n1*?", clues="silent:0.5", asks={(0, 0): 3}),
    Board([[True, False], [False, False]]),
    surefoot.deal("beginner", seed=3, first=(1, 1)),
    surefoot.deal("6x6/4", neighbourhood="torus"),
    Game("expert", seed=7, deal=2, moves=[("open", 3, 3)]),
    Game("5x5/3", game="dig", promise="none", moves=[("open", 0, 0), ("declare",)]),
    Game(board=Board([[True, False], [False, False]]), moves=[("open", 1, 1)]),
    surefoot.Choice("open", (1, 2), True, "all-safe", [(0, 0)]),
    View("1*2\n***\n*3*").analyse().best,
    View("1*2\n***\n*3*").explain(0, 1),
    View("3x1/1\n*1*").explain(0, 0),
    surefoot.optimal("3x3/2", compare=["exact"]),
    surefoot.players()[-1],
    Game(
        board=Board([[True, False, False], [False] * 3, [False] * 3]),
        flood="off",
        moves=[("open", 1, 1), ("open", 2, 2)],
    ).review(),
]


@pytest.mark.parametrize("thing", REBUILT, ids=lambda thing: type(thing).__name__)
def test_things_are_rebuilt_from_their_repr_and_pickle(thing: Any) -> None:
    assert eval(repr(thing), vars(surefoot)) == thing
    assert pickle.loads(pickle.dumps(thing)) == thing
    assert thing != "something else"
    if isinstance(thing, (View, Board)):
        assert len({thing, pickle.loads(pickle.dumps(thing))}) == 1


def test_an_analysis_is_pickled() -> None:
    view = View("1*2\n***\n*3*")
    analysis = pickle.loads(pickle.dumps(view.analyse(density=0.3)))
    assert analysis.view == view
    again = eval(repr(analysis), vars(surefoot))
    np.testing.assert_array_equal(again.probability, analysis.probability)
    assert not np.array_equal(analysis.probability, view.analyse().probability, equal_nan=True)


def test_pictures() -> None:
    for thing in (View("1*\n**"), Board([[True, False]]), Game("beginner")):
        assert thing._repr_svg_().startswith("<svg ")


def test_an_explanation_has_sentences_clues_and_a_certificate() -> None:
    why = surefoot.explain("3x3/?\n1*2\n***\n*3*", 0, 1)
    assert why.certain and why.probability == 0.0 and why.clues == [(0, 0), (2, 0)]
    assert "0,1 is safe" in str(why) and why.difficulty == 2
    claim, proof = why.certificate or ("", "")
    assert "+1 m_0_1 >= 1 ;" in claim and proof.rstrip().endswith("end pseudo-Boolean proof;")
    doubt = surefoot.explain("3x1/1\n*1*", 0, 0)
    assert not doubt.certain and doubt.probability == 0.5 and doubt.certificate is None
    assert doubt.differ == ([(0, 0)], [(2, 0)]) and "1 of 2" in str(doubt)


def test_a_game_is_played_taken_back_and_reviewed() -> None:
    game = Game("beginner", seed=7)
    assert game.board is None
    assert game.open(4, 4) == "playing"
    assert game.board is not None and not game.board.is_mine(4, 4)
    before = game.view
    mine = next((x, y) for x, y in before.hidden if game.board.is_mine(x, y))
    assert game.open(*mine) == "lost"
    review = game.review()
    assert [guess.cell for guess in review.guesses] == [mine]
    assert 0.0 <= review.guesses[0].safety < 1.0 and not review.guesses[0].survived
    assert game.undo() == ("open", *mine) and game.view == before
    assert game.undo() == ("open", 4, 4) and game.undo() is None
    while game.status == "playing":
        game.play(game.view.advise("exact"))
    assert game.status in ("won", "lost") and game.digs > 9


def test_deals_are_those_of_every_other_way_in() -> None:
    # The mines of deal 0 of seed 1 in the middle: pinned, as everywhere.
    board = surefoot.deal("beginner", seed=1)
    game = Game("beginner", seed=1)
    game.open(4, 4)
    assert game.board is not None
    np.testing.assert_array_equal(board.array, game.board.array)
    assert board.mines == 10 and board.first == (4, 4) and board.numbers[4, 4] == 0
    assert surefoot.deal("9x9/10", seed=1, no_guess="full").mines == 10


def test_convert() -> None:
    assert surefoot.convert("2x1/1\n1*", "drawing") == "2x1/1\n1 *\n"
    board = Board([[True, False], [False, False]])
    assert board.write("hex") == "02 02 00 01 00 00\n"
    assert isinstance(board.write("mbf"), bytes)
    assert Board(board.write("mbf")) == board
    assert surefoot.convert(board, "svg").startswith("<svg")
    saved = (DATA / "games" / "expert-midgame.mine").read_bytes()
    assert View(surefoot.convert(saved, "drawing")).width == 30
    with pytest.raises(surefoot.SurefootError, match="position, not a whole board") as caught:
        surefoot.convert("2x1/1\n1*", "hex")
    assert "svg" in (caught.value.hint or "")


def test_best_play() -> None:
    best = surefoot.optimal("3x3/2", promise="safe", compare=["random", "exact"])
    wins = {name: Fraction(won, of) for name, won, of in best.players}
    assert best.value == best.wins / best.configurations
    assert wins["random"] < wins["exact"] <= Fraction(best.wins, best.configurations)
    assert View("2x1/1\n* *").optimal().value == 0.5


WRONG = [
    (lambda: View("9"), "larger than its 0 neighbours", None),
    (lambda: View("1!"), "!", "format="),
    (lambda: View(np.array([[9]], dtype=np.int8)), "0,0", "-1 hidden"),
    (lambda: View("1*").analyse(density=2.0), "out of range", "density=0.2"),
    (lambda: View("3x1/?\n0 * 1").analyse(), "no layout fits", "check these clues"),
    (lambda: View("1*").explain(5, 0), "outside the board", "columns go from 0 to 1"),
    (lambda: View("1*").explain(0, 0), "nothing to prove", "closed cell"),
    (lambda: Game("exprt"), "exprt", "a level is"),
    (lambda: Game("4x4/12"), "promise", "promise less"),
    (lambda: Game("beginner", promise="much"), "much", "omit promise="),
    (lambda: Game("beginner").open(9, 9), "outside", "rows from 0 to 8"),
    (lambda: Game("beginner").declare(), "nothing to declare", None),
    (lambda: View("1*").advise("windows"), "did you mean `window`?", "surefoot.players()"),
    (lambda: surefoot.deal("2x2/9"), "do not fit", ""),
    (lambda: Board("2x1/1\n1*"), "not a whole board", "View"),
]


@pytest.mark.parametrize("call, words, hint", WRONG)
def test_errors_say_what_and_what_to_try(call: Any, words: str, hint: str | None) -> None:
    with pytest.raises(surefoot.SurefootError) as caught:
        call()
    assert words in caught.value.what
    if hint:
        assert hint in (caught.value.hint or "") and hint in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)


def test_a_clash_names_its_clues() -> None:
    with pytest.raises(surefoot.InconsistentError) as caught:
        surefoot.analyse("3x1/?\n0 * 1")
    assert set(caught.value.clues) == {(0, 0), (2, 0)} and not caught.value.total


def test_what_is_too_complex_is_said() -> None:
    game = Game("40x40@30%", seed=1, promise="none", flood="off")
    board = surefoot.deal("40x40@30%", seed=1, promise="none")
    for y in range(40):
        for x in range(40):
            if not board.is_mine(x, y) and (x + y) % 2:
                game.open(x, y)
    with pytest.raises(surefoot.TooComplexError) as caught:
        game.view.analyse(budget=10)
    assert "budget=" in (caught.value.hint or "")


def test_unknown_keywords_are_type_errors() -> None:
    with pytest.raises(TypeError, match="there is no keyword `promis`"):
        Game("beginner", promis="safe")  # type: ignore[call-arg]


def test_a_panic_is_an_exception(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(surefoot.InternalError, match="as asked"):
        surefoot._surefoot.panic_now()
    capfd.readouterr()
    assert surefoot.analyse("1*").safe == []
