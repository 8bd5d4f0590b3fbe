"""Asks everything that the OpenAPI document of the HTTP interface names, as a stranger, as a seat and as a person of each role, with data
that fit the document and data that do not, and fails where an answer is a 5xx or is not what the document says: its status, its type, its
headers, its body. Each role has a cabinet of its own with a simulated wheel, so that what one revokes or holds is not missed by the others.

    python tests/api/check.py [ROLE...]

CROUPIERD and CROUPIERCTL name the built programs; schemathesis==4.32.5 must be installed beside this Python. DOCUMENT, where it is set, is
a file that is taken in place of the document that the daemon serves, to see that this fails.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
ROLES = ["stranger", "seat", "attendant", "technician", "auditor", "owner"]
SEAT = 3
PIN = "604718"
SEED = 20_261_127
# Of each address, besides the examples of the document and the values at the edges of what it allows, which are over 3,000 requests.
EXAMPLES = 10
AT_ONCE = 3
# Of one role, and of one answer; only so that what hangs ends. Long, as a busy machine gives neither side much time.
SECONDS_MOST = 3000
ANSWER_SECONDS_MOST = 120
# Of somebody whose every request is refused at the door little is checked. Even a stranger may see what is public.
DONE_LEAST = 10
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
]
OPTIONS = [
    f"--checks={','.join(CHECKS)}",
    "--phases=examples,coverage,fuzzing",
    "--mode=all",
    f"--seed={SEED}",
    f"--max-examples={EXAMPLES}",
    # These become WebSockets, which are no answers; `src/http/tests/live.rs` tests them.
    "--exclude-path-regex=/live$",
    "--continue-on-failure",
    "--no-shrink",
    "--generation-database=none",
    "--suppress-health-check=all",
    f"--request-timeout={ANSWER_SECONDS_MOST}",
    "--report=ndjson",
    "--report-ndjson-path=events",
    "--warnings=off",
    "--no-color",
]


def post(url, body, token=None, key=None):
    headers = {"Content-Type": "application/json"}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Idempotency-Key": key} if key else {}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=ANSWER_SECONDS_MOST) as answer:
        return json.load(answer)


@contextmanager
def cabinet_in(folder, cabinet="demo"):
    """A daemon of a shipped cabinet that keeps its data in this folder: the process, its address, and the tokens of its links by their names."""
    arguments = [f"--cabinet={cabinet}", "--listen=127.0.0.1:0", "--data", folder / "data", "--clock-speed=10", "--wheel-seed=7"]
    with (folder / "log").open("w") as log:
        daemon = subprocess.Popen([os.environ["CROUPIERD"], *arguments], stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        links = {}
        while "Board" not in links:
            line = daemon.stdout.readline()
            if not line:
                sys.exit(f"the daemon has printed no links:\n{(folder / 'log').read_text()}")
            name, link = line.rstrip().rsplit(maxsplit=1)
            links[name] = urlsplit(link)
        url = f"http://{links['Board'].netloc}"
        wait_until_ready(url, daemon, folder / "log")
        yield daemon, url, {name: link.fragment for name, link in links.items()}
    finally:
        daemon.kill()
        daemon.wait()


def wait_until_ready(url, daemon, log):
    deadline = time.monotonic() + 300
    while True:
        try:
            return urllib.request.urlopen(f"{url}/ready", timeout=ANSWER_SECONDS_MOST).close()
        except OSError:
            if daemon.poll() is not None:
                sys.exit(f"the daemon has ended:\n{log.read_text()}")
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def let_in(role, folder, links):
    """What somebody of this role comes in by, for `hooks.py`: nothing, the token of a link, or a name and a PIN."""
    if role == "stranger":
        return {}
    if role == "seat":
        return {"API_TOKEN": links[f"Seat {SEAT}"]}
    name = role.title()
    command = [os.environ["CROUPIERCTL"], "access", "add", name, "--role", role, "--data", folder / "data"]
    subprocess.run(command, input=f"{PIN}\n", stdout=subprocess.DEVNULL, text=True, check=True)
    return {"API_NAME": name, "API_PIN": PIN}


def requests_of(events):
    """Each request that was made: what it asked, the status of its answer, and what is wrong with that."""
    for line in events.read_text().splitlines() if events.exists() else []:
        recorder = json.loads(line).get("ScenarioFinished", {}).get("recorder") or {}
        for case, interaction in recorder.get("interactions", {}).items():
            status = (interaction["response"] or {}).get("status_code", 0)
            checks = recorder["checks"].get(case, [])
            failures = [check["failure_info"]["failure"] for check in checks if check["status"] == "failure"]
            wrong = [" ".join(f"{failure['title']}. {failure['message']}".split()) for failure in failures]
            yield f"{interaction['request']['method']} {recorder['label'].split()[-1]}", status, wrong


def ask_all(role):
    """What is wrong with the answers that somebody of this role has got."""
    with tempfile.TemporaryDirectory() as name, cabinet_in(folder := Path(name)) as (daemon, url, links):
        # Without credit nobody plays.
        post(f"{url}/api/v1/seats/{SEAT}/credit-in", {"amount": 100_000}, links["Attendant"], "the-first-credit")
        environment = os.environ | {"PYTHONPATH": HERE, "PYTHONDONTWRITEBYTECODE": "1", "SCHEMATHESIS_HOOKS": "hooks"}
        environment |= {"API_URL": url, "API_SEAT": str(SEAT), "API_WATCHER": links["Attendant"]} | let_in(role, folder, links)
        document = os.path.abspath(os.environ["DOCUMENT"]) if "DOCUMENT" in os.environ else f"{url}/api/v1/openapi.json"
        command = [Path(sys.executable).parent / "schemathesis", "run", document, "--url", url, *OPTIONS]
        began = time.monotonic()
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS_MOST)
        seconds = time.monotonic() - began
        requests = list(requests_of(folder / "events"))
        has_ended = daemon.poll() is not None
    statuses = Counter(status for _, status, _ in requests)
    told = ", ".join(f"{count} of {status}" for status, count in sorted(statuses.items()))
    print(f"{role}: {len(requests)} requests in {seconds:.0f} s: {told}", flush=True)
    found = Counter((asked, status, each) for asked, status, wrong in requests for each in wrong)
    complaints = [f"{role}: {asked}: {status}, {count} times: {each}" for (asked, status, each), count in found.items()]
    if statuses[200] < DONE_LEAST:
        complaints.append(f"{role}: only {statuses[200]} requests were carried out, so little was checked")
    if has_ended:
        complaints.append(f"{role}: the daemon has ended")
    if run.returncode != 0 and not found:
        complaints.append(f"{role}: schemathesis has failed:\n{run.stdout}{run.stderr}")
    return complaints


def main():
    with ThreadPoolExecutor(AT_ONCE) as pool:
        complaints = [complaint for found in pool.map(ask_all, sys.argv[1:] or ROLES) for complaint in found]
    if complaints:
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main()
