"""A Minesweeper engine: the two oldest rules, else a random cell. Speaks docs/protocol.md.

surefoot match queue 'cmd:python3 examples/engine.py' --level beginner --games 100
"""

import random
import sys


def around(rows, x, y):
    columns, lines = range(max(0, x - 1), x + 2), range(max(0, y - 1), y + 2)
    return [(i, j) for j in lines if j < len(rows) for i in columns if i < len(rows[0]) and (i, j) != (x, y)]


def deduce(rows):
    """Cells that are safe and cells that are mines, by the two rules, until nothing is new."""
    safe, mines, before = set(), set(), -1
    while before < len(safe) + len(mines):
        before = len(safe) + len(mines)
        for y, row in enumerate(rows):
            for x, tile in enumerate(row):
                if tile.isdigit():
                    beside = [cell for cell in around(rows, x, y) if rows[cell[1]][cell[0]] in "*F"]
                    unknown = [cell for cell in beside if cell not in safe and cell not in mines]
                    left = int(tile) - sum(cell in mines for cell in beside)
                    if left == 0:
                        safe.update(unknown)
                    elif left == len(unknown):
                        mines.update(unknown)
    return safe, mines


def answer(rows, number):
    safe, mines = deduce(rows)
    if safe:
        return "play " + "; ".join(f"open {x},{y} certain" for x, y in sorted(safe))
    hidden = [(x, y) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile == "*"]
    # Chance comes from the game's number and the position alone: asked again, it says the same.
    x, y = random.Random(number + "/".join(rows)).choice([cell for cell in hidden if cell not in mines])
    return f"info why random\nplay open {x},{y}"


number, rows = "0", ["*"]
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "hello":
        print("name two rules in Python\nversion 1\nhello 1", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "newgame":
        number = dict(zip(rest[::2], rest[1::2]))["number"]
    elif word == "position":
        rows = rest[0].split("/")
    elif word == "go":
        print(answer(rows, number), flush=True)
    elif word == "quit":
        break
