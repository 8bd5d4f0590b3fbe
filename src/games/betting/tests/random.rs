//! Commands as chance has them: none panics, every chip stays where it can be found, and every round ends.

use alloc::format;

use super::*;

/// A small generator of its own, so that a failure comes again by its seed.
struct Chance(u64);

impl Chance {
    fn next(&mut self, below: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).map_or(0, |word| word % i64::try_from(below).unwrap_or(1))
    }
}

const LIMITS: [Limit; 4] = [Limit::NoLimit, Limit::PotLimit, Limit::FixedLimit, Limit::Spread];

fn terms(chance: &mut Chance) -> Terms {
    let size = 1 + chance.next(40);
    let mut rules = sport(LIMITS[chance.next(4) as usize]);
    rules.reopens = [Reopens::Cumulative, Reopens::Individual][chance.next(2) as usize];
    rules.check_is_action = chance.next(2) == 0;
    rules.cap_ends = [CapEnds::TwoAtRoundStart, CapEnds::TwoRemaining, CapEnds::Never][chance.next(3) as usize];
    let first = seat(1 + chance.next(6) as u8);
    let forced = match chance.next(4) {
        0 => Forced::Blind(money(size)),
        1 => Forced::BringIn(money(1 + size / 3), None),
        2 => Forced::BringIn(money(1 + size / 3), Some(first)),
        _ => Forced::Nothing,
    };
    Terms {
        rules,
        size: money(size),
        spread_most: money(size + chance.next(200)),
        may_double: chance.next(4) == 0,
        unit: money([1, 1, 5, 25][chance.next(4) as usize]),
        forced,
        pot_before: money(chance.next(300)),
        missing: money(chance.next(5)),
        first,
    }
}

fn players(chance: &mut Chance, terms: &Terms) -> Players {
    let forced = match terms.forced {
        Forced::Nothing => 0,
        Forced::Blind(amount) | Forced::BringIn(amount, _) => amount.minor(),
    };
    let mut players: Players = [None; 6];
    for player in &mut players {
        let bet = if chance.next(3) == 0 && forced > 0 { chance.next(forced as u64 + 1) } else { 0 };
        let deep = [20, 200, 5_000][chance.next(3) as usize];
        *player = (chance.next(5) > 0).then(|| Player::new(money(bet), money(chance.next(deep)), chance.next(8) > 0));
    }
    players
}

fn anything(chance: &mut Chance, offers: Option<Offers>) -> Action {
    let wager = offers.and_then(|offers| offers.wager);
    let amount = match (chance.next(4), wager) {
        (0, Some(wager)) => wager.least,
        (1, Some(wager)) => wager.most,
        (2, Some(wager)) => wager.least + money(chance.next(60)),
        _ => money(chance.next(5_000) - 50),
    };
    match chance.next(8) {
        0 => Action::Fold,
        1 | 2 => Action::Check,
        3 | 4 => Action::Call,
        5 => Action::Bet(amount),
        _ => Action::RaiseTo(amount),
    }
}

fn chips(round: &Round) -> Money {
    round.pot() + round.players().iter().flatten().map(|player| player.stack).sum()
}

/// Plays one round, and settles what lies.
fn play(seed: u64) {
    let mut chance = Chance(seed);
    let terms = terms(&mut chance);
    let mut round = Round::open(terms, players(&mut chance, &terms));
    let all = chips(&round);
    let mut tries = 0;
    while let Some(turn) = round.turn() {
        tries += 1;
        assert!(tries < 50_000, "the round of {seed} ends");
        let asked = if chance.next(9) == 0 { seat(1 + chance.next(6) as u8) } else { turn };
        let offers = round.offers(asked);
        let action = if tries % 12 == 0 { round.otherwise(turn) } else { anything(&mut chance, offers) };
        let asked = if tries % 12 == 0 { turn } else { asked };
        let before = round.clone();
        match round.take(asked, action) {
            Ok(paid) => {
                assert!(paid >= Money::ZERO && asked == turn, "{seed}: {paid} of {asked}");
                let now = round.players()[asked.index()].expect("it plays");
                assert!(now.stack >= Money::ZERO, "{seed}: {asked} has less than nothing");
            }
            Err(_) => assert_eq!(round, before, "{seed}: a refusal changes nothing"),
        }
        assert_eq!(chips(&round), all, "{seed}: every chip is somewhere");
    }
    settle_all(&mut chance, &round, seed);
}

fn settle_all(chance: &mut Chance, round: &Round, seed: u64) {
    let put_in: Vec<PutIn> = Seat::all()
        .filter_map(|seat| round.players()[seat.index()].map(|player| PutIn { seat, amount: player.bet, is_live: player.is_live }))
        .collect();
    let rate =
        if chance.next(2) == 0 { FeeRate::PercentHundredths(chance.next(501) as u16) } else { FeeRate::FlatMinor(money(chance.next(90))) };
    let most_minor = (chance.next(2) == 0).then(|| money(chance.next(40)));
    let fee = Fee { rate, most_minor, without_flop: chance.next(2) == 0, hourly_minor: None };
    let odd = [OddUnits::OneEach, OddUnits::AllToFirst][chance.next(2) as usize];
    let unit = money([1, 5, 25][chance.next(3) as usize]);
    let mask = (1 + chance.next(63)) as usize;
    let winners = |claimants: &[Seat]| {
        let chosen: SeatList = claimants.iter().copied().filter(|seat| mask >> seat.index() & 1 == 1).collect();
        let high = if chosen.is_empty() { SeatList::from_slice(claimants) } else { chosen };
        Winners { low: if mask.is_multiple_of(3) { high.clone() } else { SeatList::new() }, high }
    };
    let settlement =
        settle(&Banks::default(), &put_in, Dividing { odd, unit, fee, dead: Money::ZERO, has_flop: chance.next(2) == 0 }, winners);
    assert!(settlement.returns.iter().all(|amount| *amount >= Money::ZERO), "{seed}: nobody pays to win");
    for pot in &settlement.pots {
        let shared: Money = pot.shares.iter().map(|share| share.amount).sum();
        let told = format!("{seed}: {pot:?}");
        assert_eq!(shared + pot.fee, pot.amount, "{told}");
        assert!(pot.shares.iter().all(|share| pot.claimants.contains(&share.seat)), "{told}");
    }
}

#[test]
fn spb_54_every_chip_is_kept_whatever_is_commanded() {
    (0..20_000).for_each(play);
}
