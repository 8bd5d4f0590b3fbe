// English: what the games of house poker say in the same words.
export default {
  'dealer-has-game': 'The dealer has game (his hand counts) with ace-king or better.',
  'insurance-settled': 'It wins if the dealer’s hand as dealt is no game. If the box has folded it comes back. Against a game it is lost where the box wins, and otherwise comes back.',
  dark: 'A box with its bet laid before the deal is dark: nobody looks at its cards, and it does not fold.',
  'light-most': 'A player looks at {count} boxes at most: they are side by side and have equal antes; every other box of his must be dark.',
  'dark-must-differ': 'The antes of dark boxes must differ from those of the boxes that the player looks at.',
  'dark-improvement': 'The cards of a dark box may be exchanged or added to unseen.',
  'bonus-survives-pass': 'The bonus plays on the first five cards alone, also where the box folds.',
  'bonus-ends-with-pass': 'The bonus plays on the first five cards alone; a box that folds loses it.',
  silence: 'A box for which nobody decides in time folds; where folding is not offered, it declines.',
  'ace-king-unpaid': 'Ace-king wins nothing on the bet: where it is the higher hand, the bet comes back.',
  'light-one': 'A player looks at the cards of one box; every other box of his must be dark.',
  'bonus-half-ante': 'The bonus is exactly half of the ante.',
  'cap-with-bonus': 'The most win of a box counts the bonus too.',
  'cap-without-bonus': 'The bonus does not count towards the most win of a box.',
};
