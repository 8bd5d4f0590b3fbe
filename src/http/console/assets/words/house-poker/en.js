// English: what the games of house poker say in the same words.
export default {
  'dealer-has-game': 'The dealer has game from ace-king on.',
  'insurance-settled': 'It wins where the dealer has no game, is lost where the box wins, and otherwise comes back.',
  dark: 'A box with its bet laid before the deal is dark: nobody looks at its cards, and it does not fold.',
  'light-most': 'Boxes that a player looks at: at most {count}, side by side and with equal antes.',
  'dark-must-differ': 'The antes of dark boxes differ from those of the boxes that the player looks at.',
  'dark-improvement': 'The cards of a dark box may be exchanged or added to unseen.',
  'bonus-survives-pass': 'The bonus plays on the first five cards alone, also where the box folds.',
  'bonus-ends-with-pass': 'The bonus plays on the first five cards alone; a box that folds loses it.',
  silence: 'A box for which nobody decides in time folds.',
};
