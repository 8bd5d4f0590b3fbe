//! Any cards and any choices, also ones that are not offered: no panic, no money made, no card seen that lies face down.

use croupier::games::blackjack::{AgainstBlackjacks, BlackjackTakes, Deal, DealerFirstCard, InsuranceAsked, Rules, Soft17, SplitBy};
use croupier::games::card_game::{CardDeal, CardGame};
use croupier::games::contract::{CardRules as _, Deal as _};
use croupier::games::early_payments::{EarlyPayments, Forfeits};
use croupier::games::recorded::RecordedDeal;
use croupier::model::{
    BoxNumber, BoxStake, Card, CardPlace, Choice, ChoiceKind, DealSettlement, Decision, Eyes, Face, Fate, Money, Odds, Offer, StakeKind,
    StakeReturn, Want,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::case::{am, by, stake};

struct Dice(ChaCha8Rng);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0.next_u32() as usize % most
    }

    fn toss(&mut self) -> bool {
        self.below(2) == 0
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// One of the two rule books with any of the options changed.
fn any_rules(dice: &mut Dice) -> Rules {
    let mut rules = if dice.toss() { am() } else { by() };
    if dice.toss() {
        return rules;
    }
    rules.players_per_box = dice.pick(&[1, 3, 6]);
    let play = &mut rules.play;
    play.twenty_one_stands = dice.toss();
    play.blackjack.paid_at_once = dice.toss();
    play.blackjack.even_money = dice.toss();
    play.blackjack.payments_in_void = dice.pick(&[EarlyPayments::None, EarlyPayments::Stand, EarlyPayments::ComeBack]);
    play.forfeits_in_void = dice.pick(&[Forfeits::ComeBack, Forfeits::Stand]);
    play.blackjack.after_split = dice.toss();
    play.dealer.first_card = dice.pick(&[DealerFirstCard::BetweenRounds, DealerFirstCard::AfterRounds]);
    play.dealer.soft_17 = dice.pick(&[Soft17::Stand, Soft17::Hit]);
    play.dealer.against_blackjacks = dice.pick(&[AgainstBlackjacks::OneCard, AgainstBlackjacks::WholeHand]);
    play.dealer.draws_for_nobody = dice.toss();
    play.dealer.blackjack_takes = dice.pick(&[BlackjackTakes::All, BlackjackTakes::OriginalOnly]);
    play.double.on_split_aces = dice.toss();
    play.double.blind_most_points = dice.pick(&[None, Some(11), Some(21)]);
    play.split.by = dice.pick(&[SplitBy::Rank, SplitBy::Value]);
    play.split.most = dice.pick(&[0, 1, 3, 31]);
    play.split.aces_one_card = dice.toss();
    play.split.aces_again = dice.toss();
    play.split.ends_with_bust = dice.toss();
    if let Some(insurance) = &mut play.insurance {
        insurance.asked = dice.pick(&[InsuranceAsked::BeforePlay, InsuranceAsked::AtTheBox]);
        insurance.partial = dice.toss();
        insurance.against_ten = dice.toss();
        insurance.on_blackjack = dice.toss();
    }
    if dice.toss() {
        (play.surrender, play.insurance) = (None, None);
    }
    if dice.below(4) == 0 {
        play.prizes.three_sevens = Some(Odds::to_one(7));
        play.prizes.six_cards = Some(Odds::to_one(2));
        rules.limits.win_most_minor = Some(Money::from_minor(30));
    }
    rules
}

fn any_stakes(dice: &mut Dice, rules: &Rules) -> Vec<BoxStake> {
    let mut lie: Vec<BoxStake> = Vec::new();
    for _ in 0..1 + dice.below(12) {
        let asked = stake(1 + dice.below(6) as u8, 1 + dice.below(7) as u8, 10 + 2 * dice.below(50) as i64);
        if rules.accept(&lie, asked.seat, &[asked]).is_ok() {
            lie.push(asked);
        }
    }
    if lie.is_empty() { vec![stake(1, 1, 20)] } else { lie }
}

/// Any card, often one that makes pairs, aces and tens.
fn any_card(dice: &mut Dice) -> Card {
    let index = if dice.toss() { dice.below(52) } else { dice.pick(&[0, 24, 24, 25, 32, 48, 49, 51]) };
    Card::from_index(index).expect("an index below 52")
}

const KINDS: [Choice; 12] = [
    Choice::Hit,
    Choice::Stand,
    Choice::Double,
    Choice::DoubleBlind,
    Choice::Split,
    Choice::Surrender,
    Choice::EvenMoney,
    Choice::Decline,
    Choice::Follow,
    Choice::Bet,
    Choice::SixthCard,
    Choice::BuyGame,
];

/// A choice that is offered.
fn any_choice(dice: &mut Dice, offers: &[Offer]) -> Choice {
    // Splits and blind doubles are rare, and they are where mistakes would be.
    let rare = offers.iter().find(|offer| matches!(offer.kind, ChoiceKind::Split | ChoiceKind::DoubleBlind));
    let offer = if let Some(rare) = rare.filter(|_| dice.toss()) { *rare } else { dice.pick(offers) };
    match offer.kind {
        ChoiceKind::Insure => {
            let span = (offer.most.minor() - offer.least.minor() + 1) as usize;
            Choice::Insure(Money::from_minor(offer.least.minor() + dice.below(span) as i64))
        }
        kind => KINDS.into_iter().find(|choice| choice.kind() == kind).expect("every kind without an amount is listed"),
    }
}

/// What holds of every decision.
fn check_decision(decision: &Decision, deal: &Deal) {
    assert!(decision.offers.iter().any(|offer| offer.covers(&decision.otherwise) && offer.least.is_zero()), "{decision:?}");
    assert!(decision.offers.iter().all(|offer| offer.least <= offer.most && !offer.least.minor().is_negative()), "{decision:?}");
    let is_own = |stake: &BoxStake| stake.seat == decision.seat && stake.place == decision.place;
    assert!(deal.stakes().iter().any(is_own), "only who has a stake on the box is asked: {decision:?}");
}

/// No eyes see the last card of the hands that were doubled blind; every other card is seen.
fn check_hidden(deal: &RecordedDeal, doubled_blind: &[CardPlace]) {
    for eyes in [Eyes::Public, Eyes::Seat(super::case::seat(1)), Eyes::Seat(super::case::seat(6))] {
        for look in deal.look(eyes) {
            let is_hidden = doubled_blind.contains(&look.at) && look.cards.len() == 3;
            let unseen = look.cards.iter().filter(|card| card.is_none()).count();
            assert_eq!(unseen, usize::from(is_hidden), "{look:?}");
            assert!(!is_hidden || (look.cards[2].is_none() && look.points.is_none() && look.combinations.is_empty()), "{look:?}");
        }
    }
}

fn of_blackjack(deal: &RecordedDeal) -> &Deal {
    let CardDeal::Blackjack(deal) = deal.deal() else { panic!("it is a deal of blackjack") };
    deal
}

fn bytes_read_back(deal: &RecordedDeal) -> RecordedDeal {
    minicbor::decode(&minicbor::to_vec(deal).expect("encoding to memory cannot fail")).expect("a deal is read back from its bytes")
}

fn play_once(dice: &mut Dice, rules: &Rules) {
    let placed = any_stakes(dice, rules);
    let mut deal = RecordedDeal::new(&CardGame::Blackjack(rules.clone()), placed.clone());
    let mut doubled_blind: Vec<CardPlace> = Vec::new();
    let mut paid = DealSettlement::default();
    let staked_before: Money = placed.iter().map(|stake| stake.amount).sum();
    loop {
        if dice.below(40) == 0 {
            let _ = deal.take_stray(any_card(dice));
        }
        if dice.below(80) == 0 {
            let _ = deal.miss_box(BoxNumber(1 + dice.below(7) as u8));
        }
        match deal.wants() {
            Want::Card { to, face } => {
                assert_eq!(face == Face::Down, doubled_blind.contains(&to), "{to:?}");
                deal.take_card(any_card(dice));
            }
            Want::Decision(decision) => {
                check_decision(&decision, of_blackjack(&deal));
                let wrong = dice.pick(&KINDS);
                assert_eq!(decision.offer_for(&wrong).is_ok(), decision.offers.iter().any(|offer| offer.kind == wrong.kind()));
                let choice = any_choice(dice, &decision.offers);
                if choice == Choice::DoubleBlind {
                    doubled_blind.push(CardPlace::Hand { place: decision.place, hand: decision.hand });
                }
                let offer = decision.offer_for(&choice).expect("it is offered");
                let price = if let Choice::Insure(amount) = choice { amount } else { offer.least };
                let cost: Money = deal.take_choice(choice).iter().map(|stake| stake.amount).sum();
                assert_eq!(cost, price, "a choice costs what was offered: {choice:?}");
            }
            Want::Window(_) | Want::Fresh | Want::Chance(_) => unreachable!("one box decides after the other"),
            Want::Settlement => break,
        }
        let paid_before = core::mem::replace(&mut paid, deal.paid());
        assert_eq!(paid_before.beyond(&paid), DealSettlement::default(), "what was paid stays paid");
        let may_pay = rules.early_payments() != EarlyPayments::None || rules.play.forfeits_in_void == Forfeits::Stand;
        assert!(paid.returns.is_empty() || may_pay);
        if deal.wants() != Want::Settlement {
            check_hidden(&deal, &doubled_blind);
        }
        if dice.below(10) == 0 {
            assert_eq!(bytes_read_back(&deal), deal);
        }
    }
    let settlement = deal.settle();
    assert_eq!(settlement.returns.iter().map(|line| line.stake).collect::<Vec<_>>(), deal.stakes(), "every stake is settled once");
    let returned: Money = settlement.returns.iter().map(|line| line.returned).sum();
    let cut: Money = settlement.cuts.iter().map(|cut| cut.amount).sum();
    assert_eq!(of_blackjack(&deal).returned(), returned - cut);
    assert!(returned - cut <= rules.return_most(&placed), "{returned} of at most {}", rules.return_most(&placed));
    assert_eq!(paid.beyond(&settlement).returns, [], "the settlement says the same of what was paid");
    let voided: Money = EarlyPayments::ComeBack.void(deal.stakes(), &paid).returns.iter().map(|line| line.returned).sum();
    let staked: Money = deal.stakes().iter().map(|stake| stake.amount).sum();
    let is_forfeit = |line: &&StakeReturn| matches!(line.fate, Fate::Lost | Fate::Surrendered);
    let forfeited: Money = paid.returns.iter().filter(is_forfeit).map(|line| line.stake.amount - line.returned).sum();
    assert!(voided + forfeited == staked && staked >= staked_before);
    for line in &settlement.returns {
        let odds_most = if line.stake.kind == StakeKind::Main { 11 } else { 3 };
        assert!(!line.returned.minor().is_negative() && line.returned.minor() <= odds_most * line.stake.amount.minor(), "{line:?}");
    }
}

#[test]
fn any_cards_and_any_choices() {
    for seed in 0..1_500 {
        let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
        let rules = any_rules(&mut dice);
        assert_eq!(rules.problems(), []);
        play_once(&mut dice, &rules);
    }
}

#[test]
#[should_panic(expected = "only what was offered")]
fn a_choice_that_is_not_offered_is_the_cabinets_mistake() {
    super::case::play(&am(), "100", "Ts 9d 6h").deal.take_choice(Choice::Split);
}
