//! The worked cases of whole deals: hands, boards, stacks and what everybody does, by the shipped files.

mod again;
mod club;
mod deals;
mod decree;
mod hands;
mod random;
pub(in crate::games) mod shipped;
mod texas;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{CardTo, Hand, HandWants, House, Level};
use crate::games::betting::{Action, Part};
use crate::model::{Card, CardChoice, Money, Seat};
use shipped::{SHIPPED, blinds, cards, house, money, seat, stud};

/// A deal of these stacks from the first seat on; the cards that each seat and the board get in their order, other cards where the case
/// does not name them.
struct Case {
    hand: Hand,
    own: Vec<Vec<Card>>,
    board: Vec<Card>,
    others: Vec<Card>,
    /// The same of each replay: what each seat gets, and the board.
    replays: Vec<(Vec<Vec<Card>>, Vec<Card>)>,
}

impl Case {
    fn new(rules: &str, level: Level, stacks: &[i64], button: u8, own: &[&str], board: &str) -> Self {
        Self::of(house(rules), level, stacks, button, own, board)
    }

    fn of(house: House, level: Level, stacks: &[i64], button: u8, own_names: &[&str], board_names: &str) -> Self {
        let stacks: Vec<(Seat, Money)> = (1..).zip(stacks).map(|(number, stack)| (seat(number), money(*stack))).collect();
        let hand = Hand::begin(house, level, &stacks, seat(button)).expect("the deal can begin");
        let (own, board, others) = (Vec::new(), Vec::new(), Vec::new());
        let mut case = Self { hand, own, board, others, replays: Vec::new() }.then(own_names, board_names);
        case.take_pack();
        case
    }

    /// The next replay brings these cards.
    fn then(mut self, own: &[&str], board: &str) -> Self {
        self.replays.push((own.iter().map(|names| cards(names)).collect(), cards(board)));
        self
    }

    fn take_pack(&mut self) {
        (self.own, self.board) = self.replays.remove(0);
        let is_named = |card: &Card| self.board.contains(card) || self.own.iter().flatten().any(|named| named == card);
        self.others = Card::all().filter(|card| !is_named(card)).collect();
    }

    fn deal(&mut self) {
        while let HandWants::Card(to) = self.hand.wants() {
            let named = match to {
                CardTo::Burn => None,
                CardTo::Board => self.board.get(self.hand.board().len()).copied(),
                CardTo::Down(seat) | CardTo::Up(seat) => {
                    let player = self.hand.seats()[seat.index()].expect("it was dealt in");
                    // What was given back came before.
                    let dealt = player.cards().len() + usize::from(player.bought);
                    self.own.get(seat.index()).and_then(|cards| cards.get(dealt)).copied()
                }
            };
            let card = named.unwrap_or_else(|| self.others.pop().expect("the pack suffices"));
            self.hand.take_card(card);
        }
    }

    /// Plays words such as `3 raise 60`, `1 fold`, and `check` or `call` of the player who is asked, separated by commas.
    fn play(mut self, words: &str) -> Self {
        self.deal();
        for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let HandWants::Decision(asked) = self.hand.wants() else { panic!("nobody is asked at {word}") };
            let parts: Vec<&str> = word.split(' ').collect();
            let (who, parts) = match parts[0].parse::<u8>() {
                Ok(number) => (seat(number), &parts[1..]),
                Err(_) => (asked, &parts[..]),
            };
            let amount = || money(parts[1].parse().expect("an amount"));
            let action = match parts[0] {
                "fold" => Action::Fold,
                "check" => Action::Check,
                "call" => Action::Call,
                "stop" => Action::Stop,
                "pass" => Action::Pass,
                "divide" => Action::Divide,
                "again" => Action::PlayAgain,
                // The first so many cards.
                "buy" => Action::Exchange(CardChoice((1 << parts[1].parse::<u8>().expect("a number")) - 1)),
                "bet" => Action::Bet(amount()),
                _ => Action::RaiseTo(amount()),
            };
            self.hand.take(who, action).unwrap_or_else(|refusal| panic!("{word}: {refusal}, seat {asked} is asked"));
            if self.hand.plays_again().is_some() {
                self.take_pack();
            }
            self.deal();
        }
        self
    }

    /// Each player who is asked divides.
    fn divide(mut self) -> Self {
        while let HandWants::Decision(asked) = self.hand.wants() {
            self.hand.take(asked, Action::Divide).expect("it is asked whether it divides");
        }
        self
    }

    fn check(self, words: &str, expected: &str) {
        let played = self.play(words);
        assert_eq!(played.hand.wants(), HandWants::Settlement, "the deal is over");
        assert_eq!(told(&played.hand), expected, "{words}");
    }

    /// Who is asked after these words, and what for.
    fn check_asked(self, words: &str, expected: &str) {
        let played = self.play(words);
        let HandWants::Decision(asked) = played.hand.wants() else { panic!("nobody is asked") };
        let offers = played.hand.offers(asked).expect("it is asked");
        let wager = offers.wager.map(|wager| format!(" {}-{}", wager.least, wager.most)).unwrap_or_default();
        assert_eq!(format!("{asked}: {}{wager}", offers.call), expected, "{words}");
    }
}

/// The uncalled part, each pot with its fee and shares, and the stacks.
fn told(hand: &Hand) -> String {
    let settlement = hand.settle();
    let mut told = settlement.uncalled.map(|(seat, amount)| format!("back {seat}:{amount}; ")).unwrap_or_default();
    for pot in &settlement.pots {
        told += &format!("{}-{}", pot.amount, pot.fee);
        for share in &pot.shares {
            let low = if share.part == Part::Low { "low " } else { "" };
            told += &format!(" {low}{}:{}", share.seat, share.amount);
        }
        told += "; ";
    }
    let stacks = Seat::all().filter_map(|seat| Some(hand.seats()[seat.index()]?.stack + settlement.returns[seat.index()]));
    told + "stacks" + &stacks.map(|stack| format!(" {stack}")).collect::<String>()
}
