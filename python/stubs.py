"""Finishes the stub that PyO3 generates of the native module, and keeps or checks it.

    scripts/python --stubs            writes surefoot/_surefoot.pyi
    python stubs.py RAW KEPT          the same of what maturin generated
    python stubs.py RAW KEPT --check  says whether what is kept is what is generated

Signatures give types that Rust cannot say as texts, which PyO3 passes on in quotes and without what
they need to be imported. Here the quotes go, and the imports come.
"""

from __future__ import annotations

import difflib
import re
import sys
from pathlib import Path

HEAD = "# Generated from crates/python by scripts/python --stubs; do not edit.\n\n"
#: Where the names of such texts come from, beside what is generated already.
NAMES = {
    "Any": "from typing import Any",
    "Cell": "from surefoot._types import Cell",
    "Format": "from surefoot._types import Format",
    "Literal": "from typing import Literal",
    "Mapping": "from collections.abc import Mapping",
    "Sequence": "from collections.abc import Sequence",
    "Setting": "from surefoot._types import Setting",
    "Tiles": "from surefoot._types import Tiles",
    "Unpack": "from typing_extensions import Unpack",
    "np": "import numpy as np",
    "npt": "import numpy.typing as npt",
}


def finished(raw: str) -> str:
    """The stub as it is kept."""
    used: set[str] = set()

    def bare(found: re.Match[str]) -> str:
        used.update(re.findall(r"[A-Za-z_]+", found[2]))
        return found[1] + found[2]

    lines = [
        re.sub(r'(: |-> )"([^"]*)"', bare, line) if re.match(r"\s*def ", line) else line
        for line in raw.splitlines()
    ]
    imports = sorted(NAMES[name] for name in used if name in NAMES)
    first = next(at for at, line in enumerate(lines) if line.startswith("from "))
    text = HEAD + "\n".join(lines[:first] + imports + lines[first:]) + "\n"
    if "Incomplete" in text:
        lacking = [line.strip() for line in lines if "Incomplete" in line]
        sys.exit("stubs.py: a type is not told; say it in the signature:\n" + "\n".join(lacking))
    return text


def main() -> None:
    raw, kept = Path(sys.argv[1]), Path(sys.argv[2])
    text = finished(raw.read_text("utf-8"))
    if "--check" not in sys.argv:
        kept.write_text(text, "utf-8")
        return
    old = kept.read_text("utf-8")
    if old != text:
        difference = difflib.unified_diff(
            old.splitlines(), text.splitlines(), "kept", "generated", lineterm="", n=1
        )
        print("\n".join(difference))
        sys.exit(f"stubs.py: {kept} is not what is generated; run scripts/python --stubs")


if __name__ == "__main__":
    main()
