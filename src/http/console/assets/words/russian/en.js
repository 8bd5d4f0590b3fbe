// English: the rules of Russian poker.
import common from '../house-poker/en.js';

export default {
  ...common,
  aim: 'Have a higher poker hand than the dealer; ace-king ranks below a pair.',
  decision: 'With his cards a player folds and loses the ante, or bets two antes.',
  'buy-cards': 'Before that he may once, for an ante, buy a sixth card or exchange one to five cards; the price never comes back.',
  'two-combinations': 'The bet is paid for two combinations of a hand where the second needs a card that the first does not.',
  'no-game': 'Without game, and where nobody buys it, the ante wins and the bet comes back.',
  game: 'Against a game a higher box wins on the bet and keeps its ante, a lower one loses both, an equal one keeps both.',
  'ace-king-deciding-card': 'Ace-king as a second combination is not paid where both sides have the same combination and an ace or king decided.',
  'ace-king-any-compared-card': 'Ace-king as a second combination is not paid where both sides have the same combination and an ace or king was compared.',
  'buy-game': 'Where the dealer has no game a box may buy it once for an ante: his highest card is replaced. Who has bought wins nothing on the ante.',
  'buy-game-again': 'Where the dealer has no game a box may buy it for an ante, again and again: his highest card is replaced. Who has bought wins nothing on the ante.',
  insurance: 'A box with three of a kind or more may be insured against “no game” before its bet.',
  'dark-insurance': 'A dark box may be insured before the deal, with {count} antes at most.',
  'dark-insurance-needs-three-of-a-kind': 'That insurance comes back where the hand is below three of a kind.',
  'bonus-two-pair-returned': 'With two pair the bonus comes back.',
  'bonus-two-pair-loses': 'With two pair the bonus loses.',
};
