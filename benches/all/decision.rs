//! From a seat's decision at a table to everybody's view of it: posted over HTTP, seen on the WebSockets of six seats and a hundred watchers,
//! and against a bare `fdatasync` on the same disk. At blackjack in a house with five tables and in one with forty, and at hold'em between the
//! six seats in a house with five other tables; they take turns, deal by deal.
//!
//! Everything between is what the daemon is made of. The cards come from the virtual deck, as in the demo cabinet; the times of the
//! rules are such that no player is ever late, and the house's clock runs faster than life, so that stakes close within less than a second. No
//! clock is waited for between the decision and the views. The clients run in the same process, the watchers on a thread of their own.
//!
//! `cargo bench --bench all -- decision [DECISIONS]`

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use croupier::cabinet::Terms;
use croupier::drivers::virtual_deck;
use croupier::model::{
    BoxNumber, ChoiceKind, PlayerTableOrder, PlayerTableView, Seat, StakeForm, TableNumber, TableOrder, TablePhase, TableView, TurnView,
    Views,
};
use croupier::profiles::load_cabinet;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::support::decisions::{Decisions, Figures};
use crate::support::figures::{median, print_load};
use crate::support::house::{Devices, Running};
use crate::support::tables::{FEW_AND_MANY, cabinet_file};
use crate::support::times;

pub(crate) fn run() {
    let decisions = times::times(200, 2);
    let directory = tempfile::tempdir_in(".").expect("the current directory can be written");
    print_load();
    let server = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime can be made");
    let stop = CancellationToken::new();
    let house = |name: &str, file: &str| begin(&directory.path().join(name), file, &server, &stop);
    let mut blackjack = FEW_AND_MANY.map(|tables| BlackjackTable::of(house(&tables.to_string(), &cabinet_file(tables)), tables));
    let mut holdem = HoldemTable::of(house("holdem", &with_holdem(&cabinet_file(FEW_AND_MANY[0]))));
    while blackjack.iter().map(|table| &table.decisions).chain([&holdem.decisions]).any(|house| house.figures.count() < decisions) {
        blackjack.iter_mut().for_each(BlackjackTable::deal);
        holdem.deal();
    }
    for (table, tables) in blackjack.iter().zip(FEW_AND_MANY) {
        table.decisions.figures.print(&format!("a blackjack table, one of {tables} tables"));
    }
    holdem.decisions.figures.print(&format!("a hold'em table between players, beside {} tables", FEW_AND_MANY[0]));
    let [few, many] = blackjack.map(|table| table.decisions.figures);
    let times = |of: fn(&Figures) -> &Vec<f64>| median(of(&many)) / median(of(&few));
    println!("\nblackjack with {} tables instead of {}:", FEW_AND_MANY[1], FEW_AND_MANY[0]);
    println!("{:.2} x the time to the last seat's WebSocket (goal: at most 1.5)", times(|figures| &figures.last_seat));
    println!("{:.2} x the bytes of a message to a seat", times(|figures| &figures.seat_bytes));
    print_load();
    stop.cancel();
    server.shutdown_timeout(Duration::from_secs(1));
}

/// A house with this cabinet file.
fn begin(directory: &Path, file: &str, server: &Runtime, stop: &CancellationToken) -> Decisions {
    std::fs::create_dir(directory).expect("the directory can be written");
    let (cabinet, devices) = Running::start(directory, &quick_terms(directory, file), server, stop);
    bring_cards(&cabinet, devices, server, stop);
    Decisions::begin(directory, cabinet)
}

/// The file and, behind its tables, the demo's hold'em table between players.
fn with_holdem(file: &str) -> String {
    let demo = include_str!("../../device-profiles/cabinets/demo.toml");
    let mut between_players = demo.split("[[player_table]]").skip(1);
    let holdem = between_players.find(|table| table.contains("rules = \"holdem/")).expect("the demo has a hold'em table between players");
    format!("{file}\n[[player_table]]{holdem}")
}

/// What the file says, with short deals and the longest patience with the players. Stakes are taken long enough for six seats on a busy
/// machine, and the pause between players is long enough for six to sit down.
fn quick_terms(directory: &Path, file: &str) -> Terms {
    let path = directory.join("cabinet.toml");
    std::fs::write(&path, file).expect("the directory can be written");
    let file = load_cabinet(&path.to_string_lossy()).expect("the file says what the demo's says");
    let mut terms = croupier::configuration::terms_of(&file).expect("the demo's files fit together");
    for table in &mut terms.card_tables {
        let timing = table.game.rules_mut().house_settings().timing;
        (timing.betting_seconds, timing.pause_seconds) = (120, 1);
        (timing.decision_seconds, timing.card_most_seconds) = (600, 600);
    }
    for table in &mut terms.player_tables {
        (table.decision_seconds, table.card_most_seconds, table.pause_seconds) = (10_000, 10_000, 120);
    }
    terms
}

/// Every table has a virtual deck.
fn bring_cards(cabinet: &Running, devices: Devices, server: &Runtime, stop: &CancellationToken) {
    let Devices { wheel_wish, wheel_round, wheel_events, card_wishes, card_events } = devices;
    // Nobody bets on the wheel here.
    drop((wheel_wish, wheel_round, wheel_events));
    let views = &cabinet.desk.views().cabinet;
    let between_players = views.player_tables.iter().map(|table| table.table);
    let numbers = views.tables.iter().map(|table| table.table).chain(between_players);
    for (table, wishes) in numbers.zip(card_wishes) {
        let (said, mut saying) = mpsc::channel(16);
        server.spawn(virtual_deck::run(wishes, said, stop.clone()));
        let events = card_events.clone();
        server.spawn(async move {
            while let Some(event) = saying.recv().await {
                events.send((table, event)).await.expect("the cabinet is running");
            }
        });
    }
}

/// Blackjack with six seats who stand on what they get.
struct BlackjackTable {
    decisions: Decisions,
    table: TableNumber,
}

impl BlackjackTable {
    /// The one in this house, which has so many tables.
    fn of(decisions: Decisions, tables: usize) -> Self {
        let views = decisions.cabinet.desk.views();
        assert_eq!(views.cabinet.tables.len(), tables, "the house has so many tables");
        let is_blackjack = |table: &&Arc<TableView>| table.game == "blackjack";
        let table = views.cabinet.tables.iter().find(is_blackjack).expect("the demo has a blackjack table").table;
        Self { decisions, table }
    }

    /// One deal in which all six seats play, and every decision of it.
    fn deal(&mut self) {
        let staking = self.wait_for(|view| view.phase == TablePhase::Staking);
        let deal = staking.deal;
        for seat in Seat::all() {
            self.stake(seat, &staking);
        }
        let mut decided = 0;
        loop {
            let view = self.wait_for(|view| {
                // The pause after a deal is so short here that it may never be seen.
                let over = view.phase == TablePhase::Paid || view.deal > deal;
                over || view.turns.first().is_some_and(|turn| turn.turn > decided)
            });
            let Some(turn) = view.turns.first().copied() else { return };
            decided = turn.turn;
            self.decide(&view, turn);
        }
    }

    fn wait_for(&mut self, holds: impl Fn(&TableView) -> bool) -> TableView {
        let table = self.table;
        let of = |views: &Views| views.cabinet.tables[usize::from(table.0) - 1].clone();
        TableView::clone(&of(&self.decisions.wait_for(|views| holds(&of(views)))))
    }

    fn stake(&mut self, seat: Seat, view: &TableView) {
        let (place, offer) = (BoxNumber(seat.number()), view.offers[0]);
        let order = TableOrder::Stake(vec![StakeForm { place, kind: offer.kind, amount: offer.least }]);
        self.decisions.fill_up(seat);
        self.decisions.order(seat, view.deal, self.table, order);
    }

    fn decide(&mut self, view: &TableView, turn: TurnView) {
        let offers = &self.decisions.cabinet.desk.views().seats[turn.seat.index()].tables[usize::from(self.table.0) - 1].offers;
        let choice = if offers.iter().any(|offer| offer.kind == ChoiceKind::Stand) { "stand" } else { "decline" };
        let body = format!("{{\"deal\":{},\"turn\":{},\"choice\":\"{choice}\"}}", view.deal, turn.turn);
        self.decisions.decide(turn.seat, self.table, "choose", &body);
    }
}

/// Hold'em between the six seats, who check where that is free and else call.
struct HoldemTable {
    decisions: Decisions,
    table: TableNumber,
    /// The newest turn that was decided, behind its deal.
    decided: (u64, u32),
}

impl HoldemTable {
    /// The first table between players of this house; the six sit down with as much as they may.
    fn of(mut decisions: Decisions) -> Self {
        let view = decisions.cabinet.desk.views().cabinet.player_tables[0].clone();
        Seat::all().for_each(|seat| decisions.fill_up(seat));
        for seat in Seat::all() {
            let order = PlayerTableOrder::Join { put: view.amounts.buy_in_most };
            decisions.order(seat, view.deal, view.table, TableOrder::BetweenPlayers(order));
        }
        Self { decisions, table: view.table, decided: (0, 0) }
    }

    /// The decisions of one deal.
    fn deal(&mut self) {
        let (mut view, mut seat, mut turn) = self.next_turn();
        let deal = view.deal;
        while view.deal == deal {
            self.decide(deal, seat, turn);
            (view, seat, turn) = self.next_turn();
        }
    }

    /// The table as soon as a seat is asked that was not asked before.
    fn next_turn(&mut self) -> (Arc<PlayerTableView>, Seat, u32) {
        let decided = self.decided;
        let asked = |view: &PlayerTableView| view.turn.filter(|(_, turn)| (view.deal, *turn) > decided);
        let views = self.decisions.wait_for(|views| asked(&views.cabinet.player_tables[0]).is_some());
        let view = views.cabinet.player_tables[0].clone();
        let (seat, turn) = asked(&view).expect("it was waited for");
        (view, seat, turn)
    }

    fn decide(&mut self, deal: u64, seat: Seat, turn: u32) {
        let offers = self.decisions.cabinet.desk.views().seats[seat.index()].player_tables[0].offers;
        let owes = offers.expect("who is asked is offered something").call.is_positive();
        let action = if owes { "call" } else { "check" };
        let body = format!("{{\"deal\":{deal},\"turn\":{turn},\"action\":\"{action}\"}}");
        self.decisions.decide(seat, self.table, "act", &body);
        self.decided = (deal, turn);
    }
}
