//! The money: currency, decimals, and what may lie on one number.

use super::answers::MoneyAnswers;
use super::dialogue::Dialogue;
use crate::ctl::Failure;
use crate::model::Money;

/// How much more than the least the most on one number usually is, and how much more than that the table may have to pay.
const MOST_TO_LEAST: i64 = 200;
const EXPOSURE_TO_MOST: i64 = 500;

/// Asks for the money. Amounts are answered in the currency's units, such as `0.50`.
pub(super) fn ask(dialogue: &mut Dialogue<'_>) -> Result<MoneyAnswers, Failure> {
    let currency = dialogue.ask("Currency, by its code", None, currency_of)?;
    let decimals = dialogue.ask("Decimals of an amount", Some("2"), |answer| {
        answer.parse().ok().filter(|decimals: &u8| *decimals <= 3).ok_or_else(|| "0 to 3".to_owned())
    })?;
    let mut amount = |question: &str, usual: Money| {
        dialogue.ask(&format!("{question}, in {currency}"), Some(&usual.in_units(decimals)), |answer| amount_of(answer, decimals))
    };
    let unit = Money::from_minor(10_i64.pow(decimals.into()));
    let least = amount("Least bet on one number, which is the price of one unit", unit)?;
    let most = amount("Most on one number", times(least, MOST_TO_LEAST))?;
    let exposure = amount("Most that the table may have to pay in one round", times(most, EXPOSURE_TO_MOST))?;
    Ok(MoneyAnswers { currency, decimals, least, most, exposure })
}

/// So many times the amount, at most the greatest that there is.
pub(super) fn times(amount: Money, times: i64) -> Money {
    Money::from_minor(amount.minor().saturating_mul(times).min(Money::MOST.minor()))
}

fn currency_of(answer: &str) -> Result<String, String> {
    let is_code = answer.len() == 3 && answer.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_code { Ok(answer.to_uppercase()) } else { Err("three letters, such as EUR".to_owned()) }
}

/// An amount above nothing in units, with at most so many decimals.
pub(super) fn amount_of(answer: &str, decimals: u8) -> Result<Money, String> {
    let expected = || match decimals {
        0 => "a whole amount above 0".to_owned(),
        decimals => format!("an amount above 0 with at most {decimals} decimals, such as {}", Money::from_minor(150).in_units(decimals)),
    };
    let (whole, part) = answer.split_once('.').unwrap_or((answer, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !are_digits(whole) || !are_digits(part) || part.len() > usize::from(decimals) {
        return Err(expected());
    }
    let minor = format!("{whole}{part:0<width$}", width = usize::from(decimals)).parse().ok().map(Money::from_minor);
    minor.filter(|minor| minor.is_positive() && *minor <= Money::MOST).ok_or_else(expected)
}
