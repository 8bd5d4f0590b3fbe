// A table between players without a page: who sits where, what may be wagered, and what a player has chosen before his turn.

/** How many seats there are round the table. */
export const SEATS = 6;
/** The seats by their numbers. */
export const SEAT_NUMBERS = Array.from({ length: SEATS }, (_, index) => index + 1);

/** Whether a deal is under way that nothing holds: also where its stub is being shuffled. */
export const isDealing = ({ phase }) => phase === 'dealing' || phase === 'shuffling-stub';

/** Whether a closed card may be told to have been shown: nobody has acted yet, or the seven cards of a stud lie. */
export const mayExpose = ({ board, places }) => {
  const isBegun = board.length > 0 || places.some(({ acted, up }) => acted !== null || up.length > 1);
  return !isBegun || places.some(({ down, up }) => down.length === 3 && up.length === 4);
};

/** Every table between players, each with what this seat sees of it. */
export const playerTablesOf = ({ cabinet, seat }) =>
  (cabinet?.player_tables ?? []).map((table) => ({ table, own: seat?.player_tables?.find((own) => own.table === table.table) ?? null }));

/** At which place of the picture a seat sits, from 0: one's own seat in front, the others clockwise from there. */
export const placeAround = (seat, mine) => (seat - mine + SEATS) % SEATS;

/** What lies in all pots and before the seats. */
export const potOf = ({ pots, places }) => pots.reduce((sum, { amount }) => sum + amount, 0) + places.reduce((sum, { bet }) => sum + bet, 0);

/** The total nearest to `wanted` that may be wagered: from the least on in steps, at most the most, and all that the seat has where that is nearer. */
export function wagerNear({ least, most, step, all_in: allIn }, wanted) {
  if (wanted >= most) return most;
  if (wanted <= least) return least;
  const stepped = Math.min(least + Math.round((wanted - least) / step) * step, most);
  return allIn <= most && Math.abs(allIn - wanted) < Math.abs(stepped - wanted) ? allIn : stepped;
}

/** Whether this total may be wagered. */
export const mayWager = ({ least, most, step, all_in: allIn }, total) => total >= least && total <= most && (total === allIn || (total - least) % step === 0);

/** The totals of a wager of a part of the pot: the call first, and then so much of what lies there after it. */
export function partOfPot({ call, wager }, table, mine, part) {
  const bet = table.places.find(({ seat }) => seat === mine)?.bet ?? 0;
  return wagerNear(wager, bet + call + Math.round((potOf(table) + call) * part));
}

/** What a call has to reach: the price of the betting round, or the highest payment for an opening. */
export const priceOf = ({ price, places }) => Math.max(price, ...places.map(({ bet }) => bet));

/** What it costs the player at this place to call, as long as nobody raises. */
export const owedBy = (table, { bet, stack }) => Math.min(priceOf(table) - bet, stack);

/**
 * What names a situation: as long as it is the same, nobody has raised, no card has come and no other deal has begun. What another one pays for an
 * opening does not matter where its price is fixed. Who calls any bet has chosen for every price of the round.
 */
export function situationOf(table, choice) {
  const isPriceOpen = choice === 'call-any' || (table.trades && table.limit === 'fixed-limit');
  const price = isPriceOpen ? 0 : priceOf(table);
  // A closed card that lies open for everybody was shown by mistake. A flop may come in the place of another one. At the studs the cards of a hand count the streets, the last of which is closed: who folds
  // has none. Where cards are bought a hand has as many as before, and each that was bought is another situation.
  const street = Math.max(0, ...table.places.map(({ down, up }) => down.length + up.length));
  const bought = table.places.reduce((sum, { bought: count }) => sum + count, 0);
  const seen = table.places.reduce((sum, { down }) => sum + down.filter(Boolean).length, 0);
  const cards = [table.board.join(''), table.shown_by_mistake.length, street, bought, seen].join('-');
  return [table.table, table.deal, table.replays, cards, price].join('/');
}

/**
 * Whether something may be chosen before one's turn. Where cards are bought it is not known before the first bet whether the next question is
 * about cards or about money.
 */
export const mayChooseBefore = (table) => !table.exchanges || priceOf(table) > 0;

/** What a player chose before his turn does now that he is asked; `null` where the situation is another one than he chose in. */
export function chosenBefore(before, table, { call, pass, divide, play_for_pot: forPot }) {
  // Whether a bank is divided, and what is played for with a card that was shown, is chosen in one's turn alone.
  if (divide || forPot) return null;
  if (!before || before.situation !== situationOf(table, before.choice)) return null;
  // Which cards are bought is chosen in one's turn alone.
  if (!mayChooseBefore(table) || (pass && table.exchanges)) return null;
  const calls = before.choice !== 'check-fold';
  if (pass) return { action: calls && call > 0 ? 'call' : 'pass' };
  if (call === 0) return { action: 'check' };
  return { action: calls ? 'call' : 'fold' };
}

/** The cards that are picked with this one touched: it is left out again, or added where so many may be. */
export function pickedWith(picked, place, most) {
  if (picked.includes(place)) return picked.filter((other) => other !== place);
  return picked.length < most ? [...picked, place].sort((one, other) => one - other) : picked;
}

/** The least and the most that a seat may still add to its stack between deals; `null` where it may not. */
export function topUpOf({ amounts }, place, credit) {
  const least = Math.max(amounts.unit, amounts.buy_in_least - place.stack);
  const most = Math.min(amounts.buy_in_most - place.stack, credit);
  return chipRange(least, most, amounts.unit);
}

/** Whether somebody may sit down: the table is open, and not as many sit there as may. */
export const hasPlace = ({ phase, places, seats_most: most }) => phase !== 'closed' && places.length < most;

/** The least and the most that a seat may sit down with; `null` where its credit does not reach. */
export const buyInOf = ({ amounts }, credit) => chipRange(amounts.buy_in_least, Math.min(amounts.buy_in_most, credit), amounts.unit);

function chipRange(least, most, unit) {
  const from = Math.ceil(least / unit) * unit;
  const to = Math.floor(most / unit) * unit;
  return from > 0 && to >= from ? { least: from, most: to, step: unit } : null;
}

/** Whether a player has less than the stake that everybody must put in whole, and is not dealt in. */
export const lacksStake = (table, place) => (table.trades || table.exchanges) && place.stack + place.put_in < table.amounts.ante;

/** How many seconds the player at this place has besides the time of a decision, while he does not draw on them: the clock counts those. */
export function timeBankOf(table, place) {
  const draws = table.turn?.on_time_bank && table.turn.seat === place?.seat;
  return place && !draws ? place.time_bank_seconds : 0;
}

/** What lies open: the middle, at the studs the open cards of each live hand, and after a showdown the hands that were opened. */
export function openHands({ board, places }) {
  const hand = (at, cards, combination = null) => ({ at, cards, points: null, soft: false, combinations: combination ? [combination] : [], standing: 'playing' });
  const middle = hand({ place: 'board' }, board);
  const ofSeat = ({ seat, down, up, combination }) => hand({ place: 'seat', box: seat }, [...down, ...up].filter((card) => card !== null), combination);
  return [middle, ...places.filter(({ live }) => live).map(ofSeat)].filter(({ cards }) => cards.length > 0);
}
