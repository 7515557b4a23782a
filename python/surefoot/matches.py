"""Matches: players on the same deals, ours and yours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from typing_extensions import Unpack

from ._surefoot import Board, Choice, View, play_match
from ._types import Cell, Move, Setting
from .tables import Table

__all__ = ["AnyPlayer", "MatchResult", "Player", "Standing", "match"]


class Player(Protocol):
    """Anything with ``choose``. It may also have ``begin(view, seed)``, which is told that a game
    begins, a ``name``, and a ``version`` by which records of it are told apart."""

    def choose(self, view: View, /) -> Cell | Move | Choice:
        """A cell to open, an action like ``("flag", x, y)``, or a ``Choice`` that says why."""
        ...


#: A text of ``surefoot.players()``, a player of your own, or a class of players.
AnyPlayer: TypeAlias = "str | Player | type[Player]"


@dataclass(frozen=True)
class Standing:
    """What a player achieved. Rates are from 0 to 1, intervals hold 95 %, and what does not
    apply is None."""

    name: str
    games: int
    wins: int | None
    win_rate: float | None
    win_interval: tuple[float, float] | None
    score: float | None
    score_interval: tuple[float, float] | None
    dig_density: float | None
    dig_interval: tuple[float, float] | None
    guesses: float
    false_flags: int
    wrong_claims: int
    difference: float | None
    difference_interval: tuple[float, float] | None
    mean_seconds: float | None
    p99_seconds: float | None
    errors: int
    first_error: str | None


@dataclass(frozen=True)
class MatchResult:
    """How a match ended."""

    players: list[Standing]
    _columns: dict[str, tuple[Any, Any]]

    def __getitem__(self, name: str) -> Standing:
        """The player of this name."""
        for standing in self.players:
            if standing.name == name:
                return standing
        raise KeyError(name)

    @property
    def records(self) -> Table:
        """Every game of every player: a row each."""
        return Table.of_columns(self._columns)

    @property
    def table(self) -> Table:
        """The standings: a row for each player."""
        rows = [dict(vars(standing)) for standing in self.players]
        for row in rows:
            for key in [key for key in row if key.endswith("_interval")]:
                low, high = row.pop(key) or (None, None)
                row[key.replace("interval", "low")] = low
                row[key.replace("interval", "high")] = high
        return Table({key: [row[key] for row in rows] for key in rows[0]})

    def __repr__(self) -> str:
        def told(standing: Standing) -> str:
            for value in (standing.score, standing.dig_density, standing.win_rate):
                if value is not None:
                    return f"{standing.name} {value:.4f}"
            return standing.name

        games = self.players[0].games
        return f"<Match of {games} games: {', '.join(map(told, self.players))}>"


def match(
    players: Sequence[AnyPlayer],
    level: str | None = None,
    *,
    games: int = 1000,
    seed: int = 0,
    boards: Sequence[Board] | None = None,
    estimate: Literal["plain", "survival", "advantage"] = "plain",
    judged: bool = False,
    threads: int = 0,
    **setting: Unpack[Setting],
) -> MatchResult:
    """Plays a match on the same deals. A player that breaks the rules or raises an exception loses
    that game, and the match goes on. ``judged=True`` finds out which guesses were forced."""
    told, columns = play_match(
        list(players),
        level,
        games=games,
        seed=seed,
        boards=None if boards is None else list(boards),
        estimate=estimate,
        judged=judged,
        threads=threads,
        **setting,
    )
    return MatchResult([Standing(**standing) for standing in told], columns)
