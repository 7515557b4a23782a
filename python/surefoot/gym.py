"""Environments of Gymnasium: ``Surefoot/{Beginner,Intermediate,Expert}-v0``.

Importing this registers them, and ``import surefoot`` does so where Gymnasium is installed.

>>> import gymnasium as gym
>>> import surefoot.gym
>>> env = gym.make("Surefoot/Beginner-v0")
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(40)
>>> int(observation[4, 4])
0

An observation is an int8 array of height by width: a clue is its number, -1 hidden, -2 a flag,
-3 open but silent, -4 an opened mine. Action ``y * width + x`` opens a cell; in ``game="score"``
and ``"dig"`` as many actions follow that flag one, then one that declares, and where
``clues`` allows to ask again, as many that ask. What is legal is in ``info["action_mask"]``, in
``action_masks()`` (for sb3-contrib), and with ``mask_observation=True`` in the observation (for
TorchRL and RLlib). An action that is not legal loses the game, as it does in a match; of a game
that is over the mask is all ones.

Deals are those of the laboratory: an environment that was reset with a seed plays deals 0, 1, 2,
... of it, and ``n`` in a vector play 0 to n-1, then n to 2n-1, and so on. So a win rate stands
beside those of ``surefoot.match`` on the same seed.

``reward="outcome"`` gives 1 for a win (the score in ``score``, the share that needed no digging in
``dig``) and nothing else. ``reward="survival"`` takes from that, for every cell opened, the exact
probability that it was a mine: on average the same as 1 less for a loss, without the luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from typing_extensions import Unpack

from ._surefoot import Arena
from ._types import Setting

__all__ = ["SurefootEnv", "SurefootVectorEnv", "register"]

#: The largest number that a cell can show.
_MOST = 8


def _observation_space(arena: Arena, mask: bool, weighed: bool) -> spaces.Space[Any]:
    board = spaces.Box(-4, _MOST, arena.shape, np.int8)
    if not (mask or weighed):
        return board
    parts: dict[str, spaces.Space[Any]] = {"board": board}
    if mask:
        parts["action_mask"] = spaces.Box(0, 1, (arena.actions,), np.int8)
    if weighed:
        parts["probability"] = spaces.Box(0.0, 1.0, arena.shape, np.float32)
    return spaces.Dict(parts)


class SurefootEnv(gymnasium.Env[Any, Any]):
    """One game after the other. See the module for what is seen, done and earned."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        level: str = "expert",
        *,
        reward: str = "outcome",
        mask_observation: bool = False,
        probabilities: bool = False,
        first: int = 0,
        stride: int = 1,
        render_mode: str | None = None,
        **setting: Unpack[Setting],
    ) -> None:
        """Keywords of ``setting`` are those of ``surefoot.Game``: ``promise``, ``game``,
        ``clues``, ``neighbourhood``, ``total``, ``flood``. The first deal of a seed is number
        ``first``, and from one to the next it is ``stride``."""
        self._arena = Arena(
            level,
            1,
            first=first,
            stride=stride,
            probabilities=probabilities,
            reward=reward,
            **setting,
        )
        self._mask_observation = mask_observation
        self._probabilities = probabilities
        self._seeded = False
        self._all = np.ones(1, dtype=np.bool_)
        self.observation_space = _observation_space(self._arena, mask_observation, probabilities)
        self.action_space = spaces.Discrete(self._arena.actions)
        self.render_mode = render_mode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """The first deal of a seed; without one, the next deal."""
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**63))
        self._seeded = True
        self._arena.reset([seed], self._all)
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One action."""
        arena = self._arena
        arena.step(np.array([action], dtype=np.int64), False)
        over, broken_off = bool(arena.over[0]), bool(arena.broken_off[0])
        return self._observation(), float(arena.reward[0]), over, broken_off, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, as sb3-contrib asks for it."""
        return self._arena.mask.astype(np.bool_)

    def render(self) -> Any:
        """The board as text."""
        return str(self._arena.view(0)) if self.render_mode == "ansi" else None

    def _observation(self) -> Any:
        board = self._arena.tiles.reshape(self._arena.shape).copy()
        if not (self._mask_observation or self._probabilities):
            return board
        seen: dict[str, npt.NDArray[Any]] = {"board": board}
        if self._mask_observation:
            seen["action_mask"] = self._arena.mask.copy()
        if self._probabilities:
            seen["probability"] = self._arena.probability.reshape(self._arena.shape).copy()
        return seen

    def _info(self) -> dict[str, Any]:
        arena = self._arena
        return {
            "action_mask": arena.mask.copy(),
            "won": bool(arena.won[0]),
            "deal": int(arena.deal[0]),
        }


class SurefootVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games side by side, played natively."""

    def __init__(
        self,
        num_envs: int,
        level: str = "expert",
        *,
        reward: str = "outcome",
        mask_observation: bool = False,
        probabilities: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        **setting: Unpack[Setting],
    ) -> None:
        """With ``copy=False`` observations and masks are the arrays that the next step writes
        into. ``threads=0`` takes as many as there are cores."""
        self.num_envs = num_envs
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": self._mode}
        self.render_mode = render_mode
        self._copy = copy
        arena = self._arena = Arena(
            level,
            num_envs,
            probabilities=probabilities,
            reward=reward,
            threads=threads,
            **setting,
        )
        seen, done = _observation_space(arena, mask_observation, probabilities), arena.actions
        self.single_observation_space = seen
        self.single_action_space = spaces.Discrete(done)
        self.observation_space = batch_space(seen, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._board = arena.tiles.reshape(num_envs, *arena.shape)
        self._mask = arena.mask.reshape(num_envs, arena.actions)
        # Nothing but the board is shown as it is, and more as a dictionary.
        self._parts: dict[str, npt.NDArray[Any]] = {}
        if mask_observation or probabilities:
            self._parts["board"] = self._board
        if mask_observation:
            self._parts["action_mask"] = self._mask
        if probabilities:
            self._parts["probability"] = arena.probability.reshape(num_envs, *arena.shape)
        self._unseeded: list[int | None] = [None] * num_envs
        self._seeded = False
        self._all = np.ones(num_envs, dtype=np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """The first deals of a seed, or of a seed for each; without one, the next deals.
        ``options={"reset_mask": mask}`` says which of the games are dealt anew."""
        which = self._all if options is None else options.get("reset_mask", self._all)
        if which.dtype != np.bool_ or which.shape != (self.num_envs,):
            raise ValueError(f"`reset_mask` must be {self.num_envs} truths")
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**63))
        seeds = (
            self._unseeded
            if seed is None
            else [seed] * self.num_envs
            if isinstance(seed, int)
            else list(seed)
        )
        if len(seeds) != self.num_envs:
            raise ValueError(f"there are {len(seeds)} seeds for {self.num_envs} games")
        self._seeded = True
        self._arena.reset(seeds, np.ascontiguousarray(which))
        return self._observation(), self._infos(which)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One action in every game."""
        arena = self._arena
        numbers = np.ascontiguousarray(actions, dtype=np.int64)
        arena.step(numbers, self._mode == AutoresetMode.NEXT_STEP)
        reward, over, broken_off = arena.reward.copy(), arena.over.copy(), arena.broken_off.copy()
        final: dict[str, Any] = {}
        if self._mode == AutoresetMode.SAME_STEP:
            ended = over | broken_off
            if ended.any():
                final = self._final(ended)
                arena.reset(self._unseeded, ended)
        return self._observation(), reward, over, broken_off, {**final, **self._infos(self._all)}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, a row for each game."""
        return self._mask.astype(np.bool_)

    def render(self) -> Any:
        """The boards as texts."""
        if self.render_mode != "ansi":
            return None
        return tuple(str(self._arena.view(game)) for game in range(self.num_envs))

    def _observation(self) -> Any:
        if not self._parts:
            return self._board.copy() if self._copy else self._board
        return {key: part.copy() if self._copy else part for key, part in self._parts.items()}

    def _infos(self, which: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """As Gymnasium puts the infos of several environments together."""
        arena, whole = self._arena, which is self._all
        kept = self._mask if whole and not self._copy else self._mask.copy()
        parts: dict[str, npt.NDArray[Any]] = {
            "action_mask": kept,
            "won": arena.won.copy(),
            "deal": arena.deal.astype(np.int64),
        }
        infos: dict[str, Any] = {}
        for key, array in parts.items():
            if not whole:
                array[~which] = 0
            infos[key], infos[f"_{key}"] = array, which.copy()
        return infos

    def _final(self, ended: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """What was seen last of games that are over."""
        seen = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(ended):
            one = {key: part[game].copy() for key, part in self._parts.items()}
            seen[game] = one or self._board[game].copy()
        return {
            "final_obs": seen,
            "_final_obs": ended.copy(),
            "final_info": self._infos(ended),
            "_final_info": ended.copy(),
        }


def register() -> None:
    """Registers the environments, if they are not."""
    add: Any = getattr(gymnasium, "register")  # noqa: B009 (it is not typed all through)
    for level in ("beginner", "intermediate", "expert"):
        name = f"Surefoot/{level.capitalize()}-v0"
        if name not in gymnasium.registry:
            add(
                name,
                entry_point="surefoot.gym:SurefootEnv",
                vector_entry_point="surefoot.gym:SurefootVectorEnv",
                kwargs={"level": level},
            )


register()
