"""Tables as Arrow: what takes Arrow data takes them as they are.

>>> import surefoot
>>> games = surefoot.match(["baseline", "exact"], "beginner", games=20).records
>>> len(games), games.columns[:3]
(40, ['index', 'player', 'won'])

``polars.DataFrame(games)``, ``pyarrow.table(games)`` and ``duckdb`` read them through Arrow's C
interface; ``games.to_pandas()`` makes a frame of pandas.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .errors import SurefootError

__all__ = ["Table"]


def _pyarrow(module: str = "pyarrow") -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise SurefootError(
            "tables need pyarrow, which is not installed", 'pip install "surefoot[arrow]"'
        ) from None


class Table:
    """A table."""

    def __init__(self, arrow: Any) -> None:
        """Of anything that Arrow takes for a table."""
        self._arrow = _pyarrow().table(arrow)

    @classmethod
    def of_columns(cls, columns: Mapping[str, tuple[Any, Any]]) -> Table:
        """Of arrays, each with another that says where there is a value; or of numbers that stand
        for texts, with the texts."""
        arrow = _pyarrow()
        made: dict[str, Any] = {}
        for name, (values, there) in columns.items():
            if isinstance(there, list):
                made[name] = arrow.DictionaryArray.from_arrays(
                    arrow.array(values), arrow.array(there, arrow.string())
                )
            elif isinstance(values, list):
                made[name] = arrow.array(values, arrow.string())
            else:
                made[name] = arrow.array(values, mask=None if there is None else ~there)
        return cls(made)

    @classmethod
    def of_csv(cls, path: str | Path, skip: int = 0) -> Table:
        """Of a file that the laboratory wrote."""
        csv = _pyarrow("pyarrow.csv")
        return cls(csv.read_csv(path, csv.ReadOptions(skip_rows=skip)))

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._arrow.column_names)

    def __len__(self) -> int:
        return int(self._arrow.num_rows)

    def __getitem__(self, column: str) -> np.ndarray[Any, np.dtype[Any]]:
        """A column as an array."""
        return self._arrow.column(column).to_numpy()

    def to_arrow(self) -> Any:
        """As a table of pyarrow."""
        return self._arrow

    def to_pandas(self) -> Any:
        """As a frame of pandas."""
        return self._arrow.to_pandas()

    def to_polars(self) -> Any:
        """As a frame of polars."""
        return importlib.import_module("polars").DataFrame(self)

    def to_parquet(self) -> bytes:
        """As a Parquet file with the columns and types that `surefoot lab --parquet` writes."""
        arrow, parquet = _pyarrow(), _pyarrow("pyarrow.parquet")

        def plain(kind: Any) -> Any:
            if arrow.types.is_dictionary(kind):
                return kind.value_type
            return arrow.int64() if arrow.types.is_integer(kind) else kind

        columns = [arrow.field(field.name, plain(field.type)) for field in self._arrow.schema]
        out = arrow.BufferOutputStream()
        parquet.write_table(self._arrow.cast(arrow.schema(columns)), out)
        return out.getvalue().to_pybytes()

    def to_pylist(self) -> list[dict[str, Any]]:
        """A dictionary per row."""
        return self._arrow.to_pylist()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._arrow.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.columns)}>"
