"""The laboratory: declared experiments, played into a folder.

>>> import surefoot
>>> [name for name, *_ in surefoot.lab.experiments()][:2]  # doctest: +SKIP
['first-click', 'move-order']
>>> result = surefoot.lab.run("win-rates", out="lab", quick=True)  # doctest: +SKIP

An experiment of your own is a file, or a dictionary of the same keys; the players in it may be
your own objects.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from ._surefoot import experiments, lab_run, shipped_text
from .errors import SurefootError
from .matches import AnyPlayer
from .tables import Table

__all__ = ["Result", "experiments", "run", "show"]


@dataclass(frozen=True)
class Result:
    """An experiment that is done."""

    #: Its name.
    name: str
    #: The folder it was played into.
    out: Path
    #: The answer to its question, in words.
    answer: str
    #: The names of its figures.
    figures: list[str]

    @property
    def records(self) -> Table:
        """Every game: a row each."""
        table = Table.of_csv(self.out / "records" / f"{self.name}.csv", skip=1).to_arrow()
        return Table(table.drop_columns(["check"]))

    @property
    def points(self) -> Table:
        """What the numbers of points in the records stand for."""
        return Table.of_csv(self.out / "records" / f"{self.name}.points.csv")

    @property
    def table(self) -> Table:
        """What was measured, with intervals."""
        return Table.of_csv(self.out / "tables" / f"{self.name}.csv")

    def figure(self, name: str | None = None) -> str:
        """A figure as SVG: the first unless one is named."""
        return (self.out / "figures" / f"{name or self.figures[0]}.svg").read_text("utf-8")

    def _repr_html_(self) -> str:
        words = self.answer.replace("&", "&amp;").replace("<", "&lt;")
        drawn = self.figure() if self.figures else ""
        return f"<p>{words}</p>{drawn}"


def show(name: str) -> str:
    """The file of an experiment that comes with the laboratory: something to start from."""
    return shipped_text(name)


def run(
    experiment: str | Path | Mapping[str, Any],
    out: str | Path = "lab",
    *,
    name: str = "experiment",
    players: Sequence[AnyPlayer] = (),
    quick: bool = False,
    deals: int | None = None,
    seed: int | None = None,
    resume: bool = False,
    threads: int = 0,
) -> Result:
    """Plays an experiment: one that comes with the laboratory by its name, a file of your own by
    its path (ending in .toml), or a dictionary, which is called by ``name``. ``players`` are your own that it
    names; in a dictionary they may stand themselves. ``quick=True`` takes fewer deals."""
    name, text, own = declared(experiment, name, players)
    folder = Path(out)
    answer, figures = lab_run(
        name,
        text,
        folder,
        players=own,
        quick=quick,
        seed=seed,
        deals=deals,
        resume=resume,
        threads=threads,
    )
    return Result(name, folder, answer, figures)


def declared(
    experiment: str | Path | Mapping[str, Any], name: str, players: Sequence[AnyPlayer]
) -> tuple[str, str | None, list[AnyPlayer]]:
    """The name and the file of an experiment, and the players of one's own in it. Of one that comes
    with the laboratory the name will do."""
    own = list(players)
    if isinstance(experiment, Mapping):
        keys = dict(experiment)
        seats = cast("list[AnyPlayer]", list(keys.get("players", [])))
        own += [seat for seat in seats if not isinstance(seat, str)]
        keys["players"] = [seat if isinstance(seat, str) else _name(seat) for seat in seats]
        return name, "".join(f"{key} = {_toml(value)}\n" for key, value in keys.items()), own
    path = Path(experiment)
    if path.suffix != ".toml":
        return str(experiment), None, own
    return path.stem, path.read_text("utf-8"), own


def _name(player: Any) -> str:
    """What a player of your own is called."""
    named = getattr(player, "name", None)
    return named or (player if isinstance(player, type) else type(player)).__name__


def _toml(value: Any) -> str:
    """A value as TOML: strings are written as in JSON, and tables inline."""
    if isinstance(value, Mapping):
        pairs = cast("Mapping[str, Any]", value).items()
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in pairs) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(inner) for inner in cast("list[Any]", value)) + "]"
    if isinstance(value, (str, bool, int, float)):
        return json.dumps(value, ensure_ascii=False)
    raise SurefootError(f"{value!r} cannot stand in an experiment", "use texts, numbers, lists and dicts")
