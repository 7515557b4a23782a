"""How a user's checker sees the package: pyright reads this strictly, nothing runs it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import surefoot
from surefoot import Choice, Game, View
from typing_extensions import assert_type


class Mine:
    def choose(self, view: View) -> Choice:
        return view.advise()


def use() -> None:
    view = View("1*2\\n***\\n*3*")
    assert_type(view.analyse().probability, npt.NDArray[np.float64])
    assert_type(view.analyse().solutions, "int | None")
    assert_type(surefoot.analyse_many([view.array]), npt.NDArray[np.float64])
    game = Game("expert", seed=7, promise="safe")
    game.play(view.advise())
    result = surefoot.match(["exact", Mine(), Mine], "beginner", games=3)
    assert_type(result["Mine"].win_rate, "float | None")
    surefoot.lab.run({"title": "?", "players": [Mine()]}, players=[Mine()])
    Game(colour="red")  # pyright: ignore[reportCallIssue]
    surefoot.match([3])  # pyright: ignore[reportArgumentType]
