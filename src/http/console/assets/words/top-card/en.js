// English: the rules of Top Card Trump.
export default {
  aim: 'The player and the dealer get one open card each. The ante wins where the player’s card is higher, and loses where it is lower.',
  ranks: 'The ace is the highest card, the two the lowest; suits do not matter. All boxes play on the same cards.',
  'equal-cards': 'At equal cards each player folds or goes to war.',
  fold: 'Who folds gets half of his ante back.',
  war: 'Who goes to war lays his ante once more. Three cards are laid aside face down; then each side gets one open card.',
  'war-won': 'Where the player’s card is higher or equal, the war stake wins and the ante comes back.',
  'war-lost': 'Where it is lower, both are lost. There is no second war.',
  silence: 'A seat that does not decide in time folds.',
  'higher-card': 'a higher card than the dealer’s',
  'higher-or-equal-card': 'a higher or equal card in the war',
};
