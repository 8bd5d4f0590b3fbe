"""Plays so many hands of no-limit hold'em between six players by PokerKit, by the chances of `benches/hands.rs`, and prints hands a second."""

import random
import sys
import time

from pokerkit import Automation, NoLimitTexasHoldem

STACK, BLINDS = 100_000, (250, 500)
AUTOMATIONS = tuple(Automation)


def play(chance):
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, BLINDS, BLINDS[1], STACK, 6)
    while state.status:
        owes = state.checking_or_calling_amount > 0
        if owes and chance.random() < 0.15:
            state.fold()
            continue
        least = state.min_completion_betting_or_raising_to_amount
        if least is None or chance.random() < 0.5:
            state.check_or_call()
            continue
        most = min(state.max_completion_betting_or_raising_to_amount, least + state.total_pot_amount)
        state.complete_bet_or_raise_to(chance.randint(least, most))
    assert sum(state.stacks) == 6 * STACK


def main():
    chance, hands = random.Random(1), int(sys.argv[1])
    begun = time.perf_counter()
    for _ in range(hands):
        play(chance)
    print(hands / (time.perf_counter() - begun))


main()
