// A past deal between players without a page: its streets with the cards that came on each, and how each hand is told.

/** The names of the streets where cards come to a board, and where they come to the players, one a street: by how many each has then. */
const WITH_BOARD = ['pre-flop', 'flop', 'turn', 'river'];
const BY_CARDS = [null, null, 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];
/** How many cards lie on the board at the end of each street. */
const BOARD = [0, 3, 4, 5];

/**
 * The plays of a deal, the last one of which decided it, as deals that `streetsOf` and `endOfHand` take: more than one where it was played again for
 * a bank of equal hands. Of an earlier play of a deal that was read off the journal what was done is left.
 */
export function playsOf(hand) {
  const plays = [];
  let course = [...hand.course];
  for (let end = playEnd(course); end > 0; end = playEnd(course)) {
    plays.push({ hands: [], board: [], shown: [], ...hand.earlier[plays.length], course: course.slice(0, end), isReplay: plays.length > 0 });
    course = course.slice(end);
  }
  return [...plays, { hands: hand.hands, board: hand.board, shown: hand.shown, course, isReplay: plays.length > 0 }];
}

const playEnd = (course) => course.findIndex(({ action }) => action === 'play-again') + 1;

/**
 * The streets of a play, each with its name, the cards that came to the board on it, and what was put in and done: one without a name where the
 * streets are not known.
 */
export function streetsOf({ hands, course, board }) {
  if (course.length > 0 && course.every(({ street }) => street === null)) return [{ name: null, cards: [], wagers: course }];
  const names = namesOfStreets(hands);
  const withCards = BOARD.filter((cards) => cards < board.length).length;
  const last = Math.max(0, withCards, ...course.map(({ street }) => street));
  const streets = Array.from({ length: last + 1 }, (_, street) => ({
    name: names[street] ?? null,
    cards: board.slice(BOARD[street - 1] ?? 0, BOARD[street] ?? 0),
    wagers: course.filter((wager) => wager.street === street),
  }));
  return streets.filter(({ cards, wagers }) => cards.length + wagers.length > 0);
}

/** The names of the streets, from the first on: before it each player has one open card, and one or two closed ones, where any lie open. */
function namesOfStreets(hands) {
  // Five closed cards: no board comes, and the streets have no names.
  if (hands.some(({ down }) => down.length > 4)) return [];
  if (hands.every(({ up }) => up.length === 0)) return hands.length > 0 ? WITH_BOARD : [];
  const closed = Math.max(...hands.map(({ down }) => down.length));
  return BY_CARDS.slice(1 + Math.min(closed, 2));
}

/** How a hand ended, as the key of its words: folded, not in the replay, not shown to the others, or `null` where it lay open. */
export function endOfHand({ seat, live }, { shown, course, isReplay = false }) {
  const hasFolded = course.some((wager) => wager.seat === seat && wager.action === 'fold');
  if (!live && !hasFolded && isReplay) return 'poker.not-in-replay';
  if (!live) return 'poker.did.fold';
  return shown.includes(seat) ? null : 'poker.not-shown';
}

/** The seat's own cards. */
export function ownCards({ hands }, seat) {
  const own = hands.find((hand) => hand.seat === seat);
  return own ? [...own.down, ...own.up] : [];
}

/** The name of a pot as its key and number: one alone, or the main pot and the side pots. */
export function potName(index, count) {
  if (count === 1) return ['poker.pot', {}];
  return index === 0 ? ['poker.main-pot', {}] : ['poker.side-pot', { number: index }];
}
