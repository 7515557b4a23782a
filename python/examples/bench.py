"""Figures of the package, and of others beside it where they are installed.

    scripts/python --release
    pip install target/python/wheels/*.whl gymnasium ms-toollib    # and jumanji
    python python/examples/bench.py

Times are CPU times of one core, except where two are named; actions are chosen outside of them.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import surefoot
from surefoot.gym import SurefootVectorEnv

SECONDS = float(os.environ.get("BENCH_SECONDS", "4"))


def say(what: str, value: str) -> None:
    print(f"{what:62} {value}", flush=True)


def positions(count: int) -> list[surefoot.View]:
    """Expert positions half way through games of `exact`."""
    views: list[surefoot.View] = []
    deal = 0
    while len(views) < count:
        game = surefoot.Game("expert", seed=1, deal=deal)
        deal += 1
        game.open(15, 8)
        steps = 20 + deal % 60
        while game.status == "playing" and steps:
            best = game.view.analyse().best
            assert best is not None
            game.open(*best.cell)
            steps -= 1
        if game.status == "playing":
            views.append(game.view)
    return views


def apart(work: Callable[[], Any]) -> Any:
    """Does something in a thread of its own."""
    with ThreadPoolExecutor(1) as one:
        return one.submit(work).result()


def environment(level: str, count: int, copy: bool, threads: int = 1) -> tuple[float, float]:
    """Steps a second, those that only deal anew left out and all, on given actions."""
    envs = SurefootVectorEnv(count, level, copy=copy, threads=threads)
    _, info = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    clock = time.process_time if threads == 1 else time.perf_counter
    spent, steps, played, over = 0.0, 0, 0, np.zeros(count, dtype=bool)
    while spent < SECONDS:
        mask = info["action_mask"]
        actions = (rng.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1)
        before = clock()
        _, _, now, _, info = envs.step(actions)
        spent += clock() - before
        steps += count
        played += count - int(over.sum())
        over = now.copy()
    return played / spent, steps / spent


def environments() -> None:
    for level, count in [("beginner", 64), ("intermediate", 64), ("expert", 64), ("expert", 1024)]:
        for copy in (True, False):
            played, steps = environment(level, count, copy)
            how = "copied" if copy else "in place"
            say(
                f"steps/s, {level}, {count} games, {how}",
                f"{played / 1e3:8.0f} k  ({steps / 1e3:.0f} k with those that deal)",
            )


def analyses(views: list[surefoot.View]) -> None:
    def everything(view: surefoot.View) -> None:
        analysis = view.analyse()
        _ = analysis.probability, analysis.safe, analysis.mine
        _ = analysis.best, analysis.dead, analysis.solutions

    def timed(what: str, ask: Callable[[surefoot.View], Any]) -> None:
        times = []
        for view in views:
            before = time.thread_time()
            ask(view)
            times.append(time.thread_time() - before)
        median, mean = 1e6 * statistics.median(times), 1e6 * statistics.fmean(times)
        say(f"{what}, expert, median and mean", f"{median:8.1f} µs, {mean:.1f} µs")

    # Each in a thread of its own: what one has counted is remembered there.
    apart(lambda: timed("analyse", surefoot.View.analyse))
    apart(lambda: timed("analyse, with all there is to say", everything))
    arrays = np.stack([view.array for view in views])
    # By CPU time, and on two cores by the clock, which says little on a busy machine.
    for threads, clock in ((1, time.process_time), (2, time.process_time), (2, time.perf_counter)):
        most = 0.0
        for _ in range(5):
            before = clock()
            surefoot.analyse_many(arrays, 99, threads=threads)
            most = max(most, len(arrays) / (clock() - before))
        cores = "CPU time of one core" if clock is time.process_time else "by the clock"
        say(f"analyse_many, expert, threads={threads}, {cores}", f"{most:8.0f} positions/s")


def toollib(views: list[surefoot.View]) -> None:
    try:
        import ms_toollib
    except ImportError:
        say("ms-toollib", "not installed")
        return
    code: dict[int, int] = {-1: 10, -2: 10}
    boards = [[[code.get(int(tile), int(tile)) for tile in row] for row in view.array] for view in views]
    times = []
    for board in boards:
        before = time.thread_time()
        ms_toollib.cal_probability_onboard(board, 99)
        times.append(time.thread_time() - before)
    median, mean = 1e6 * statistics.median(times), 1e6 * statistics.fmean(times)
    say("ms-toollib, 300 of the same positions, median and mean", f"{median:8.1f} µs, {mean:.1f} µs")


def jumanji() -> None:
    try:
        import jax
        import jumanji
        from jumanji.environments.logic.minesweeper.generator import UniformSamplingGenerator
        from jumanji.wrappers import VmapAutoResetWrapper
    except ImportError:
        say("jumanji", "not installed")
        return
    made: Any = jumanji.environments.Minesweeper(
        generator=UniformSamplingGenerator(num_rows=16, num_cols=30, num_mines=99)
    )
    env, count, rounds = VmapAutoResetWrapper(made), 64, 64

    def many(state: Any, key: Any) -> Any:
        def one(state: Any, key: Any) -> Any:
            cells = jax.random.randint(key, (count, 2), 0, np.array([16, 30]))
            return env.step(state, cells)[0], None

        return jax.lax.scan(one, state, jax.random.split(key, rounds))[0]

    run = jax.jit(many)
    state, _ = env.reset(jax.random.split(jax.random.PRNGKey(0), count))
    state = jax.block_until_ready(run(state, jax.random.PRNGKey(1)))
    before, steps = time.process_time(), 0
    while time.process_time() - before < SECONDS:
        state = jax.block_until_ready(run(state, jax.random.PRNGKey(steps)))
        steps += count * rounds
    say("jumanji, expert, 64 games, with resets", f"{steps / (time.process_time() - before):8.0f} steps/s")


if __name__ == "__main__":
    environments()
    seen = apart(lambda: positions(4000))
    analyses(seen)
    toollib(seen[:300])
    jumanji()
