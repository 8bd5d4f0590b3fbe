"""Reads the deals between players of a simulated night's journal, as `croupierctl hands --phh` prints them, with PokerKit, plays each again
by its own rules, and compares what everybody has at the end. What our rule books divide otherwise is a matter of odd chips; it is told
apart by nobody having more or less by more than the players of the deal could share.

CROUPIERCTL names the built tool; JOURNAL the directory that `simulate --keep` has written.
"""

import os
import subprocess
import sys
from collections import Counter

import pokerkit

LEAST_OF_EACH = {"NT": 20, "FT": 20, "PO": 10, "F7S": 10}


def histories():
    command = [os.environ["CROUPIERCTL"], "hands", "--phh", "--last", "100000", "--data", os.environ["JOURNAL"]]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return pokerkit.HandHistory.loads_all(text)


def check(history):
    """The difference of a deal that is none of odd chips and fee; None where there is none."""
    *_, state = history
    if state.status:
        return "it is not over"
    told, played = list(history.finishing_stacks), list(state.stacks)
    fee = history.user_defined_fields["_fee"]
    if sum(told) + fee != sum(history.starting_stacks):
        return f"{told} and the fee {fee} are not what was brought, {list(history.starting_stacks)}"
    if sum(played) != sum(history.starting_stacks):
        return "PokerKit has made or lost chips"
    # Each pot pays its fee, and each may have odd chips.
    most = fee + len(told)
    differences = [ours - theirs for ours, theirs in zip(told, played)]
    if any(not -most <= difference <= len(told) for difference in differences):
        return f"we have {told}, PokerKit {played}, with a fee of {fee}"
    return None


def main():
    counts, wrong = Counter(), []
    for history in histories():
        difference = check(history)
        counts[history.variant] += 1
        if difference is not None:
            wrong.append(f"table {history.table}, hand {history.hand}, {history.variant}: {difference}")
    print(dict(counts))
    for line in wrong[:20]:
        print(line)
    few = [name for name, least in LEAST_OF_EACH.items() if counts[name] < least]
    if few:
        print(f"too few deals of {few}")
    return 1 if wrong or few else 0


if __name__ == "__main__":
    sys.exit(main())
