"""The laboratory on many machines, by Ray: ``pip install "surefoot[ray]"``.

    surefoot-cluster win-rates mine.toml --out lab
    surefoot-cluster win-rates --out lab --address 10.0.0.7:6379 --resume

Ray sends units of work to its workers and brings back what they played; this driver writes it
into the ordinary record as it arrives. So ``--resume``, tables and the report are those of
``surefoot lab``, and either may go on with what the other began. A worker or a machine that is lost costs
the units it had, which are handed out again.

What a unit is, which one is next and what the record looks like is the engine's (``Gathering``,
``Plan``). Here is only: submission, retry, collection.

Longer than 400 lines: what a driver knows of its workers is one state, and half of it is of no use.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._surefoot import Gathering, Plan
from ._types import Unit
from .errors import SurefootError
from .lab import Result, declared
from .matches import AnyPlayer
from .tables import Table

__all__ = ["Progress", "main", "run"]


@dataclass(frozen=True)
class Progress:
    """Where a run stands."""

    #: Games of the whole plan, and how many of them are recorded.
    games: int
    recorded: int
    #: Units that came back, that are under way, and that were lost.
    units: int
    under_way: int
    lost: int
    #: Workers that the cluster has room for.
    workers: int
    #: Seconds since the first unit was sent.
    seconds: float


@dataclass(frozen=True)
class _Job:
    """What every worker is told: the experiments, and what they must be to it as to us."""

    declared: list[dict[str, Any]]
    identities: list[tuple[str, str]]
    parquet: bool

    def plan(self, place: int) -> Plan:
        """An experiment as it is read here; refused where it is another one than the driver's."""
        plan = Plan(**self.declared[place])
        ours, theirs = _identity(plan), self.identities[place]
        if ours[0] != theirs[0]:
            raise SurefootError(
                f"this worker plays by engine {ours[0]}, the driver by {theirs[0]}; games of "
                "different engines cannot be combined",
                "install the same version of surefoot on every machine",
            )
        if ours[1] != theirs[1]:
            raise SurefootError(f"this worker reads another experiment `{plan.name}` than the driver")
        return plan


def _identity(plan: Plan) -> tuple[str, str]:
    return plan.engine, plan.hash


def _check(job: _Job) -> str:
    """On a worker, before anything is played: the name of its machine."""
    for place in range(len(job.declared)):
        job.plan(place)
    return os.uname().nodename


#: On a worker: the plans that it has read, of the job that it works for.
_read: dict[str, Plan] = {}


def _play(key: str, job: _Job, unit: Unit) -> tuple[bytes, int, float, bytes | None]:
    """On a worker: plays a unit. Lines of the record, deals, seconds, and the games as Parquet."""
    name = f"{key} {unit[0]}"
    if name not in _read:
        _read[name] = job.plan(unit[0])
    lines, played, seconds, columns = _read[name].play(unit, columns=job.parquet)
    return lines, played, seconds, Table.of_columns(columns).to_parquet() if columns else None


def _ray() -> Any:
    # Nobody was asked whether they want to tell.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise SurefootError(
            "a cluster needs Ray, which is not installed", 'pip install "surefoot[ray]"'
        ) from None


def run(
    experiments: str | Path | Mapping[str, Any] | Sequence[str | Path | Mapping[str, Any]],
    out: str | Path = "lab",
    *,
    address: str | None = None,
    name: str = "experiment",
    players: Sequence[AnyPlayer] = (),
    quick: bool = False,
    deals: int | None = None,
    seed: int | None = None,
    resume: bool = False,
    unit: float = 20.0,
    parquet: bool = False,
    retries: int = 3,
    cpus: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> list[Result]:
    """Plays experiments on Ray: on the cluster at ``address``, on one that the program is connected
    to already, else on this machine (with ``cpus`` workers). Experiments, ``players`` and sizes are those of
    ``surefoot.lab.run``; players of your own travel to the workers as Ray pickles them.

    ``unit`` is how many seconds a unit of work takes. With ``parquet`` every unit's games are also
    a file of the folder ``records/NAME-parquet``, made by its worker. ``retries`` is how often in a row all
    workers may be lost before it is given up. ``progress`` is told where it stands about every second."""
    if isinstance(experiments, (str, Path, Mapping)):
        experiments = [experiments]
    told: list[dict[str, Any]] = []
    sizes = {"quick": quick, "seed": seed, "deals": deals}
    for experiment in experiments:
        called, text, own = declared(experiment, name, players)
        told.append({"name": called, "text": text, "players": own, **sizes})
    plans = [Plan(**one) for one in told]
    job = _Job(told, [_identity(plan) for plan in plans], parquet)
    ray = _ray()
    ours = not ray.is_initialized()
    if ours:
        local: dict[str, Any] = {} if address else {"num_cpus": cpus, "include_dashboard": False}
        try:
            ray.init(
                address=address or "local", log_to_driver=False, logging_level="ERROR", **local
            )
        except ConnectionError as error:
            last = str(error.__cause__ or error).strip().splitlines()[-1]
            hint = "`ray start --head` on one machine begins a cluster and prints its address"
            raise SurefootError(f"no Ray cluster answers at {address}: {last}", hint) from error
    try:
        driver = _Driver(ray, job, plans, Path(out), resume, unit, retries, progress)
        driver.run()
    finally:
        if ours:
            ray.shutdown()
    told_of = driver.gathering.report()
    return [Result(plan.name, Path(out), *one) for plan, one in zip(plans, told_of, strict=True)]


class _Driver:
    """Sends units, and gathers what comes back."""

    def __init__(
        self,
        ray: Any,
        job: _Job,
        plans: list[Plan],
        out: Path,
        resume: bool,
        unit: float,
        retries: int,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.ray, self.retries, self.progress = ray, retries, progress
        self.job = ray.put(job)
        self.key = self.job.hex()
        self._check_nodes()
        self.games = sum(plan.games for plan in plans)
        self.gathering = Gathering(plans, out, resume=resume, seconds=unit)
        self.parts = [_Parts(out, plan, self.gathering, place) for place, plan in enumerate(plans)]
        if job.parquet:
            for parts in self.parts:
                parts.mend()
        # Ray would try again by itself, but not tell how often.
        self.play = ray.remote(_play).options(num_cpus=1, max_retries=0)
        self.pending: dict[Any, Unit] = {}
        self.arrived = self.lost = self.lost_in_a_row = 0
        self.begun = self.told = time.monotonic()
        self.workers = 1

    def _check_nodes(self) -> None:
        """Asks every machine for its engine before it gets any work."""
        strategies = importlib.import_module("ray.util.scheduling_strategies")
        check = self.ray.remote(_check)
        asked: dict[str, Any] = {}
        for node in self.ray.nodes():
            if node["Alive"] and node["Resources"].get("CPU", 0) >= 1:
                there = strategies.NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
                options = check.options(num_cpus=0, max_retries=1, scheduling_strategy=there)
                asked[f"{node['NodeManagerHostname']} ({node['NodeManagerAddress']})"] = (
                    options.remote(self.job)
                )
        if not asked:
            raise SurefootError("the cluster has no machine with a CPU to work on")
        for place, answer in asked.items():
            try:
                self.ray.get(answer)
            except self.ray.exceptions.RayTaskError as error:
                raise _refusal(error, place) from None
            except self.ray.exceptions.RayError:
                continue  # a machine that was lost meanwhile

    def run(self) -> None:
        """Until everything is recorded. Whatever ends it earlier leaves a record to be continued."""
        try:
            while not self.gathering.done:
                self._submit()
                self._collect()
                self._tell()
        finally:
            for answer in self.pending:
                self.ray.cancel(answer)

    def _submit(self) -> None:
        # Some more than there are workers, so that none waits for us; no more, so that what came
        # back never piles up.
        self.workers = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        while len(self.pending) < self.workers + max(1, self.workers // 8):
            unit = self.gathering.next(self.workers)
            if unit is None:
                return
            self.pending[self.play.remote(self.key, self.job, unit)] = unit

    def _collect(self) -> None:
        ready, _ = self.ray.wait(list(self.pending), num_returns=1, timeout=1.0)
        if ready:
            waiting = list(self.pending)
            ready, _ = self.ray.wait(waiting, num_returns=len(waiting), timeout=0)
        for answer in ready:
            unit = self.pending.pop(answer)
            try:
                lines, played, seconds, parquet = self.ray.get(answer)
            except self.ray.exceptions.RayTaskError as error:
                raise _refusal(error) from None
            except self.ray.exceptions.RayError as error:
                self._lose(unit, error)
                continue
            self.gathering.take(unit, lines, played, seconds)
            if parquet is not None:
                self.parts[unit[0]].put(lines, parquet)
            self.arrived += 1
            self.lost_in_a_row = 0

    def _lose(self, unit: Unit, error: Exception) -> None:
        self.gathering.lost(unit)
        self.lost += 1
        self.lost_in_a_row += 1
        if self.lost_in_a_row > self.retries * self.workers:
            last = str(error).strip().splitlines()[0]
            raise SurefootError(
                f"{self.lost_in_a_row} units in a row were lost, the last one by: {last}",
                "see that workers have the memory they need, then continue with --resume",
            ) from error

    def _tell(self) -> None:
        now = time.monotonic()
        if self.progress is not None and (now - self.told >= 1.0 or self.gathering.done):
            self.told = now
            left = self.gathering.left
            self.progress(
                Progress(
                    games=max(self.games, left),
                    recorded=max(self.games - left, 0),
                    units=self.arrived,
                    under_way=len(self.pending),
                    lost=self.lost,
                    workers=self.workers,
                    seconds=now - self.begun,
                )
            )


class _Parts:
    """The games of an experiment as a folder of Parquet files, one for each unit. What is there is told
    by their names, so that whoever continues sees whether some are missing."""

    def __init__(self, out: Path, plan: Plan, gathering: Gathering, place: int) -> None:
        self.folder = out / "records" / f"{plan.name}-parquet"
        self.record = out / "records" / f"{plan.name}.csv"
        self.gathering, self.place = gathering, place

    def put(self, lines: bytes, parquet: bytes) -> None:
        """Keeps what a unit played; the first deal of its lines gives the name."""
        point, index, _ = lines.split(b",", 2)
        self._put(f"part-{int(point):04}-{int(index):010}-{_rows(parquet)}.parquet", parquet)

    def mend(self) -> None:
        """Makes it hold what the record holds, should a run have been killed between the two."""
        there = list(self.folder.glob("part-*.parquet"))
        rows = sum(int(path.stem.rsplit("-", 1)[1]) for path in there)
        if not self.record.exists() or rows == _lines(self.record) - 2:
            return
        for path in there:
            path.unlink()
        table = Table.of_columns(self.gathering.recorded(self.place))
        if len(table):
            self._put(f"part-0000-0000000000-{len(table)}.parquet", table.to_parquet())

    def _put(self, name: str, parquet: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        beside = self.folder / f".{name}.part"
        beside.write_bytes(parquet)
        beside.replace(self.folder / name)


def _lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def _rows(parquet: bytes) -> int:
    arrow = importlib.import_module("pyarrow.parquet")
    return int(arrow.read_metadata(io.BytesIO(parquet)).num_rows)


def _refusal(error: Any, place: str | None = None) -> Exception:
    """What a worker complained of, as it is told here."""
    cause: Exception = error.cause if isinstance(error.cause, Exception) else error
    where = "" if place is None else f"{place}: "
    if isinstance(cause, ModuleNotFoundError):
        hint = "install the same version of surefoot on every machine"
        return SurefootError(f"{where}a worker has no module `{cause.name}`", hint)
    if isinstance(cause, SurefootError) and place is not None:
        return SurefootError(f"{where}{cause.what}", cause.hint)
    return cause


def _line(now: Progress) -> str:
    """Where it stands, as a line."""
    share = now.recorded / max(now.games, 1)
    text = (
        f"{share:4.0%}  {now.recorded} of {now.games} games, {now.workers} workers, "
        f"{now.units} units done, {now.under_way} under way"
    )
    return text + (f", {now.lost} lost" if now.lost else "")


class _Teller:
    """Says where it stands: on a terminal in one line, else every half a minute."""

    def __init__(self) -> None:
        self.live, self.last = sys.stderr.isatty(), time.monotonic()

    def __call__(self, now: Progress) -> None:
        if self.live:
            end = "\n" if now.recorded == now.games else ""
            print(f"\r\x1b[K{_line(now)}", end=end, file=sys.stderr, flush=True)
        elif time.monotonic() - self.last > 30 or now.recorded == now.games:
            self.last = time.monotonic()
            print(_line(now), file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command ``surefoot-cluster``."""
    parser = argparse.ArgumentParser(
        prog="surefoot-cluster",
        description="Plays experiments on Ray, into the records that `surefoot lab` makes.",
        epilog="""examples:
  surefoot-cluster win-rates --quick --out lab         on this machine
  surefoot-cluster mine.toml --out lab --address auto  on the cluster this machine is part of
  surefoot-cluster mine.toml --out lab --resume        what is left of it""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("experiments", nargs="+", metavar="EXPERIMENT", help="a name of `surefoot lab list`, or a .toml")
    add("--out", default="lab", metavar="DIR", help="the folder of records and report [lab]")
    add("--address", metavar="A", help="a Ray cluster, as HOST:PORT or auto; this machine if omitted")
    add("--cpus", type=int, metavar="N", help="workers on this machine; all cores if omitted")
    add("--resume", action="store_true", help="go on with records that are there")
    add("--quick", action="store_true", help="as few deals as each experiment says for a first look")
    add("--deals", type=int, metavar="N", help="so many deals at every point")
    add("--seed", type=int, metavar="N", help="the seed of deals")
    add("--unit", type=float, default=20.0, metavar="S", help="seconds of a unit of work [20]")
    add("--parquet", action="store_true", help="the games as Parquet too, a file for each unit")
    add("--retries", type=int, default=3, metavar="N", help="losses of all workers in a row [3]")
    add("--quiet", action="store_true", help="no progress")
    chosen = vars(parser.parse_args(arguments))
    quiet = chosen.pop("quiet")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        results = run(**chosen, progress=None if quiet else _Teller())
    except KeyboardInterrupt:
        print("stopped; what came back is recorded: continue with --resume", file=sys.stderr)
        return 130
    except SurefootError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for result in results:
        print(f"{result.name}: {result.answer}")
    print(f"report: {Path(chosen['out']) / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
