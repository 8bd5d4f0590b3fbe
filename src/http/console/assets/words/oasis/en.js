// English: the rules of Oasis poker.
import common from '../house-poker/en.js';

export default {
  ...common,
  aim: 'Have a higher poker hand of five cards than the dealer; ace-king ranks below a pair.',
  decision: 'With his cards a player folds and loses the ante, or bets two antes.',
  exchange: 'Before that he may exchange one card for an ante, or two for one and a half; the price never comes back.',
  'no-game': 'Without game the ante wins and the bet comes back.',
  game: 'Against a game a higher box wins on ante and bet, a lower one loses both, an equal one keeps both.',
  insurance: 'A box with a straight or more may be insured against “no game” before its bet.',
};
