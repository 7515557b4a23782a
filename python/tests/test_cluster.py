"""A Ray cluster of two machines, both of them here: workers and a machine are killed, the driver is
interrupted, and the record is the one of a single run."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest
import surefoot
from surefoot._surefoot import Gathering, Plan
from surefoot.cluster import _Job, main

EXPERIMENT = """
title = "Who counts?"
question = "Does exact win more than queue?"
players = ["exact", "queue"]
deals = 120000
gauges = ["board"]
sweep = { over = "level", values = ["beginner", "9x9/14"] }
"""
GAMES = 2 * 2 * 120000
# A driver that sends no more when it is told so and something is recorded: so it is still there to
# be interrupted, however the machine shares its time.
HELD = """
import time
submit = cluster._Driver._submit
def held(driver):
    told = cluster.Path(sys.argv[1]).with_name("hold")
    while told.exists() and driver.gathering.left < driver.games:
        time.sleep(0.1)
    submit(driver)
cluster._Driver._submit = held
"""


class Node:
    """A machine of a cluster: the processes of one `ray start`."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block"]
        usual = ["--num-cpus=1", "--object-store-memory=100000000", "--disable-usage-stats"]
        usual += ["--node-ip-address=127.0.0.1"]
        with (folder / "log").open("ab") as log:
            # A group of its own, so that ending it ends nothing else.
            self.process = subprocess.Popen(
                [*command, *usual, *arguments], stdout=log, stderr=log, start_new_session=True
            )

    def workers(self) -> list[int]:
        """Those of its workers that play a unit right now."""
        return [pid for pid in _family(self.process.pid) if b"ray::_play" in _command(pid)]

    def kill(self) -> None:
        """Ends all of it at once, as a loss of power would."""
        for pid in [*_family(self.process.pid), self.process.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _family(pid: int) -> list[int]:
    """The children of a process, and theirs."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def _until(
    what: str, holds: Callable[[], bool], driver: subprocess.Popen[str] | None = None
) -> None:
    # A busy machine takes its time; nothing here is timed.
    end = time.monotonic() + 240
    while not holds():
        assert driver is None or driver.poll() is None, driver.communicate()
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.05)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, list[Node]]]:
    pytest.importorskip("ray")
    if not Path("/proc/self/stat").exists():
        pytest.skip("processes are found by /proc")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    # Ours alone: it needs no token.
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    # Short: the paths of Ray's sockets may not be long.
    folder = Path(tempfile.mkdtemp(prefix="sf"))
    nodes: list[Node] = []
    try:
        port = address.split(":")[1]
        head = ["--head", f"--port={port}", "--include-dashboard=false", f"--temp-dir={folder}"]
        nodes.append(Node(folder, *head))

        def listens() -> bool:
            with socket.socket() as asked:
                return asked.connect_ex(("127.0.0.1", int(port))) == 0

        _until("the cluster", listens)
        nodes.append(Node(folder, f"--address={address}"))
        yield address, nodes
    finally:
        for node in nodes:
            node.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _driver(out: Path, address: str, *arguments: str, change: str = "pass") -> subprocess.Popen[str]:
    code = f"import sys, surefoot.cluster as cluster\n{change}\nsys.exit(cluster.main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, str(out.parent / "own.toml"), "--unit", "1"]
    return subprocess.Popen(
        [*command, "--out", str(out), "--address", address, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _rows(out: Path) -> int:
    """How many games are recorded."""
    path = out / "records" / "own.csv"
    return max(path.read_bytes().count(b"\n") - 2, 0) if path.exists() else 0


def _timeless(out: Path) -> list[str]:
    """The record without times, and the checksums that cover them."""
    lines = (out / "records" / "own.csv").read_text().splitlines()
    return [line.rsplit(",", 2)[0] for line in lines]


def test_what_is_lost_leaves_no_trace(
    cluster: tuple[str, list[Node]], tmp_path: Path
) -> None:
    address, nodes = cluster
    out, single = tmp_path / "out", tmp_path / "single"
    (tmp_path / "own.toml").write_text(EXPERIMENT)
    expected = surefoot.lab.run(tmp_path / "own.toml", single)

    # To a driver of another engine, all workers are the ones with the wrong engine.
    change = "cluster._identity = lambda plan: ('1234', plan.hash)"
    other = _driver(out, address, change=change)
    told = other.communicate()[1]
    assert other.returncode == 2 and "the driver by 1234" in told and "hint: install" in told
    assert not out.exists()

    # A worker is killed, and later the driver interrupted.
    driver = _driver(out, address, change=HELD)
    _until("a worker", lambda: bool(nodes[0].workers()), driver)
    for worker in nodes[0].workers()[:1]:
        os.kill(worker, signal.SIGKILL)
    (tmp_path / "hold").touch()
    _until("the first unit", lambda: _rows(out) > 0, driver)
    driver.send_signal(signal.SIGINT)
    told = driver.communicate()[1]
    assert driver.returncode == 130 and "continue with --resume" in told, told
    recorded = _rows(out)
    assert 0 < recorded < GAMES
    # Nothing that came back is played again.
    left = Gathering([Plan("own", EXPERIMENT)], out, resume=True).left
    assert left == GAMES - recorded

    # A whole machine is lost; only what it had is played again.
    driver = _driver(out, address, "--resume", "--parquet")
    _until("a worker there", lambda: bool(nodes[1].workers()), driver)
    nodes[1].kill()
    said, told = driver.communicate()
    assert driver.returncode == 0, told
    last = told.strip().splitlines()[-1]
    assert f"{GAMES} of {GAMES} games" in last
    assert last.endswith((", 1 lost", ", 2 lost")), last
    assert expected.answer in said

    assert _timeless(out) == _timeless(single)
    assert (out / "tables" / "own.csv").read_bytes() == (single / "tables" / "own.csv").read_bytes()
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(out / "records" / "own-parquet").to_pylist()
    table.sort(key=lambda row: (row["point"], row["index"], row["player"] != "exact"))
    rows = (out / "records" / "own.csv").read_text().splitlines()[2:]
    assert len(table) == len(rows) == GAMES
    for row, line in zip(table[::997], rows[::997], strict=True):
        fields = line.split(",")
        assert [row["point"], row["index"], row["player"]] == [int(fields[0]), int(fields[1]), fields[2]]
        assert str(row["won"]).lower() == fields[3] and row["digs"] == int(fields[6])


def test_a_worker_of_another_engine_is_refused() -> None:
    told = {"name": "own", "text": EXPERIMENT, "players": [], "quick": False}
    plan = Plan("own", EXPERIMENT)
    assert _Job([told], [(plan.engine, plan.hash)], False).plan(0).games == GAMES
    with pytest.raises(surefoot.SurefootError, match="engine") as caught:
        _Job([told], [("1", plan.hash)], False).plan(0)
    assert "same version" in (caught.value.hint or "")
    with pytest.raises(surefoot.SurefootError, match="another experiment `own`"):
        _Job([told], [(plan.engine, "0")], False).plan(0)


def test_units_are_handed_out_played_and_gathered(tmp_path: Path) -> None:
    text = EXPERIMENT.replace("120000", "300")
    plan, out = Plan("own", text), tmp_path / "out"
    gathering = Gathering([plan], out, seconds=0.01)
    kept = []
    while not gathering.done:
        unit = gathering.next(3)
        if unit is None or (len(kept) < 3 and unit[2][0][0] % 2):
            assert unit is None or gathering.left == 1200 or not gathering.done
            if unit is not None:
                kept.append(unit)
                gathering.lost(unit)
                unit = gathering.next(3)
        assert unit is not None
        lines, played, seconds, columns = plan.play(unit, columns=True)
        assert columns is not None and len(columns["digs"][0]) == 2 * played
        assert {"point", "three_bv", "seconds"} <= columns.keys()
        gathering.take(unit, lines, played, seconds)
    assert gathering.left == 0
    told = gathering.report()
    (tmp_path / "own.toml").write_text(text)
    single = surefoot.lab.run(tmp_path / "own.toml", tmp_path / "single")
    assert told == [(single.answer, single.figures)]
    assert _timeless(out) == _timeless(tmp_path / "single")


def test_mistakes_are_told_before_any_cluster_is_started(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["no-such", "--out", str(tmp_path)]) == 2
    assert "there is no experiment `no-such`" in capsys.readouterr().err
    scripts = entry_points(group="console_scripts")
    assert any(one.name == "surefoot-cluster" and one.load() is main for one in scripts)
