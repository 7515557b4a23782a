"""Learns Minesweeper on 6x6 with 4 mines by MaskablePPO, and says where it stands in the league.

    pip install "surefoot[gym]" stable-baselines3 sb3-contrib
    python maskable_ppo.py --minutes 15 --curve curve.svg

Stable-Baselines3 has vector environments of its own kind, so a small class stands between. The network
sees one plane for each kind of tile, and its convolutions end in one logit for each cell.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import surefoot
import torch
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from surefoot.gym import SurefootVectorEnv
from torch import nn


class Games(VecEnv):
    """Surefoot's vector as Stable-Baselines3 wants it."""

    def __init__(self, count: int, level: str, seed: int, **keywords) -> None:
        self.inner = SurefootVectorEnv(
            count, level, autoreset_mode=AutoresetMode.SAME_STEP, **keywords
        )
        self.seed_of_deals, self.returns = seed, np.zeros(count)
        self.lengths = np.zeros(count, dtype=int)
        super().__init__(
            count, self.inner.single_observation_space, self.inner.single_action_space
        )

    def reset(self):
        self.returns[:], self.lengths[:] = 0.0, 0
        return self.inner.reset(seed=self.seed_of_deals)[0]

    def step_async(self, actions):
        self.actions = actions

    def step_wait(self):
        seen, rewards, over, broken_off, info = self.inner.step(self.actions)
        done = over | broken_off
        self.returns += rewards
        self.lengths += 1
        infos = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(done):
            infos[game] = {
                "terminal_observation": info["final_obs"][game],
                "won": bool(info["final_info"]["won"][game]),
                "episode": {"r": self.returns[game], "l": self.lengths[game], "t": time.time()},
            }
        self.returns[done], self.lengths[done] = 0.0, 0
        return seen, rewards.astype(np.float32), done, infos

    def env_method(self, name, *arguments, indices=None, **keywords):
        assert name == "action_masks"
        return list(self.inner.action_masks())

    def has_attr(self, name):
        return name == "action_masks"

    def get_attr(self, name, indices=None):
        if name == "action_masks":
            return [self.inner.action_masks] * self.num_envs
        return [None] * self.num_envs

    def set_attr(self, name, value, indices=None):
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * self.num_envs

    def close(self):
        self.inner.close()


class Planes(BaseFeaturesExtractor):
    """A plane for each kind of tile, and convolutions over them: a logit for each cell, and what is seen
    of the whole board. What is true of one corner is true of the next, so weights are shared."""

    def __init__(self, space: spaces.Box, width: int = 32) -> None:
        height, columns = space.shape
        super().__init__(space, height * columns + width)
        self.kinds = 13  # -4 to 8
        layers: list[nn.Module] = []
        for inner in (self.kinds, width, width, width):
            layers += [nn.Conv2d(inner, width, 3, padding=1), nn.ReLU()]
        self.layers, self.logit = nn.Sequential(*layers), nn.Conv2d(width, 1, 1)

    def forward(self, boards: torch.Tensor) -> torch.Tensor:
        planes = nn.functional.one_hot(boards.long() + 4, self.kinds)
        seen = self.layers(planes.permute(0, 3, 1, 2).float())
        return torch.cat([self.logit(seen).flatten(1), seen.mean(dim=(2, 3))], dim=1)


class Parts(nn.Module):
    """What the policy takes of that, and what the value."""

    def __init__(self, cells: int, width: int) -> None:
        super().__init__()
        self.latent_dim_pi, self.latent_dim_vf = cells, width

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        return features[:, : self.latent_dim_pi]

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        return features[:, self.latent_dim_pi :]


class Policy(MaskableActorCriticPolicy):
    """The logits are those of the convolutions; only the value has a layer of its own."""

    def _build_mlp_extractor(self) -> None:
        cells = int(self.action_space.n)
        self.mlp_extractor = Parts(cells, self.features_dim - cells)

    def _build(self, lr_schedule) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()


class Curve(BaseCallback):
    """Tells the share of games won as it learns, and ends when the time is over."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds, self.begun, self.told, self.ended = seconds, time.process_time(), 0.0, []
        self.points: list[tuple[float, float]] = []

    def _on_step(self) -> bool:
        self.ended += [info["won"] for info in self.locals["infos"] if "won" in info]
        spent = time.process_time() - self.begun
        if spent - self.told > 20 and self.ended:
            self.told = spent
            won = float(np.mean(self.ended))
            print(f"{spent:6.0f} s  {self.num_timesteps:9d} steps  {won:.3f} won", flush=True)
            self.points.append((spent / 60, won))
            self.ended = []
        return spent < self.seconds


class Learned:
    """The agent as a player of matches."""

    name = "learned"

    def __init__(self, model: MaskablePPO) -> None:
        self.model = model

    def __deepcopy__(self, memo):
        return self  # it remembers nothing of a game

    def choose(self, view):
        mask = (view.array == -1).ravel()
        action, _ = self.model.predict(view.array, action_masks=mask, deterministic=True)
        y, x = divmod(int(action), view.width)
        return x, y


def drawn(points: list[tuple[float, float]], others: dict[str, float]) -> str:
    """The curve as SVG: minutes of CPU time and the share of games won, beside what others win."""
    last = max(minutes for minutes, _ in points)

    def place(minutes: float, won: float) -> str:
        return f"{60 + 540 * minutes / last:.1f},{330 - 300 * won:.1f}"

    def text(x: float, y: float, words: str, anchor: str = "middle") -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 380" font-size="13" '
        'font-family="sans-serif" fill="#333"><rect width="720" height="380" fill="#fff"/>'
    ]
    for share in range(0, 101, 25):
        y = 330 - 3 * share
        parts.append(f'<path d="M60,{y}H600" stroke="#ddd"/>' + text(52, y + 4, f"{share}", "end"))
    step = max(1, round(last / 8))
    for minutes in range(0, int(last) + 1, step):
        parts.append(text(60 + 540 * minutes / last, 350, f"{minutes}"))
    parts.append(text(330, 372, "minutes of CPU time") + text(60, 18, "games won, %", "start"))
    for name, won in others.items():
        y = 330 - 300 * won
        parts.append(f'<path d="M60,{y:.1f}H600" stroke="#888" stroke-dasharray="5 4"/>')
        parts.append(text(606, y + 4, f"{name} {won:.1%}", "start"))
    line = " ".join(place(*point) for point in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#1565c0" stroke-width="2.5"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--curve", type=Path, help="an SVG file to draw how it learned")
    parser.add_argument("--level", default="6x6/4")
    parser.add_argument("--minutes", type=float, default=15, help="of CPU time")
    arguments = parser.parse_args()
    torch.manual_seed(1)
    model = MaskablePPO(
        Policy,
        Games(128, arguments.level, seed=1, reward="survival"),
        n_steps=32,
        batch_size=512,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=0.95,
        ent_coef=0.005,
        policy_kwargs={"features_extractor_class": Planes},
        device="cpu",
    )
    curve = Curve(60 * arguments.minutes)
    model.learn(10**9, callback=curve)
    # On deals that it has not seen: another seed.
    players = ["random", "baseline", "queue", Learned(model), "exact"]
    result = surefoot.match(players, arguments.level, games=2000, seed=2, threads=1)
    for standing in result.players:
        low, high = standing.win_interval
        print(f"{standing.name:10} {standing.win_rate:.3f} [{low:.3f}, {high:.3f}]")
    if arguments.curve:
        names = ["random", "baseline", "queue", "exact"]
        arguments.curve.write_text(drawn(curve.points, {name: result[name].win_rate for name in names}))


if __name__ == "__main__":
    main()
