// The tables: those that all seats share, and each seat's own at the machines.

/** Every table that a seat can play at, or that an official may look after. */
export const tablesOf = ({ cabinet, seat, official }) => [...(cabinet?.tables ?? []), ...(seat?.machines ?? []), ...(official?.machines ?? [])];

/** These and the tables between players. */
export const everyTableOf = (view) => [...tablesOf(view), ...(view.cabinet?.player_tables ?? [])];

/** Whether it is a machine, which is one seat's own. */
export const isMachine = ({ owner }) => owner !== null;

/** Whether stakes are taken: at a machine also while the last result is shown. */
export const takesStakes = ({ phase, owner }) => phase === 'staking' || (owner !== null && phase === 'paid');
