"""Counts the combinations of all hands of seven cards with our tool, and compares each with the published figures.

CROUPIERCTL names the built tool. The text books know no hand of an ace and a king: how many of the hands without a combination hold
both is reckoned here, from ranks without a straight and suits without a flush.
"""

import json
import os
import subprocess
import sys
from itertools import combinations
from math import comb

HANDS = 133_784_560
NOTHING = 23_294_460
PUBLISHED = {
    "pair": 58_627_800,
    "two-pair": 31_433_400,
    "three-of-a-kind": 6_461_620,
    "straight": 6_180_020,
    "flush": 4_047_644,
    "full-house": 3_473_184,
    "four-of-a-kind": 224_848,
    "straight-flush": 37_260,
    "royal-flush": 4_324,
}
STRAIGHTS = [{12, 0, 1, 2, 3}] + [set(range(low, low + 5)) for low in range(9)]
ACE_AND_KING = {12, 11}


def without_straight():
    return [set(ranks) for ranks in combinations(range(13), 7) if not any(straight <= set(ranks) for straight in STRAIGHTS)]


def suits_without_flush():
    return 4**7 - 4 * sum(comb(7, cards) * 3 ** (7 - cards) for cards in (5, 6, 7))


def expected():
    ranks, suits = without_straight(), suits_without_flush()
    assert len(ranks) * suits == NOTHING, "this reckoning disagrees with the published figure"
    ace_king = sum(ACE_AND_KING <= each for each in ranks) * suits
    return PUBLISHED | {"ace-king": ace_king, "nothing": NOTHING - ace_king}


def main():
    told = subprocess.run([os.environ["CROUPIERCTL"], "cards", "count", "--cards", "7"], capture_output=True, text=True, check=True)
    counted = json.loads(told.stdout)
    assert counted == {"cards": 7, "hands": HANDS, "combinations": expected()}, f"counted {counted}, published {expected()}"
    assert sum(expected().values()) == HANDS
    print(f"{HANDS} hands of seven cards counted as published")


sys.exit(main())
