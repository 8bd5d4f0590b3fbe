"""What may be wagered in a round, reckoned from our rule books alone, for compare.py: neither PokerKit nor our program is asked."""


class Book:
    """A round without fixed limit: who may wager, and how large the last full wager was (SPB-37 to SPB-43, SPB-45)."""

    def __init__(self, full, adds_up, raises=None):
        # The last full bet or raise, at first the least bet; whether short all-ins are added together; how many full ones are left, where
        # they are counted; and who has acted since the last full one. A check is an action, a forced bet is none (SPB-A06).
        self.full, self.adds_up, self.raises, self.acted = full, adds_up, raises, set()

    def is_open(self, index, price, bet):
        """Who has acted may not where he faces short all-ins alone: with SPB-42 less than a full raise, with TA-4 no full raise of one seat."""
        is_open = index not in self.acted or (self.adds_up and price - bet >= self.full)
        return is_open and self.raises != 0

    def wagers(self, index, to, price):
        """A seat bets or raises over the price; whether that was a full wager."""
        over = to - price
        is_full = over >= self.full
        if is_full:
            self.full = over
            self.acted = set()
            self.raises = None if self.raises is None else self.raises - 1
        self.acted.add(index)
        return is_full


class LimitBook:
    """A round of fixed limit: the levels, by the formulas in section 3 of the sport rules' digest (SPB-30, SPB-33 to SPB-36, SPB-41 to SPB-45).
    Two sizes are those of SPG-62, of which the smaller is gone once somebody wagers the larger (SPG-63)."""

    def __init__(self, level, nexts, sizes, counted, most_counted):
        # The last level that counts, the next ones, what is added at each, how many wagers were counted, and how many may be (none: any number).
        self.level, self.nexts, self.sizes, self.counted, self.most_counted = level, nexts, sizes, counted, most_counted
        self.acted = set()

    def is_open(self, index, price, bet):
        """Who has acted since the last whole wager, be it the completion of a bring-in, may not where he faces less than half of one (SPB-39,
        SPB-42)."""
        is_open = index not in self.acted or 2 * (price - bet) >= self.sizes[0]
        return is_open and self.counted != self.most_counted

    def wagers(self, index, to, _price):
        """A seat bets or raises, to a next level or with all that it has; whether that was a full wager."""
        is_full = to in self.nexts
        self.acted = {index} if is_full else self.acted | {index}
        if is_full or 2 * (to - self.level) >= self.nexts[0] - self.level:
            self.sizes = self.sizes[-1:] if to == self.nexts[-1] else self.sizes
            self.level, self.counted = to, self.counted + 1
            self.nexts = tuple(to + size for size in self.sizes)
        return is_full


def can_wager(book, index, bets, stacks, live):
    """Whether a seat may bet or raise: it is open to him, he has more than the price, and somebody can answer (SPB-22, SPB-38)."""
    price = max(bets)
    can_be_answered = any(bets[other] + stacks[other] > price for other in live if other != index)
    return bets[index] + stacks[index] > price and can_be_answered and book.is_open(index, price, bets[index])
