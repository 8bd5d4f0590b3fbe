//! Rounds at random, with legal and illegal stakes, decisions and cards: nothing panics, no money comes of nothing, no hidden card is
//! seen, and a deal that was written down goes on as it was.

use croupier::games::card_game::CardGame;
use croupier::games::contract::Deal;
use croupier::games::house_poker::CapOn;
use croupier::games::ranking::DoubleTest;
use croupier::games::recorded::RecordedDeal;
use croupier::games::{oasis, russian};
use croupier::model::{BoxNumber, BoxStake, Card, CardChoice, CardPlace, Choice, DealSettlement, Eyes, Fate, Money, Seat, StakeKind, Want};

use super::round;

/// A small generator: the same seed is the same round.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }

    fn is(&mut self) -> bool {
        self.below(2) == 0
    }

    fn most(&mut self) -> Option<Money> {
        self.is().then(|| Money::from_minor(1 + self.below(500) as i64))
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

fn random_oasis(chance: &mut Chance) -> CardGame {
    let mut rules = round::oasis();
    rules.boxes.dark_must_differ = chance.is();
    let play = &mut rules.play;
    play.bonus_survives_pass = chance.is();
    play.dark_improvement = chance.is();
    play.insurance_most = chance.pick(&[oasis::InsuranceMost::BetWin, oasis::InsuranceMost::BetAndAnteWin]);
    play.payout.box_most_minor = chance.most();
    play.payout.bonus_most_minor = chance.most();
    play.payout.cap_on = chance.pick(&[CapOn::NetWinnings, CapOn::TotalReturned]);
    play.payout.insurance_in_cap = chance.is();
    CardGame::Oasis(rules)
}

fn random_russian(chance: &mut Chance) -> CardGame {
    let mut rules = round::russian();
    let play = &mut rules.play;
    play.bonus_survives_pass = chance.is();
    play.bonus_two_pair = chance.pick(&[russian::BonusTwoPair::Return, russian::BonusTwoPair::Lose]);
    play.dark_improvement = chance.is();
    play.insurance_most = chance.pick(&[russian::InsuranceMost::FirstCombination, russian::InsuranceMost::Both]);
    play.second_purchase = chance.is();
    play.doubles.test = chance.pick(&[DoubleTest::NewCoreCard, DoubleTest::LeavesOneOut]);
    play.doubles.ace_king_inside_first = chance.is();
    play.payout.box_most_minor = chance.most();
    play.payout.bonus_in_cap = chance.is();
    CardGame::Russian(rules)
}

/// Stakes that were asked for at random, as far as they were accepted.
fn random_stakes(chance: &mut Chance, game: &CardGame) -> Vec<BoxStake> {
    let kinds = [StakeKind::Ante, StakeKind::Bet, StakeKind::Bonus, StakeKind::Insurance, StakeKind::Main];
    let amounts = [10, 20, 40, 5, 10, 30, 1, 0, -10, i64::MAX, i64::MIN];
    let mut lie: Vec<BoxStake> = Vec::new();
    for _ in 0..24 {
        let seat = Seat::new(1 + chance.below(3) as u8).expect("three of the six seats");
        let place = BoxNumber(chance.below(8) as u8);
        let amount = chance.pick(&[10, 20, 30]);
        let usual =
            [(StakeKind::Ante, amount), (StakeKind::Bet, 2 * amount), (StakeKind::Bonus, amount / 2), (StakeKind::Insurance, amount)];
        let odd = [(chance.pick(&kinds), chance.pick(&amounts))];
        let stakes = if chance.below(4) > 0 { &usual[..1 + chance.below(4) as usize] } else { &odd[..] };
        let stake = |(kind, amount): &(StakeKind, i64)| BoxStake { seat, place, hand: 0, kind: *kind, amount: Money::from_minor(*amount) };
        let asked: Vec<BoxStake> = stakes.iter().map(stake).collect();
        if game.rules().accept(&lie, seat, &asked).is_ok() {
            lie.extend(asked);
        }
    }
    lie
}

fn random_choice(chance: &mut Chance) -> Choice {
    match chance.below(12) {
        0 => Choice::Fold,
        1 | 2 => Choice::Bet,
        3 => Choice::Insure(Money::from_minor(chance.pick(&[10, 20, 60, 5, 0, -10, i64::MAX]))),
        4 => Choice::SixthCard,
        5 | 6 => Choice::BuyGame,
        7 => Choice::Decline,
        8 => Choice::Hit,
        _ => Choice::Exchange(CardChoice(chance.below(256) as u8)),
    }
}

/// What has come, as the test itself kept it.
#[derive(Default)]
struct Seen {
    dealer: usize,
    /// Whether a card lies open that came to the dealer as his fifth or later.
    open: Vec<Card>,
}

fn play(seed: u64) -> (Vec<BoxStake>, Money, DealSettlement) {
    let mut chance = Chance(seed);
    let game = if chance.is() { random_oasis(&mut chance) } else { random_russian(&mut chance) };
    let laid = random_stakes(&mut chance, &game);
    let most = game.rules().return_most(&laid);
    let mut deal = RecordedDeal::new(&game, laid);
    let mut deck: Vec<Card> = Card::all().collect();
    let mut seen = Seen::default();
    for _ in 0..400 {
        let bytes = minicbor::to_vec(&deal).expect("encoding to memory cannot fail");
        assert_eq!(minicbor::decode::<RecordedDeal>(&bytes).ok().as_ref(), Some(&deal), "seed {seed}");
        match deal.wants() {
            Want::Card { to, .. } => {
                let at = chance.below(deck.len() as u64) as usize;
                // Once in a while a card comes twice: the cabinet voids such a deal, but it must not break before.
                let card = if chance.below(40) == 0 { deck[at] } else { deck.swap_remove(at) };
                note(&mut seen, to, card);
                deal.take_card(card);
            }
            Want::Decision(decision) => {
                let choice = random_choice(&mut chance);
                let choice = if decision.offer_for(&choice).is_ok() { choice } else { decision.otherwise };
                decision.offer_for(&decision.otherwise).expect("what is done in the end is offered");
                let before = deal.stakes().len();
                let placed = deal.take_choice(choice);
                assert_eq!(deal.stakes()[before..], placed, "seed {seed}");
                assert!(placed.iter().all(|stake| stake.seat == decision.seat && stake.amount.is_positive()), "seed {seed}");
            }
            Want::Window(_) | Want::Fresh | Want::Chance(_) => unreachable!("one box decides after the other"),
            Want::Settlement => return (deal.stakes().to_vec(), most, deal.settle()),
        }
        check_public(&deal, &seen, seed);
    }
    panic!("seed {seed}: the round never ends")
}

fn note(seen: &mut Seen, to: CardPlace, card: Card) {
    if to == CardPlace::Dealer {
        seen.dealer += 1;
        if seen.dealer >= 5 {
            seen.open.push(card);
        }
    }
}

/// While anybody has still to decide, the public sees the dealer's fifth card and nothing else.
fn check_public(deal: &RecordedDeal, seen: &Seen, seed: u64) {
    let is_before_showdown = match deal.wants() {
        Want::Card { to, .. } => matches!(to, CardPlace::Hand { .. }) || seen.dealer < 5,
        Want::Decision(decision) => decision.offers.iter().all(|offer| offer.kind != croupier::model::ChoiceKind::BuyGame),
        Want::Window(_) | Want::Fresh | Want::Chance(_) | Want::Settlement => false,
    };
    if is_before_showdown {
        let look = deal.look(Eyes::Public);
        let visible: Vec<Card> = look.iter().flat_map(|hand| hand.cards.iter().flatten().copied()).collect();
        assert_eq!(visible, seen.open, "seed {seed}");
    }
}

fn check_money(seed: u64, stakes: &[BoxStake], most: Money, settlement: &DealSettlement) {
    let settled: Vec<BoxStake> = settlement.returns.iter().map(|line| line.stake).collect();
    assert_eq!(settled, stakes, "seed {seed}: every stake is settled once");
    for line in &settlement.returns {
        let wins: Money = line.wins.iter().map(|win| win.amount).sum();
        let expected = match line.fate {
            Fate::Won => line.stake.amount + wins,
            Fate::Returned => line.stake.amount,
            Fate::Lost | Fate::Kept => Money::ZERO,
            Fate::Surrendered | Fate::Void | Fate::Waiting | Fate::Compensated => panic!("seed {seed}: no stake of it ends so: {line:?}"),
        };
        assert_eq!(line.returned, expected, "seed {seed}");
        assert!(line.fate == Fate::Won || line.wins.is_empty(), "seed {seed}: only a stake that won has wins");
    }
    for cut in &settlement.cuts {
        let wins: Money =
            settlement.returns.iter().filter(|line| line.stake.place == cut.place).flat_map(|line| &line.wins).map(|win| win.amount).sum();
        assert!(cut.amount.is_positive() && cut.amount <= wins, "seed {seed}: only wins are cut");
    }
    let returned: Money = Seat::all().map(|seat| settlement.returned_to(seat)).sum();
    assert!(returned <= most, "seed {seed}: {returned} is more than {most}");
}

#[test]
fn rounds_at_random_break_nothing() {
    let mut decided = 0;
    for seed in 1..=1_000u64 {
        let (stakes, most, settlement) = play(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        decided += usize::from(settlement.returns.iter().any(|line| line.fate == Fate::Won));
        check_money(seed, &stakes, most, &settlement);
    }
    assert!(decided > 250, "many of the rounds had a winner: {decided}");
}
