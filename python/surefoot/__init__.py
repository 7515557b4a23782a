"""Minesweeper for research: exact inference, strong players, a laboratory, and environments.

>>> import surefoot
>>> view = surefoot.View("1*2\\n***\\n*3*")
>>> view.analyse().safe
[(0, 1)]
>>> print(view.explain(2, 1))  # doctest: +ELLIPSIS
2,0 needs one mine more than 0,0; ... so 2,1 is a mine and 0,1 is safe.
>>> game = surefoot.Game("expert", seed=7)
>>> game.open(3, 3)
'playing'

Cells are pairs of column and row, counted from 0 at the top left; arrays are of height by width.
"""

from __future__ import annotations

import contextlib

from . import engine, errors, lab
from ._surefoot import (
    Analysis,
    BestCell,
    Board,
    Choice,
    Explanation,
    Game,
    Optimal,
    PlayerEntry,
    Review,
    ReviewedGuess,
    View,
    analyse_many,
    convert,
    deal,
    optimal,
    players,
)
from .errors import (
    IllegalActionError,
    InconsistentError,
    InternalError,
    SurefootError,
    TooComplexError,
)
from .matches import MatchResult, Player, Standing, match
from .tables import Table

__all__ = [
    "Analysis",
    "BestCell",
    "Board",
    "Choice",
    "Explanation",
    "Game",
    "IllegalActionError",
    "InconsistentError",
    "InternalError",
    "MatchResult",
    "Optimal",
    "Player",
    "PlayerEntry",
    "Review",
    "ReviewedGuess",
    "Standing",
    "SurefootError",
    "Table",
    "TooComplexError",
    "View",
    "analyse",
    "analyse_many",
    "convert",
    "deal",
    "engine",
    "errors",
    "explain",
    "lab",
    "match",
    "optimal",
    "players",
]


def analyse(
    view: View | str,
    *,
    density: float | None = None,
    budget: int | None = None,
    memory: int | None = None,
) -> Analysis:
    """Everything that can be known of a position, given as a view or a drawing."""
    seen = view if isinstance(view, View) else View(view)
    return seen.analyse(density=density, budget=budget, memory=memory)


def explain(view: View | str, x: int, y: int) -> Explanation:
    """Why a cell of a position is what it is."""
    return (view if isinstance(view, View) else View(view)).explain(x, y)


with contextlib.suppress(ImportError):  # where Gymnasium is not installed
    from . import gym as gym  # registers the environments
