"""ms_toollib (MIT licence) as an engine of docs/protocol.md: the exact probabilities of its
`cal_probability_onboard`; cells without risk, else the least risk, the first of several.

    pip install ms-toollib
    surefoot check-engine 'python3 adapters/toollib.py'

It is a library and no player, so the choice is the plainest there is. The first click is a
corner, or 3,3 where an opening is promised.
"""

import sys
from importlib.metadata import version

import ms_toollib

HIDDEN = 10  # how the library writes a closed cell


def probabilities(rows, mines):
    """The probability of a mine in each closed cell; None where the library gives up."""
    board = [[int(tile) if tile.isdigit() else HIDDEN for tile in row] for row in rows]
    try:
        found, _ = ms_toollib.cal_probability_onboard(board, mines)
    except BaseException as error:  # it panics on some boards
        print(error, file=sys.stderr, flush=True)
        return None
    closed = [(x, y) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile in "*F"]
    return {(x, y): found[y][x] for x, y in closed}


def answer(rows, game):
    if not any(tile.isdigit() for row in rows for tile in row):
        inset = 3 if game.get("promise") == "opening" else 0
        x, y = min(inset, (len(rows[0]) - 1) // 2), min(inset, (len(rows) - 1) // 2)
        return f"info why first click\nplay open {x},{y}"
    risk = probabilities(rows, int(game["mines"]))
    if risk is None:
        return "error cal_probability_onboard failed"
    safe = [cell for cell, mine in risk.items() if mine == 0.0]
    if safe:
        return "play " + "; ".join(f"open {x},{y} certain" for x, y in safe)
    (x, y), mine = min(risk.items(), key=lambda item: item[1])
    return f"info safety {1 - mine:.9f} why the least risk\nplay open {x},{y}"


game, rows = {}, ["*"]
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "hello":
        print(f"name ms_toollib\nversion {version('ms_toollib')}\nhello 1", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "newgame":
        game = dict(zip(rest[::2], rest[1::2]))
    elif word == "position":
        rows = rest[0].split("/")
    elif word == "go":
        print(answer(rows, game), flush=True)
    elif word == "quit":
        break
