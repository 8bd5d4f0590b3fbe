// English: the rules of Russian poker.
import common from '../house-poker/en.js';

export default {
  ...common,
  aim: 'Have a higher poker hand than the dealer; ace-king ranks below a pair.',
  decision: 'Having seen his cards, a player folds and loses the ante, or bets two antes.',
  'buy-cards': 'Before that he may once, for an ante, buy a sixth card or exchange one to five cards; the price comes back only if the deal is void.',
  'two-combinations': 'The bet is paid for two combinations of a hand where the second needs a card that the first does not.',
  'no-game': 'If the dealer has no game, a box that does not buy it wins on its ante, and its bet comes back.',
  game: 'Against a game a higher box wins on the bet and keeps its ante, a lower one loses both, an equal one keeps both.',
  'ace-king-deciding-card': 'Ace-king as a second combination is not paid where both sides have the same combination of the same ranks, or both a flush, and an ace or king decided.',
  'ace-king-any-compared-card': 'Ace-king as a second combination is not paid where both sides have the same combination of the same ranks, or both a flush, and an ace or king was compared.',
  'buy-game': 'Where the dealer has no game a box may buy it once for an ante: his highest card is replaced. Who has bought wins nothing on the ante.',
  'buy-game-again': 'Where the dealer has no game a box may buy it for an ante, again and again: his highest card is replaced. Who has bought wins nothing on the ante.',
  insurance: 'A box with three of a kind or more may be insured against “no game” before its bet.',
  'dark-insurance': 'A dark box may be insured before the deal, with {count} antes at most.',
  'dark-insurance-needs-three-of-a-kind': 'That insurance comes back where the hand is below three of a kind.',
  'bonus-two-pair-returned': 'With two pair the bonus comes back.',
  'bonus-two-pair-loses': 'With two pair the bonus loses.',
  'bought-game': 'A box that has bought is settled on the new hand; if that is no game either, its ante and bet come back, but not the price.',
  'insurance-up-to-bet-win': 'It is from one ante to what the bet can win with the hand’s first combination; then no more cards are changed or bought.',
  'insurance-up-to-both': 'It is from one ante to what the bet can win with both combinations; then no more cards are changed or bought.',
  'two-combinations-leaves-one-out': 'The bet is paid for two combinations of a hand where the second leaves out a card of the first.',
  'ace-king-inside-first': 'Ace-king counts as a second combination also where both cards belong to a larger first one.',
};
