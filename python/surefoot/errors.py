"""What can go wrong: each error says what, and where there is something to try, that too."""

from __future__ import annotations

__all__ = [
    "IllegalActionError",
    "InconsistentError",
    "InternalError",
    "SurefootError",
    "TooComplexError",
]


class SurefootError(ValueError):
    """Something that was asked for cannot be done."""

    #: What is wrong.
    what: str
    #: What to try, if there is something.
    hint: str | None

    def __init__(self, what: str, hint: str | None = None) -> None:
        super().__init__(what, hint)
        self.what = what
        self.hint = hint

    def __str__(self) -> str:
        return self.what if self.hint is None else f"{self.what}\nhint: {self.hint}"


class IllegalActionError(SurefootError):
    """An action that the rules do not allow. The game is as it was."""


class InconsistentError(SurefootError):
    """No layout fits a position."""

    #: The clues that contradict each other, as pairs of column and row.
    clues: list[tuple[int, int]]
    #: Whether the number of mines is part of it.
    total: bool

    def __init__(
        self,
        what: str,
        hint: str | None = None,
        clues: list[tuple[int, int]] | None = None,
        total: bool = False,
    ) -> None:
        super().__init__(what, hint)
        self.args = (what, hint, clues or [], total)
        self.clues = clues or []
        self.total = total


class TooComplexError(SurefootError):
    """A position that is too complex to be counted within what was allowed."""


class InternalError(RuntimeError):
    """A bug of surefoot. The interpreter goes on."""

    def __str__(self) -> str:
        return "\nhint: ".join(str(part) for part in self.args)
