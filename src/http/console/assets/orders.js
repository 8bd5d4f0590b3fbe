// A seat's orders on their way: in order, each with its own key, shown as pending until the cabinet has answered.
// A placement may overtake another placement; every other order waits for all before it, and all after it wait for it.

/** How many placements may be on their way at once. */
const TOGETHER = 4;

export class Orders {
  /**
   * `send(name, body, stillWanted)` sends one order; `round()` is the round or the deal in view. An order names the one it was given
   * in under the key `mark`, so it cannot act on the next one, and once that has come an unanswered one is not sent again.
   * `onChange()` is called when the pending orders have changed, `onAnswer(order, answer)` when one was answered.
   */
  constructor({ send, round, mark = 'round', onChange, onAnswer }) {
    this.send = send;
    this.round = round;
    this.mark = mark;
    this.onChange = onChange;
    this.onAnswer = onAnswer;
    this.waiting = [];
    this.running = new Set();
  }

  /**
   * Hands an order in: `{name, body, preview, anchor}`; `preview` maps identities of places to amounts that it would add.
   */
  give(order) {
    this.waiting.push({ ...order, body: { ...order.body, [this.mark]: this.round() } });
    this.#pump();
    this.onChange();
  }

  /** What all pending orders together would add, by place. */
  preview() {
    const sum = new Map();
    for (const { preview } of [...this.running, ...this.waiting]) {
      for (const [id, amount] of preview ?? []) sum.set(id, (sum.get(id) ?? 0) + amount);
    }
    return sum;
  }

  /** Whether an order of this name is on its way. */
  has(name) {
    return [...this.running, ...this.waiting].some((order) => order.name === name);
  }

  #pump() {
    while (this.waiting.length > 0 && this.#mayStart(this.waiting[0])) this.#start(this.waiting.shift());
  }

  #mayStart(order) {
    if (this.running.size === 0) return true;
    return order.name === 'bets' && this.running.size < TOGETHER && [...this.running].every(({ name }) => name === 'bets');
  }

  async #start(order) {
    this.running.add(order);
    const answer = await this.send(order.name, order.body, () => order.body[this.mark] === this.round());
    this.running.delete(order);
    this.onAnswer(order, answer);
    this.#pump();
    this.onChange();
  }
}

/**
 * The orders of a seat at a table: `deal()` is the number of the deal in view, and `onRefused(order, answer)` is called when one was not
 * carried out.
 */
export function ordersAtTable({ requests, seat, table, deal, onChange, onRefused }) {
  const path = `/api/v1/seats/${seat}/tables/${table}`;
  return new Orders({
    send: (name, body, stillWanted) => requests.order(`${path}/${name}`, body, stillWanted),
    mark: 'deal',
    round: deal,
    onChange,
    onAnswer: (order, answer) => answer.ok || onRefused(order, answer),
  });
}

/** Where a refusal of an order is shown that was given at this node: over its middle, as it stands now. */
export function anchorAt(node) {
  const box = node.getBoundingClientRect();
  return () => ({ x: box.left + box.width / 2, y: box.top });
}
