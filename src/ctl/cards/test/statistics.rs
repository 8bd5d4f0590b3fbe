//! The tests. Each compares what came with what was to be expected of what had not come yet; the differences of a fair source add up to
//! nothing, with a known spread, wherever a deal or a shoe ends.

use super::sample::{Drawn, Sample};
use crate::diagnostics::{Verdict, chi_squared, deviate};
use crate::model::{Card, Suit};

/// How many cards there are to tell apart, less the one that the others determine.
const FREEDOM: f64 = (Card::COUNT - 1) as f64;

/// How often each card is to be expected at least where cards are counted.
const EXPECTED_LEAST: f64 = 5.0;

/// All five tests.
pub(super) fn all(sample: &Sample) -> [Verdict; 5] {
    let shoes: Vec<Vec<Vec<Drawn>>> = sample.drawn().collect();
    [chi_square(&shoes), runs(&shoes), pair_correlation(&shoes), serial_correlation(&shoes), position(&shoes)]
}

/// How often each card came, and how often it was to be expected.
#[derive(Clone)]
struct Tally {
    cards: usize,
    difference: [f64; Card::COUNT],
    variance: f64,
}

impl Tally {
    const EMPTY: Self = Self { cards: 0, difference: [0.0; Card::COUNT], variance: 0.0 };

    /// What came, and how likely each of what could have come was.
    fn add(&mut self, came: usize, chances: &[f64; Card::COUNT]) {
        self.cards += 1;
        self.difference[came] += 1.0;
        for (difference, chance) in self.difference.iter_mut().zip(chances) {
            *difference -= chance;
        }
        self.variance += 1.0 - chances.iter().map(|chance| chance * chance).sum::<f64>();
    }

    fn is_enough(&self) -> bool {
        self.variance >= EXPECTED_LEAST * Card::COUNT as f64 / 2.0 && self.cards as f64 >= EXPECTED_LEAST * Card::COUNT as f64
    }

    /// Pearson's sum, with the spread that drawing without putting back has.
    fn statistic(&self, freedom: f64) -> f64 {
        freedom * self.difference.iter().map(|difference| difference * difference).sum::<f64>() / self.variance
    }
}

/// Whether every card comes equally often.
fn chi_square(shoes: &[Vec<Vec<Drawn>>]) -> Verdict {
    let mut tally = Tally::EMPTY;
    shoes.iter().flatten().flatten().for_each(|drawn| tally.add(drawn.card.index(), &drawn.chances));
    let result = tally.is_enough().then(|| chi_squared(tally.statistic(FREEDOM), FREEDOM, 0.99));
    Verdict { test: "chi-square", confidence: 0.99, sample: tally.cards, result }
}

/// Whether every card comes equally often at every place of a deal.
fn position(shoes: &[Vec<Vec<Drawn>>]) -> Verdict {
    let mut tallies: Vec<Tally> = Vec::new();
    for drawn in shoes.iter().flatten().flatten() {
        if tallies.len() <= drawn.position {
            tallies.resize(drawn.position + 1, Tally::EMPTY);
        }
        tallies[drawn.position].add(drawn.card.index(), &drawn.chances);
    }
    tallies.retain(Tally::is_enough);
    let statistic: f64 = tallies.iter().map(|tally| tally.statistic(FREEDOM)).sum();
    let result = (!tallies.is_empty()).then(|| chi_squared(statistic, FREEDOM * tallies.len() as f64, 0.95));
    Verdict { test: "position", confidence: 0.95, sample: tallies.iter().map(|tally| tally.cards).sum(), result }
}

/// Whether the colour changes from one card to the next as often as it should.
fn runs(shoes: &[Vec<Vec<Drawn>>]) -> Verdict {
    let (mut pairs, mut difference, mut variance) = (0, 0.0, 0.0);
    for (before, drawn) in shoes.iter().flat_map(|shoe| neighbours(shoe)) {
        let other: f64 = Card::all().filter(|card| is_red(*card) != is_red(before.card)).map(|card| drawn.chances[card.index()]).sum();
        pairs += 1;
        difference += f64::from(is_red(drawn.card) != is_red(before.card)) - other;
        variance += other * (1.0 - other);
    }
    deviate("runs", pairs, difference, variance)
}

/// Whether a card lies as often at each distance from the one before it, in the order of a new pack, as it should: next to it, thirteen
/// places on, which is the same rank, and so forth. Equal cards, which a single pack has not, are left out.
fn pair_correlation(shoes: &[Vec<Vec<Drawn>>]) -> Verdict {
    const DISTANCES_LESS_ONE: f64 = FREEDOM - 1.0;
    let mut tally = Tally::EMPTY;
    for (before, drawn) in shoes.iter().flat_map(|shoe| neighbours(shoe)).filter(|(before, drawn)| before.card != drawn.card) {
        let distance = |card: Card| (place_in_new_pack(card) + Card::COUNT - place_in_new_pack(before.card)) % Card::COUNT;
        let others = 1.0 - drawn.chances[before.card.index()];
        let mut chances = [0.0; Card::COUNT];
        Card::all().filter(|card| *card != before.card).for_each(|card| chances[distance(card)] = drawn.chances[card.index()] / others);
        tally.add(distance(drawn.card), &chances);
    }
    let result = tally.is_enough().then(|| chi_squared(tally.statistic(DISTANCES_LESS_ONE), DISTANCES_LESS_ONE, 0.99));
    Verdict { test: "pair-correlation", confidence: 0.99, sample: tally.cards, result }
}

/// Whether a card lies nearer to the one at the same place of the deal before, in the order of a new pack, than it should. The spread of a
/// later card is known when the earlier one has come, and no later one changes it.
fn serial_correlation(shoes: &[Vec<Vec<Drawn>>]) -> Verdict {
    let plays: Vec<&Vec<Drawn>> = shoes.iter().flatten().collect();
    let (mut pairs, mut sum, mut variance) = (0, 0.0, 0.0);
    for (before, drawn) in plays.windows(2).flat_map(|plays| plays[0].iter().zip(plays[1])) {
        let (before, after) = (surprise(before), surprise(drawn));
        pairs += 1;
        sum += before * after;
        variance += before * before;
    }
    deviate("serial-correlation", pairs, sum, variance)
}

/// Each card of a shoe with the one before it in its deal.
fn neighbours(plays: &[Vec<Drawn>]) -> impl Iterator<Item = (&Drawn, &Drawn)> {
    plays.iter().flat_map(|play| play.windows(2)).map(|pair| (&pair[0], &pair[1]))
}

/// How far a card lies from the middle of those that could have come, in standard deviations; nothing where only one could.
fn surprise(drawn: &Drawn) -> f64 {
    let (mut mean, mut square) = (0.0, 0.0);
    for card in Card::all() {
        let (place, chance) = (place_in_new_pack(card) as f64, drawn.chances[card.index()]);
        mean += chance * place;
        square += chance * place * place;
    }
    let spread = square - mean * mean;
    if spread > 1e-6 { (place_in_new_pack(drawn.card) as f64 - mean) / spread.sqrt() } else { 0.0 }
}

/// New packs lie suit by suit.
const fn place_in_new_pack(card: Card) -> usize {
    card.suit() as usize * 13 + card.rank() as usize
}

fn is_red(card: Card) -> bool {
    matches!(card.suit(), Suit::Hearts | Suit::Diamonds)
}
