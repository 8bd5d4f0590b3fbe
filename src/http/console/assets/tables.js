// The tables: those that all seats share, and each seat's own at the machines.

/** Every table that a seat can play at, or that an official may look after. */
export const tablesOf = ({ cabinet, seat, official }) => [...(cabinet?.tables ?? []), ...(seat?.machines ?? []), ...(official?.machines ?? [])];

/** These and the tables between players. */
export const everyTableOf = (view) => [...tablesOf(view), ...(view.cabinet?.player_tables ?? [])];

/** Whether it is a machine, which is one seat's own. */
export const isMachine = ({ owner }) => owner !== null;

/** Whether stakes are taken: at a machine also while the last result is shown. */
export const takesStakes = ({ phase, owner }) => phase === 'staking' || (owner !== null && phase === 'paid');

/** So many tables stand in full on the attendant's page without scrolling, also while cards lie at them. */
const FULL_MOST = 2;

/** Whether the tables are chosen in a strip on the attendant's page. Machines come and go there, so that they do not count. */
export const hasStrip = ({ tables, player_tables: between }) => tables.length + between.length > FULL_MOST;

/** The tables that an official looks after, in the order of the page: those that seats share, and those between players. */
export const tablesLookedAfter = (cabinet) => [...cabinet.tables, ...cabinet.player_tables];

/**
 * The machines that an official looks after: those that wait for somebody, have a fault, or have limits that an attendant has set, and the `chosen`
 * one. That stays after it was put right, so that no order's button goes from under a finger.
 */
export function machinesLookedAfter({ machines, limits }, chosen) {
  const limited = limits.map(({ table }) => table);
  return machines.filter(({ table, hold, faults }) => hold !== null || faults.length > 0 || limited.includes(table) || table === chosen);
}
