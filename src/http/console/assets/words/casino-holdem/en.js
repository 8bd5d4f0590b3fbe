// English: the rules of casino hold’em.
import common from '../house-poker/en.js';

export default {
  ...common,
  aim: 'Have a higher poker hand than the dealer: the best five of your two cards and the five on the board.',
  decision: 'When three cards lie on the board, a player folds and loses the ante, or bets two antes.',
  'dealer-has-pair': 'The dealer has game (his hand counts) with a pair of fours or better.',
  'no-game': 'Without game the ante wins by the table and the bet comes back.',
  game: 'Against a game a higher box wins on ante and bet, a lower one loses both, an equal one keeps both.',
  'ante-pairs': 'The row of a pair holds from a pair of fours on.',
  'looks-in-turn': 'With several boxes a player looks at the next one when he has decided on the one before.',
  bonus: 'The bonus, of as much as the ante at most, wins with a pair of aces or more in the box’s two cards and the first three on the board.',
  'no-game-low': 'below a pair of fours, against no game',
  'aces-or-better': 'a pair of aces or more',
};
