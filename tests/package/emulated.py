"""The package of another architecture, started in emulation: unpacks it, starts its daemon with a demo cabinet, bets over HTTP until a ball
has decided, stops it in good order, and has its croupierctl say which programs they are and verify the journal. Prints what was seen, and
fails where it is not what it must be. The cabinet is the one with a wheel on bare lines: QEMU cannot open a simulated serial port's other end
(the `TIOCGPTPEER` of Linux).

    python tests/package/emulated.py PACKAGE EMULATOR ROOT

EMULATOR is one of QEMU's for a single program, such as `qemu-aarch64-static`; ROOT has the C library of that architecture.
"""

import hashlib
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "api"))
from check import ANSWER_SECONDS_MOST, cabinet_in, post

CABINET = "demo-three-sensor"
SEAT = 1
CREDIT = 10_000
STAKE = 500
WON = 2 * STAKE
ROUND_SECONDS_MOST = 600
STOP_SECONDS_MOST = 120


def expect(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")


def unpack(package, emulator, root, folder):
    """Unpacks the programs, and names those that start them in emulation as `cabinet_in` takes them: croupierd and croupierctl."""
    subprocess.run(["dpkg-deb", "--extract", package, folder / "unpacked"], check=True)
    programs = folder / "unpacked" / "usr" / "bin"
    for name in ["croupierd", "croupierctl"]:
        started = folder / name
        started.write_text(f'#!/bin/sh\nexec {shlex.join([emulator, "-L", root, str(programs / name)])} "$@"\n')
        started.chmod(0o755)
        os.environ[name.upper()] = str(started)
    return programs


def ask(url, token=None):
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(request, timeout=ANSWER_SECONDS_MOST) as answer:
        return json.load(answer)


def tool(*arguments):
    """What the package's croupierctl prints, one JSON object a line."""
    done = subprocess.run([os.environ["CROUPIERCTL"], *arguments], capture_output=True, text=True)
    expect(done.returncode == 0, f"croupierctl {shlex.join(map(str, arguments))}: status {done.returncode}: {done.stdout}{done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def play(url, links):
    """Bets on red in one round after the other until a ball has decided one: that seat's part of it, and where the ball lay."""
    deadline = time.monotonic() + ROUND_SECONDS_MOST
    played = None
    while time.monotonic() < deadline:
        cabinet = ask(f"{url}/api/v1/cabinet")
        if cabinet["betting_open"] and cabinet["round"] != played:
            played = cabinet["round"]
            bet = {"round": played, "bets": [{"bet": "red", "stake": STAKE}]}
            post(f"{url}/api/v1/seats/{SEAT}/bets", bet, links[f"Seat {SEAT}"], f"the-bet-{played}")
        for past in ask(f"{url}/api/v1/rounds?count=3", links[f"Seat {SEAT}"])["rounds"]:
            if past["outcome"] and past["settled_at"] and past["seats"]:
                return past["seats"][0], past["outcome"]
        time.sleep(0.5)
    sys.exit(f"FAILED: no round was decided in {ROUND_SECONDS_MOST} s: {ask(f'{url}/api/v1/cabinet')}")


def main():
    package, emulator, root = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = unpack(package, emulator, root, folder)
        print(subprocess.run(["file", "--brief", programs / "croupierd"], capture_output=True, text=True, check=True).stdout.strip())
        began = time.monotonic()
        with cabinet_in(folder, CABINET) as (daemon, url, links):
            print(f"ready after {time.monotonic() - began:.1f} s: {ask(f'{url}/health')}")
            post(f"{url}/api/v1/seats/{SEAT}/credit-in", {"amount": CREDIT}, links["Attendant"], "the-credit")
            part, outcome = play(url, links)
            expect((part["returned"] == WON) == (outcome["colour"] == "red"), f"{part} of {outcome}")
            print(f"round {part['round']}: {part['staked']} on red, the ball in {outcome}: {part['returned']} returned")
            daemon.send_signal(signal.SIGTERM)
            status = daemon.wait(STOP_SECONDS_MOST)
            expect(status == 0, f"the daemon has ended with {status}:\n{(folder / 'log').read_text()}")
        (now,), starts = tool("identity", CABINET), tool("identity", "--starts", "--data", folder / "data")
        sha256, own = (hashlib.sha256((programs / name).read_bytes()).hexdigest() for name in ["croupierd", "croupierctl"])
        expect(now["tool"]["sha256"] == own, f"the tool is {own}: {now}")
        expect(sha256 in json.dumps(now["software"]) and sha256 in json.dumps(starts[0]["software"]), f"the program is {sha256}: {now}, {starts}")
        print(f"identity: {json.dumps(now['tool'])}; the journal's start: version {starts[0]['version']}, croupierd {sha256}")
        print(f"journal verify: {json.dumps(tool('journal', 'verify', '--data', folder / 'data')[-1])}")


if __name__ == "__main__":
    main()
