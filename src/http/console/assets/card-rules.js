// The rules of the card tables as the consoles tell them: the cabinet sends names, and each game has a file of sentences in each language.
import { table as sheetTable } from './sheets.js';
import { currentLanguage, rulesOf, say } from './words.js';

/** The rules of the tables that were asked for, each fetched once as long as its rules file and the language stay the same. */
export class RuleShelf {
  /** `read(path)` answers as `Requests.read` does; `onChange` draws. */
  constructor(read, onChange) {
    Object.assign(this, { read, onChange });
    this.kept = new Map();
  }

  /** The rules of a table, `{packs, pays, notes, tell, ..}`; `null` where they could not be read. */
  fetched(table) {
    const key = `${table.table}/${table.rules_sha256}/${currentLanguage()}`;
    if (!this.kept.has(key)) {
      const asked = { told: null, coming: this.#fetch(table, key) };
      this.kept.set(key, asked);
      asked.coming.then((told) => {
        asked.told = told;
        // What could not be read is asked for again when the table is drawn next, which is at most once a second.
        if (told) this.onChange();
      });
    }
    return this.kept.get(key).coming;
  }

  /** The rules of a table where they are here already; otherwise `null`, and they are fetched. */
  here(table) {
    this.fetched(table);
    return this.kept.get(`${table.table}/${table.rules_sha256}/${currentLanguage()}`)?.told ?? null;
  }

  async #fetch(table, key) {
    // A line that is down takes the sentences along.
    const [{ ok, data }, tell] = await Promise.all([this.read(`/api/v1/tables/${table.table}/rules`), rulesOf(table.game).catch(() => null)]);
    if (ok && tell) return { ...data, tell };
    this.kept.delete(key);
    return null;
  }
}

/** The sentences of the rules: those of the game, then what is told of the cards and the time of every game. */
export function noteWords({ notes, tell, pack, packs, shuffled_each_deal: isShuffledEachDeal, decision_seconds: seconds }) {
  const onePack = pack === '52-cards' ? say('rules.one-pack') : say('rules.one-pack-and-joker');
  const cards = packs === 1 ? onePack : say('rules.packs', { count: packs });
  const common = [isShuffledEachDeal ? `${cards} ${say('rules.shuffled-each-deal')}` : cards];
  if (seconds !== null) common.push(say('rules.decision-seconds', { seconds }));
  return [...notes.map(({ name, count }) => tell(name, { count })), ...common];
}

/** The pay table; a stake stands in the first of its rows alone. */
export function payTable({ pays, tell }) {
  const withWhat = ({ combination, case: name }) => {
    if (combination) return say(`combination.${combination}`);
    return name ? tell(name) : say('rules.any-win');
  };
  // What is neither told as odds nor in times of the stake is shown with the choice when it is made.
  const howMuch = ({ odds, times }) => odds ?? (times === null ? say('rules.as-shown') : `× ${times}`);
  const rows = pays.map((pay, index) => [pays[index - 1]?.stake === pay.stake ? '' : say(`stake.${pay.stake}`), withWhat(pay), howMuch(pay)]);
  return sheetTable([say('rules.bet'), say('rules.with'), say('rules.pays')], rows, 'game-pays');
}
