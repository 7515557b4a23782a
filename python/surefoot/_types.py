"""Names of types that several files share."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict, Union

import numpy.typing as npt

__all__ = ["Action", "Cell", "Format", "Move", "Setting", "Status", "Tiles", "Unit"]

#: Column and row, counted from 0 at the top left.
Cell: TypeAlias = tuple[int, int]
#: Tiles by height and width: a clue, or -1 hidden, -2 flag, -3 silent, -4 opened mine.
Tiles: TypeAlias = npt.ArrayLike
Action: TypeAlias = Literal["open", "flag", "chord", "ask", "declare"]
#: What was played: the action, and where, unless it declares.
Move: TypeAlias = Union["tuple[Action, int, int]", "tuple[Action]"]
Status: TypeAlias = Literal["playing", "won", "lost", "finished"]
#: The name of a notation, or "svg".
Format: TypeAlias = str
#: Some work for one worker: the place of an experiment, its deals per point, ranges of deals, seconds.
Unit: TypeAlias = tuple[int, int, list[tuple[int, int]], float]


class Setting(TypedDict, total=False):
    """What is agreed before a game beside the level."""

    game: str | None
    promise: str | None
    neighbourhood: str | None
    total: str | None
    clues: str | None
    flood: str | None
