"""Environments: Gymnasium's own checks, its own vectors, and games played by hand."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import surefoot
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from surefoot.gym import SurefootEnv, SurefootVectorEnv

PLAIN: dict[str, Any] = {"level": "6x6/5"}
SETTINGS: list[dict[str, Any]] = [
    PLAIN,
    {"level": "5x4/3", "mask_observation": True, "probabilities": True, "reward": "survival"},
    {"level": "4x4/2", "game": "dig", "mask_observation": True},
    {"level": "5x5/4", "game": "score", "clues": "silent:0.6,asks=2"},
    {"level": "5x5/4", "promise": "none", "neighbourhood": "torus", "reward": "survival"},
]


@pytest.mark.parametrize("name", ["Beginner", "Intermediate", "Expert"])
def test_registered_environments_pass_the_check(name: str) -> None:
    env = gym.make(f"surefoot:Surefoot/{name}-v0")
    check_env(env.unwrapped, skip_render_check=True)
    vector = gym.make_vec(f"Surefoot/{name}-v0", num_envs=3)
    assert isinstance(vector.unwrapped, SurefootVectorEnv)
    assert vector.observation_space.shape == (3, *env.observation_space.shape)


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_setting_passes_the_check(setting: dict[str, Any]) -> None:
    env = gym.make("Surefoot/Beginner-v0", **setting, render_mode="ansi")
    check_env(env.unwrapped)


def choose(rng: np.random.Generator, mask: np.ndarray, clumsy: float) -> np.ndarray:
    """Legal actions at random, and now and then one that may not be."""
    legal = (rng.random(mask.shape) * (mask == 1)).argmax(axis=1)
    wild = rng.integers(mask.shape[1], size=len(mask))
    return np.where(rng.random(len(mask)) < clumsy, wild, legal)


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("threads, copy", [(1, True), (3, False)])
def test_a_vector_is_as_gymnasium_makes_one(
    setting: dict[str, Any], mode: AutoresetMode, threads: int, copy: bool
) -> None:
    count = 5
    ours = SurefootVectorEnv(count, **setting, autoreset_mode=mode, threads=threads, copy=copy)
    theirs = SyncVectorEnv(
        [lambda first=first: SurefootEnv(**setting, first=first, stride=count) for first in range(count)],
        autoreset_mode=mode,
    )
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] == mode
    found, expected = ours.reset(seed=9), theirs.reset(seed=[9] * count)
    assert data_equivalence(found, expected)
    rng, ended = np.random.default_rng(4), 0
    for _ in range(150):
        actions = choose(rng, expected[-1]["action_mask"], 0.02)
        found, expected = ours.step(actions), theirs.step(actions)
        for mine, yours in zip(found, expected, strict=True):
            assert data_equivalence(mine, yours), (mine, yours)
        assert ours.observation_space.contains(found[0])
        over = expected[2] | expected[3]
        ended += over.sum()
        if mode == AutoresetMode.DISABLED and over.any():
            found = ours.reset(options={"reset_mask": over.copy()})
            expected = theirs.reset(options={"reset_mask": over.copy()})
            # Gymnasium gives a mask of those that were reset only.
            assert data_equivalence(found, expected)
            expected[1]["action_mask"][~over] = ours.action_masks()[~over]
    assert ended > 20


def test_an_environment_is_a_game_of_the_laboratory() -> None:
    env = SurefootEnv("6x6/5")
    env.action_space.seed(1)
    for deal in range(60):
        seen, info = env.reset(seed=3 if deal == 0 else None)
        game = surefoot.Game("6x6/5", seed=3, deal=deal)
        assert info["deal"] == deal
        over = False
        while not over:
            hidden = np.array([[x, y] for x, y in game.view.hidden])
            np.testing.assert_array_equal(np.flatnonzero(info["action_mask"]), hidden @ [1, 6])
            np.testing.assert_array_equal(env.action_masks(), info["action_mask"] == 1)
            action = env.action_space.sample(info["action_mask"])
            y, x = divmod(int(action), 6)
            status = game.open(x, y)
            seen, reward, over, truncated, info = env.step(action)
            np.testing.assert_array_equal(seen, game.view.array)
            assert (over, reward, truncated) == (status != "playing", status == "won", False)
        assert info["won"] == (game.status == "won") and info["action_mask"].all()


@pytest.mark.parametrize("game", ["win", "score", "dig"])
def test_the_mask_is_the_same_in_all_three_places(game: str) -> None:
    env = SurefootEnv("6x6/5", game=game, mask_observation=True)
    envs = SurefootVectorEnv(3, "6x6/5", game=game, mask_observation=True)
    env.action_space.seed(1)
    for one, shape in ((env, ()), (envs, (3,))):
        seen, info = one.reset(seed=1)
        for _ in range(12):
            mask = info["action_mask"]
            assert mask.dtype == np.int8 and mask.shape == (*shape, env.action_space.n)
            np.testing.assert_array_equal(seen["action_mask"], mask)
            np.testing.assert_array_equal(one.action_masks(), mask == 1)
            legal = (np.random.default_rng(2).random(mask.shape) * mask).argmax(axis=-1)
            seen, _, over, broken_off, info = one.step(legal)
            if not shape and (over or broken_off):
                seen, info = one.reset()


def test_an_illegal_action_loses() -> None:
    env = SurefootEnv("beginner")
    env.reset(seed=1)
    env.step(40)
    _, reward, over, _, info = env.step(40)
    assert over and reward == 0.0 and not info["won"]
    with pytest.raises(surefoot.SurefootError, match="over"):
        env.step(0)


def test_what_is_not_copied_is_written_in_place() -> None:
    env = SurefootVectorEnv(2, "beginner", copy=False)
    first, info = env.reset(seed=1)
    again, _, _, _, later = env.step(np.array([40, 40]))
    assert np.shares_memory(first, again)
    assert np.shares_memory(info["action_mask"], later["action_mask"])
    kept = SurefootVectorEnv(2, "beginner")
    first, _ = kept.reset(seed=1)
    again = kept.step(np.array([40, 40]))[0]
    assert not np.shares_memory(first, again) and (first == -1).all()


def test_seeds() -> None:
    env = SurefootVectorEnv(3, "beginner")
    env.reset()
    assert env.reset()[1]["deal"].tolist() == [3, 4, 5]
    assert env.reset(seed=5)[1]["deal"].tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="2 seeds for 3"):
        env.reset(seed=[1, 2])
    one, other = SurefootEnv("beginner"), SurefootEnv("beginner")
    one.reset()
    other.reset()
    shown = [env.step(0)[0].tolist() for env in (one, other)]
    assert shown[0] != shown[1]


def test_probabilities_are_the_analysis() -> None:
    env = SurefootEnv("6x6/6", probabilities=True)
    seen, info = env.reset(seed=2)
    for _ in range(6):
        found = seen["probability"]
        assert found.dtype == np.float32
        expected = surefoot.View(seen["board"], 6).analyse().probability
        expected = np.where(np.isnan(expected), seen["board"] == -4, expected)
        np.testing.assert_allclose(found, expected, atol=1e-6)
        seen, _, over, _, info = env.step(int(np.where(info["action_mask"], 1 - found.ravel(), -1).argmax()))
        if over:
            seen, info = env.reset()
