//! Deals between players as hand histories in PHH, the Poker Hand History notation of the University of Toronto, which other tools read.
//!
//! Here never lives a card of a deal that is not over.

use std::fmt::{Display, Write};

use super::journal::{EndedDeal, Happening};
use crate::cabinet::DealtCard;
use crate::journal::Head;
use crate::model::{BettingAction, Card, CardPlace, Money, PlayedAs, PlayerTableFact, PotsSettlement, SEATS, Seat, TableFact, Timestamp};

/// The variants of shipped rules files that the notation has a name for: the folder of the rules file, the limit, the name.
const NAMES: [(&str, &str, &str); 4] =
    [("holdem", "no-limit", "NT"), ("holdem", "fixed-limit", "FT"), ("omaha", "pot-limit", "PO"), ("stud7", "fixed-limit", "F7S")];

/// How many cards each has at seven-card stud when the betting begins: two closed ones and the door card.
const CARDS_TO_DOOR: usize = 3;

/// How many cards lie on the board after each street.
const BOARDS: [usize; 3] = [3, 4, 5];

/// The history of a deal after whose last record the journal stood at `head`; `None` where it was void, or the notation has no name for what
/// was played, or no word for what happened: a dead hand that brings in is never asked, so that it cannot fold. Amounts are whole minor
/// units of `currency`, which is shown with so many decimals.
pub(super) fn history(ended: &EndedDeal, currency: (&str, u8), head: Head) -> Option<String> {
    let stakes = ended.stakes.as_ref()?;
    let (.., name) = NAMES.iter().find(|(variant, limit, _)| (*variant, *limit) == (stakes.variant.as_str(), stakes.limit))?;
    let mut course = DealNotation::default();
    ended.course.iter().for_each(|(_, happening)| course.take(happening));
    let (fee, played) = course.end.take()?;
    if course.has_mistake || course.brought_in.is_some_and(|index| course.players[index].is_dead) {
        return None;
    }
    let mut text = format!("variant = {}\nante_trimming_status = true\n", quoted(name));
    let mut line = |key: &str, value: String| writeln!(text, "{key} = {value}").expect("a string takes everything");
    let amounts = &stakes.amounts;
    line("antes", list(course.players.iter().map(|_| amounts.ante)));
    if course.blinds.is_none() {
        line("bring_in", amounts.bring_in.to_string());
    } else {
        line("blinds_or_straddles", list(course.blinds_of(amounts.small_blind, amounts.big_blind)));
    }
    if stakes.limit == "fixed-limit" {
        line("small_bet", amounts.small_bet.to_string());
        line("big_bet", amounts.big_bet.to_string());
    } else {
        line("min_bet", amounts.big_blind.to_string());
    }
    line("starting_stacks", list(course.players.iter().map(|player| player.brought)));
    line("actions", format!("[\n{}]", course.actions.iter().map(|action| format!("  {},\n", quoted(action))).collect::<String>()));
    line("hand", ended.deal.to_string());
    line("table", quoted(&played.table_name));
    line("seats", list(course.players.iter().map(|player| player.seat)));
    line("seat_count", SEATS.to_string());
    line("finishing_stacks", list(course.players.iter().map(|player| player.left)));
    for (key, value) in moment(stakes.began_at) {
        line(key, value);
    }
    line("_fee", fee.to_string());
    line("_unit", amounts.unit.to_string());
    line("_rules", quoted(&played.rules_name));
    line("_currency", quoted(currency.0));
    line("_decimals", currency.1.to_string());
    if !course.showed.is_empty() {
        line("_showed", list(course.showed.iter()));
    }
    line("_head", quoted(&head.to_string()));
    Some(text)
}

fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(", "))
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// The moment in the fields of the notation, in UTC.
fn moment(at: Timestamp) -> [(&'static str, String); 5] {
    let at = i64::try_from(at.microseconds())
        .ok()
        .and_then(|at| jiff::Timestamp::from_microsecond(at).ok())
        .unwrap_or_default()
        .to_zoned(jiff::tz::TimeZone::UTC);
    [
        ("time", at.strftime("%H:%M:%S").to_string()),
        ("time_zone", quoted("UTC")),
        ("day", at.day().to_string()),
        ("month", at.month().to_string()),
        ("year", at.year().to_string()),
    ]
}

/// A player, from the first seat after the button on, as the notation counts them.
struct Player {
    seat: Seat,
    brought: Money,
    left: Money,
    cards: Vec<Card>,
    /// How many of the cards are told.
    told: usize,
    /// He has given up.
    has_folded: bool,
    /// His hand is dead since the deal began; he is told to fold in his first turn.
    is_dead: bool,
    /// He has acted in the first round.
    has_acted: bool,
}

impl Player {
    /// What he has put in.
    fn put(&self) -> Money {
        self.brought - self.left
    }
}

/// The deal on its way.
#[derive(Default)]
struct DealNotation {
    players: Vec<Player>,
    blinds: Option<(Seat, Seat)>,
    board: Vec<Card>,
    /// Who is the next to be asked in the first round; `None` after it.
    next: Option<usize>,
    /// Who has posted the bring-in.
    brought_in: Option<usize>,
    actions: Vec<String>,
    /// Who showed a hand that nobody had called: the notation knows no showing there.
    showed: Vec<Seat>,
    /// A card was replaced, or a hand is dead by its cards: the notation has no word for either.
    has_mistake: bool,
    /// What the house took, and what was played; `None` before the end, and where the deal is void.
    end: Option<(Money, PlayedAs)>,
}

impl DealNotation {
    fn take(&mut self, happening: &Happening) {
        match happening {
            Happening::Card(DealtCard { card, to: Some((place, _)) }) => self.deal(*card, *place),
            Happening::Fact(TableFact::BetweenPlayers(fact)) => self.enter(fact),
            Happening::Card(_) | Happening::Drawn(_) | Happening::Fact(_) => {}
        }
    }

    fn enter(&mut self, fact: &PlayerTableFact) {
        match fact {
            PlayerTableFact::Began { button, blinds, players, .. } => self.begin(*button, *blinds, players),
            PlayerTableFact::Posted { seat, amount } => self.post(*seat, *amount),
            PlayerTableFact::Killed { seat } => self.player(*seat).is_dead = true,
            PlayerTableFact::Exposed { .. }
            | PlayerTableFact::Boxed
            | PlayerTableFact::FlopTakenBack
            | PlayerTableFact::WrongCount { .. } => self.has_mistake = true,
            PlayerTableFact::Acted { seat, action, paid, .. } => self.act(*seat, *action, *paid),
            PlayerTableFact::Settled { settlement, shown, played, .. } => {
                self.settle(settlement, shown);
                self.end = Some((settlement.fee, played.clone()));
            }
            PlayerTableFact::Showed { seat } => self.show(*seat),
            _ => {}
        }
    }

    /// A hand that stayed closed was shown after the deal.
    fn show(&mut self, seat: Seat) {
        let Some(index) = self.index(seat) else { return };
        let closed = format!("p{} sm", index + 1);
        match self.actions.iter_mut().find(|action| **action == closed) {
            Some(action) => *action = format!("{closed} {}", words(&self.players[index].cards)),
            None => self.showed.push(seat),
        }
    }

    fn begin(&mut self, button: Seat, blinds: Option<(Seat, Seat)>, players: &[(Seat, Money)]) {
        let after_button = |seat: Seat| (seat.index() + SEATS - button.index() - 1) % SEATS;
        let mut players = players.to_vec();
        players.sort_by_key(|(seat, _)| after_button(*seat));
        let player = |(seat, brought): (Seat, Money)| Player {
            seat,
            brought,
            left: brought,
            cards: Vec::new(),
            told: 0,
            has_folded: false,
            is_dead: false,
            has_acted: false,
        };
        *self = Self { players: players.into_iter().map(player).collect(), blinds, ..Self::default() };
        self.next = blinds.and_then(|(_, big)| self.index(big)).map(|big| (big + 1) % self.players.len());
    }

    /// What each puts in before the cards; of two players the notation turns the blinds round.
    fn blinds_of(&self, small: Money, big: Money) -> Vec<Money> {
        let blind = |player: &Player| match self.blinds {
            Some((_, seat)) if seat == player.seat => big,
            Some((seat, _)) if seat == player.seat => small,
            _ => Money::ZERO,
        };
        let mut blinds: Vec<Money> = self.players.iter().map(blind).collect();
        if blinds.len() == 2 {
            blinds.reverse();
        }
        blinds
    }

    fn deal(&mut self, card: Card, to: CardPlace) {
        match to {
            CardPlace::Board => {
                self.end_first_round();
                self.tell_hands();
                self.board.push(card);
                self.tell_board();
            }
            CardPlace::Hand { place, .. } => {
                if self.has_acted() {
                    self.end_first_round();
                }
                if let Some(player) = self.players.iter_mut().find(|player| player.seat.number() == place.0) {
                    player.cards.push(card);
                }
            }
            _ => {}
        }
    }

    fn has_acted(&self) -> bool {
        self.players.iter().any(|player| player.has_acted)
    }

    fn tell_board(&mut self) {
        let Some(street) = BOARDS.iter().position(|count| *count == self.board.len()) else { return };
        let from = street.checked_sub(1).map_or(0, |before| BOARDS[before]);
        let action = format!("d db {}", words(&self.board[from..]));
        self.actions.push(action);
    }

    /// The cards that came to the players since the last time, street by street: at the studs several may have come without a decision.
    fn tell_hands(&mut self) {
        let is_stud = self.blinds.is_none();
        while self.players.iter().any(|player| player.told < player.cards.len()) {
            for (number, player) in (1..).zip(&mut self.players) {
                let untold = &player.cards[player.told..];
                let of_street = match player.told {
                    _ if !is_stud => untold.len(),
                    0 => CARDS_TO_DOOR,
                    _ => 1,
                };
                let cards = &untold[..of_street.min(untold.len())];
                if !cards.is_empty() {
                    self.actions.push(format!("d dh p{number} {}", words(cards)));
                    player.told += cards.len();
                }
            }
        }
    }

    fn post(&mut self, seat: Seat, amount: Money) {
        let brings_in = self.players.iter().any(|player| !player.cards.is_empty());
        let player = self.player(seat);
        player.left = player.left - amount;
        if brings_in && let Some(index) = self.index(seat) {
            self.tell_hands();
            self.actions.push(format!("p{} pb", index + 1));
            // Where everybody only calls, he is not asked again.
            self.players[index].has_acted = true;
            self.brought_in = Some(index);
            self.next = Some((index + 1) % self.players.len());
        }
    }

    fn act(&mut self, seat: Seat, action: BettingAction, paid: Money) {
        // The notation has no name for the games in which a player stops taking cards, buys some, pays for an opening, or divides a bank.
        match action {
            BettingAction::Fold | BettingAction::Check | BettingAction::Call | BettingAction::Bet(_) | BettingAction::RaiseTo(_) => {}
            _ => return,
        }
        self.tell_hands();
        let Some(index) = self.index(seat) else { return };
        self.pass_to(index);
        let word = match action {
            BettingAction::Fold => "f".to_owned(),
            BettingAction::Bet(amount) | BettingAction::RaiseTo(amount) => format!("cbr {amount}"),
            _ => "cc".to_owned(),
        };
        self.actions.push(format!("p{} {word}", index + 1));
        let player = &mut self.players[index];
        player.left = player.left - paid;
        player.has_folded |= action == BettingAction::Fold;
        player.has_acted = true;
    }

    /// Those whose hands are dead give up when they would be asked, up to this player.
    fn pass_to(&mut self, index: usize) {
        while let Some(next) = self.next.filter(|next| *next != index) {
            self.give_up_if_dead(next);
            self.next = Some((next + 1) % self.players.len());
        }
        self.next = self.next.map(|next| (next + 1) % self.players.len());
    }

    fn give_up_if_dead(&mut self, index: usize) {
        let player = &mut self.players[index];
        if player.is_dead && !player.has_folded {
            player.has_folded = true;
            self.actions.push(format!("p{} f", index + 1));
        }
    }

    /// Who is left to be asked in the first round: dead hands, and who owes nothing to those that are all in, whom the betting does not ask.
    fn end_first_round(&mut self) {
        let Some(next) = self.next.take() else { return };
        self.tell_hands();
        if !self.has_acted() && self.nobody_can_act() {
            return;
        }
        for index in (next..self.players.len()).chain(0..next) {
            if self.players.iter().filter(|player| !player.has_folded).count() < 2 {
                return;
            }
            self.give_up_if_dead(index);
            let player = &self.players[index];
            if !player.has_folded && !player.has_acted && self.may_lose_more(player) {
                self.actions.push(format!("p{} cc", index + 1));
            }
        }
    }

    /// Whether the forced bets have left chips to one player at most, and he has put in as much as anybody.
    fn nobody_can_act(&self) -> bool {
        let mut with_chips = self.players.iter().filter(|player| player.left.is_positive());
        let Some(only) = with_chips.next() else { return true };
        with_chips.next().is_none() && self.players.iter().all(|player| player.put() <= only.put())
    }

    /// Whether the player has chips, and another one brought more than the forced bets of this one, so that he could lose some of them.
    fn may_lose_more(&self, player: &Player) -> bool {
        let others = self.players.iter().filter(|other| other.seat != player.seat);
        player.left.is_positive() && others.map(|other| other.brought).max().is_some_and(|most| most > player.put())
    }

    fn settle(&mut self, settlement: &PotsSettlement, shown: &[Seat]) {
        self.end_first_round();
        self.tell_hands();
        let is_showdown = self.players.iter().filter(|player| !player.has_folded).count() > 1;
        for (number, player) in (1..).zip(&self.players).filter(|(_, player)| is_showdown && !player.has_folded) {
            let cards = if shown.contains(&player.seat) { words(&player.cards) } else { String::new() };
            self.actions.push(format!("p{number} sm {cards}").trim_end().to_owned());
        }
        for (seat, amount) in &settlement.returns {
            let player = self.player(*seat);
            player.left = player.left + *amount;
        }
    }

    fn index(&self, seat: Seat) -> Option<usize> {
        self.players.iter().position(|player| player.seat == seat)
    }

    fn player(&mut self, seat: Seat) -> &mut Player {
        self.players.iter_mut().find(|player| player.seat == seat).expect("a seat that acts was dealt in")
    }
}

fn words(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ctl::journal::Stakes;
    use crate::journal::Hash;
    use crate::model::{BoxNumber, DealVoid, Face, OrderFailure, TableAmounts, TableNumber};

    fn seat(number: u8) -> Seat {
        Seat::new(number).expect("a seat's number")
    }

    const fn minor(amount: i64) -> Money {
        Money::from_minor(amount)
    }

    fn fact(fact: PlayerTableFact) -> Happening {
        Happening::Fact(TableFact::BetweenPlayers(fact))
    }

    fn card(card: &str, to: CardPlace) -> Happening {
        Happening::Card(DealtCard { card: card.parse().expect("a card"), to: Some((to, Face::Down)) })
    }

    fn hand(number: u8, cards: [&str; 2]) -> [Happening; 2] {
        cards.map(|name| card(name, CardPlace::Hand { place: BoxNumber(number), hand: 0 }))
    }

    fn board(cards: &[&str]) -> Vec<Happening> {
        cards.iter().map(|name| card(name, CardPlace::Board)).collect()
    }

    fn acted(number: u8, action: BettingAction, paid: i64) -> Happening {
        fact(PlayerTableFact::Acted { seat: seat(number), action, paid: minor(paid), by_default: false })
    }

    fn began(button: u8, blinds: (u8, u8), players: &[(u8, i64)]) -> Happening {
        let players = players.iter().map(|(number, stack)| (seat(*number), minor(*stack))).collect();
        let blinds = Some((seat(blinds.0), seat(blinds.1)));
        fact(PlayerTableFact::Began { deal: 7, button: seat(button), blinds, players })
    }

    fn began_without_blinds() -> Happening {
        let players = vec![(seat(1), minor(100)), (seat(2), minor(100))];
        fact(PlayerTableFact::Began { deal: 7, button: seat(6), blinds: None, players })
    }

    fn posted(number: u8, amount: i64) -> Happening {
        fact(PlayerTableFact::Posted { seat: seat(number), amount: minor(amount) })
    }

    fn played() -> PlayedAs {
        PlayedAs { table_name: "Table \"A\"".into(), game: "holdem".into(), rules_name: "holdem/house".into() }
    }

    fn settled(returns: &[(u8, i64)], fee: i64, shown: &[u8]) -> Happening {
        let returns = returns.iter().map(|(number, amount)| (seat(*number), minor(*amount))).collect();
        let settlement = PotsSettlement { uncalled: None, pots: Vec::new(), returns, fee: minor(fee) };
        let shown = shown.iter().map(|number| seat(*number)).collect();
        fact(PlayerTableFact::Settled { deal: 7, settlement, shown, played: played() })
    }

    fn told(limit: &'static str, course: Vec<Happening>) -> Option<String> {
        let amounts = TableAmounts { small_blind: minor(5), big_blind: minor(10), unit: minor(1), ..TableAmounts::default() };
        let began_at = Timestamp::from_microseconds(1_803_916_805_000_000);
        let stakes = Some(Stakes { variant: "holdem".into(), limit, amounts, began_at });
        let course = (1..).zip(course).collect();
        let ended = EndedDeal { table: TableNumber(17), deal: 7, stakes, course, is_told_again: false, is_whole: true };
        history(&ended, ("XTS", 2), Head { number: 40, hash: Hash([0xab; 32]) })
    }

    /// The actions of a deal of no-limit hold'em.
    #[track_caller]
    fn check(course: impl IntoIterator<Item = Vec<Happening>>, expected: &[&str]) {
        let text = told("no-limit", course.into_iter().flatten().collect()).expect("the notation has a name for it");
        let actions: toml::Table = text.parse().expect("it is TOML");
        let actions: Vec<&str> = actions["actions"].as_array().expect("a list").iter().filter_map(toml::Value::as_str).collect();
        assert_eq!(actions, expected);
    }

    #[test]
    fn a_history_has_everything_that_the_notation_asks_for() {
        let course = [
            vec![began(2, (4, 1), &[(1, 100), (2, 200), (4, 300)]), posted(4, 5), posted(1, 10)],
            hand(4, ["As", "Ah"]).into(),
            hand(1, ["Kd", "Tc"]).into(),
            hand(2, ["2c", "3c"]).into(),
            vec![acted(2, BettingAction::Fold, 0), acted(4, BettingAction::RaiseTo(minor(30)), 25), acted(1, BettingAction::Fold, 0)],
            vec![settled(&[(4, 38)], 2, &[])],
        ];
        let expected = "variant = \"NT\"\nante_trimming_status = true\nantes = [0, 0, 0]\nblinds_or_straddles = [5, 10, 0]\nmin_bet = 10\n\
            starting_stacks = [300, 100, 200]\nactions = [\n  \"d dh p1 AsAh\",\n  \"d dh p2 KdTc\",\n  \"d dh p3 2c3c\",\n  \"p3 f\",\n  \"p1 cbr 30\",\n  \
            \"p2 f\",\n]\nhand = 7\ntable = 'Table \"A\"'\nseats = [4, 1, 2]\nseat_count = 6\nfinishing_stacks = [308, 90, 200]\ntime = 16:00:05\n\
            time_zone = \"UTC\"\nday = 1\nmonth = 3\nyear = 2027\n_fee = 2\n_unit = 1\n_rules = \"holdem/house\"\n_currency = \"XTS\"\n_decimals = 2\n_head = ";
        let text = told("no-limit", course.into_iter().flatten().collect()).expect("the notation has a name for it");
        assert!(text.starts_with(expected), "{text}");
        assert!(text.ends_with(&format!("_head = \"40:{}\"\n", "ab".repeat(32))), "{text}");
    }

    #[test]
    fn the_streets_of_a_board_that_comes_at_once_are_told_apart_and_then_the_hands_that_lie_open() {
        let course = [
            vec![began(1, (1, 2), &[(1, 100), (2, 100)]), posted(1, 5), posted(2, 10)],
            hand(2, ["As", "Ah"]).into(),
            hand(1, ["Kd", "Tc"]).into(),
            vec![acted(1, BettingAction::RaiseTo(minor(100)), 95), acted(2, BettingAction::Call, 90)],
            board(&["2c", "3c", "4c", "5c", "6c"]),
            vec![settled(&[(1, 100), (2, 100)], 0, &[1])],
        ];
        let streets = ["d db 2c3c4c", "d db 5c", "d db 6c"];
        let hands = ["d dh p1 AsAh", "d dh p2 KdTc", "p2 cbr 100", "p1 cc"];
        check(course, &[&hands[..], &streets, &["p1 sm", "p2 sm KdTc"]].concat());
    }

    /// SPB-56, SPB-57.
    #[test]
    fn a_hand_that_is_shown_after_the_deal_is_told_to_lie_open_and_one_that_nobody_called_beside_the_actions() {
        let showed = |number: u8| fact(PlayerTableFact::Showed { seat: seat(number) });
        let begun = || {
            let forced = vec![began(1, (1, 2), &[(1, 100), (2, 100)]), posted(1, 5), posted(2, 10)];
            [forced, hand(2, ["As", "Ah"]).into(), hand(1, ["Kd", "Tc"]).into()].concat()
        };
        let (called, checked) = (acted(1, BettingAction::Call, 5), acted(2, BettingAction::Check, 0));
        let course =
            [begun(), vec![called, checked], board(&["2c", "3c", "4c", "5c", "6c"]), vec![settled(&[(2, 20)], 0, &[2]), showed(1)]];
        let before = ["d dh p1 AsAh", "d dh p2 KdTc", "p2 cc", "p1 cc", "d db 2c3c4c", "d db 5c", "d db 6c"];
        check(course, &[&before[..], &["p1 sm AsAh", "p2 sm KdTc"]].concat());
        let folded = [begun(), vec![acted(1, BettingAction::Fold, 0), settled(&[(2, 15)], 0, &[]), showed(2)]].concat();
        let text = told("no-limit", folded).expect("the notation has a name for it");
        assert!(text.contains("\n_showed = [2]\n_head = "), "{text}");
    }

    /// The notation has no dead hands, and asks who owes nothing to those that are all in.
    #[test]
    fn a_dead_hand_folds_in_its_turn_and_who_was_not_asked_checks() {
        let course = [
            vec![began(1, (2, 3), &[(1, 8), (2, 100), (3, 100), (4, 100)]), posted(2, 5), posted(3, 10)],
            vec![fact(PlayerTableFact::Killed { seat: seat(2) }), fact(PlayerTableFact::Killed { seat: seat(4) })],
            hand(2, ["2s", "2h"]).into(),
            hand(3, ["As", "Ah"]).into(),
            hand(4, ["5s", "5h"]).into(),
            hand(1, ["Kd", "Tc"]).into(),
            vec![acted(1, BettingAction::Call, 8)],
            board(&["2c", "3c", "4c", "5c", "6c"]),
            vec![settled(&[(3, 23)], 0, &[1, 3])],
        ];
        let hands = ["d dh p1 2s2h", "d dh p2 AsAh", "d dh p3 5s5h", "d dh p4 KdTc"];
        let acts = ["p3 f", "p4 cc", "p1 f", "p2 cc", "d db 2c3c4c", "d db 5c", "d db 6c", "p2 sm AsAh", "p4 sm KdTc"];
        check(course, &[&hands[..], &acts].concat());
    }

    /// Who put in the small blind has put in more than the other had.
    #[test]
    fn where_the_blinds_alone_leave_nobody_to_bet_nobody_checks() {
        let course = [
            vec![began(1, (1, 2), &[(1, 100), (2, 3)]), posted(1, 5), posted(2, 3)],
            hand(2, ["As", "Ah"]).into(),
            hand(1, ["Kd", "Tc"]).into(),
            board(&["2c", "3c", "4c", "5c", "6c"]),
            vec![settled(&[(1, 2), (2, 6)], 0, &[1, 2])],
        ];
        let hands = ["d dh p1 AsAh", "d dh p2 KdTc", "d db 2c3c4c", "d db 5c", "d db 6c", "p1 sm AsAh", "p2 sm KdTc"];
        check(course, &hands);
    }

    /// The other one is all in with no more than the blind, so that the notation does not ask either.
    #[test]
    fn who_could_lose_no_more_than_his_blind_does_not_check() {
        let course = [
            vec![began(1, (1, 2), &[(1, 10), (2, 100)]), posted(1, 5), posted(2, 10)],
            hand(2, ["As", "Ah"]).into(),
            hand(1, ["Kd", "Tc"]).into(),
            vec![acted(1, BettingAction::Call, 5)],
            board(&["2c", "3c", "4c", "5c", "6c"]),
            vec![settled(&[(2, 20)], 0, &[1, 2])],
        ];
        let hands = ["d dh p1 AsAh", "d dh p2 KdTc", "p2 cc", "d db 2c3c4c", "d db 5c", "d db 6c", "p1 sm AsAh", "p2 sm KdTc"];
        check(course, &hands);
    }

    /// SPG-59, and streets without a decision.
    #[test]
    fn who_brought_in_does_not_check_where_all_only_call_and_each_street_is_told_apart() {
        let to = |number: u8| CardPlace::Hand { place: BoxNumber(number), hand: 0 };
        let street = |number: u8, cards: &[&str]| cards.iter().map(|name| card(name, to(number))).collect::<Vec<_>>();
        let course = [
            vec![began_without_blinds()],
            street(1, &["As", "Ad", "2c"]),
            street(2, &["Kd", "Kh", "Tc"]),
            vec![posted(1, 3), acted(2, BettingAction::Call, 3)],
            street(1, &["9h"]),
            street(2, &["9d"]),
            vec![acted(2, BettingAction::RaiseTo(minor(97)), 97), acted(1, BettingAction::Call, 97)],
            street(1, &["8h", "7h"]),
            street(2, &["8d", "7d"]),
            vec![settled(&[(1, 200)], 0, &[1])],
        ];
        let before = ["d dh p1 AsAd2c", "d dh p2 KdKhTc", "p1 pb", "p2 cc", "d dh p1 9h", "d dh p2 9d", "p2 cbr 97", "p1 cc"];
        let after = ["d dh p1 8h", "d dh p2 8d", "d dh p1 7h", "d dh p2 7d", "p1 sm AsAd2c9h8h7h", "p2 sm"];
        check(course, &[&before[..], &after].concat());
    }

    #[test]
    fn of_a_void_deal_or_one_without_a_name_there_is_no_history() {
        let of = |limit, end| told(limit, vec![began(1, (1, 2), &[(1, 100), (2, 100)]), end]);
        let reason = DealVoid::NoCard(OrderFailure::Empty);
        assert_eq!(of("no-limit", fact(PlayerTableFact::Voided { deal: 7, reason, back: Vec::new(), played: played() })), None);
        assert_eq!(of("pot-limit", settled(&[], 0, &[])), None);
        assert!(of("no-limit", settled(&[], 0, &[])).is_some());
        let dead = |number: u8| fact(PlayerTableFact::Killed { seat: seat(number) });
        let ace = || card("As", CardPlace::Hand { place: BoxNumber(1), hand: 0 });
        let brought_in = |dead: Happening| vec![began_without_blinds(), dead, ace(), posted(1, 3), settled(&[(2, 3)], 0, &[])];
        assert_eq!(told("no-limit", brought_in(dead(1))), None);
        assert!(told("no-limit", brought_in(dead(2))).is_some());
    }
}
