//! A small house and a large one: the demo cabinet with few tables and with many.

/// How many tables they have.
pub(crate) const FEW_AND_MANY: [usize; 2] = [5, 40];

/// The demo's file with so many tables. Up to five are all shared by the seats; of more four are, the blackjack table among them, and every
/// six others are those of a machine.
pub(crate) fn cabinet_file(tables: usize) -> String {
    let demo = include_str!("../../../device-profiles/cabinets/demo.toml");
    // Tables between players stand last, and are not among those that are counted here.
    let (demo, _) = demo.split_once("[[player_table]]").expect("the demo has tables between players");
    let (house, rest) = demo.split_once("[[card_table]]").expect("the demo has card tables");
    let (shared, machines) = rest.split_once("[[machine]]").expect("the demo has machines");
    let count = if tables > 5 { (4, (tables - 4) / 6) } else { (tables, 0) };
    let shared = shared.split("[[card_table]]").take(count.0).map(|table| format!("[[card_table]]{table}"));
    let machines = machines.split("[[machine]]").cycle().take(count.1).enumerate();
    // No two have one name.
    let machines = machines.map(|(nth, machine)| format!("[[machine]]{}", machine.replacen("name = \"", &format!("name = \"{nth} "), 1)));
    [house.to_owned()].into_iter().chain(shared).chain(machines).collect()
}
