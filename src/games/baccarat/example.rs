//! Rules for the tests of the pure rooms, which cannot read files. They are like `baccarat/am`.

use super::{
    BankerThirdCard, BonusPays, BonusRows, ByKind, EitherPair, Limits, Natural, NaturalTie, NaturalsStop, PairBy, Pays, Play, Rules,
};
use crate::games::range::BetRange;
use crate::games::shoe::ShoeRules;
use crate::games::timing::{RestartInDeal, Timing};
use crate::model::{Money, Odds, Rounding};

/// The pay table BAC-AM; 1 to 100,000 on every bet.
pub(crate) fn rules() -> Rules {
    let range = BetRange { least: Money::from_minor(1), most: Money::from_minor(100_000) };
    Rules {
        source: "a test".into(),
        pay_table: "BAC-AM".into(),
        side_bets_need_main: false,
        shoe: ShoeRules { packs: 8, pack: crate::model::Pack::Plain, burn: 1, burn_at_change: 3, cut_least: 0, behind_cut: 14 },
        timing: Timing {
            betting_seconds: 25,
            decision_seconds: 20,
            card_most_seconds: 60,
            pause_seconds: 8,
            restart_in_deal: RestartInDeal::Void,
            redeal: true,
        },
        limits: Limits { step_minor: Money::from_minor(1), stake: ByKind { two_perfect_pairs: None, ..ByKind::same(Some(range)) } },
        play: Play {
            naturals_stop: NaturalsStop::Either,
            banker_third_card: BankerThirdCard::Tableau,
            pair_by: PairBy::Rank,
            either_pair: EitherPair::Pair,
            perfect_two_strict: false,
            perfect_split_bets: false,
            natural: Natural::EightOrNine,
            bonus_rows: BonusRows::Margin,
            bonus_needs_eight_or_nine: false,
            natural_tie: NaturalTie::Pay,
            rounding: Rounding::HalfUp,
            pays: pays(),
        },
    }
}

fn pays() -> Pays {
    let commission = Odds::new(19, 20).expect("a ratio");
    Pays {
        player: Odds::to_one(1),
        banker: commission,
        banker_with_six: commission,
        tie: Odds::to_one(8),
        player_pair: Odds::to_one(11),
        banker_pair: Odds::to_one(11),
        perfect_pair: Odds::to_one(25),
        two_perfect_pairs: Odds::to_one(200),
        either_pair: Odds::to_one(5),
        bonus: BonusPays {
            natural: Odds::to_one(1),
            natural_tie: Odds::to_one(1),
            by_4: Odds::to_one(1),
            by_5: Odds::to_one(2),
            by_6: Odds::to_one(4),
            by_7: Odds::to_one(6),
            by_8: Odds::to_one(10),
            by_9: Odds::to_one(30),
        },
    }
}
