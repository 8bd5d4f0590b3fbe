//! Baccarat: every composition of two hands from a full shoe.

use super::count::{Face, STAKE, every_deal, faces};
use super::figure::{Count, Figure, Figures, bets_of, name};
use crate::games::baccarat::{Hands, Play, Rules, returned, value};
use crate::games::card_game::CardGame;
use crate::games::contract::Deal;
use crate::model::{BoxNumber, BoxStake, Card, Seat, StakeKind};

/// A round has six cards at most.
const CARDS_MOST: u8 = 6;

/// Every bet that the rules offer, counted out.
pub(super) fn figures(game: &CardGame, rules: &Rules) -> Figures {
    let kinds = bets_of(game);
    let packs = rules.shoe.packs;
    let (on_pairs, on_counts): (Vec<_>, Vec<_>) = kinds.iter().copied().partition(|kind| is_on_pairs(*kind));
    let counted: Vec<(StakeKind, Count)> =
        rounds(game, packs, &on_counts).into_iter().chain(first_cards(&rules.play, packs, &on_pairs)).collect();
    let of = |kind| counted.iter().find(|(counted, _)| *counted == kind).expect("every bet was counted").1;
    kinds.into_iter().map(|kind| (name(kind), Figure::Counted(of(kind)))).collect()
}

/// The bets that are decided by the first two cards of each hand. The others look at nothing but what the cards count.
const fn is_on_pairs(kind: StakeKind) -> bool {
    matches!(
        kind,
        StakeKind::PlayerPair | StakeKind::BankerPair | StakeKind::PerfectPair | StakeKind::TwoPerfectPairs | StakeKind::EitherPair
    )
}

/// Every round, dealt as a table deals it, with the cards of one value as one face.
fn rounds(game: &CardGame, packs: u8, kinds: &[StakeKind]) -> Vec<(StakeKind, Count)> {
    let mut counts = vec![Count::default(); kinds.len()];
    if kinds.is_empty() {
        return Vec::new();
    }
    let stakes: Vec<BoxStake> = kinds.iter().copied().map(stake).collect();
    let deal = game.deal(&stakes);
    every_deal(&deal, &mut faces(packs, value), CARDS_MOST, &mut |deal, ways| {
        let settlement = deal.settle();
        counts.iter_mut().zip(&settlement.returns).for_each(|(count, line)| count.add_return(line, ways));
    });
    kinds.iter().copied().zip(counts).collect()
}

/// Every four first cards; which of a hand's two came first does not matter.
fn first_cards(play: &Play, packs: u8, kinds: &[StakeKind]) -> Vec<(StakeKind, Count)> {
    let mut counts: Vec<(StakeKind, Count)> = kinds.iter().map(|kind| (*kind, Count::default())).collect();
    if kinds.is_empty() {
        return counts;
    }
    let mut faces = faces(packs, |card| card);
    every_hand(&mut faces, &mut |player, player_ways, faces| {
        every_hand(faces, &mut |banker, banker_ways, _| {
            let hands = Hands { player: &player, banker: &banker };
            for (kind, count) in &mut counts {
                count.add_return(&returned(play, stake(*kind), hands), player_ways * banker_ways);
            }
        });
    });
    counts
}

/// Every two cards of those that are left, with the number of ways in which they can come; the rest of the faces goes along.
fn every_hand(faces: &mut Vec<Face>, seen: &mut impl FnMut([Card; 2], u128, &mut Vec<Face>)) {
    for first in 0..faces.len() {
        for second in first..faces.len() {
            let orders = if first == second { 1 } else { 2 };
            let ways_first = faces[first].left;
            faces[first].left -= u128::from(ways_first > 0);
            let ways = orders * ways_first * faces[second].left;
            if ways > 0 {
                faces[second].left -= 1;
                seen([faces[first].card, faces[second].card], ways, faces);
                faces[second].left += 1;
            }
            faces[first].left = ways_first;
        }
    }
}

fn stake(kind: StakeKind) -> BoxStake {
    let seat = Seat::new(1).expect("1 is a seat");
    BoxStake { seat, place: BoxNumber(1), hand: 0, kind, amount: STAKE }
}
