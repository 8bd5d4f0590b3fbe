// English: the rules of Draw Hi-Lo.
export default {
  aim: 'One card lies open. Guess whether the next one is higher or lower: a right guess multiplies the pot, which is your stake at first, and a wrong one loses it. Then the next card is guessed.',
  ranks: 'The king is the highest card, the ace the lowest; suits do not matter. A guess that cannot be right is not offered.',
  coefficient: 'Each guess shows its coefficient and what the pot comes to with it. The coefficient is {count} % of the cards of other ranks divided by those that make the guess right, counted over the cards not seen yet, rounded down to hundredths and never below 1.00; the pot is rounded to the nearest unit.',
  equal: 'A card of the same rank leaves the pot as it is.',
  collect: 'After a right guess the pot can be collected. After {count} right guesses it is paid; cards are not shuffled until then.',
  'pot-most': 'A guess that would bring the pot above {count} times the stake, or above the limit of the machine, is not offered. Where no guess is left, the pot is paid.',
  tie: 'Before a guess you can bet up to your stake on the next card being of the same rank. It is a bet on that one card, a guess must follow it, and it changes nothing for the pot.',
  silence: 'Where nothing is chosen in time, the pot is collected; before the first right guess, and after a bet on a tie, the likelier guess is made.',
  fault: 'Where a fault ends the deal, the pot is paid as it stands after a right guess, and stakes come back before one; a bet on a tie that was won is paid, and one whose card has not come comes back.',
  'right-guess': 'each right guess, of the pot',
  'equal-rank': 'a card of the same rank',
};
