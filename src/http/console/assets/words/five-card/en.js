// English: the rules of five-card poker in its four forms.
import common from '../house-poker/en.js';

export default {
  ...common,
  aim: 'Have a higher poker hand of five cards than the dealer; ace-king ranks below a pair.',
  'joker-yields-at-rank': 'The joker stands for any card that its hand does not hold, and makes the best hand of it; with four of a kind it makes five of a kind, the highest hand. Of hands with the same combination of the same rank the one without the joker is higher, before the other cards are compared.',
  'joker-yields-at-category': 'The joker stands for any card that its hand does not hold, and makes the best hand of it; with four of a kind it makes five of a kind, the highest hand. Of hands with the same combination the one without the joker is higher, whichever rank it has.',
  wheel: 'Ace-2-3-4-5 is the lowest straight.',
  'no-wheel': 'Ace-2-3-4-5 is no straight.',
  decision: 'Having seen his cards, a player folds and loses the ante, or bets two antes.',
  'box-by-box': 'One box after the other is played to its end; a player looks at his next box when he has decided on the one before.',
  exchange: 'Before that he may once give back one card and get another for an ante; the price comes back only if the deal or his hand is void.',
  'sixth-card': 'Before that he may once buy a sixth card for an ante, and his best five count; the price comes back only if the deal or his hand is void.',
  'dealer-from-pair': 'The dealer has game (his hand counts) with a pair or better.',
  'no-game': 'If the dealer has no game, the ante wins with any hand and the bet comes back.',
  game: 'Against a game a higher box wins on ante and bet, a lower one loses both, an equal one keeps both.',
  'equal-antes': 'The antes of all boxes of a player must be equal.',
  bonus: 'The bonus is at most half of the ante.',
  'bonus-survives-purchase': 'It plays on also where the box buys a card.',
  'bonus-ends-with-purchase': 'A box that buys a card loses it.',
  'wrong-count': 'A box that was dealt a wrong number of cards does not count: its stakes come back, and the house pays half of its ante.',
  'wrong-count-of-dealer': 'If the dealer has four cards instead of five, he takes one more. With any other wrong number the deal is void, and the house pays every box half of its ante.',
  'wrong-count-keeps-price': 'The price of a bought card does not come back then.',
  'wrong-count-not-surrendered': 'A box that folded before gets nothing back then.',
};
