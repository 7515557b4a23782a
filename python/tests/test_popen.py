"""Programs as players: the example in Python, and such that fail."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import surefoot
from surefoot.engine import EngineError, popen

EXAMPLE = Path(__file__).parents[2] / "examples" / "engine.py"


def test_a_program_plays_a_game() -> None:
    with popen([sys.executable, str(EXAMPLE)], promise="safe") as engine:
        assert (engine.name, engine.version) == ("two rules in Python", "1")
        for deal in range(5):
            game = surefoot.Game("beginner", seed=1, deal=deal, promise="safe")
            engine.begin(game.view, deal)
            while game.status == "playing":
                game.play(engine.choose(game.view))
            assert game.status in ("won", "lost")


def test_the_same_position_gets_the_same_answer() -> None:
    view = surefoot.View("4x3/3\n* 1 * *\n* * * *\n* * * *")
    with popen(f"{sys.executable} {EXAMPLE}") as engine:
        engine.begin(view, 7)
        first = engine.choose(view)
        engine.begin(view, 7)
        assert engine.choose(view) == first


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("", "gave no answer|has ended"),
        ("print('error I am tired', flush=True)", "says: I am tired"),
        ("import time; time.sleep(9)", "within"),
    ],
)
def test_failures_are_told(body: str, words: str) -> None:
    with pytest.raises(EngineError, match=words):
        popen([sys.executable, "-c", body], start=0.8)


def test_what_is_no_program_is_said() -> None:
    with pytest.raises(EngineError, match="cannot be started"):
        popen("/no/such/program")
