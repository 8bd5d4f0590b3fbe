"""Compares our ranking of poker hands with PokerKit's: the category of each hand, and the order of each hand and the next.

CROUPIERCTL names the built tool. The hands are drawn from a fixed seed.
"""

import json
import os
import random
import subprocess
import sys

from pokerkit import StandardHighHand

HANDS = 30_000
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
LABELS = {
    "High card": {"nothing", "ace-king"},
    "One pair": {"pair"},
    "Two pair": {"two-pair"},
    "Three of a kind": {"three-of-a-kind"},
    "Straight": {"straight"},
    "Flush": {"flush"},
    "Full house": {"full-house"},
    "Four of a kind": {"four-of-a-kind"},
    "Straight flush": {"straight-flush", "royal-flush"},
}


def drawn():
    """Hands of five, six and seven cards; half of them from one suit and a half, so that the rare ones are met."""
    chance = random.Random(20_261_121)
    for number in range(HANDS):
        pack = CARDS if number % 2 else [card for card in CARDS if card[1] == "s" or card[0] in "AKQT98"]
        yield chance.sample(pack, 5 + number % 3)


def compared(ours, theirs):
    return (ours[0] > ours[1]) - (ours[0] < ours[1]), (theirs[0] > theirs[1]) - (theirs[0] < theirs[1])


def main():
    hands = list(drawn())
    lines = "".join(json.dumps(hand) + "\n" for hand in hands)
    told = subprocess.run([os.environ["CROUPIERCTL"], "cards", "rank"], input=lines, capture_output=True, text=True, check=True)
    ours = [json.loads(line) for line in told.stdout.splitlines()]
    theirs = [StandardHighHand.from_game("".join(hand)) for hand in hands]
    assert len(ours) == HANDS, f"{len(ours)} of {HANDS} hands were ranked"
    met = set()
    for hand, mine, yours in zip(hands, ours, theirs):
        label = str(yours.entry.label.value)
        assert mine["combination"] in LABELS[label], f"{hand}: {mine['combination']}, and PokerKit says {label}"
        met.add(mine["combination"])
    assert met == set().union(*LABELS.values()), f"combinations that were never drawn: {set().union(*LABELS.values()) - met}"
    for place in range(HANDS - 1):
        pair = [each["strength"] for each in ours[place : place + 2]]
        mine, yours = compared(pair, theirs[place : place + 2])
        assert mine == yours, f"{hands[place]} and {hands[place + 1]}: {mine}, and PokerKit says {yours}"
    print(f"{HANDS} hands ranked as PokerKit ranks them")


sys.exit(main())
