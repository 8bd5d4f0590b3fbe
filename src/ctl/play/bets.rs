//! Bets in a croupier's words: `10 straight 17`, `10 split 17-20`, `20 dozen 2`, `5 red`, `5 a chip voisins`, `5 a chip neighbours 17`.

use crate::model::{Bet, BetForm, BetKind, Call, Position};

/// The bets that `words` names, separated by commas.
///
/// # Errors
/// The part that is not a bet, in words.
pub fn bets(words: &str) -> Result<Vec<BetForm>, String> {
    words.split(',').map(|part| bet(part.trim())).collect()
}

/// One bet. Only its words are checked here, not whether there is such a place on the layout.
fn bet(words: &str) -> Result<BetForm, String> {
    let wrong = || format!("{words:?} is not a bet such as \"10 split 17-20\", \"5 red\" or \"5 a chip neighbours 17\"");
    let (amount, rest) = words.split_once(' ').ok_or_else(wrong)?;
    let amount: i64 = amount.parse().map_err(|_| wrong())?;
    if let Some(call) = rest.strip_prefix("a chip ") {
        return called(amount, call).ok_or_else(wrong);
    }
    Ok(BetForm { stake: Some(amount), ..place(rest).ok_or_else(wrong)? })
}

/// The position that `words` names, such as `corner 25-26-28-29`.
///
/// # Errors
/// In words.
pub fn position(words: &str) -> Result<Position, String> {
    let wrong = || format!("{words:?} is not a place on the layout such as \"split 17-20\" or \"red\"");
    let form = BetForm { stake: Some(1), ..place(words).ok_or_else(wrong)? };
    match form.bet() {
        Ok(Bet::Simple(stake)) => Ok(stake.position),
        _ => Err(wrong()),
    }
}

/// A kind with what it needs to be told from the others of its kind.
fn place(words: &str) -> Option<BetForm> {
    let (name, rest) = words.split_once(' ').map_or((words, None), |(name, rest)| (name, Some(rest)));
    let name = if name == "trio" { BetKind::Street.name() } else { name };
    let kind = BetKind::ALL.into_iter().find(|kind| kind.name() == name)?;
    let mut form = BetForm { bet: name.into(), ..BetForm::default() };
    match (kind, rest) {
        (BetKind::Dozen | BetKind::Column, Some(which)) => form.which = Some(which.parse().ok()?),
        (kind, Some(numbers)) if kind.is_named_by_numbers() => form.numbers = Some(numbers_of(numbers)?),
        (kind, None) if !kind.is_named_by_numbers() && !matches!(kind, BetKind::Dozen | BetKind::Column) => {}
        _ => return None,
    }
    Some(form)
}

fn numbers_of(words: &str) -> Option<Vec<u8>> {
    words.split('-').map(|number| number.parse().ok()).collect()
}

fn called(chip: i64, words: &str) -> Option<BetForm> {
    let (name, number) = words.split_once(' ').map_or((words, None), |(name, number)| (name, Some(number)));
    let call = Call::ALL.into_iter().find(|call| call.name() == name)?;
    let number = match (call, number) {
        (Call::Neighbours, Some(number)) => Some(number.parse().ok()?),
        (Call::Neighbours, None) | (_, Some(_)) => return None,
        (_, None) => None,
    };
    Some(BetForm { bet: name.into(), number, chip: Some(chip), ..BetForm::default() })
}

/// A position as it is said, such as `split 17-20`.
#[must_use]
pub fn name_of(position: Position) -> String {
    let kind = position.kind.name();
    match position.which() {
        Some(which) => format!("{kind} {which}"),
        None if position.kind.is_named_by_numbers() => {
            let numbers: Vec<String> = position.numbers.iter().map(|number| number.to_string()).collect();
            format!("{kind} {}", numbers.join("-"))
        }
        None => kind.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::roulette::positions;

    #[test]
    fn every_position_is_read_by_its_name() {
        for expected in positions() {
            assert_eq!(position(&name_of(expected)), Ok(expected));
        }
    }

    #[test]
    fn what_is_not_a_bet_is_said_to_be_none() {
        for words in ["", "red", "5", "5 rouge", "x red", "5 dozen", "5 red 3", "5 split", "5 a chip split 1-2", "5 a chip neighbours"] {
            assert!(bets(words).is_err(), "{words}");
        }
    }
}
