"""What `check.py` has schemathesis do besides: it comes in as somebody, and asks for what is there."""

import itertools
import json
import os
import re
import time
import urllib.request
from collections.abc import Mapping

import schemathesis
from check import ANSWER_SECONDS_MOST, post

URL = os.environ["API_URL"]
TOKEN, NAME = os.environ.get("API_TOKEN"), os.environ.get("API_NAME")
# How old what is known of the cabinet may be: rounds and deals go by ten times as fast as in life.
SECONDS_KNOWN = 0.2

numbers, turns = itertools.count(1), itertools.count()
known = {"until": 0.0}

if TOKEN or NAME:

    @schemathesis.auth()
    class Somebody:
        """Asked for a token again after a 401: signing out, which is tried too, ends a person's session."""

        def get(self, case, context):
            return TOKEN or post(f"{URL}/api/v1/sign-in", {"name": NAME, "pin": os.environ["API_PIN"]})["token"]

        def set(self, case, token, context):
            case.headers["Authorization"] = f"Bearer {token}"


def cabinet():
    """The cabinet as everybody sees it, asked for with the attendant's link: that has a rate of its own."""
    if time.monotonic() > known["until"]:
        request = urllib.request.Request(f"{URL}/api/v1/cabinet", headers={"Authorization": f"Bearer {os.environ['API_WATCHER']}"})
        with urllib.request.urlopen(request, timeout=ANSWER_SECONDS_MOST) as answer:
            known["cabinet"] = json.load(answer)
        known["until"] = time.monotonic() + SECONDS_KNOWN
    return known["cabinet"]


@schemathesis.hook
def before_call(context, case, kwargs):
    """The document's examples, and every second request besides, name the own seat, a table that is there, the round or deal under way and
    a fresh key, wherever they name one that could be: drawn ones would hardly ever do."""
    number = next(numbers)
    is_example = case.meta is not None and case.meta.phase.name == "examples"
    if number % 2 and not is_example:
        return
    view = cabinet()
    tables = view["tables"] + view["player_tables"]
    table = tables[next(turns) % len(tables)]
    key = f"after-{view['number']}.{number}"

    def put(holder, name, form, value):
        if isinstance(holder, Mapping) and name in holder and re.fullmatch(form, str(holder[name])):
            holder[name] = value

    put(case.path_parameters, "seat", "[1-6]", int(os.environ["API_SEAT"]))
    put(case.path_parameters, "table", "[0-9]{1,3}", table["table"])
    put(case.body, "round", "[0-9]+", view["round"])
    put(case.body, "deal", "[0-9]+", table["deal"])
    put(case.headers, "Idempotency-Key", "[!-~]{1,64}", key)
