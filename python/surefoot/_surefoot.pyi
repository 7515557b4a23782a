# Generated from crates/python by scripts/python --stubs; do not edit.

"""
See the package `surefoot`.
"""

from collections.abc import Mapping
from collections.abc import Sequence
from surefoot._types import Cell
from surefoot._types import Format
from surefoot._types import Setting
from surefoot._types import Tiles
from typing import Any
from typing import Literal
from typing_extensions import Unpack
import numpy as np
import numpy.typing as npt
from _typeshed import SupportsGetItem
from numpy import bool_, float32, float64, int8, uint64, uint8
from numpy.typing import NDArray
from os import PathLike
from surefoot._types import Action, Move, Status
from typing import SupportsFloat, SupportsIndex, final

__all__ = ["Analysis", "Arena", "BestCell", "Board", "Choice", "Explanation", "Game", "Gathering", "Optimal", "Plan", "PlayerEntry", "Review", "ReviewedGuess", "View", "analyse_many", "convert", "deal", "experiments", "lab_run", "optimal", "panic_now", "play_match", "players", "shipped_text"]

@final
class Analysis:
    """
    Everything that can be known of a view. Probabilities are there at once; dead cells, the best cell
    and the number of layouts take as long again, and are found when they are asked for.
    """
    def __getnewargs_ex__(self, /) -> tuple[tuple[View], dict[str, Any]]:
        """
        Pickled as the view: what follows from it is found again.
        """
    def __new__(cls, /, view: View, *, density: SupportsFloat | SupportsIndex | None = None, budget: SupportsIndex | None = None, memory: SupportsIndex | None = None) -> Analysis: ...
    def __repr__(self, /) -> str: ...
    @property
    def best(self, /) -> BestCell | None:
        """
        The cell to open.
        """
    @property
    def dead(self, /) -> list[tuple[int, int]]:
        """
        The cells whose number would tell nothing.
        """
    @property
    def mine(self, /) -> list[tuple[int, int]]:
        """
        The cells that are certainly mines.
        """
    @property
    def mines(self, /) -> int | None:
        """
        The told number of mines.
        """
    @property
    def probability(self, /) -> NDArray[float64]:
        """
        The probability of a mine in every cell, exactly 0 or 1 where it is certain, of height by
        width; NaN where a cell is open.
        """
    @property
    def safe(self, /) -> list[tuple[int, int]]:
        """
        The cells that are certainly safe.
        """
    @property
    def solutions(self, /) -> int | None:
        """
        How many layouts fit; None if that was not counted.
        """
    @property
    def view(self, /) -> View:
        """
        What was analysed.
        """

@final
class Arena:
    """
    Many games side by side.
    """
    def __new__(cls, /, level: str, games: SupportsIndex, *, first: SupportsIndex = 0, stride: SupportsIndex | None = None, probabilities: bool = False, reward: str = "outcome", threads: SupportsIndex = 1, **setting: Unpack[Setting]) -> Arena: ...
    @property
    def actions(self, /) -> int:
        """
        How many actions there are.
        """
    @property
    def broken_off(self, /) -> NDArray[bool_]: ...
    @property
    def deal(self, /) -> NDArray[uint64]: ...
    @property
    def mask(self, /) -> NDArray[int8]:
        """
        What is legal, written in place: games by actions.
        """
    @property
    def over(self, /) -> NDArray[bool_]: ...
    @property
    def probability(self, /) -> NDArray[float32]:
        """
        Probabilities of mines, written in place: games by cells, or nothing.
        """
    def reset(self, /, seeds: SupportsGetItem[int, SupportsIndex | None], which: npt.NDArray[np.bool_]) -> None:
        """
        Deals anew where it is said: the first deal of a seed, or the next one.
        """
    @property
    def reward(self, /) -> NDArray[float64]: ...
    @property
    def shape(self, /) -> tuple[int, int]:
        """
        Height and width.
        """
    def step(self, /, actions: npt.NDArray[np.int64], again: bool) -> None:
        """
        One action in every game; one that is over is dealt anew if `again` says so.
        """
    @property
    def tiles(self, /) -> NDArray[int8]:
        """
        What is seen, written in place: games by cells.
        """
    def view(self, /, game: SupportsIndex) -> View:
        """
        What is seen in one of the games.
        """
    @property
    def won(self, /) -> NDArray[bool_]: ...

@final
class BestCell:
    """
    A cell worth opening.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[tuple[int, int], float, str]: ...
    def __new__(cls, /, cell: tuple[SupportsIndex, SupportsIndex], safety: SupportsFloat | SupportsIndex, why: str) -> BestCell: ...
    def __repr__(self, /) -> str: ...
    @property
    def cell(self, /) -> tuple[int, int]:
        """
        Column and row.
        """
    @property
    def safety(self, /) -> float:
        """
        How likely it is to be safe.
        """
    @property
    def why(self, /) -> str:
        """
        Why this one.
        """

@final
class Board:
    """
    Where the mines are.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[str]: ...
    def __hash__(self, /) -> int: ...
    def __new__(cls, /, mines: str | bytes | npt.ArrayLike, first: tuple[SupportsIndex, SupportsIndex] | None = None, *, neighbourhood: str | None = None) -> Board: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    @property
    def array(self, /) -> NDArray[bool_]:
        """
        Where the mines are, as truths of height by width.
        """
    @property
    def first(self, /) -> tuple[int, int] | None:
        """
        The first click it is meant for.
        """
    @property
    def height(self, /) -> int: ...
    def is_mine(self, /, x: SupportsIndex, y: SupportsIndex) -> bool:
        """
        Whether a mine lies in a cell.
        """
    @property
    def islands(self, /) -> int: ...
    @property
    def mines(self, /) -> int:
        """
        How many mines.
        """
    @property
    def neighbourhood(self, /) -> str: ...
    @property
    def numbers(self, /) -> NDArray[uint8]:
        """
        The numbers of mines beside every cell, of height by width.
        """
    @property
    def openings(self, /) -> int: ...
    @property
    def three_bv(self, /) -> int:
        """
        The least number of left clicks that clears it.
        """
    def view(self, /) -> View:
        """
        The board with every cell open.
        """
    @property
    def width(self, /) -> int: ...
    def write(self, /, format: Format) -> Any:
        """
        The same in a format.
        """

@final
class Choice:
    """
    What a player does, and why.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[str, tuple[int, int] | None, bool, str, list[tuple[int, int]], float | None]: ...
    def __new__(cls, /, action: Action, cell: tuple[SupportsIndex, SupportsIndex] | None = None, certain: bool = False, why: str = "", because: SupportsGetItem[int, tuple[SupportsIndex, SupportsIndex]] = ..., value: SupportsFloat | SupportsIndex | None = None) -> Choice: ...
    def __repr__(self, /) -> str: ...
    @property
    def action(self, /) -> Action:
        """
        `open`, `flag`, `chord`, `ask` or `declare`.
        """
    @property
    def because(self, /) -> list[tuple[int, int]]:
        """
        The clues it rests on.
        """
    @property
    def cell(self, /) -> tuple[int, int] | None:
        """
        The cell it is about.
        """
    @property
    def certain(self, /) -> bool:
        """
        Whether it is claimed to be right for certain.
        """
    @property
    def value(self, /) -> float | None:
        """
        The probability to win by it, where that is known exactly.
        """
    @property
    def why(self, /) -> str:
        """
        The kind of reason.
        """

@final
class Explanation:
    """
    Why a cell is what it is: a proof, or a doubt.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[tuple[int, int], bool, float, list[str], list[tuple[int, int]], bool, int | None, tuple[str, str] | None, tuple[list[tuple[int, int]], list[tuple[int, int]]] | None]: ...
    def __new__(cls, /, cell: tuple[SupportsIndex, SupportsIndex], certain: bool, probability: SupportsFloat | SupportsIndex, sentences: SupportsGetItem[int, str], clues: SupportsGetItem[int, tuple[SupportsIndex, SupportsIndex]], total: bool, difficulty: SupportsIndex | None, certificate: tuple[str, str] | None, differ: tuple[SupportsGetItem[int, tuple[SupportsIndex, SupportsIndex]], SupportsGetItem[int, tuple[SupportsIndex, SupportsIndex]]] | None) -> Explanation: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def cell(self, /) -> tuple[int, int]:
        """
        The cell.
        """
    @property
    def certain(self, /) -> bool:
        """
        Whether it is certain what it is.
        """
    @property
    def certificate(self, /) -> tuple[str, str] | None:
        """
        A claim and its proof for `VeriPB`, the contents of `claim.opb` and `proof.pbp`. None for a
        doubt.
        """
    @property
    def clues(self, /) -> list[tuple[int, int]]:
        """
        The clues that a proof needs.
        """
    @property
    def differ(self, /) -> tuple[list[tuple[int, int]], list[tuple[int, int]]] | None:
        """
        Of a doubt: the cells that are mines only if this one is, and only if it is not.
        """
    @property
    def difficulty(self, /) -> int | None:
        """
        How hard a proof is: clues and suppositions needed. None for a doubt.
        """
    @property
    def probability(self, /) -> float:
        """
        The probability of a mine: 0 or 1 where it is certain.
        """
    @property
    def sentences(self, /) -> list[str]:
        """
        The steps of a proof in words; of a doubt, where two layouts differ.
        """
    @property
    def total(self, /) -> bool:
        """
        Whether a proof needs the number of mines.
        """

@final
class Game:
    """
    A game in progress.
    """
    def __eq__(self, other: object, /) -> bool:
        """
        Two games are equal that came about alike.
        """
    def __getnewargs_ex__(self, /) -> tuple[tuple[str, ...], dict[str, Any]]: ...
    def __new__(cls, /, level: str | None = None, *, seed: SupportsIndex = 0, deal: SupportsIndex = 0, board: Board | None = None, moves: Sequence[Move] = ..., **setting: Unpack[Setting]) -> Game: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    def ask(self, /, x: SupportsIndex, y: SupportsIndex) -> Status:
        """
        Asks an open cell for one more draw of its clue.
        """
    @property
    def board(self, /) -> Board | None:
        """
        Where the mines are; None before the first click of a deal.
        """
    def chord(self, /, x: SupportsIndex, y: SupportsIndex) -> Status:
        """
        Opens what is hidden beside a clue whose mines are flagged.
        """
    @property
    def deal(self, /) -> tuple[int, int]:
        """
        The seed and the number of the deal.
        """
    def declare(self, /) -> Status:
        """
        Declares the mines.
        """
    @property
    def digs(self, /) -> int:
        """
        Cells opened so far.
        """
    def flag(self, /, x: SupportsIndex, y: SupportsIndex) -> Status:
        """
        Flags a hidden cell, or takes the flag back.
        """
    @property
    def moves(self, /) -> list[Move]:
        """
        What was played so far.
        """
    def open(self, /, x: SupportsIndex, y: SupportsIndex) -> Status:
        """
        Opens a hidden cell.
        """
    def play(self, /, choice: Choice) -> Status:
        """
        Plays what a choice says.
        """
    def review(self, /) -> Review:
        """
        The game looked at again: every guess, how safe it was, what was better.
        """
    @property
    def score(self, /) -> float | None:
        """
        In `score`: the score so far.
        """
    @property
    def status(self, /) -> Status:
        """
        `playing`, `won`, `lost` or `finished`.
        """
    def undo(self, /) -> Move | None:
        """
        Takes the last action back and says which it was; None if there was none.
        """
    @property
    def view(self, /) -> View:
        """
        What the player sees.
        """

@final
class Gathering:
    """
    The records of experiments that are played elsewhere.
    """
    def __new__(cls, /, plans: SupportsGetItem[int, Plan], out: str | PathLike[str], *, resume: bool = False, seconds: SupportsFloat | SupportsIndex = 20.0) -> Gathering: ...
    @property
    def done(self, /) -> bool:
        """
        Whether everything is recorded.
        """
    @property
    def left(self, /) -> int:
        """
        Games that are not recorded yet, at the most.
        """
    def lost(self, /, unit: tuple[SupportsIndex, SupportsIndex, SupportsGetItem[int, tuple[SupportsIndex, SupportsIndex]], SupportsFloat | SupportsIndex]) -> None:
        """
        A unit will not come back: it is handed out again.
        """
    def next(self, /, workers: SupportsIndex) -> tuple[int, int, list[tuple[int, int]], float] | None:
        """
        The next unit, for one of so many workers; none where all deals are played or under way.
        """
    def recorded(self, /, place: SupportsIndex) -> dict[str, tuple[Any, Any]]:
        """
        The games that are recorded of an experiment, as columns.
        """
    def report(self, /, *, threads: SupportsIndex = 0) -> list[tuple[str, list[str]]]:
        """
        Makes the report: of every experiment the answer and the names of its figures.
        """
    def take(self, /, unit: tuple[SupportsIndex, SupportsIndex, SupportsGetItem[int, tuple[SupportsIndex, SupportsIndex]], SupportsFloat | SupportsIndex], lines: bytes, played: SupportsIndex, seconds: SupportsFloat | SupportsIndex) -> None:
        """
        Writes what a worker played of a unit.
        """

@final
class Optimal:
    """
    The best that can be done.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[int, int, float, list[tuple[int, int]], list[tuple[str, int, int]]]: ...
    def __new__(cls, /, wins: SupportsIndex, configurations: SupportsIndex, value: SupportsFloat | SupportsIndex, best: SupportsGetItem[int, tuple[SupportsIndex, SupportsIndex]], players: SupportsGetItem[int, tuple[str, SupportsIndex, SupportsIndex]]) -> Optimal: ...
    def __repr__(self, /) -> str: ...
    @property
    def best(self, /) -> list[tuple[int, int]]:
        """
        The cells to open.
        """
    @property
    def configurations(self, /) -> int:
        """
        All layouts.
        """
    @property
    def players(self, /) -> list[tuple[str, int, int]]:
        """
        What players win of the same layouts: name, wins, layouts.
        """
    @property
    def value(self, /) -> float:
        """
        The probability to win.
        """
    @property
    def wins(self, /) -> int:
        """
        Layouts that best play wins.
        """

@final
class Plan:
    """
    An experiment as a worker plays it.
    """
    def __new__(cls, /, name: str, text: str | None, *, players: Sequence[Any] = ..., quick: bool = False, seed: SupportsIndex | None = None, deals: SupportsIndex | None = None) -> Plan: ...
    @property
    def engine(self, /) -> str:
        """
        What tells games of this engine from those of others.
        """
    @property
    def games(self, /) -> int:
        """
        Its games.
        """
    @property
    def hash(self, /) -> str:
        """
        A hash of everything that could change a game.
        """
    @property
    def name(self, /) -> str:
        """
        Its name.
        """
    def play(self, /, unit: tuple[SupportsIndex, SupportsIndex, SupportsGetItem[int, tuple[SupportsIndex, SupportsIndex]], SupportsFloat | SupportsIndex], *, columns: bool = False) -> tuple[bytes, int, float, dict[str, tuple[Any, Any]] | None]:
        """
        Plays a unit, on one thread: the lines of its record, how many deals that is and how many
        seconds they took, and if wanted the same games as columns.
        """

@final
class PlayerEntry:
    """
    A line of the roster.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[str, str, str, list[tuple[str, str]]]: ...
    def __new__(cls, /, name: str, about: str, source: str, options: SupportsGetItem[int, tuple[str, str]]) -> PlayerEntry: ...
    def __repr__(self, /) -> str: ...
    @property
    def about(self, /) -> str:
        """
        What it does.
        """
    @property
    def name(self, /) -> str:
        """
        What it is called.
        """
    @property
    def options(self, /) -> list[tuple[str, str]]:
        """
        Its options and what they do.
        """
    @property
    def source(self, /) -> str:
        """
        Where it comes from.
        """

@final
class Review:
    """
    What a review found.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[list[ReviewedGuess], float, int]: ...
    def __new__(cls, /, guesses: SupportsGetItem[int, ReviewedGuess], luck: SupportsFloat | SupportsIndex, too_wide: SupportsIndex) -> Review: ...
    def __repr__(self, /) -> str: ...
    @property
    def guesses(self, /) -> list[ReviewedGuess]:
        """
        The guesses, in order.
        """
    @property
    def luck(self, /) -> float:
        """
        The probability that those which went well would.
        """
    @property
    def too_wide(self, /) -> int:
        """
        Actions on positions too complex to analyse.
        """

@final
class ReviewedGuess:
    """
    One guess of a game.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[int, str, tuple[int, int] | None, float, Choice | None, float | None, bool, bool]: ...
    def __new__(cls, /, number: SupportsIndex, action: Action, cell: tuple[SupportsIndex, SupportsIndex] | None, safety: SupportsFloat | SupportsIndex, better: Choice | None, better_safety: SupportsFloat | SupportsIndex | None, avoidable: bool, survived: bool) -> ReviewedGuess: ...
    def __repr__(self, /) -> str: ...
    @property
    def action(self, /) -> Action:
        """
        What was done.
        """
    @property
    def avoidable(self, /) -> bool:
        """
        Whether a certainly safe cell was there.
        """
    @property
    def better(self, /) -> Choice | None:
        """
        What `surefoot` would have done.
        """
    @property
    def better_safety(self, /) -> float | None:
        """
        How safe that was.
        """
    @property
    def cell(self, /) -> tuple[int, int] | None:
        """
        The cell it was done to.
        """
    @property
    def number(self, /) -> int:
        """
        Which action it was, from 0.
        """
    @property
    def safety(self, /) -> float:
        """
        How likely it was to hit no mine.
        """
    @property
    def survived(self, /) -> bool:
        """
        Whether it went well.
        """

@final
class View:
    """
    What a player sees of a board.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs_ex__(self, /) -> tuple[tuple[str], dict[str, Any]]: ...
    def __hash__(self, /) -> int: ...
    def __new__(cls, /, tiles: str | Tiles, mines: SupportsIndex | None = None, *, neighbourhood: str | None = None, clues: str | None = None, asks: Mapping[Cell, int] | None = None) -> View: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    def advise(self, /, player: Any = None, *, promise: str = "opening") -> Choice:
        """
        What a player would do here: `surefoot`, another one by its name, or one of your own.
        """
    def analyse(self, /, *, density: SupportsFloat | SupportsIndex | None = None, budget: SupportsIndex | None = None, memory: SupportsIndex | None = None) -> Analysis:
        """
        Everything that can be known.
        """
    @property
    def array(self, /) -> NDArray[int8]:
        """
        What every cell shows, as an array of height by width: a clue is its number, -1 hidden, -2
        a flag, -3 silent, -4 an opened mine.
        """
    @property
    def asks(self, /) -> dict[tuple[int, int], int]:
        """
        How often open cells were asked, where it was not once.
        """
    @property
    def clues(self, /) -> str:
        """
        The clue rule.
        """
    def explain(self, /, x: SupportsIndex, y: SupportsIndex) -> Explanation:
        """
        Why a cell is what it is.
        """
    @property
    def height(self, /) -> int: ...
    @property
    def hidden(self, /) -> list[tuple[int, int]]:
        """
        Cells that can be opened: neither open nor flagged.
        """
    @property
    def mines(self, /) -> int | None:
        """
        The told number of mines; None if it is not told.
        """
    @property
    def neighbourhood(self, /) -> str: ...
    def neighbours(self, /, x: SupportsIndex, y: SupportsIndex) -> list[tuple[int, int]]:
        """
        The cells beside a cell.
        """
    def numbers(self, /, x: SupportsIndex, y: SupportsIndex) -> NDArray[float64] | None:
        """
        Which numbers a closed cell may show if it is safe: the probability of 0, 1, …; None if it
        cannot be safe.
        """
    def optimal(self, /, *, promise: str = "none", memory: SupportsIndex | None = None) -> Optimal:
        """
        The best that can be done from here.
        """
    def tile(self, /, x: SupportsIndex, y: SupportsIndex) -> str:
        """
        What a cell shows, as in a drawing.
        """
    @property
    def width(self, /) -> int: ...
    def write(self, /, format: Format) -> Any:
        """
        The same in a format.
        """

def analyse_many(views: npt.ArrayLike, mines: int | npt.ArrayLike | None = None, *, neighbourhood: str | None = None, clues: str | None = None, density: SupportsFloat | SupportsIndex | None = None, budget: SupportsIndex | None = None, threads: SupportsIndex = 0, errors: Literal['raise', 'nan'] = "raise") -> NDArray[float64]:
    """
    The probabilities of mines in many positions of one size.
    """

def convert(source: str | bytes | View | Board, to: Format, *, format: str | None = None) -> Any:
    """
    Writes in one format what is written in another.
    """

def deal(level: str = "expert", *, seed: SupportsIndex = 0, deal: SupportsIndex = 0, first: tuple[SupportsIndex, SupportsIndex] | None = None, no_guess: Literal['simple', 'pairs', 'full'] | None = None, **setting: Unpack[Setting]) -> Board:
    """
    A board from a seed, as it is for whoever clicks `first` first.
    """

def experiments() -> list[tuple[str, str, str, int]]:
    """
    The experiments that come with the laboratory: name, title, question, games.
    """

def lab_run(name: str, text: str | None, out: str | PathLike[str], *, players: Sequence[Any] = ..., quick: bool = False, seed: SupportsIndex | None = None, deals: SupportsIndex | None = None, resume: bool = False, threads: SupportsIndex = 0) -> tuple[str, list[str]]:
    """
    Plays what is left of an experiment into a folder and reports on it: the answer to its
    question and the names of its figures.
    """

def optimal(level: str | View, *, promise: str = "none", neighbourhood: str | None = None, compare: Sequence[Any] = ..., seed: SupportsIndex = 0, memory: SupportsIndex | None = None) -> Optimal:
    """
    The best that can be done on a level or from a position, and by players.
    """

def panic_now() -> None:
    """
    Panics. For the test that this is no end of the program.
    """

def play_match(players: Sequence[Any], level: str | None = None, *, games: SupportsIndex = 1000, seed: SupportsIndex = 0, boards: SupportsGetItem[int, Board] | None = None, estimate: str = "plain", judged: bool = False, threads: SupportsIndex = 0, **setting: Unpack[Setting]) -> tuple[list[dict[str, Any]], dict[str, tuple[Any, Any]]]:
    """
    Plays a match; gives a dictionary per player, and the games as columns.
    """

def players() -> list[PlayerEntry]:
    """
    The players of the house.
    """

def shipped_text(name: str) -> str:
    """
    The file of an experiment that comes with the laboratory.
    """
