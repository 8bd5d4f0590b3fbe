"""PokerKit's cards and hands, asked once for what depends on cards alone.

PokerKit evaluates every hand again for each pot, each half of it and each player who shows, and looks each five cards up four times: that was
nine tenths of the time that a comparison took. Here it is asked once, and what it said is told again: which five cards are the best, and which
of two hands is better, is still PokerKit's word. No function of PokerKit is replaced: its State takes the cards and the kinds of hands that it
is given. What it does with chips, turns and pots is not remembered and not touched.
"""

import pokerkit
from pokerkit import Card, Deck


class OneCard(Card):
    """A card of PokerKit of which there is only one, so that it is told apart by itself and found fast in a pack."""

    __eq__, __hash__ = object.__eq__, object.__hash__


PACK = tuple(OneCard(card.rank, card.suit) for card in Deck.STANDARD)


class RememberedLookup:
    """A table of hands of PokerKit, asked once for the same ranks, of one suit or not, which is all that its answer depends on."""

    def __init__(self, lookup):
        self.lookup, self.entries = lookup, {}

    def entry(self, cards):
        """None where it has none, as for a low hand with a nine."""
        suit = cards[0].suit
        key = "".join(sorted([card.rank for card in cards])), all([card.suit is suit for card in cards])
        if key not in self.entries:
            self.entries[key] = self.lookup.get_entry_or_none(cards)
        return self.entries[key]


def remembered(hand_type):
    """A kind of hand of PokerKit, which is evaluated once for the same cards."""
    lookup, known = RememberedLookup(hand_type.lookup), {}

    class Remembered(hand_type):
        cards, entry = (), None

        def __init__(self, cards):
            self.cards, self.entry = cards, lookup.entry(cards)
            if self.entry is None:
                raise ValueError("these cards are no such hand")

        @classmethod
        def from_game(cls, hole_cards, board_cards=()):
            cards = tuple(hole_cards), tuple(board_cards)
            if cards not in known:
                if len(known) > 1000:
                    # No later deal has the same cards.
                    known.clear()
                try:
                    known[cards] = super().from_game(*cards)
                except ValueError:
                    known[cards] = None
            if known[cards] is None:
                raise ValueError("these cards make no such hand")
            return known[cards]

    return Remembered


HighHand = remembered(pokerkit.StandardHighHand)
OmahaHand = remembered(pokerkit.OmahaHoldemHand)
LowHand = remembered(pokerkit.OmahaEightOrBetterLowHand)
