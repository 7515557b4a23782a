"""Matches and experiments, with players of Python's at the table."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import surefoot
from surefoot import Choice, View


class Careful:
    """Opens what is certainly safe, else the least likely mine."""

    version = "1"

    def choose(self, view: View) -> Any:
        best = view.analyse().best
        assert best is not None
        return Choice("open", best.cell, best.safety == 1.0, "least likely")


class Wild:
    """Opens anything."""

    name = "wild"
    version = "1"

    def begin(self, view: View, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, view: View) -> tuple[int, int]:
        return self.random.choice(view.hidden)


class Flagging:
    """Flags every certain mine before it opens anything, and declares at the end."""

    def choose(self, view: View) -> Any:
        analysis = view.analyse()
        for x, y in analysis.mine:
            if view.tile(x, y) == "*":
                return ("flag", x, y)
        closed = analysis.probability[~np.isnan(analysis.probability)]
        if np.isin(closed, (0.0, 1.0)).all():
            return ("declare",)
        best = analysis.best
        assert best is not None
        return best.cell


class Failing:
    """Knows what to do for a while."""

    def choose(self, view: View) -> tuple[int, int]:
        if len(view.hidden) < 70:
            raise RuntimeError("no idea")
        return view.hidden[0]


def test_python_plays_beside_ours_on_the_same_deals() -> None:
    result = surefoot.match(["exact", Careful(), Wild], "beginner", games=60, seed=3)
    assert [one.name for one in result.players] == ["exact", "Careful", "wild"]
    exact, careful, wild = result.players
    assert exact.win_rate is not None and careful.win_rate is not None
    assert careful.win_rate > 0.7 and wild.win_rate is not None and wild.win_rate < 0.2
    assert careful.errors == wild.errors == 0
    low, high = careful.win_interval or (1.0, 0.0)
    assert low <= careful.win_rate <= high
    assert careful.difference == pytest.approx(careful.win_rate - exact.win_rate)
    # Adding a player changes nobody's results, nor does the number of threads.
    for threads in (1, 3):
        alone = surefoot.match(["exact", Wild()], "beginner", games=60, seed=3, threads=threads)
        assert alone["exact"].wins == exact.wins and alone["wild"].wins == wild.wins


def test_records_are_tables() -> None:
    result = surefoot.match(["baseline", Wild], "beginner", games=20, judged=True)
    records = result.records
    assert len(records) == 40
    frame = records.to_arrow().to_pylist()
    wins = sum(row["won"] for row in frame if row["player"] == "wild")
    assert wins == result["wild"].wins
    assert [row["index"] for row in frame] == [game for game in range(20) for _ in range(2)]
    assert all(row["score"] is None and row["error"] is None for row in frame)
    assert all(row["forced"] <= row["guesses"] for row in frame)
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    assert isinstance(records.to_pandas(), pandas.DataFrame)
    assert records.to_pandas().groupby("player", observed=True)["digs"].mean()["wild"] > 0
    assert polars.DataFrame(records).shape == (40, len(records.columns))
    assert records.to_polars().filter(player="wild")["won"].sum() == wins
    table = result.table
    assert table["win_rate"].tolist() == [one.win_rate for one in result.players]


def test_the_records_are_those_of_an_episode_played_by_hand() -> None:
    records = surefoot.match(["exact"], "beginner", games=10, seed=8).records.to_pylist()
    assert {row["digs"] for row in records} != {0}
    for row in records:
        game = surefoot.Game("beginner", seed=8, deal=row["index"])
        # The first click of `exact` is its own; whoever opens there meets the same mines.
        game.open(4, 4)
        assert game.deal == (8, row["index"])


def test_an_exception_is_an_error_of_that_game_told_with_its_place() -> None:
    result = surefoot.match([Failing, "random"], "beginner", games=25, seed=1)
    failing = result["Failing"]
    errors = [row["error"] for row in result.records.to_pylist() if row["player"] == "Failing"]
    told = [error for error in errors if error]
    assert failing.errors == len(told) > 0 and result["random"].errors == 0
    line = next(
        number
        for number, text in enumerate(Path(__file__).read_text().splitlines(), 1)
        if 'raise RuntimeError("no idea")' in text
    )
    for error in told:
        assert error == f"RuntimeError: no idea ({__file__}, line {line}, in choose)"


def test_what_is_no_answer_is_told() -> None:
    class Mute:
        def choose(self, view: View) -> None:
            return None

    result = surefoot.match([Mute], "beginner", games=2)
    assert result["Mute"].errors == 2
    assert "choose() returned None; expected a cell" in (result["Mute"].first_error or "")

    class Outside:
        def choose(self, view: View) -> tuple[int, int]:
            return (9, 9)

    assert "9,9 is outside the board" in (
        surefoot.match([Outside], "beginner", games=1)["Outside"].first_error or ""
    )


def test_wins_that_are_estimated_are_not_counted() -> None:
    # Every guess is survived there, so that nearly every game would count as won.
    for estimate in ("survival", "advantage"):
        weighed = surefoot.match(
            ["exact", "queue"], "beginner", games=60, seed=3, promise="safe", estimate=estimate
        )
        exact = weighed["exact"]
        assert exact.wins is None and exact.win_rate is not None and exact.win_rate < 1.0
        rows = weighed.records.to_pylist()
        assert all(row["won"] is None for row in rows)
        values = [row["value"] for row in rows if row["player"] == "exact"]
        assert exact.win_rate == pytest.approx(sum(values) / len(values))
    with pytest.raises(ValueError, match="`guessed` is not an estimate: expected plain"):
        surefoot.match(["exact"], "beginner", games=1, estimate="guessed")  # type: ignore[arg-type]


def test_other_games() -> None:
    dug = surefoot.match(["prospector", Flagging], "5x5/3", games=8, game="dig")
    assert dug["Flagging"].wins == 8 and dug["Flagging"].dig_density is not None
    assert dug["Flagging"].win_rate == 1.0 and dug["Flagging"].win_interval is not None
    scored = surefoot.match(["digger", Flagging], "5x5/4", games=8, game="score")
    assert scored["Flagging"].score is not None and scored["Flagging"].wins is None
    boards = [surefoot.deal("beginner", seed=2, deal=deal) for deal in range(4)]
    assert surefoot.match(["exact"], boards=boards)["exact"].games == 4


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: surefoot.match([]), "at least one player"),
        (lambda: surefoot.match(["exactly"]), "did you mean `exact`"),
        (lambda: surefoot.match([Wild, Wild()]), "there is a player `wild` already"),
        (lambda: surefoot.match([3]), "no method choose"),  # type: ignore[list-item]
        (lambda: surefoot.lab.run("no-such"), "there is no experiment `no-such`"),
        (lambda: surefoot.lab.run({"title": "?"}), "question"),
        (lambda: surefoot.lab.show("no-such"), "there is no experiment"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(call: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


def test_an_experiment_with_a_player_of_ones_own(tmp_path: Path) -> None:
    experiment = {
        "title": "Does it pay to think?",
        "question": "Does Careful win more than wild?",
        "players": ["baseline", Careful(), Wild],
        "deals": 12,
        "sweep": {"over": "level", "values": ["beginner", "6x6/6"]},
    }
    result = surefoot.lab.run(experiment, tmp_path, name="mine")
    assert "Careful" in result.answer
    records = result.records
    assert len(records) == 3 * 12 * 2 and "check" not in records.columns
    # The same records as a match has.
    match = surefoot.match(["baseline", Careful(), Wild], "beginner", games=12, seed=2026)
    frame = [row for row in records.to_pylist() if row["point"] == 0]
    for name in ("baseline", "Careful", "wild"):
        mine = [row["won"] for row in frame if row["player"] == name]
        assert sum(mine) == match[name].wins
    assert len(result.points) == 2 and len(result.table) > 0
    assert result.figure().startswith("<svg") and "<svg" in result._repr_html_()
    with pytest.raises(surefoot.SurefootError) as caught:
        surefoot.lab.run(experiment, tmp_path, name="mine")
    assert "resume=True" in (caught.value.hint or "")
    again = surefoot.lab.run(experiment, tmp_path, name="mine", resume=True)
    assert again.answer == result.answer


def test_shipped_experiments(tmp_path: Path) -> None:
    names = [name for name, *_ in surefoot.lab.experiments()]
    assert "dig-area" in names
    assert "question" in surefoot.lab.show("dig-area")
    file = tmp_path / "own.toml"
    file.write_text(
        'title = "a"\nquestion = "b?"\nplayers = ["queue", "closure"]\ndeals = 5\n'
        'sweep = { over = "level", values = ["beginner"] }\n'
    )
    assert surefoot.lab.run(file, tmp_path / "out", deals=6).records.to_arrow().num_rows == 12


def test_players_of_ones_own_advise_and_are_valued_exactly() -> None:
    view = surefoot.Game("beginner", seed=1).view
    assert view.advise(Careful()).cell == view.analyse().best.cell  # type: ignore[union-attr]
    best = surefoot.optimal("3x3/2", promise="safe", compare=["exact", Careful(), Wild])
    wins = {name: won for name, won, _ in best.players}
    assert best.wins >= wins["Careful"] > wins["wild"]
    with pytest.raises(surefoot.SurefootError, match="the player failed: RuntimeError: no idea"):
        view = View("2x1/1\n* *")
        view.advise(Failing())


def test_players() -> None:
    roster = {entry.name: entry for entry in surefoot.players()}
    assert "surefoot" in roster and roster["periphery"].options
    assert "periphery" in repr(roster["periphery"])
