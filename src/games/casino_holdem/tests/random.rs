//! Rounds at random, with legal and illegal stakes and decisions: nothing panics, no money comes of nothing, no hidden card is seen, and a
//! deal that was written down goes on as it was.

use super::{Rules, rules_with, seat};
use crate::games::card_game::CardGame;
use crate::games::contract::{CardRules as _, Deal as _};
use crate::games::early_payments::{EarlyPayments, Forfeits};
use crate::games::house_poker::CapOn;
use crate::games::recorded::RecordedDeal;
use crate::model::{BoxNumber, BoxStake, Card, CardPlace, Choice, DealSettlement, Eyes, Fate, Money, Odds, Seat, StakeKind, Want};

/// Numbers without pattern from a seed (the generator of Numerical Recipes).
fn numbers(seed: u32) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    }
}

fn any_rules(draw: &mut impl FnMut(u32) -> u32) -> Rules {
    rules_with(|rules| {
        rules.boxes.dark = draw(2) == 0;
        let play = &mut rules.play;
        play.bonus_survives_pass = draw(2) == 0;
        play.payments_in_void = [EarlyPayments::Stand, EarlyPayments::ComeBack][draw(2) as usize];
        play.forfeits_in_void = [Forfeits::Stand, Forfeits::ComeBack][draw(2) as usize];
        play.payout.cap_on = [CapOn::NetWinnings, CapOn::TotalReturned][draw(2) as usize];
        play.payout.bonus_in_cap = draw(2) == 0;
        play.payout.box_most_minor = (draw(2) == 0).then(|| Money::from_minor(1 + i64::from(draw(300))));
        play.payout.bonus_most_minor = (draw(2) == 0).then(|| Money::from_minor(1 + i64::from(draw(100))));
        play.pays.no_game_low = Odds::to_one(1 + draw(150));
    })
}

/// Stakes that were asked for at random, as far as they were accepted.
fn any_stakes(rules: &Rules, draw: &mut impl FnMut(u32) -> u32) -> Vec<BoxStake> {
    let mut lie: Vec<BoxStake> = Vec::new();
    for _ in 0..12 {
        let (seat, place) = (seat(1 + draw(3) as u8), BoxNumber(draw(8) as u8));
        let ante = 1 + i64::from(draw(30));
        let kinds = [(StakeKind::Ante, ante), (StakeKind::Bonus, 1 + i64::from(draw(30))), (StakeKind::Bet, 2 * ante)];
        let asked: Vec<BoxStake> = kinds[..1 + draw(3) as usize]
            .iter()
            .map(|(kind, amount)| BoxStake { seat, place, hand: 0, kind: *kind, amount: Money::from_minor(*amount) })
            .collect();
        if rules.accept(&lie, seat, &asked).is_ok() {
            lie.extend(asked);
        }
    }
    lie
}

/// A table while a deal runs, as the test itself keeps it.
struct Run {
    rules: Rules,
    most: Money,
    deal: RecordedDeal,
    paid: DealSettlement,
    /// Whether nobody has anything more to decide on the cards that lie.
    is_decided: bool,
}

impl Run {
    /// What holds of every deal at any time.
    fn check(&mut self) {
        let bytes = minicbor::to_vec(&self.deal).expect("encoding to memory cannot fail");
        assert_eq!(minicbor::decode::<RecordedDeal>(&bytes).ok().as_ref(), Some(&self.deal), "a deal is read back at any time");
        let paid = self.deal.paid();
        assert!(self.paid.beyond(&paid).returns.is_empty(), "what was paid stays so: {:?}", self.deal);
        self.paid = paid;
        let void = self.rules.early_payments().void(self.deal.stakes(), &self.paid);
        assert!(returned(&void) <= self.most, "{:?}", self.deal);
        self.check_look();
    }

    /// Before all have decided a box is seen by its own player at most, and the dealer by nobody.
    fn check_look(&self) {
        for eyes in Seat::all().map(Eyes::Seat).chain([Eyes::Public]) {
            for hand in self.deal.look(eyes) {
                let is_seen = hand.cards.iter().any(Option::is_some);
                let is_own = |place| {
                    let is_it = |stake: &&BoxStake| stake.place == place && eyes == Eyes::Seat(stake.seat);
                    self.deal.stakes().iter().any(|stake| is_it(&stake))
                };
                let may_be_seen = match hand.at {
                    CardPlace::Hand { place, .. } => self.is_decided || is_own(place),
                    CardPlace::Dealer => self.deal.wants() == Want::Settlement,
                    _ => true,
                };
                assert!(!is_seen || may_be_seen, "{eyes:?} sees {hand:?}");
            }
        }
    }
}

fn returned(settlement: &DealSettlement) -> Money {
    Seat::all().map(|seat| settlement.returned_to(seat)).sum()
}

fn play(draw: &mut impl FnMut(u32) -> u32) -> Run {
    let rules = any_rules(draw);
    let laid = any_stakes(&rules, draw);
    let most = rules.return_most(&laid);
    let deal = RecordedDeal::new(&CardGame::CasinoHoldem(rules.clone()), laid);
    let mut run = Run { rules, most, deal, paid: DealSettlement::default(), is_decided: false };
    let mut pack: Vec<Card> = Card::all().collect();
    let mut board = 0;
    loop {
        let wants = run.deal.wants();
        run.is_decided = board >= 3 && !matches!(wants, Want::Decision(_));
        run.check();
        match wants {
            Want::Card { to, .. } => {
                board += usize::from(to == CardPlace::Board);
                run.deal.take_card(pack.swap_remove(draw(pack.len() as u32) as usize));
            }
            Want::Decision(decision) => {
                let choice = if draw(3) == 0 { decision.otherwise } else { Choice::Bet };
                let placed = run.deal.take_choice(choice);
                assert!(placed.iter().all(|stake| stake.seat == decision.seat && stake.kind == StakeKind::Bet), "{placed:?}");
            }
            Want::Window(_) | Want::Fresh | Want::Chance(_) => unreachable!("one box decides after the other"),
            Want::Settlement => return run,
        }
    }
}

#[test]
fn rounds_at_random_break_nothing() {
    let mut draw = numbers(1);
    let (mut won, mut cut) = (0, 0);
    for _ in 0..1_500 {
        let run = play(&mut draw);
        let settlement = run.deal.settle();
        assert!(settlement.returns.iter().map(|line| line.stake).eq(run.deal.stakes().iter().copied()), "every stake is settled once");
        assert!(run.paid.beyond(&settlement).returns.is_empty(), "the settlement says the same of what was paid: {:?}", run.deal);
        assert_eq!(returned(&run.paid) + returned(&settlement.beyond(&run.paid)), returned(&settlement), "{:?}", run.deal);
        assert!(returned(&settlement) <= run.most, "{:?}", run.deal);
        for line in &settlement.returns {
            let wins: Money = line.wins.iter().map(|win| win.amount).sum();
            let expected = match line.fate {
                Fate::Won => line.stake.amount + wins,
                Fate::Returned => line.stake.amount,
                Fate::Lost => Money::ZERO,
                other => panic!("nothing is {other:?} here"),
            };
            assert_eq!(line.returned, expected);
        }
        won += usize::from(settlement.returns.iter().any(|line| line.fate == Fate::Won));
        cut += settlement.cuts.len();
    }
    assert!(won > 500 && cut > 200, "{won} deals were won, {cut} wins cut");
}
