// The lobby: every table of the cabinet with its picture, what it takes and what happens there now, and the player's favourites. The tabs
// above the tables show those that matter; here all can be found.
import { byId, drawing, element, keep, setText } from './dom.js';
import { money } from './money.js';
import { phaseWords } from './phase.js';
import { sheetHead } from './sheets.js';
import { playerTablesOf } from './player-table.js';
import { playerPhase } from './player-words.js';
import { ownTurn, tableName, tablePhase } from './table-words.js';
import { tablesOf, takesStakes } from './tables.js';
import { numberStyle, say } from './words.js';

const KEPT = 'favourites';
const WHEEL = 'roulette';
const STAR = 'M12 3l2.700 5.900 6.300.7-4.700 4.300 1.300 6.300L12 17l-5.600 3.200 1.300-6.300L3 9.600l6.300-.7z';

/** The names of the player's favourite tables, as this device remembers them. */
function keptFavourites() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEPT) ?? '[]'));
  } catch {
    return new Set();
  }
}

/** Whether the seat is called to decide at a table. */
export const isCalled = (table, seat) => table.phase === 'dealing' && Boolean(ownTurn(table, seat));

/** The wheel and every card table, each with what a tab and a tile tell of it; `table` is `null` for the wheel. */
export function placesOf({ cabinet, seat }) {
  const least = (amounts) => Math.min(...amounts.map((each) => each.least));
  const wheel = {
    table: null, game: WHEEL, name: say(`game.${WHEEL}`), phase: phaseWords(cabinet), isOpen: cabinet.betting_open, calls: false,
    least: least(cabinet.rules.bets), staked: seat.staked, ends_at: cabinet.ends_at,
  };
  const tables = tablesOf({ cabinet, seat }).map((table) => ({
    table: table.table, game: table.game, name: tableName(table), phase: tablePhase(table, seat.seat), isOpen: takesStakes(table),
    calls: isCalled(table, seat.seat), least: table.offers[0].least,
    staked: seat.tables.find((own) => own.table === table.table)?.staked ?? 0, ends_at: table.ends_at,
  }));
  return [wheel, ...tables, ...playerTablesOf({ cabinet, seat }).map((pair) => betweenPlayers(pair, seat.seat))];
}

/** A table between players, as a tab and a tile tell of it. */
function betweenPlayers({ table, own }, mine) {
  const place = own?.places.find(({ seat }) => seat === mine);
  return {
    table: table.table, game: table.game, name: tableName(table), phase: playerPhase(table, mine), isOpen: table.phase !== 'held',
    calls: Boolean(own?.offers), least: table.amounts.buy_in_least, staked: place ? place.stack + place.put_in : 0, ends_at: null,
  };
}

export class Lobby {
  /** `choose(table)` shows a table; `now()` is the cabinet's clock; `onChange` draws. */
  constructor(dialog, { choose, now, onChange }) {
    Object.assign(this, { dialog, choose, now, onChange });
    this.favourites = keptFavourites();
    this.tiles = element('div', 'tiles');
  }

  open() {
    const body = element('div', 'sheet-body lobby', undefined, { tabIndex: 0 });
    body.append(this.tiles);
    this.dialog.replaceChildren(sheetHead(this.dialog, say('lobby.title')), body);
    this.dialog.showModal();
    this.onChange();
  }

  isFavourite({ name }) {
    return this.favourites.has(name);
  }

  /**
   * Which of the places have a tab where there is room for so many: those where the seat is or is called to, then those where it has a stake,
   * then its favourites, then the first ones; in the order of the tables.
   */
  tabs(places, chosen, room) {
    const rank = (place) => [place.table === chosen || place.calls, place.staked > 0, this.isFavourite(place)].findIndex(Boolean);
    const urgency = (place) => (rank(place) < 0 ? 3 : rank(place));
    const wanted = new Set([...places].sort((one, other) => urgency(one) - urgency(other)).slice(0, room));
    return places.filter((place) => wanted.has(place));
  }

  /** Draws the tiles where the lobby is open; `places` as `placesOf` gives them. */
  draw(places, chosen, rules) {
    if (!this.dialog.open) return;
    keep(this.tiles, places, ({ table }) => String(table), (place) => this.#tile(place), (tile, place) => this.#fill(tile, place, chosen, rules));
  }

  #tile({ table, game, name }) {
    const tile = element('div', 'tile');
    const go = element('button', 'tile-go', undefined, { type: 'button' });
    const picture = element('img', 'tile-picture', undefined, { src: `/assets/pictures/${game}.svg`, alt: '' });
    go.append(picture, element('span', 'tile-name'), element('span', 'tile-phase'), element('span', 'tile-least'), element('span', 'tile-mine'));
    go.addEventListener('click', () => {
      this.dialog.close();
      this.choose(table);
    });
    const star = element('button', 'tile-star', undefined, { type: 'button' });
    const shape = drawing('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
    shape.append(drawing('path', { d: STAR }));
    star.append(shape);
    star.addEventListener('click', () => this.#turn(name));
    tile.append(go, star);
    return tile;
  }

  #fill(tile, place, chosen, rules) {
    const [go, star] = tile.children;
    const amount = (minor) => money(minor, rules, numberStyle());
    const seconds = place.isOpen && place.ends_at ? Math.ceil((place.ends_at - this.now()) / 1000000) : 0;
    const texts = {
      'tile-name': place.name,
      'tile-phase': place.calls ? say('deal.your-turn') : seconds > 0 ? `${place.phase} · ${seconds} s` : place.phase,
      'tile-least': say('lobby.from', { amount: amount(place.least) }),
      'tile-mine': place.staked > 0 ? say('lobby.staked', { amount: amount(place.staked) }) : '',
    };
    for (const part of go.querySelectorAll('span')) setText(part, texts[part.className]);
    tile.classList.toggle('open', place.isOpen);
    tile.classList.toggle('calls', place.calls);
    go.setAttribute('aria-current', String(place.table === chosen));
    star.setAttribute('aria-pressed', String(this.isFavourite(place)));
    star.setAttribute('aria-label', `${say('lobby.favourite')}: ${place.name}`);
  }

  /** Makes a table a favourite, or no longer. */
  #turn(name) {
    if (!this.favourites.delete(name)) this.favourites.add(name);
    try {
      localStorage.setItem(KEPT, JSON.stringify([...this.favourites]));
    } catch {
      // It holds until the page is left.
    }
    this.onChange();
  }
}

/** The buttons that choose between the wheel and the card tables; a table where the seat must decide calls for it. */
export function drawTabs(box, tabs, chosen, choose) {
  const make = ({ table }) => {
    const button = element('button', '', undefined, { type: 'button' });
    button.append(element('span', 'hall-name'), element('span', 'hall-call'));
    button.addEventListener('click', () => choose(table));
    return button;
  };
  keep(box, tabs, ({ table }) => String(table), make, (button, tab) => {
    const calls = tab.calls && tab.table !== chosen;
    setText(button.firstChild, tab.name);
    setText(button.lastChild, calls ? say('deal.your-turn') : '');
    button.setAttribute('aria-pressed', String(tab.table === chosen));
    button.classList.toggle('calls', calls);
  });
}

/** How many tabs a bar of the page's width has room for. */
export const tabRoom = () => Math.max(3, Math.min(8, Math.floor(byId('halls').clientWidth / TAB_PIXELS)));

/** A tab is at least so wide. */
const TAB_PIXELS = 118;
