//! The orders at card tables and at tables between players: those of players, and those of attendants.

use super::super::dto::{
    ActionForm, BoxForm, BoxMistakeForm, BoxedCardForm, ChipsForm, ChoiceForm, DealForm, DealVoidForm, ExposedCardForm, LeaveForm,
    MuckForm, OpenForm, RedealForm, RemoveForm, SitOutForm, StakesForm, TableHoldForm, WrongCountForm,
};
use super::super::guard::{AtTable, Attendant, Player};
use super::super::intake::{Key, MoneyKey};
use super::order::{Body, Giver, KeyOfOrder, OrderForm, Route, order};
use crate::model::{Order, PlayerTableOrder, TableOrder};

/// Every order at card tables and at tables between players.
pub(super) fn orders() -> Vec<Route> {
    [of_players(), between_players(), of_attendants(), of_mistakes()].concat()
}

fn between_players() -> Vec<Route> {
    vec![
        plays("open", "Opens a table between players that stands closed, with these conditions.", |form: &OpenForm| {
            Ok((Some(form.deal), form.order()?))
        }),
        attends::<MoneyKey, _>(
            "close",
            "Closes a table that a seat has opened, while no deal is under way: every stack goes back to its seat's credit.",
            |form: &DealForm| Ok((Some(form.deal), TableOrder::BetweenPlayers(PlayerTableOrder::Close))),
        ),
        plays("join", "Sits down at a table between players with so much of the credit.", |form: &ChipsForm| {
            Ok((Some(form.deal), form.join()?))
        }),
        plays("top-up", "Adds so much of the credit to the stack, between deals.", |form: &ChipsForm| {
            Ok((Some(form.deal), form.top_up()?))
        }),
        plays("sit-out", "Is dealt in no more, or again.", |form: &SitOutForm| Ok((Some(form.deal), form.order()))),
        plays(
            "leave",
            "Goes from a table between players, the stack to the credit; from a deal under way when that is over.",
            |form: &LeaveForm| Ok((Some(form.deal), TableOrder::BetweenPlayers(PlayerTableOrder::Leave))),
        ),
        plays(
            "show",
            "Shows the hand of the deal that is over, which need not be shown, while there is time for it.",
            |form: &DealForm| Ok((Some(form.deal), TableOrder::BetweenPlayers(PlayerTableOrder::Show))),
        ),
        plays(
            "muck",
            "Has the seat's hand mucked by itself where it need not be shown at a showdown, or else opened with the others.",
            |form: &MuckForm| Ok((Some(form.deal), form.order())),
        ),
        plays("act", "Folds, checks, calls, bets or raises in the seat's turn.", |form: &ActionForm| Ok((Some(form.deal), form.order()?))),
        attends::<MoneyKey, _>("remove", "Has a seat go from a table between players, as if it left.", |form: &RemoveForm| {
            Ok((Some(form.deal), form.order()?))
        }),
    ]
}

fn of_players() -> Vec<Route> {
    vec![
        plays("stakes", "Lays stakes on boxes of a card table, all of them or none.", |form: &StakesForm| {
            Ok((Some(form.deal), form.order()?))
        }),
        plays("take-back", "Takes back the seat's stakes on one box, or all of them, before the deal.", |form: &BoxForm| {
            Ok((Some(form.deal), form.order()))
        }),
        plays("repeat", "Lays the stakes of the seat's last deal at this table again.", |form: &DealForm| {
            Ok((Some(form.deal), TableOrder::Repeat))
        }),
        plays("choose", "Takes a decision that the table waits for.", |form: &ChoiceForm| Ok((Some(form.deal), form.order()?))),
    ]
}

fn of_attendants() -> Vec<Route> {
    vec![
        attends::<Key, _>("hold", "Stops a card table.", |form: &TableHoldForm| Ok((None, form.order()?))),
        attends::<Key, _>("resume", "Lets a held card table go on.", |form: &DealForm| Ok((Some(form.deal), TableOrder::Resume))),
        attends::<MoneyKey, _>("void", "Voids the deal: every stake comes back at coefficient 1.", |form: &DealVoidForm| {
            Ok((Some(form.deal), form.order()?))
        }),
        attends::<MoneyKey, _>(
            "redeal",
            "Has a faulty deal dealt again with fresh cards: what was laid before its first card stays on the table for the next deal, where it may\n\
             be taken back; what was staked on the cards comes back. Refused as `not-entitled` where the rules know no redeal.",
            |form: &RedealForm| Ok((Some(form.deal), form.order()?)),
        ),
        attends::<Key, _>(
            "new-croupier",
            "Says that another croupier takes over: the cards are burnt that the rules want burnt then.",
            |form: &DealForm| Ok((Some(form.deal), TableOrder::NewCroupier)),
        ),
        attends::<Key, _>("shuffle", "Has the cards shuffled anew before the next deal.", |form: &DealForm| {
            Ok((Some(form.deal), TableOrder::Shuffle))
        }),
    ]
}

/// What attendants say of a dealer's mistakes.
fn of_mistakes() -> Vec<Route> {
    vec![
        attends::<MoneyKey, _>("missed-box", "Says that the dealer has missed a box.", |form: &BoxMistakeForm| {
            Ok((Some(form.deal), form.missed()))
        }),
        attends::<MoneyKey, _>(
            "card-too-many",
            "Says that the dealer has laid a card on a box for which nobody asked.",
            |form: &BoxMistakeForm| Ok((Some(form.deal), form.too_many())),
        ),
        attends::<MoneyKey, _>(
            "wrong-count",
            "Says that a hand has another number of cards than it was dealt. Refused as `wrong-phase` where it is the right number, and where the\n\
             hand does not count any more.",
            |form: &WrongCountForm| Ok((Some(form.deal), form.order())),
        ),
        attends::<MoneyKey, _>(
            "exposed-card",
            "Says that the dealer has shown a card before its time; at a table between players which one, as long as nobody has acted, or the seat\n\
             has not acted since its last card of a stud.",
            |form: &ExposedCardForm| Ok((Some(form.deal), form.order()?)),
        ),
        attends::<MoneyKey, _>(
            "boxed-card",
            "Says that the card that came last at a table between players lay face up in the pack: it is no card, and the next one replaces it.",
            |form: &BoxedCardForm| Ok((Some(form.deal), form.order()?)),
        ),
        attends::<MoneyKey, _>(
            "take-flop-back",
            "Says that the flop was misdealt, as long as nobody has acted on it: it goes back with its burn, and is dealt anew.",
            |form: &DealForm| Ok((Some(form.deal), TableOrder::BetweenPlayers(PlayerTableOrder::TakeFlopBack))),
        ),
        attends::<MoneyKey, _>(
            "stub-shuffled",
            "Says that the cards that go back were shuffled into the stub, and that it was cut: the deal goes on.",
            |form: &DealForm| Ok((Some(form.deal), TableOrder::BetweenPlayers(PlayerTableOrder::StubShuffled))),
        ),
    ]
}

fn plays<B: Body>(name: &str, summary: &str, read: fn(&B) -> OrderForm<TableOrder>) -> Route {
    at_table::<Player, MoneyKey, B>(name, summary, read)
}

fn attends<K: KeyOfOrder, B: Body>(name: &str, summary: &str, read: fn(&B) -> OrderForm<TableOrder>) -> Route {
    at_table::<Attendant, K, B>(name, summary, read)
}

fn at_table<W: 'static, K: KeyOfOrder, B: Body>(name: &str, summary: &str, read: fn(&B) -> OrderForm<TableOrder>) -> Route
where
    (W, AtTable): Giver,
{
    order::<(W, AtTable), K, B>(name, summary, move |form, (_, AtTable(table))| {
        let (deal, order) = read(form)?;
        Ok((deal, Order::Table { table: *table, order }))
    })
}
