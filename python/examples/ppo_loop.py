"""PPO with masks in one loop, in the manner of CleanRL: nothing between you and the environment.

    pip install "surefoot[gym]" torch
    python ppo_loop.py --minutes 15

The policy is convolutions all the way: a logit for each cell from what is seen around it, so that one
board's size is as good as another. Games are dealt anew in the step after their end, which earns
nothing; such steps are left out of what is learned.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from surefoot.gym import SurefootVectorEnv
from torch import nn

GAMES, STEPS, EPOCHS, BATCHES = 128, 32, 4, 8
GAMMA, LAMBDA, CLIP, ENTROPY, RATE = 0.95, 0.9, 0.2, 0.01, 1e-3
KINDS = 13  # tiles from -4 to 8


class Agent(nn.Module):
    def __init__(self, width: int = 48) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(KINDS, width, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1),
            nn.ReLU(),
        )
        self.policy = nn.Conv2d(width, 1, 1)
        self.worth = nn.Linear(width, 1)

    def forward(self, boards: torch.Tensor, mask: torch.Tensor):
        planes = nn.functional.one_hot(boards.long() + 4, KINDS).permute(0, 3, 1, 2).float()
        seen = self.body(planes)
        logits = self.policy(seen).flatten(1).masked_fill(mask == 0, -1e9)
        worth = self.worth(seen.mean(dim=(2, 3))).squeeze(1)
        return torch.distributions.Categorical(logits=logits), worth


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--level", default="6x6/4")
    parser.add_argument("--minutes", type=float, default=15, help="of CPU time")
    arguments = parser.parse_args()
    torch.manual_seed(1)
    envs = SurefootVectorEnv(GAMES, arguments.level, reward="survival")
    agent = Agent()
    optimiser = torch.optim.Adam(agent.parameters(), lr=RATE, eps=1e-5)
    height, width = envs.single_observation_space.shape
    actions_of = envs.single_action_space.n

    boards = torch.zeros((STEPS, GAMES, height, width), dtype=torch.int8)
    masks = torch.zeros((STEPS, GAMES, actions_of), dtype=torch.int8)
    actions = torch.zeros((STEPS, GAMES), dtype=torch.int64)
    odds, rewards, worths = (torch.zeros((STEPS, GAMES)) for _ in range(3))
    over, played = (torch.zeros((STEPS, GAMES), dtype=torch.bool) for _ in range(2))

    seen, info = envs.reset(seed=1)
    mask, dealt = info["action_mask"], np.zeros(GAMES, dtype=bool)
    begun, told, won, ended, steps = time.process_time(), 0.0, 0, 0, 0
    while (spent := time.process_time() - begun) < 60 * arguments.minutes:
        for step in range(STEPS):
            boards[step], masks[step] = torch.from_numpy(seen), torch.from_numpy(mask)
            played[step] = torch.from_numpy(~dealt)  # an action of a game that is over is not played
            with torch.no_grad():
                choices, worths[step] = agent(boards[step], masks[step])
                actions[step] = choices.sample()
                odds[step] = choices.log_prob(actions[step])
            seen, reward, ends, _, info = envs.step(actions[step].numpy())
            rewards[step], over[step] = torch.from_numpy(reward), torch.from_numpy(ends)
            mask, dealt = info["action_mask"], ends
            won, ended = won + int(info["won"].sum()), ended + int(ends.sum())
            steps += GAMES

        # Generalised advantages; nothing is passed on across the end of a game.
        gains, last = torch.zeros((STEPS, GAMES)), torch.zeros(GAMES)
        with torch.no_grad():
            ahead = agent(torch.from_numpy(seen), torch.from_numpy(mask))[1]
        for step in reversed(range(STEPS)):
            goes_on = (~over[step]).float()
            error = rewards[step] + GAMMA * ahead * goes_on - worths[step]
            last = gains[step] = error + GAMMA * LAMBDA * goes_on * last
            ahead = worths[step]
        targets = gains + worths

        rows = torch.nonzero(played.flatten()).squeeze(1)
        flat = [part.flatten(0, 1)[rows] for part in (boards, masks, actions, odds, gains, targets)]
        for _ in range(EPOCHS):
            for batch in torch.randperm(len(rows)).chunk(BATCHES):
                board, legal, action, odd, gain, target = (part[batch] for part in flat)
                choices, worth = agent(board, legal)
                ratio = (choices.log_prob(action) - odd).exp()
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
                loss = -torch.min(ratio * gain, clipped * gain).mean()
                loss = loss + 0.5 * (worth - target).square().mean()
                loss = loss - ENTROPY * choices.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimiser.step()

        if spent - told > 20:
            told = spent
            print(f"{spent:6.0f} s  {steps:9d} steps  {won / max(ended, 1):.3f} won")
            won = ended = 0


if __name__ == "__main__":
    main()
