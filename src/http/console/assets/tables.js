// The tables that a seat can play at: those that all seats share, and its own at the machines.

/** Every table that this seat can play at, as everybody who may look at it sees it. */
export const tablesOf = ({ cabinet, seat }) => [...(cabinet?.tables ?? []), ...(seat?.machines ?? [])];

/** Whether stakes are taken: at a machine also while the last result is shown. */
export const takesStakes = ({ phase, machine }) => phase === 'staking' || (machine && phase === 'paid');
