//! The layout, the pay tables and the called bets once more, as plain lists, so that a slip in the games' own is seen.

use crate::model::BetKind;

/// Which pay table is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayTable {
    /// Every bet of the layout, 36 for 1 over all its numbers.
    Full,
    /// The nine rows, the same returns.
    NineRows,
    /// The nine rows, the numbers of the text taken as multipliers.
    NineRowsLiteral,
}

type Lists = &'static [&'static [u8]];

const SPLITS: Lists = &[
    &[0, 1],
    &[0, 2],
    &[0, 3],
    &[1, 4],
    &[2, 5],
    &[3, 6],
    &[4, 7],
    &[5, 8],
    &[6, 9],
    &[7, 10],
    &[8, 11],
    &[9, 12],
    &[10, 13],
    &[11, 14],
    &[12, 15],
    &[13, 16],
    &[14, 17],
    &[15, 18],
    &[16, 19],
    &[17, 20],
    &[18, 21],
    &[19, 22],
    &[20, 23],
    &[21, 24],
    &[22, 25],
    &[23, 26],
    &[24, 27],
    &[25, 28],
    &[26, 29],
    &[27, 30],
    &[28, 31],
    &[29, 32],
    &[30, 33],
    &[31, 34],
    &[32, 35],
    &[33, 36],
    &[1, 2],
    &[2, 3],
    &[4, 5],
    &[5, 6],
    &[7, 8],
    &[8, 9],
    &[10, 11],
    &[11, 12],
    &[13, 14],
    &[14, 15],
    &[16, 17],
    &[17, 18],
    &[19, 20],
    &[20, 21],
    &[22, 23],
    &[23, 24],
    &[25, 26],
    &[26, 27],
    &[28, 29],
    &[29, 30],
    &[31, 32],
    &[32, 33],
    &[34, 35],
    &[35, 36],
];
const STREETS: Lists = &[
    &[0, 1, 2],
    &[0, 2, 3],
    &[1, 2, 3],
    &[4, 5, 6],
    &[7, 8, 9],
    &[10, 11, 12],
    &[13, 14, 15],
    &[16, 17, 18],
    &[19, 20, 21],
    &[22, 23, 24],
    &[25, 26, 27],
    &[28, 29, 30],
    &[31, 32, 33],
    &[34, 35, 36],
];
const CORNERS: Lists = &[
    &[1, 2, 4, 5],
    &[2, 3, 5, 6],
    &[4, 5, 7, 8],
    &[5, 6, 8, 9],
    &[7, 8, 10, 11],
    &[8, 9, 11, 12],
    &[10, 11, 13, 14],
    &[11, 12, 14, 15],
    &[13, 14, 16, 17],
    &[14, 15, 17, 18],
    &[16, 17, 19, 20],
    &[17, 18, 20, 21],
    &[19, 20, 22, 23],
    &[20, 21, 23, 24],
    &[22, 23, 25, 26],
    &[23, 24, 26, 27],
    &[25, 26, 28, 29],
    &[26, 27, 29, 30],
    &[28, 29, 31, 32],
    &[29, 30, 32, 33],
    &[31, 32, 34, 35],
    &[32, 33, 35, 36],
];
const SIX_LINES: Lists = &[
    &[1, 2, 3, 4, 5, 6],
    &[4, 5, 6, 7, 8, 9],
    &[7, 8, 9, 10, 11, 12],
    &[10, 11, 12, 13, 14, 15],
    &[13, 14, 15, 16, 17, 18],
    &[16, 17, 18, 19, 20, 21],
    &[19, 20, 21, 22, 23, 24],
    &[22, 23, 24, 25, 26, 27],
    &[25, 26, 27, 28, 29, 30],
    &[28, 29, 30, 31, 32, 33],
    &[31, 32, 33, 34, 35, 36],
];
const FIRST_FOUR: Lists = &[&[0, 1, 2, 3]];
const DOZENS: Lists = &[
    &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    &[13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
    &[25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36],
];
const COLUMNS: Lists = &[
    &[1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34],
    &[2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35],
    &[3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36],
];
const RED: Lists = &[&[1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]];
const BLACK: Lists = &[&[2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35]];
const ODD: Lists = &[&[1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35]];
const EVEN: Lists = &[&[2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36]];
const LOW: Lists = &[&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]];
const HIGH: Lists = &[&[19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36]];

/// The wheel, clockwise from zero.
const WHEEL: [u8; 37] = [
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3,
    26,
];

/// Whether a chip may lie on these numbers (in rising order) for this kind of bet.
pub(super) fn is_offered(table: PayTable, kind: BetKind, numbers: &[u8]) -> bool {
    let lists = match kind {
        BetKind::Straight => return matches!(numbers, [0..=36]),
        BetKind::Split => SPLITS,
        BetKind::Street if table == PayTable::Full => STREETS,
        BetKind::Street => &STREETS[2..],
        BetKind::Corner => CORNERS,
        BetKind::SixLine => SIX_LINES,
        BetKind::FirstFour => FIRST_FOUR,
        BetKind::Dozen => DOZENS,
        BetKind::Column => COLUMNS,
        BetKind::Red => RED,
        BetKind::Black => BLACK,
        BetKind::Odd => ODD,
        BetKind::Even => EVEN,
        BetKind::Low => LOW,
        BetKind::High => HIGH,
    };
    let is_of_the_rows = table == PayTable::Full || !matches!(kind, BetKind::FirstFour | BetKind::Column);
    is_of_the_rows && lists.contains(&numbers)
}

/// What a winning stake of 1 brings back.
pub(super) fn returns(table: PayTable, kind: BetKind) -> i64 {
    let literal = table == PayTable::NineRowsLiteral;
    match kind {
        BetKind::Straight if literal => 35,
        BetKind::Straight => 36,
        BetKind::Split if literal => 17,
        BetKind::Split => 18,
        BetKind::Street if literal => 11,
        BetKind::Street => 12,
        BetKind::Corner if literal => 8,
        BetKind::Corner | BetKind::FirstFour => 9,
        BetKind::SixLine if literal => 5,
        BetKind::SixLine => 6,
        BetKind::Dozen | BetKind::Column => 3,
        BetKind::Red | BetKind::Black | BetKind::Odd | BetKind::Even | BetKind::Low | BetKind::High => 2,
    }
}

/// How the chips of a call lie: how many, on which kind, on which numbers. Neighbours are numbers of the wheel around `middle`.
pub(super) fn placement(call: crate::model::Call, middle: Option<u8>) -> Vec<(i64, BetKind, Vec<u8>)> {
    use crate::model::Call;
    let listed: &[(i64, BetKind, &[u8])] = match call {
        Call::Voisins => &[
            (2, BetKind::Street, &[0, 2, 3]),
            (1, BetKind::Split, &[4, 7]),
            (1, BetKind::Split, &[12, 15]),
            (1, BetKind::Split, &[18, 21]),
            (1, BetKind::Split, &[19, 22]),
            (1, BetKind::Split, &[32, 35]),
            (2, BetKind::Corner, &[25, 26, 28, 29]),
        ],
        Call::Tiers => &[
            (1, BetKind::Split, &[5, 8]),
            (1, BetKind::Split, &[10, 11]),
            (1, BetKind::Split, &[13, 16]),
            (1, BetKind::Split, &[23, 24]),
            (1, BetKind::Split, &[27, 30]),
            (1, BetKind::Split, &[33, 36]),
        ],
        Call::Orphelins => &[
            (1, BetKind::Straight, &[1]),
            (1, BetKind::Split, &[6, 9]),
            (1, BetKind::Split, &[14, 17]),
            (1, BetKind::Split, &[17, 20]),
            (1, BetKind::Split, &[31, 34]),
        ],
        Call::ZeroGame => {
            &[(1, BetKind::Split, &[0, 3]), (1, BetKind::Split, &[12, 15]), (1, BetKind::Split, &[32, 35]), (1, BetKind::Straight, &[26])]
        }
        Call::Neighbours => return around(middle),
    };
    listed.iter().map(|(chips, kind, numbers)| (*chips, *kind, numbers.to_vec())).collect()
}

fn around(middle: Option<u8>) -> Vec<(i64, BetKind, Vec<u8>)> {
    let Some(place) = WHEEL.iter().position(|number| Some(*number) == middle) else { return Vec::new() };
    [35, 36, 37, 38, 39].map(|steps| (1, BetKind::Straight, vec![WHEEL[(place + steps) % 37]])).to_vec()
}
