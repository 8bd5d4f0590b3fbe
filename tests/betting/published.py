"""Plays hands that were published in PokerKit's format by our tool, and compares each decision (who is asked, and what a call costs) and each
chip at the end with PokerKit's replay, with what the file says of the end and with what the next hand of the evening begins with. None of
these hands meets a rule by which our books differ from PokerKit (compare.py lists them), so any difference fails. Then an amount of each hand
is changed for our tool alone, which must be noticed.

Where the hands come from, and which published ones cannot be played, says published/README.md. CROUPIERCTL names the built tool.
"""

import json
import os
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from pokerkit import Deck, HandHistory

FOLDER = Path(__file__).resolve().parent
HANDS = FOLDER / "published"
SHIPPED = FOLDER.parent.parent / "device-profiles/betting"
# No house of ours plays Omaha high and low by the sport rules: its file is made of the one for high hands alone.
HI_LO = "omaha/sport-fixed-limit"
RULES = {
    "NT": "holdem/sport-no-limit",
    "FT": "holdem/sport-fixed-limit",
    "PO": "omaha/sport-pot-limit",
    "FO/8": HI_LO,
    "F7S": "stud7/sport-fixed-limit",
}
# How many cards each player gets before the first round.
FIRST_CARDS = {"NT": 2, "FT": 2, "PO": 4, "FO/8": 4, "F7S": 3}
# So many hands of each must be there.
LEAST = {"NT": 22, "FT": 7, "PO": 8, "FO/8": 11, "F7S": 13}
# Our tool counts in hundredths, so that every published amount is a whole number.
SCALE = 100
# The final table whose hands follow each other, and the one after which the smallest chips were exchanged for greater ones.
EVENING, EXCHANGED = "wsop/2023/43/5/", 2

class Difference(Exception):
    """Our tool plays a hand otherwise than it was published."""


@dataclass(frozen=True)
class Before:
    """What PokerKit says before somebody acts."""

    actor: int | None
    call: int | Decimal
    price: int | Decimal


def scaled(amount):
    whole = Decimal(amount) * SCALE
    assert whole == int(whole), f"{amount} is no whole number of hundredths"
    return int(whole)


def pairs(text):
    return [text[at : at + 2] for at in range(0, len(text), 2)]


class Published:
    """One published hand: what our tool is told of it, and what must come out."""

    def __init__(self, name, history):
        self.name, self.history, self.variant = name, history, history.variant
        self.count = len(history.starting_stacks)
        self.is_stud = self.variant == "F7S"
        assert 2 <= self.count <= 6, f"{name}: our table has six seats"
        self.expected, self.actions = [], []
        self.replay()
        self.holes, self.streets = self.cards()

    def replay(self):
        """PokerKit plays it; each decision is noted with what PokerKit asked before it."""
        before = Before(None, 0, 0)
        for state, action in self.history.state_actions:
            player, *words = (action or "").split()[:3] or [""]
            if words and words[0] in ("f", "cc", "cbr"):
                self.note(before, player, words)
            else:
                # PokerKit mends a history by decisions of its own, which nobody has published.
                is_bring_in = words[:1] == ["pb"]
                assert before.actor is None or is_bring_in, f"{self.name}: PokerKit acts by itself for player {before.actor + 1}"
            before = Before(state.actor_index, state.checking_or_calling_amount or 0, max(state.bets, default=0))
        self.final = [scaled(stack) for stack in state.stacks]
        said = self.history.finishing_stacks
        assert said is None or self.final == [scaled(stack) for stack in said], f"{self.name}: the file ends with {said}, PokerKit otherwise"

    def note(self, before, player, words):
        assert player == f"p{before.actor + 1}", f"{self.name}: {player} acts, PokerKit asks player {before.actor + 1}"
        acted = {"seat": before.actor + 1, "action": "fold"}
        if words[0] == "cc":
            acted["action"] = "call" if before.call else "check"
        elif words[0] == "cbr":
            acted |= {"action": "raise-to" if before.price else "bet", "amount": scaled(words[1])}
        self.expected.append((before.actor + 1, scaled(before.call)))
        self.actions.append(acted)

    def cards(self):
        """The cards of each player as they were dealt, and those of each later street of the board."""
        holes, streets = [[] for _ in range(self.count)], []
        for action in self.history.actions:
            match action.split():
                case ["d", "dh", player, cards, *_]:
                    holes[int(player[1:]) - 1] += pairs(cards)
                case ["d", "db", cards, *_]:
                    streets.append(pairs(cards))
                case [player, "sm", cards, *_] if "??" in holes[int(player[1:]) - 1]:
                    holes[int(player[1:]) - 1] = pairs(cards)
        folded = {acted["seat"] for acted in self.actions if acted["action"] == "fold"}
        live = [index for index in range(self.count) if index + 1 not in folded]
        assert len(live) == 1 or not any("??" in holes[index] for index in live), f"{self.name}: a hand of the showdown is not known"
        return holes, streets

    def pack(self):
        """The whole pack from the top, as our books deal it: one card at a time, and one burnt before each later street. What was burnt,
        and what folded closed, is nowhere published: any other cards stand for them."""
        first = FIRST_CARDS[self.variant]
        order = range(self.count)
        if self.count == 2 and not self.is_stud:
            # The button has the small blind, and the first card.
            order = [1, 0]
        pack = [self.holes[index][place] for place in range(first) for index in order]
        for street in self.streets:
            pack += ["??", *street]
        for place in range(first, max(len(hole) for hole in self.holes)):
            pack += ["??", *(hole[place] for hole in self.holes if len(hole) > place)]
        known = [card for card in pack if card != "??"]
        assert len(set(known)) == len(known), f"{self.name}: a card is there twice"
        others = [repr(card) for card in Deck.STANDARD if repr(card) not in known]
        return [others.pop() if card == "??" else card for card in pack] + others

    def antes(self):
        """The ante of each player, and how much more than published each has before it. Our levels know an ante of everybody alone: one
        that the big blind posts for all is posted in equal parts, and the others have their part besides, so that all have as much left
        and the pot is as large."""
        antes = [scaled(ante) for ante in self.history.antes]
        part, rest = divmod(sum(antes), self.count)
        assert not rest, f"{self.name}: the ante {antes} has no equal parts"
        return part, [part - ante for ante in antes]

    def level(self):
        history, level = self.history, {"unit": 1, "ante": self.antes()[0]}
        if self.is_stud:
            level["bring_in"] = scaled(history.bring_in)
        else:
            small, big, *others = (scaled(blind) for blind in history.blinds_or_straddles)
            assert 0 < small <= big and not any(others), f"{self.name}: our levels have no such blinds"
            level |= {"small_blind": small, "big_blind": big}
            assert history.min_bet is None or scaled(history.min_bet) == big, f"{self.name}: the least bet is no big blind"
        if history.small_bet is not None:
            level |= {"small_bet": scaled(history.small_bet), "big_bet": scaled(history.big_bet)}
        return level

    def line(self, actions):
        more = self.antes()[1]
        stacks = {str(at + 1): scaled(stack) + more[at] for at, stack in enumerate(self.history.starting_stacks)}
        # The first player is the first after the button, at stud as well.
        button = 6 if self.is_stud else self.count
        return json.dumps({"level": self.level(), "stacks": stacks, "button": button, "cards": self.pack(), "actions": actions})

    def check(self, told):
        asked = [(decision["seat"], decision["call"]) for decision in told["decisions"]]
        for number, (ours, theirs) in enumerate(zip(asked, self.expected), 1):
            if ours != theirs:
                raise Difference(f"decision {number}: seat and call are {ours}, published {theirs}")
        if not told["is_over"] or len(asked) != len(self.expected):
            raise Difference(f"asked {len(asked)} times, published {len(self.expected)} decisions")
        stacks = [told["stacks"][str(at + 1)] for at in range(self.count)]
        if stacks != self.final or told["fee"]:
            raise Difference(f"the end is {stacks}, published {self.final}")

    def play(self, rules, actions):
        """Our tool plays it with these actions; a difference where it refuses one or tells another course."""
        command = [os.environ["CROUPIERCTL"], "betting", "--rules", rules]
        done = subprocess.run(command, input=self.line(actions), capture_output=True, text=True)
        if done.returncode:
            raise Difference(f"refused: {done.stderr.strip()}")
        self.check(json.loads(done.stdout))

    def is_noticed(self, rules):
        """Whether a first wager that is less by the smallest chip is told apart from what was published."""
        changed = [dict(acted) for acted in self.actions]
        next(acted for acted in changed if "amount" in acted)["amount"] -= 1
        try:
            self.play(rules, changed)
        except Difference:
            return True
        return False


def published():
    """Each hand of the folder, with its name."""
    for file in sorted(HANDS.rglob("*.phh")):
        with open(file, "rb") as text:
            yield Published(str(file.relative_to(HANDS)), HandHistory.load(text))


def followed(hands):
    """How many hands end with the stacks that the next one of the evening begins with; who has nothing left is gone."""
    hands = {hand.history.hand: hand for hand in hands if hand.name.startswith(EVENING)}
    pairs_found = [(number, hands[number + 1].history.starting_stacks) for number in hands if number + 1 in hands and number != EXCHANGED]
    for number, starting in pairs_found:
        left, next_stacks = sorted(filter(None, hands[number].final)), sorted(map(scaled, starting))
        if left != next_stacks:
            raise Difference(f"it ends with {left}, hand {number + 1} begins with {next_stacks}: hand {number}")
    return len(pairs_found)


def rules_of(variant, folder):
    if variant != "FO/8":
        return RULES[variant]
    file = Path(folder) / "omaha-hi-lo.toml"
    text = (SHIPPED / f"{HI_LO}.toml").read_text()
    assert text.count('variant = "omaha"') == 1, f"{HI_LO} has changed"
    file.write_text(text.replace('variant = "omaha"', 'variant = "omaha-high-low"'))
    return str(file)


def play_all(hands):
    """How many hands and decisions of each variant were played, and in how many hands a changed amount was noticed."""
    counts, decisions, changed = Counter(), Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for hand in hands:
            rules = rules_of(hand.variant, folder)
            try:
                hand.play(rules, hand.actions)
            except Difference as difference:
                raise Difference(f"{hand.name}: {difference}\n{hand.line(hand.actions)}") from difference
            counts[hand.variant] += 1
            decisions[hand.variant] += len(hand.expected)
            if not any("amount" in acted for acted in hand.actions):
                continue
            if not hand.is_noticed(rules):
                raise Difference(f"{hand.name}: a changed amount is not noticed")
            changed += 1
    return counts, decisions, changed


def main():
    # A published file has a field that PokerKit does not know.
    warnings.simplefilter("ignore")
    hands = list(published())
    try:
        counts, decisions, changed = play_all(hands)
        following = followed(hands)
    except Difference as difference:
        return str(difference)
    for variant, least in LEAST.items():
        assert counts[variant] >= least, f"{variant}: {counts[variant]} hands, {least} expected"
        print(f"{variant}: {counts[variant]} published hands, {decisions[variant]} decisions, each to the last chip")
    print(f"{following} hands end with what the next one begins with; a changed amount was noticed in {changed} hands")
    return 0


if __name__ == "__main__":
    sys.exit(main())
