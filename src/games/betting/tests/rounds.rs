//! Betting rounds, decision by decision, as the digests' tables have them.

use alloc::format;
use alloc::string::String;

use super::*;

/// A case: the round's terms, each player's bet and stack from the first seat on, and what happens.
struct Case {
    terms: Terms,
    players: Vec<(i64, i64)>,
}

impl Case {
    /// A round without forced bets: the least bet or the size, what lies in the pot, and the stacks.
    fn new(limit: Limit, size: i64, pot: i64, stacks: &[i64]) -> Self {
        let terms = Terms {
            rules: sport(limit),
            size: money(size),
            spread_most: money(0),
            may_double: false,
            unit: money(1),
            forced: Forced::Nothing,
            pot_before: money(pot),
            missing: money(0),
            first: seat(1),
        };
        Self { terms, players: stacks.iter().map(|stack| (0, *stack)).collect() }
    }

    /// The first round: the first seat has posted the small blind, the second the big one or what it has.
    fn blinds(limit: Limit, small: i64, big: i64, stacks: &[i64]) -> Self {
        let mut case = Self::new(limit, big, 0, stacks);
        case.post(0, small);
        case.post(1, big);
        case.terms.forced = Forced::Blind(money(big));
        case.terms.missing = money(small + big - case.players.iter().map(|(bet, _)| bet).sum::<i64>());
        case.terms.first = after(seat(2)).find(|seat| seat.index() < stacks.len()).expect("two play");
        case
    }

    /// Third street: this seat has posted the bring-in.
    fn bring_in(size: i64, bring_in: i64, antes: i64, poster: u8, stacks: &[i64]) -> Self {
        let mut case = Self::new(Limit::FixedLimit, size, antes, stacks);
        case.post(usize::from(poster - 1), bring_in);
        case.terms.forced = Forced::BringIn(money(bring_in), Some(seat(poster)));
        case.terms.first = after(seat(poster)).next().expect("six seats");
        case
    }

    fn post(&mut self, place: usize, amount: i64) {
        let (bet, stack) = &mut self.players[place];
        (*bet, *stack) = (amount.min(*stack), *stack - amount.min(*stack));
    }

    fn with(mut self, change: impl FnOnce(&mut Terms)) -> Self {
        change(&mut self.terms);
        self
    }

    /// Plays lines of `seat | what is offered | what it does`, the last without the third part where it is not decided, and then
    /// compares the pot and whether the round is closed.
    fn check(self, lines: &str, end: &str) {
        let mut players: Players = [None; 6];
        for (place, (bet, stack)) in self.players.iter().enumerate() {
            players[place] = Some(Player::new(money(*bet), money(*stack), true));
        }
        let mut round = Round::open(self.terms, players);
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            let asked = round.turn().map_or_else(|| "nobody".into(), |seat| format!("{seat}"));
            assert_eq!(asked, parts[0], "who is asked at {line}");
            let asked = round.turn().expect("somebody is asked");
            assert_eq!(told(&round.offers(asked).expect("it is asked")), parts[1], "what is offered at {line}");
            if let Some(action) = parts.get(2) {
                round.take(asked, action_of(action)).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
            }
        }
        let state = round.turn().map_or_else(|| "closed".into(), |seat| format!("{seat} is asked"));
        assert_eq!(format!("{state}, pot {}", round.pot().minor()), end);
    }
}

fn action_of(text: &str) -> Action {
    let amount = || money(text.split(' ').next_back().expect("a word").parse().expect("an amount"));
    match text.split(' ').next() {
        Some("fold") => Action::Fold,
        Some("check") => Action::Check,
        Some("call") => Action::Call,
        Some("bet") => Action::Bet(amount()),
        _ => Action::RaiseTo(amount()),
    }
}

/// The offers as the digest's tables have them, without the word fold.
fn told(offers: &Offers) -> String {
    let mut told = if offers.call.is_zero() { "check".into() } else { format!("call {}", offers.call) };
    let Some(wager) = offers.wager else { return told };
    let word = if wager.is_bet { "bet" } else { "to" };
    let middle = wager.least + wager.step;
    told += &match (wager.least, wager.most) {
        (least, most) if least == most => format!(", {word} {least}"),
        (least, most) if middle == most => format!(", {word} {least} or {most}"),
        (least, most) => format!(", {word} {least}-{most}"),
    };
    told
}

use Limit::{FixedLimit, NoLimit, PotLimit};

#[test]
fn spb_w01_a_round_closes_when_the_highest_bet_is_matched() {
    Case::new(NoLimit, 10, 30, &[200, 200, 200]).check(
        "1 | check, bet 10-200 | bet 10
         2 | call 10, to 20-200 | raise 20
         3 | call 20, to 30-200 | raise 30
         1 | call 20, to 40-200 | call
         2 | call 10, to 40-200 | call",
        "closed, pot 120",
    );
}

#[test]
fn spb_w02_side_pot() {
    Case::new(NoLimit, 10, 0, &[200, 20, 200]).check(
        "1 | check, bet 10-200 | bet 10
         2 | call 10, to 20 | raise 20
         3 | call 20, to 30-200 | raise 50
         1 | call 40, to 80-200 | call",
        "closed, pot 120",
    );
}

#[test]
fn spb_w03_pot_limit() {
    Case::new(PotLimit, 20, 100, &[5_000, 5_000, 5_000]).check(
        "1 | check, bet 20-100 | bet 100
         2 | call 100, to 200-400 | raise 400
         3 | call 400, to 700-1400 | call
         1 | call 300, to 700-1700",
        "1 is asked, pot 1000",
    );
}

#[test]
fn spb_w04_and_w05_three_raises_and_the_cap() {
    let lines = |s: i64, first: &str| {
        format!(
            "1 | check, bet {s} | bet {s}
             2 | call {s}, to {} | raise {}
             3 | call {}, to {} | raise {}
             4 | call {}, to {} | raise {}
             1 | call {} | {first}
             2 | call {} | call
             3 | call {s} | call",
            2 * s,
            2 * s,
            2 * s,
            3 * s,
            3 * s,
            3 * s,
            4 * s,
            4 * s,
            3 * s,
            2 * s,
        )
    };
    Case::new(FixedLimit, 10, 40, &[500; 4]).check(&lines(10, "call"), "closed, pot 200");
    Case::new(FixedLimit, 20, 200, &[500; 4]).check(&lines(20, "fold"), "closed, pot 460");
}

#[test]
fn spb_w06_the_big_blind_is_the_bet() {
    Case::blinds(FixedLimit, 5, 10, &[500; 4]).check(
        "3 | call 10, to 20 | raise 20
         4 | call 20, to 30 | raise 30
         1 | call 25, to 40 | raise 40
         2 | call 30 | call
         3 | call 20 | call
         4 | call 10 | fold",
        "closed, pot 150",
    );
}

#[test]
fn spb_w07_the_least_raise_is_the_last_one() {
    Case::blinds(NoLimit, 50, 100, &[10_000; 5]).check(
        "3 | call 100, to 200-10000 | raise 300
         4 | call 300, to 500-10000 | raise 500
         5 | call 500, to 700-10000 | fold
         1 | call 450, to 700-10000 | fold
         2 | call 400, to 700-10000 | call
         3 | call 200, to 700-10000 | call",
        "closed, pot 1550",
    );
}

#[test]
fn spb_w08_to_w10_pot_limit_amounts() {
    Case::new(PotLimit, 20, 50, &[2_000; 2]).check("1 | check, bet 20-50 | bet 50\n2 | call 50, to 100-200", "2 is asked, pot 100");
    Case::new(PotLimit, 100, 1_200, &[9_000; 2])
        .check("1 | check, bet 100-1200 | bet 900\n2 | call 900, to 1800-3900", "2 is asked, pot 2100");
    Case::new(PotLimit, 20, 80, &[5_000; 3]).check(
        "1 | check, bet 20-80 | bet 50
         2 | call 50, to 100-230 | raise 180
         3 | call 180, to 310-670 | fold
         1 | call 130, to 310-620",
        "1 is asked, pot 310",
    );
}

#[test]
fn spb_w11_less_than_half_a_bet_opens_nothing() {
    Case::new(FixedLimit, 10, 30, &[300, 300, 14]).check(
        "1 | check, bet 10 | bet 10
         2 | call 10, to 20 | call
         3 | call 10, to 14 | raise 14
         1 | call 4 | call
         2 | call 4 | call",
        "closed, pot 72",
    );
}

#[test]
fn spb_w12_a_short_all_in_is_completed() {
    let case = || Case::new(FixedLimit, 10, 40, &[300, 14, 300, 300]);
    case().check(
        "1 | check, bet 10 | bet 10
         2 | call 10, to 14 | raise 14
         3 | call 14, to 20 | raise 20
         4 | call 20, to 30 | raise 30
         1 | call 20, to 40",
        "1 is asked, pot 114",
    );
    case().check(
        "1 | check, bet 10 | bet 10
         2 | call 10, to 14 | raise 14
         3 | call 14, to 20 | call
         4 | call 14, to 20 | raise 20
         1 | call 10, to 30 | call
         3 | call 6, to 30",
        "3 is asked, pot 108",
    );
    case().check(
        "1 | check, bet 10 | bet 10
         2 | call 10, to 14 | raise 14
         3 | call 14, to 20 | call
         4 | call 14, to 20 | call
         1 | call 4 | call",
        "closed, pot 96",
    );
}

#[test]
fn spb_w13_half_a_bet_counts_as_a_raise() {
    Case::new(FixedLimit, 10, 40, &[300, 15, 300, 300]).check(
        "1 | check, bet 10 | bet 10
         2 | call 10, to 15 | raise 15
         3 | call 15, to 25 | raise 25
         4 | call 25, to 35 | raise 35
         1 | call 25 | call
         3 | call 10 | call",
        "closed, pot 160",
    );
}

#[test]
fn spb_w14_the_first_may_raise_the_second_may_not() {
    Case::blinds(NoLimit, 10, 20, &[2_000, 2_000, 2_000, 2_000, 90]).check(
        "3 | call 20, to 40-2000 | call
         4 | call 20, to 40-2000 | raise 60
         5 | call 60, to 90 | raise 90
         1 | call 80, to 130-2000 | fold
         2 | call 70, to 130-2000 | fold
         3 | call 70, to 130-2000 | call
         4 | call 30 | call",
        "closed, pot 300",
    );
}

#[test]
fn spb_w15_w16_and_w34_a_short_big_blind_keeps_the_price() {
    Case::blinds(NoLimit, 50, 100, &[2_000, 30, 2_000, 2_000, 2_000]).check(
        "3 | call 100, to 200-2000 | call
         4 | call 100, to 200-2000 | raise 300
         5 | call 300, to 500-2000 | fold
         1 | call 250, to 500-2000 | fold
         3 | call 200, to 500-2000 | call",
        "closed, pot 680",
    );
    let stacks = [5_000, 30, 5_000, 5_000];
    let lines = "3 | call 100, to 200-350 | raise 350\n4 | call 350, to 600-1200";
    Case::blinds(PotLimit, 50, 100, &stacks).check(lines, "4 is asked, pot 430");
    Case::blinds(PotLimit, 50, 100, &stacks)
        .with(|terms| terms.rules.short_blind = ShortBlind::Actual)
        .check("3 | call 100, to 200-280", "3 is asked, pot 80");
    Case::blinds(FixedLimit, 5, 10, &[300, 4, 300, 300]).check(
        "3 | call 10, to 20 | call
         4 | call 10, to 20 | raise 20
         1 | call 15, to 30 | call
         3 | call 10, to 30 | raise 30
         4 | call 10, to 40 | call
         1 | call 10, to 40 | fold",
        "closed, pot 84",
    );
}

#[test]
fn spb_w17_pot_limit_before_the_flop() {
    Case::blinds(PotLimit, 50, 100, &[5_000; 5]).check(
        "3 | call 100, to 200-350 | raise 350
         4 | call 350, to 600-1200 | raise 1200
         5 | call 1200, to 2050-4100 | fold
         1 | call 1150, to 2050-4050",
        "1 is asked, pot 1700",
    );
}

#[test]
fn spb_w18_the_big_blind_has_the_last_word() {
    Case::blinds(NoLimit, 10, 20, &[1_000; 4]).check(
        "3 | call 20, to 40-1000 | call
         4 | call 20, to 40-1000 | fold
         1 | call 10, to 40-1000 | call
         2 | check, to 40-1000 | raise 80
         3 | call 60, to 140-1000 | call
         1 | call 60, to 140-1000 | fold",
        "closed, pot 180",
    );
    Case::blinds(NoLimit, 10, 20, &[1_000; 3])
        .check("3 | call 20, to 40-1000 | call\n1 | call 10, to 40-1000 | call\n2 | check, to 40-1000 | check", "closed, pot 60");
}

#[test]
fn spb_w19_and_w20_short_all_ins_are_added_together() {
    let case = |fourth| Case::new(NoLimit, 100, 500, &[4_000, 250, 4_000, fourth, 4_000]);
    let individual = |terms: &mut Terms| terms.rules.reopens = Reopens::Individual;
    let before = |fourth: i64| {
        format!(
            "1 | check, bet 100-4000 | bet 200
             2 | call 200, to 250 | raise 250
             3 | call 250, to 450-4000 | call
             4 | call 250, to {fourth} | raise {fourth}
             5 | call {fourth}, to {}-4000 | call\n",
            fourth + 200
        )
    };
    let short = before(380) + "1 | call 180 | call\n3 | call 130";
    case(380).check(&short, "3 is asked, pot 2140");
    case(380).with(individual).check(&short, "3 is asked, pot 2140");
    case(420).check(&(before(420) + "1 | call 220, to 620-4000 | call\n3 | call 170"), "3 is asked, pot 2260");
    case(420).with(individual).check(&(before(420) + "1 | call 220"), "1 is asked, pot 2040");
}

#[test]
fn spb_w21_a_check_is_acting() {
    let case = || Case::new(NoLimit, 100, 300, &[3_000, 60, 3_000]);
    let before = "1 | check, bet 100-3000 | check\n2 | check, bet 60 | bet 60\n3 | call 60, to 160-3000 | call\n";
    case().check(&format!("{before}1 | call 60"), "1 is asked, pot 420");
    let literal = case().with(|terms| terms.rules.check_is_action = false);
    literal.check(&format!("{before}1 | call 60, to 160-3000"), "1 is asked, pot 420");
}

#[test]
fn spb_w22_an_opening_all_in_below_the_size() {
    let lines = "1 | check, bet 4 | bet 4\n2 | call 4, to 10 | raise 10\n3 | call 10, to 20";
    Case::new(FixedLimit, 10, 30, &[4, 300, 300]).check(lines, "3 is asked, pot 44");
    let lines = "1 | check, bet 6 | bet 6\n2 | call 6, to 16 | raise 16\n3 | call 16, to 26";
    Case::new(FixedLimit, 10, 30, &[6, 300, 300]).check(lines, "3 is asked, pot 52");
}

#[test]
fn spb_w23_and_w24_the_cap_ends_between_two_from_the_start_of_the_round() {
    Case::new(FixedLimit, 20, 60, &[400; 2]).check(
        "1 | check, bet 20 | bet 20
         2 | call 20, to 40 | raise 40
         1 | call 20, to 60 | raise 60
         2 | call 20, to 80 | raise 80
         1 | call 20, to 100 | raise 100
         2 | call 20, to 120 | raise 120
         1 | call 20, to 140 | call",
        "closed, pot 300",
    );
    let case = || Case::new(FixedLimit, 20, 60, &[400; 3]);
    let before = "1 | check, bet 20 | bet 20
         2 | call 20, to 40 | raise 40
         3 | call 40, to 60 | fold
         1 | call 20, to 60 | raise 60
         2 | call 20, to 80 | raise 80\n";
    case().check(&format!("{before}1 | call 20"), "1 is asked, pot 200");
    let remaining = case().with(|terms| terms.rules.cap_ends = CapEnds::TwoRemaining);
    remaining.check(&format!("{before}1 | call 20, to 100"), "1 is asked, pot 200");
}

#[test]
fn spb_w26_nobody_raises_whom_nobody_can_answer() {
    Case::new(NoLimit, 50, 150, &[600, 250, 2_500]).check(
        "1 | check, bet 50-600 | bet 600
         2 | call 250 | call
         3 | call 600 | call",
        "closed, pot 1600",
    );
}

#[test]
fn spb_w27_and_w28_a_full_raise_opens_again_and_is_the_measure() {
    Case::new(NoLimit, 100, 400, &[3_000, 350, 3_000, 3_000]).check(
        "1 | check, bet 100-3000 | bet 200
         2 | call 200, to 350 | raise 350
         3 | call 350, to 550-3000 | call
         4 | call 350, to 550-3000 | raise 550
         1 | call 350, to 750-3000 | call
         3 | call 200, to 750-3000",
        "3 is asked, pot 2200",
    );
    Case::new(NoLimit, 100, 300, &[5_000; 3]).check(
        "1 | check, bet 100-5000 | bet 100
         2 | call 100, to 200-5000 | raise 700
         3 | call 700, to 1300-5000 | raise 1300
         1 | call 1200, to 1900-5000",
        "1 is asked, pot 2400",
    );
}

#[test]
fn spb_w29_to_w31_amounts_of_short_stacks() {
    Case::blinds(NoLimit, 50, 100, &[900, 1_575, 2_500, 4_000, 400]).check(
        "3 | call 100, to 200-2500 | raise 300
         4 | call 300, to 500-4000 | call
         5 | call 300, to 400 | raise 400
         1 | call 350, to 600-900 | raise 900
         2 | call 800, to 1400-1575 | raise 1575
         3 | call 1275, to 2250-2500 | raise 2500
         4 | call 2200 | call",
        "closed, pot 7875",
    );
    Case::blinds(NoLimit, 5, 10, &[205, 400, 400, 115]).check(
        "3 | call 10, to 20-400 | raise 40
         4 | call 40, to 70-115 | raise 115
         1 | call 110, to 190-205 | raise 205
         2 | call 195, to 295-400 | call
         3 | call 165, to 295-400 | call",
        "closed, pot 730",
    );
}

#[test]
fn spb_w33_heads_up_the_button_speaks_first_before_the_flop() {
    Case::blinds(NoLimit, 10, 20, &[1_000; 2])
        .check("1 | call 10, to 40-1000 | raise 50\n2 | call 30, to 80-1000 | call", "closed, pot 100");
}

#[test]
fn spb_w35_pot_limit_after_a_short_all_in() {
    Case::new(PotLimit, 50, 300, &[2_000, 260, 4_000]).check(
        "1 | check, bet 50-300 | bet 200
         2 | call 200, to 260 | raise 260
         3 | call 260, to 460-1280 | call
         1 | call 60 | call",
        "closed, pot 1080",
    );
}

#[test]
fn spb_w36_a_lone_small_blind_is_not_asked() {
    Case::blinds(NoLimit, 50, 100, &[1_000, 30, 1_000, 1_000])
        .check("3 | call 100, to 200-1000 | fold\n4 | call 100, to 200-1000 | fold", "closed, pot 80");
}

#[test]
fn spb_w38_two_all_ins_that_together_pass_a_half() {
    let case = || Case::new(FixedLimit, 10, 40, &[300, 13, 16, 300]);
    let before = "1 | check, bet 10 | bet 10\n2 | call 10, to 13 | raise 13\n3 | call 13, to 16 | raise 16\n";
    case().check(&format!("{before}4 | call 16, to 26 | call\n1 | call 6, to 26"), "1 is asked, pot 95");
    let individual = case().with(|terms| terms.rules.reopens = Reopens::Individual);
    individual.check(&format!("{before}4 | call 16, to 20 | call\n1 | call 6"), "1 is asked, pot 95");
}

#[test]
fn spb_w39_all_fold_to_the_big_blind() {
    Case::blinds(NoLimit, 10, 20, &[1_000; 4])
        .check("3 | call 20, to 40-1000 | fold\n4 | call 20, to 40-1000 | fold\n1 | call 10, to 40-1000 | fold", "closed, pot 30");
}

#[test]
fn spg_w22_completion_is_the_bet_and_three_raises_follow() {
    Case::bring_in(10, 3, 4, 4, &[199; 4]).check(
        "1 | call 3, to 10 | call
         2 | call 3, to 10 | raise 10
         3 | call 10, to 20 | raise 20
         4 | call 17, to 30 | call
         1 | call 17, to 30 | raise 30
         2 | call 20, to 40 | raise 40
         3 | call 20 | call
         4 | call 20 | call
         1 | call 10 | call",
        "closed, pot 164",
    );
}

#[test]
fn spg_w23_no_word_for_the_bring_in_where_all_call() {
    Case::bring_in(10, 3, 4, 1, &[199; 4])
        .check("2 | call 3, to 10 | call\n3 | call 3, to 10 | call\n4 | call 3, to 10 | call", "closed, pot 16");
}

#[test]
fn spb_39_a_completion_opens_again_whatever_the_bring_in() {
    Case::bring_in(10, 6, 3, 1, &[99, 99, 99]).check(
        "2 | call 6, to 10 | call\n3 | call 6, to 10 | raise 10\n1 | call 4, to 20 | call\n2 | call 4, to 20 | raise 20\n3 | call 10, to 30",
        "3 is asked, pot 43",
    );
}

#[test]
fn spg_w24_the_bring_in_passes_on_where_its_seat_is_all_in() {
    let case = Case::new(FixedLimit, 10, 8, &[198, 0, 198, 198]).with(|terms| {
        terms.forced = Forced::BringIn(money(3), None);
        terms.first = seat(3);
    });
    case.check(
        "3 | call 3, to 10 | fold\n4 | call 3, to 10 | call\n1 | call 3, to 10 | raise 10\n4 | call 7, to 20 | fold",
        "closed, pot 21",
    );
}

#[test]
fn spg_w26_and_w27_an_open_pair_may_bet_twice_the_size() {
    let case = || Case::new(FixedLimit, 10, 45, &[300; 3]).with(|terms| terms.may_double = true);
    case().check(
        "1 | check, bet 10 or 20 | bet 20
         2 | call 20, to 40 | raise 40
         3 | call 40, to 60 | raise 60
         1 | call 40, to 80 | raise 80
         2 | call 40",
        "2 is asked, pot 225",
    );
    case().check(
        "1 | check, bet 10 or 20 | check
         2 | check, bet 10 or 20 | bet 10
         3 | call 10, to 20 or 30 | raise 30
         1 | call 30, to 50 | raise 50
         2 | call 40, to 70",
        "2 is asked, pot 135",
    );
    case().check(
        "1 | check, bet 10 or 20 | bet 10
         2 | call 10, to 20 or 30 | raise 20
         3 | call 20, to 30 or 40 | raise 40
         1 | call 30, to 60",
        "1 is asked, pot 115",
    );
}

#[test]
fn spb_19_to_22_and_74_what_is_illegal_is_refused_and_changes_nothing() {
    let case = Case::new(NoLimit, 10, 30, &[200, 200, 200]);
    let players = [200, 200, 200].map(|stack| Some(Player::new(money(0), money(stack), true)));
    let mut all: Players = [None; 6];
    all[..3].copy_from_slice(&players);
    let mut round = Round::open(case.terms, all);
    let mut refused = |number, action, expected: BettingRefusal| {
        let before = round.clone();
        assert_eq!(round.take(seat(number), action), Err(expected), "{action:?}");
        assert_eq!(round, before);
    };
    // PW-16, PW-17 and below.
    refused(2, Action::Bet(money(10)), BettingRefusal::NotYourTurn);
    refused(5, Action::Fold, BettingRefusal::NotYourTurn);
    refused(1, Action::Call, BettingRefusal::NothingOwed);
    refused(1, Action::RaiseTo(money(20)), BettingRefusal::NotCalledSo);
    let wager = Wager { is_bet: true, least: money(10), most: money(200), step: money(1), all_in: money(200) };
    for amount in [9, 201, 0, -5, i64::MAX, i64::MIN] {
        refused(1, Action::Bet(money(amount)), BettingRefusal::AmountNotOffered(wager));
    }
    round.take(seat(1), Action::Bet(money(10))).expect("it is offered");
    assert_eq!(round.take(seat(2), Action::Check), Err(BettingRefusal::SomethingOwed));
    assert_eq!(round.otherwise(seat(2)), Action::Fold);
}

#[test]
fn spb_32_amounts_are_whole_chips_but_for_all_ins() {
    Case::new(NoLimit, 100, 300, &[1_000, 110, 1_010]).with(|terms| terms.unit = money(25)).check(
        "1 | check, bet 100-1000 | bet 100\n2 | call 100, to 110 | raise 110\n3 | call 110, to 225-1010 | raise 1010\n1 | call 900",
        "1 is asked, pot 1520",
    );
}
