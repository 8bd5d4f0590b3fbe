// English: the rules of Red Dog.
export default {
  aim: 'Two cards are laid open. Ante and ride win where the rank of the third card lies between theirs, and lose where it lies outside.',
  ranks: 'The ace is the highest card, the two the lowest; suits do not matter.',
  ride: 'Before the third card each player lays his ante once more as a ride, or stands.',
  neighbours: 'Two neighbouring ranks have nothing between them: the ante comes back.',
  'pair-gets-third-card': 'A pair gets its third card without being asked: it wins with three of a kind, otherwise the ante comes back.',
  'pair-returned': 'With a pair the ante comes back at once.',
  'equal-end-loses': 'A third card that equals one of the two does not lie between them: ante and ride lose.',
  'equal-end-returned': 'Where the third card equals one of the two, ante and ride come back.',
  silence: 'A seat that does not decide in time stands.',
  'spread-1': 'one rank between',
  'spread-2': 'two ranks between',
  'spread-3': 'three ranks between',
  'spread-4': 'four ranks or more between',
};
