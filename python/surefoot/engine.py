"""Programs that play: the host's side of ``docs/protocol.md``.

>>> import surefoot
>>> with surefoot.engine.popen("python3 my_engine.py") as engine:  # doctest: +SKIP
...     print(surefoot.match(["exact", engine], level="beginner", games=100))

An engine has ``choose`` and ``begin``, so it plays wherever a player of your own does. It is asked
one thing at a time; for matches on several threads, open one for each.
"""

from __future__ import annotations

import shlex
import subprocess
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import IO, get_args

from ._surefoot import Choice, View
from ._types import Action
from .errors import SurefootError

__all__ = ["Engine", "EngineError", "popen"]

_ACTIONS: dict[str, Action] = {name: name for name in get_args(Action)}


class EngineError(SurefootError):
    """A program that does not answer, or not as the protocol says; with its own words."""


def popen(
    command: str | Sequence[str],
    *,
    start: float = 20.0,
    move: float = 60.0,
    game: str = "win",
    promise: str = "opening",
) -> Engine:
    """Starts a program and hears who it is. It may take ``start`` seconds for that, and ``move``
    seconds for each answer; it plays this game, after a first click that is promised this."""
    words = shlex.split(command) if isinstance(command, str) else list(command)
    return Engine(words, start=start, move=move, game=game, promise=promise)


class Engine:
    """A program that runs, until ``close`` or the end of a ``with``."""

    name: str
    version: str

    def __init__(
        self, words: list[str], *, start: float, move: float, game: str, promise: str
    ) -> None:
        self._limit, self._game, self._promise = move, game, promise
        self._number, self._announced = 0, False
        self._further: list[tuple[str, str]] = []
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except OSError as error:
            program = words[0] if words else ""
            raise EngineError(f"`{program}` cannot be started: {error}") from error
        self.name, self.version = words[0], ""
        try:
            for line in self._ask("hello 1", "hello", start):
                word, _, rest = line.partition(" ")
                if word == "name":
                    self.name = rest
                elif word == "version":
                    self.version = rest
            self._ask("isready", "readyok", start)
        except EngineError:
            self.close()
            raise

    def begin(self, view: View, seed: int) -> None:
        """A new game begins; ``seed`` is a number for the engine's random choices."""
        self._number, self._announced = seed, False
        self._further.clear()

    def choose(self, view: View) -> Choice:
        """What it does in this position."""
        while self._further:
            action, info = self._further.pop(0)
            verb, *rest = action.split()
            x, y = (int(part) for part in rest[0].split(",")) if verb != "declare" else (0, 0)
            if verb not in ("open", "flag") or view.tile(x, y) == "*":
                return _choice(action, info)
        if not self._announced:
            self._announced = True
            mines = "?" if view.mines is None else view.mines
            self._say(
                f"newgame game {self._game} size {view.width}x{view.height} mines {mines} "
                f"neighbourhood {view.neighbourhood} promise {self._promise} "
                f"clues {view.clues} number {self._number}"
            )
        rows = ("".join(view.tile(x, y) for x in range(view.width)) for y in range(view.height))
        asks = "".join(f" {x},{y}={count}" for (x, y), count in view.asks.items() if count > 1)
        self._say(f"position {'/'.join(rows)}{' asks' if asks else ''}{asks}")
        lines = self._ask("go", "play", self._limit)
        infos = [line for line in lines if line.startswith("info")]
        actions = [action.strip() for action in lines[-1].partition(" ")[2].split(";")]
        infos += [""] * len(actions)
        self._further = list(zip(actions, infos, strict=False))
        action, info = self._further.pop(0)
        return _choice(action, info)

    def close(self) -> None:
        """Ends the program."""
        if self._process.poll() is None:
            try:
                self._process.communicate("quit\n", timeout=1.0)
            except (subprocess.TimeoutExpired, OSError, ValueError):
                self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _stream(self, stream: IO[str] | None) -> IO[str]:
        if stream is None:
            raise EngineError(f"`{self.name}` has been closed")
        return stream

    def _say(self, line: str) -> None:
        try:
            self._stream(self._process.stdin).write(line + "\n")
        except (OSError, ValueError) as error:
            status = self._process.poll()
            raise EngineError(f"`{self.name}` has ended with status {status}") from error

    def _ask(self, line: str, word: str, limit: float) -> list[str]:
        """What it says up to the line that begins with this word."""
        watch = threading.Timer(limit, self._process.kill)
        watch.start()
        lines: list[str] = []
        try:
            self._say(line)
            for answer in self._stream(self._process.stdout):
                lines.append(answer.strip())
                if lines[-1].split(" ")[0] == "error":
                    raise EngineError(f"`{self.name}` says: {lines[-1][6:]}")
                if lines[-1].split(" ")[0] == word:
                    return lines
        finally:
            watch.cancel()
        last = f"; its last line: `{lines[-1]}`" if lines else ""
        text = f"`{self.name}` gave no answer to `{line}` within {limit} s, or ended"
        raise EngineError(text + last)


def _choice(action: str, info: str) -> Choice:
    """An action of an answer, as `open 3,4 certain`, and what was said of it."""
    verb, *rest = action.split() or [""]
    if verb not in _ACTIONS:
        hint = "the protocol knows open, flag, chord, ask and declare"
        raise EngineError(f"`{action}` is no action", hint)
    why = info.partition(" why ")[2]
    if verb == "declare":
        return Choice(_ACTIONS[verb], certain="certain" in rest, why=why)
    try:
        x, y = (int(part) for part in rest[0].split(","))
    except (IndexError, ValueError) as error:
        raise EngineError(f"`{action}` names no cell", "a cell is written x,y") from error
    return Choice(_ACTIONS[verb], (x, y), certain="certain" in rest, why=why)
