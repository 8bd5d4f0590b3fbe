//! Rounds and deals of any age, looked up in the journal: a seat's own, and all of them for people of the house.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use utoipa::IntoParams;

use super::super::dto::{DealHistory, HandHistory, History, PlayedHand, TableDeal};
use super::super::guard::{AtTable, Bookkeeper, Looker};
use super::super::house::{Archive, Shared};
use super::super::openapi::{LookProblems, SeatPath, SeatTablePath, TablePath};
use super::super::problem::{Problem, Reason};
use crate::model::{KeptGame, Money, PageRequest, PastGame, Seat, Sought, TableNumber, Timestamp, Views};

/// Which page is wanted, and what may stand on it. What is left out may be anything.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct Page {
    /// How many at most, 1 to 100.
    #[serde(default = "ten")]
    #[param(minimum = 1, maximum = 100, default = 10)]
    count: usize,
    /// The `next` of the page before; left out for the newest.
    before: Option<u64>,
    /// The number of the round or deal.
    number: Option<u64>,
    /// The first moment at which it may have begun.
    from: Option<u64>,
    /// The last moment at which it may have begun.
    until: Option<u64>,
    /// A seat that had a part in it, 1 to 6; at the addresses of a seat that one.
    #[param(minimum = 1, maximum = 6)]
    seat: Option<u8>,
    /// The least amount that one seat put into it or got back in all, which is that seat where it is named.
    #[param(minimum = 0)]
    least: Option<i64>,
    /// The most.
    #[param(minimum = 0)]
    most: Option<i64>,
}

fn ten() -> usize {
    10
}

/// A deal of the past in the address.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct PastDealPath {
    /// The table, from 1.
    #[param(minimum = 1, example = 1)]
    #[serde(rename = "table")]
    _table: u8,
    /// The deal.
    #[param(example = 12)]
    deal: u64,
}

impl Page {
    /// What is asked of the journal for these eyes.
    fn request(self, eyes: Option<Seat>) -> Result<PageRequest, Problem> {
        let Self { count, before, number, from, until, least, most, .. } = self;
        if !(1..=100).contains(&count) {
            return Err(Problem::bad("`count`: expected 1 to 100"));
        }
        let seat = match (self.seat, eyes) {
            (None, eyes) => eyes,
            (Some(number), None) => Some(Seat::new(number).ok_or_else(|| Problem::bad("`seat`: expected 1 to 6"))?),
            (Some(number), Some(own)) if number == own.number() => Some(own),
            (Some(_), Some(_)) => return Err(Problem::bad("`seat`: expected the seat of the address")),
        };
        let amount = |name, amount: Option<i64>| match amount {
            Some(..0) => Err(Problem::bad(format!("`{name}`: expected 0 or more"))),
            amount => Ok(amount.map(Money::from_minor)),
        };
        let moment = |moment: Option<u64>| moment.map(Timestamp::from_microseconds);
        let (least, most) = (amount("least", least)?, amount("most", most)?);
        let sought = Sought { number, from: moment(from), until: moment(until), seat, least, most };
        Ok(PageRequest { sought, before, count })
    }
}

/// The settled rounds in which the seat had bets, newest first, however long ago and however many were played without it. It is read from the
/// journal, a part at a time: a page may hold fewer rounds than asked for, or none, and there are earlier ones as long as `next` is not null.
#[utoipa::path(get, path = "/api/v1/seats/{seat}/rounds", tag = "look", security(("bearer" = [])), params(SeatPath, Page),
    responses((status = 200, body = History), LookProblems))]
pub(super) async fn rounds(
    State(shared): State<Arc<Shared>>,
    Looker { seat, .. }: Looker,
    page: PageQuery,
) -> Result<Json<History>, Problem> {
    let read = move |archive: &dyn Archive, asked: &PageRequest| archive.rounds_of(Some(seat), asked);
    Ok(Json(History::from(&look_up(&shared, Some(seat), page, read).await?)))
}

/// The deals at a card table that are over and in which the seat had stakes, newest first, however long ago: its decisions, and what each
/// stake returned. Cards are shown with the newest deals of the seat's view, and with each by itself. It is read and paged as the seat's rounds are.
#[utoipa::path(get, path = "/api/v1/seats/{seat}/tables/{table}/deals", tag = "look", security(("bearer" = [])), params(SeatTablePath, Page),
    responses((status = 200, body = DealHistory), LookProblems))]
pub(super) async fn deals(
    State(shared): State<Arc<Shared>>,
    Looker { seat, .. }: Looker,
    AtTable(table): AtTable,
    page: PageQuery,
) -> Result<Json<DealHistory>, Problem> {
    let read = move |archive: &dyn Archive, asked: &PageRequest| archive.deals_of(Some(seat), table, asked);
    Ok(Json(DealHistory::from(&look_up(&shared, Some(seat), page, read).await?)))
}

/// The deals at a table between players that are over and in which the seat was dealt in, newest first, however long ago: what everybody did,
/// put in and got back. Cards and streets are shown with the newest deals of the seat's view, and with each by itself. It is read and paged as the
/// seat's rounds are.
#[utoipa::path(get, path = "/api/v1/seats/{seat}/tables/{table}/hands", tag = "look", security(("bearer" = [])), params(SeatTablePath, Page),
    responses((status = 200, body = HandHistory), LookProblems))]
pub(super) async fn hands(
    State(shared): State<Arc<Shared>>,
    Looker { seat, .. }: Looker,
    AtTable(table): AtTable,
    page: PageQuery,
) -> Result<Json<HandHistory>, Problem> {
    let read = move |archive: &dyn Archive, asked: &PageRequest| archive.hands_of(Some(seat), table, asked);
    Ok(Json(HandHistory::from(&look_up(&shared, Some(seat), page, read).await?)))
}

/// A deal at a card table of any age in which the seat had stakes: its own stakes, and the cards that everybody has seen. It is carried out again from
/// the journal, which may take a while: as long as the answer is 429, who asks again brings it further.
#[utoipa::path(get, path = "/api/v1/seats/{seat}/tables/{table}/deals/{deal}", tag = "look", security(("bearer" = [])),
    params(SeatPath, PastDealPath), responses((status = 200, body = TableDeal), LookProblems))]
pub(super) async fn own_deal(
    State(shared): State<Arc<Shared>>,
    looker: Looker,
    AtTable(table): AtTable,
    path: DealPath,
) -> Result<Json<TableDeal>, Problem> {
    deal_of(&again_for(&shared, &looker, table, path).await?)
}

/// A deal at a table between players of any age in which the seat was dealt in: the cards that everybody has seen, and the seat's own for its player's
/// eyes, where he has stayed at the table since. It is carried out again as a deal at a card table is.
#[utoipa::path(get, path = "/api/v1/seats/{seat}/tables/{table}/hands/{deal}", tag = "look", security(("bearer" = [])),
    params(SeatPath, PastDealPath), responses((status = 200, body = PlayedHand), LookProblems))]
pub(super) async fn own_hand(
    State(shared): State<Arc<Shared>>,
    looker: Looker,
    AtTable(table): AtTable,
    path: DealPath,
) -> Result<Json<PlayedHand>, Problem> {
    hand_of(&again_for(&shared, &looker, table, path).await?)
}

/// The settled rounds of the wheel with all seats' bets, newest first, however long ago. They are read and paged as a seat's are; by its number or
/// moment a round is found without reading what came after it.
#[utoipa::path(get, path = "/api/v1/past/rounds", tag = "look", security(("bearer" = [])), params(Page),
    responses((status = 200, body = History), LookProblems))]
pub(super) async fn all_rounds(State(shared): State<Arc<Shared>>, _: Bookkeeper, page: PageQuery) -> Result<Json<History>, Problem> {
    let read = |archive: &dyn Archive, asked: &PageRequest| archive.rounds_of(None, asked);
    Ok(Json(History::from(&look_up(&shared, None, page, read).await?)))
}

/// The deals at a card table that are over, with all seats' decisions and stakes. They are read and paged as rounds are.
#[utoipa::path(get, path = "/api/v1/past/tables/{table}/deals", tag = "look", security(("bearer" = [])), params(TablePath, Page),
    responses((status = 200, body = DealHistory), LookProblems))]
pub(super) async fn all_deals(
    State(shared): State<Arc<Shared>>,
    _: Bookkeeper,
    AtTable(table): AtTable,
    page: PageQuery,
) -> Result<Json<DealHistory>, Problem> {
    let read = move |archive: &dyn Archive, asked: &PageRequest| archive.deals_of(None, table, asked);
    Ok(Json(DealHistory::from(&look_up(&shared, None, page, read).await?)))
}

/// The deals at a table between players that are over, without a card: what everybody did, put in and got back. They are read and paged as rounds
/// are.
#[utoipa::path(get, path = "/api/v1/past/tables/{table}/hands", tag = "look", security(("bearer" = [])), params(TablePath, Page),
    responses((status = 200, body = HandHistory), LookProblems))]
pub(super) async fn all_hands(
    State(shared): State<Arc<Shared>>,
    _: Bookkeeper,
    AtTable(table): AtTable,
    page: PageQuery,
) -> Result<Json<HandHistory>, Problem> {
    let read = move |archive: &dyn Archive, asked: &PageRequest| archive.hands_of(None, table, asked);
    Ok(Json(HandHistory::from(&look_up(&shared, None, page, read).await?)))
}

/// A deal at a card table of any age, with the cards that everybody has seen. It is carried out again from the journal, which may take a while: as
/// long as the answer is 429, who asks again brings it further.
#[utoipa::path(get, path = "/api/v1/past/tables/{table}/deals/{deal}", tag = "look", security(("bearer" = [])), params(PastDealPath),
    responses((status = 200, body = TableDeal), LookProblems))]
pub(super) async fn deal(
    State(shared): State<Arc<Shared>>,
    _: Bookkeeper,
    AtTable(table): AtTable,
    path: DealPath,
) -> Result<Json<TableDeal>, Problem> {
    deal_of(&again(&shared, table, path).await?)
}

/// A deal at a table between players of any age, with the cards that everybody has seen. It is carried out again as a deal at a card table is.
#[utoipa::path(get, path = "/api/v1/past/tables/{table}/hands/{deal}", tag = "look", security(("bearer" = [])), params(PastDealPath),
    responses((status = 200, body = PlayedHand), LookProblems))]
pub(super) async fn hand(
    State(shared): State<Arc<Shared>>,
    _: Bookkeeper,
    AtTable(table): AtTable,
    path: DealPath,
) -> Result<Json<PlayedHand>, Problem> {
    hand_of(&again(&shared, table, path).await?)
}

/// Carries out again the deal of the address, as everybody saw it.
async fn again(shared: &Shared, table: TableNumber, path: DealPath) -> Result<KeptGame, Problem> {
    let game = PastGame::Deal { table, deal: deal_named(path)? };
    shared.look_up(move |archive| archive.again(game)).await?.game()
}

/// The same as the seat of the address may look back at it. What cannot be is told without the journal, which is read for one deal of a seat at a time.
async fn again_for(shared: &Shared, looker: &Looker, table: TableNumber, path: DealPath) -> Result<KeptGame, Problem> {
    let (seat, deal) = (looker.seat, deal_named(path)?);
    let views = shared.house.desk.views();
    if !(1..=newest_deal(&views, table)).contains(&deal) {
        return Err(Problem::new(Reason::NotFound, "There is no such game."));
    }
    let sees_own = !looker.attendant && sits_at(&views, table, seat);
    let busy = |_| Problem::new(Reason::TooManyRequests, "Another deal of this seat is being read.");
    let place = shared.seat_lookups[seat.index()].clone().try_acquire_owned().map_err(busy)?;
    let carry_out = move |archive: &dyn Archive| {
        let _place = place;
        archive.again_for(seat, sees_own, PastGame::Deal { table, deal })
    };
    shared.look_up(carry_out).await?.game()
}

/// The number of the table's newest deal; 0 where the cabinet has no such table.
fn newest_deal(views: &Views, table: TableNumber) -> u64 {
    let at_card_tables = views.cabinet.tables.iter().map(|view| (view.table, view.deal));
    let between_players = views.cabinet.player_tables.iter().map(|view| (view.table, view.deal));
    at_card_tables.chain(between_players).find(|(number, _)| *number == table).map_or(0, |(_, deal)| deal)
}

/// Whether somebody sits in this seat at a table between players.
fn sits_at(views: &Views, table: TableNumber, seat: Seat) -> bool {
    let view = views.cabinet.player_tables.iter().find(|view| view.table == table);
    view.is_some_and(|view| view.places.iter().any(|place| place.seat == seat))
}

fn deal_named(path: DealPath) -> Result<u64, Problem> {
    let Path(PastDealPath { deal, .. }) = path.map_err(|_| Problem::from(Reason::NotFound))?;
    Ok(deal)
}

fn deal_of(game: &KeptGame) -> Result<Json<TableDeal>, Problem> {
    match game {
        KeptGame::Deal(deal) => Ok(Json(TableDeal::from(&**deal))),
        KeptGame::Round(_) | KeptGame::Hand(_) => Err(Reason::NotFound.into()),
    }
}

fn hand_of(game: &KeptGame) -> Result<Json<PlayedHand>, Problem> {
    match game {
        KeptGame::Hand(hand) => Ok(Json(PlayedHand::from(&**hand))),
        KeptGame::Round(_) | KeptGame::Deal(_) => Err(Reason::NotFound.into()),
    }
}

/// The deal as the address names it.
type DealPath = Result<Path<PastDealPath>, PathRejection>;

/// The page as the address asks for it.
type PageQuery = Result<Query<Page>, QueryRejection>;

/// Reads a page of the past for these eyes.
async fn look_up<T: Send + 'static>(
    shared: &Shared,
    eyes: Option<Seat>,
    page: PageQuery,
    read: impl FnOnce(&dyn Archive, &PageRequest) -> Option<T> + Send + 'static,
) -> Result<T, Problem> {
    let Query(page) = page.map_err(|rejection| Problem::bad(rejection.body_text()))?;
    let asked = page.request(eyes)?;
    let found = shared.look_up(move |archive| read(archive, &asked)).await?;
    found.ok_or_else(|| Problem::new(Reason::Internal, "The journal cannot be read."))
}
