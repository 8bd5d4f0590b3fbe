//! Slot-type machines: every stop of the strips and every bonus run, counted out by the game itself for one line. What lies on more lines
//! comes back alike.

use super::figure::{Count, Figure, Figures, first_bet, name};
use crate::games::card_game::CardGame;
use crate::games::slot::Rules;
use crate::model::Fate;

/// The stake of a line, without a risk game after it.
pub(super) fn figures(game: &CardGame, rules: &Rules) -> Figures {
    let mut count = Count::default();
    for (times, ways) in rules.play.ways_of_one_line() {
        let fate = match times {
            0 => Fate::Lost,
            1 => Fate::Returned,
            _ => Fate::Won,
        };
        count.add(fate, 1, times.into(), ways);
    }
    vec![(name(first_bet(game)), Figure::Counted(count))]
}
