"""The examples of the documents, of the package and of the notebook run."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "python/README.md", "docs/guide/python.md"]


@pytest.mark.parametrize("page", PAGES)
def test_pages_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    assert blocks
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": page}
    for block in blocks:
        exec(compile(block, page, "exec"), names)


@pytest.mark.parametrize("module", ["surefoot", "surefoot.gym", "surefoot.tables", "surefoot.lab"])
def test_docstrings_run(module: str) -> None:
    found = doctest.testmod(importlib.import_module(module))
    assert found.attempted > 0 and found.failed == 0


def test_the_notebook_runs_and_says_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    path = ROOT / "python" / "examples" / "experiment.ipynb"
    kept = nbformat.read(path, as_version=4)
    again = nbformat.read(path, as_version=4)
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    resources = {"metadata": {"path": tmp_path}}
    # A busy machine takes its time.
    client.NotebookClient(again, timeout=None, startup_timeout=600, resources=resources).execute()
    for old, new in zip(kept.cells, again.cells, strict=True):
        if old.cell_type == "code":
            assert _shown(old) == _shown(new)
    assert sum("svg" in str(cell.get("outputs", "")) for cell in kept.cells) >= 2


def _shown(cell: Any) -> list[str]:
    """What a cell shows as text; times differ, so cells show none."""
    texts = []
    for output in cell.outputs:
        data = output.get("data", {})
        texts.append(output.get("text", "") or data.get("text/plain", ""))
    return texts
