// English: the rules of Oasis poker.
import common from '../house-poker/en.js';

export default {
  ...common,
  aim: 'Have a higher poker hand of five cards than the dealer; ace-king ranks below a pair.',
  decision: 'Having seen his cards, a player folds and loses the ante, or bets two antes.',
  exchange: 'Before that he may once exchange one card for an ante, or two for one and a half; the price comes back only if the deal is void.',
  'no-game': 'If the dealer has no game, the ante wins with any hand and the bet comes back.',
  game: 'Against a game a higher box wins on ante and bet, a lower one loses both, an equal one keeps both.',
  insurance: 'A box with a straight or more may be insured against “no game” before its bet.',
  'insurance-up-to-bet-win': 'It is from one ante to what the bet can win with the hand; then no more cards are changed.',
  'insurance-up-to-bet-and-ante-win': 'It is from one ante to what bet and ante can win with the hand; then no more cards are changed.',
  'dark-exchange': 'Cards of a dark box may be exchanged unseen.',
};
