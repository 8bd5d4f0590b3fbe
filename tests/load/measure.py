"""Bets of six seats on a calm cabinet and on one that is flooded, in turns: measure.py DAEMON SECONDS TURNS.

The flood comes from other addresses than the players: 5,000 bad requests a second from 32 of them, offered openly, which is to say however late they are
answered; as many as oha gets answered over 200 connections; and 1,000 connections that begin a request and never end it. Told are the waits of the
bets, what the flood was answered, and the cabinet's memory. It fails where a bet in a hundred waits more than twice as long as on a calm cabinet, in the
median of the turns, where no round is settled in a flood, where fewer bad requests were offered, or where the memory grows by a half.
"""

import http.client
import itertools
import json
import multiprocessing
import os
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid

PLAYERS = "127.0.0.2"
BETS_EACH_SECOND = 4
HALF_OPEN = 1_000
BAD_REQUESTS_EACH_SECOND = 5_000
RATIO_MOST = 2.0
GROWTH_MOST = 1.5


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Cabinet:
    """The demo's cabinet with a fast wheel, and the links that it prints."""

    def __init__(self, daemon, data):
        self.port = free_port()
        words = [daemon, "--data", data, "--listen", f"127.0.0.1:{self.port}", "--wheel-speed", "20", "--wheel-seed", "7"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.tokens = {}
        for line in self.process.stdout:
            if found := re.match(r"(Seat \d|Attendant|Board)\s+\S+?(?:#(\S+))?$", line.strip()):
                self.tokens[found[1]] = found[2]
            if line.startswith("Board"):
                break
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def resident_kib(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])


class Client:
    """One connection of somebody with a token."""

    def __init__(self, cabinet, name):
        self.cabinet, self.token, self.connection = cabinet, cabinet.tokens[name], None

    def ask(self, method, path, body=None):
        """The status and what was said. A connection that was closed is opened anew once."""
        headers = {"Authorization": f"Bearer {self.token}"}
        if body is not None:
            headers |= {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
        for attempt in range(2):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection("127.0.0.1", self.cabinet.port, timeout=30, source_address=(PLAYERS, 0))
                self.connection.request(method, path, None if body is None else json.dumps(body), headers)
                answer = self.connection.getresponse()
                return answer.status, json.loads(answer.read())
            except (OSError, http.client.HTTPException):
                self.connection = None
                if attempt == 1:
                    raise


def bet_for(cabinet, seat, until, waits, refusals):
    """Stakes on red a few times a second while bets are taken, and notes how long each accepted bet waited for its answer."""
    client = Client(cabinet, f"Seat {seat}")
    while time.monotonic() < until:
        _, view = client.ask("GET", "/api/v1/cabinet")
        if view["betting_open"]:
            begun = time.perf_counter()
            status, said = client.ask("POST", f"/api/v1/seats/{seat}/bets", {"round": view["round"], "bets": [{"bet": "red", "stake": 500}]})
            waited = time.perf_counter() - begun
            if status == 200:
                waits.append(waited)
            else:
                refusals.append(said.get("reason"))
        time.sleep(1 / BETS_EACH_SECOND)


def bets(cabinet, seconds):
    """The waits of all bets of so many seconds, in order, and how many rounds were over meanwhile."""
    watcher = Client(cabinet, "Attendant")
    first = watcher.ask("GET", "/api/v1/cabinet")[1]["round"]
    waits, refusals = [], []
    until = time.monotonic() + seconds
    players = [threading.Thread(target=bet_for, args=(cabinet, seat, until, waits, refusals)) for seat in range(1, 7)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    rounds = watcher.ask("GET", "/api/v1/cabinet")[1]["round"] - first
    assert len(waits) > 200, f"only {len(waits)} bets were taken, and {set(refusals)} refused"
    return sorted(waits), rounds


def at(waits, part):
    return waits[min(int(len(waits) * part), len(waits) - 1)] * 1000


def told(name, waits, rounds, resident_kib):
    figures = {f"p{part}_milliseconds": round(at(waits, part / 100), 2) for part in (50, 95, 99)}
    print(json.dumps({"cabinet": name, "bets": len(waits), "rounds": rounds, **figures, "resident_kib": resident_kib}))


def yield_to_all():
    """What floods a cabinet runs on another machine in life, so here it gets the processor only while nobody else wants it."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def half_open(port, ended):
    """Connections that say the first half of a request, opened anew as the cabinet closes them, until told to stop."""
    yield_to_all()
    addresses = itertools.cycle(f"127.0.3.{number}" for number in range(1, 17))
    connections = []
    while not ended.is_set():
        while len(connections) < HALF_OPEN and not ended.is_set():
            try:
                connection = socket.create_connection(("127.0.0.1", port), timeout=1, source_address=(next(addresses), 0))
                connection.sendall(b"GET /api/v1/cabinet HTTP/1.1\r\nHost: 127.0.0.1\r\n")
                connection.setblocking(False)
                connections.append(connection)
            except OSError:
                time.sleep(0.01)
        open_still = []
        for connection in connections:
            try:
                if connection.recv(4096) != b"":
                    open_still.append(connection)
            except BlockingIOError:
                open_still.append(connection)
            except OSError:
                pass
        connections = open_still
        time.sleep(0.1)


def flooder(*words):
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, preexec_fn=yield_to_all)


def by_oha(cabinet, seconds):
    """oha with a guessed token, which begins no request before one was answered."""
    words = ["oha", "-z", f"{seconds}s", "-c", "200", "--no-tui", "--output-format", "json", "--disable-keepalive"]
    words += ["-H", "Authorization: Bearer guess", f"http://127.0.0.1:{cabinet.port}/api/v1/me"]
    return flooder(*words)


def openly(cabinet, seconds):
    """As many bad requests each second, whether they are answered or not."""
    script = pathlib.Path(__file__).with_name("flood.py")
    return flooder(sys.executable, str(script), str(cabinet.port), str(seconds), str(BAD_REQUESTS_EACH_SECOND))


class Flood:
    """What comes from elsewhere, as long as this is entered."""

    def __init__(self, cabinet, seconds):
        self.cabinet, self.seconds = cabinet, seconds

    def __enter__(self):
        self.ended = multiprocessing.Event()
        # A process, because a thread would take turns with the players', and their bets would wait for it.
        self.holder = multiprocessing.Process(target=half_open, args=(self.cabinet.port, self.ended), daemon=True)
        self.holder.start()
        self.open = openly(self.cabinet, self.seconds + 3)
        self.oha = by_oha(self.cabinet, self.seconds + 3)
        time.sleep(2)
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.holder.join()
        by_oha = json.loads(self.oha.communicate()[0])
        shown = {key: by_oha.get(key) for key in ("statusCodeDistribution", "errorDistribution")}
        print(json.dumps({"oha": shown, "answered_each_second": round(by_oha["summary"]["requestsPerSec"])}))
        offered = json.loads(self.open.communicate()[0])
        print(json.dumps({"openly": offered}))
        self.offered_each_second = offered["offered_each_second"]


def turn(cabinet, seconds):
    """How much longer a bet in a hundred waits in a flood, how many rounds were over in it, how much was offered, and the memory before and after it."""
    calm, rounds = bets(cabinet, seconds)
    before = cabinet.resident_kib()
    told("calm", calm, rounds, before)
    with Flood(cabinet, seconds) as flood:
        flooded, rounds = bets(cabinet, seconds)
        after = cabinet.resident_kib()
        told("flooded", flooded, rounds, after)
    return at(flooded, 0.99) / at(calm, 0.99), rounds, flood.offered_each_second, before, after


def main(daemon, seconds, turns):
    with tempfile.TemporaryDirectory() as data:
        cabinet = Cabinet(daemon, data)
        try:
            attendant = Client(cabinet, "Attendant")
            for seat in range(1, 7):
                status, said = attendant.ask("POST", f"/api/v1/seats/{seat}/credit-in", {"amount": 5_000_000})
                assert status == 200, said
            bets(cabinet, min(seconds, 20))
            ratios, rounds, offered, before, after = zip(*(turn(cabinet, seconds) for _ in range(turns)))
        finally:
            cabinet.process.terminate()
            cabinet.process.wait()
    ratio, growth = statistics.median(ratios), after[-1] / before[0]
    print(json.dumps({"p99_ratio_median": round(ratio, 2), "p99_ratios": [round(one, 2) for one in ratios], "memory_ratio": round(growth, 2)}))
    was_flooded = min(offered) >= 0.95 * BAD_REQUESTS_EACH_SECOND
    sys.exit(not (ratio <= RATIO_MOST and min(rounds) > 0 and was_flooded and growth <= GROWTH_MOST))


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
