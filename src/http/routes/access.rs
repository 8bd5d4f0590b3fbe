//! Signing in and out, pairing and revoking consoles.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use super::super::dto::{AccessDone, AccessList, PairForm, PairedConsole, PairingCode, RevokeForm, SignInForm, SignedIn};
use super::super::guard::{Caller, Doorman, Pairer, PairerAt};
use super::super::house::Shared;
use super::super::intake::Form;
use super::super::openapi::{ChangeProblems, LookProblems, PublicAccessProblems, SeatPath};
use super::super::problem::{Problem, Reason};
use super::super::proxies::Sender;
use super::super::rates::network;
use crate::access::{Access, AccessError, Credential, Holder, PAIRING_SECONDS, Refused, SignInRefused};
use crate::model::{Changer, StaffRole};

/// Signs a person of the house in. PINs are tried one after the other; after too many wrong ones for a name from an address the next from there
/// is taken only after a while, which grows, and which `Retry-After` tells. Of far more wrong ones for a name, from all addresses, the
/// same is so where the person has not signed in before.
#[utoipa::path(post, path = "/api/v1/sign-in", tag = "access", security(()), request_body = SignInForm,
    responses((status = 200, body = SignedIn), PublicAccessProblems))]
pub(super) async fn sign_in(
    State(shared): State<Arc<Shared>>,
    Extension(sender): Extension<Sender>,
    Form(form): Form<SignInForm>,
) -> Result<Json<SignedIn>, Problem> {
    let address = network(sender.address);
    let tried = try_secret(&shared, sender.address, move |access| match access.sign_in(&form.name, &form.pin, address) {
        Ok(signed_in) => Ok(signed_in),
        Err(SignInRefused::Wrong) => Err(Reason::SignInWrong.into()),
        Err(refused @ SignInRefused::Wait(wait)) => {
            Err(Problem::new(Reason::LockedOut, sentence(&refused.to_string())).with_retry_after(wait))
        }
        Err(SignInRefused::Failed(error)) => Err(failed(&error)),
    });
    let crate::access::SignedIn { credential: Credential { holder, token }, terms } = tried.await?;
    let Holder::Staff { name, role } = holder else { return Err(Reason::Internal.into()) };
    let (idle_seconds, most_seconds) = (terms.idle.as_secs(), terms.most.as_secs());
    Ok(Json(SignedIn { token, name, role: role.name(), idle_seconds, most_seconds }))
}

/// Ends the session of the token. A link's token stays as it is.
#[utoipa::path(post, path = "/api/v1/sign-out", tag = "access", security(("bearer" = [])), responses((status = 200, body = AccessDone), LookProblems))]
pub(super) async fn sign_out(State(shared): State<Arc<Shared>>, Caller(known): Caller) -> Json<AccessDone> {
    shared.house.access.sign_out(&known);
    Json(AccessDone { done: true })
}

/// Says that the person is there: a session ends that goes without this, or an order, for too long.
#[utoipa::path(post, path = "/api/v1/stay", tag = "access", security(("bearer" = [])), responses((status = 200, body = AccessDone), LookProblems))]
pub(super) async fn stay(_: Caller) -> Json<AccessDone> {
    Json(AccessDone { done: true })
}

/// Pairs the console that sends this with the seat of the code.
#[utoipa::path(post, path = "/api/v1/pair", tag = "access", security(()), request_body = PairForm,
    responses((status = 200, body = PairedConsole), PublicAccessProblems))]
pub(super) async fn pair(
    State(shared): State<Arc<Shared>>,
    Extension(sender): Extension<Sender>,
    Form(form): Form<PairForm>,
) -> Result<Json<PairedConsole>, Problem> {
    let tried = try_secret(&shared, sender.address, move |access| match access.pair(&form.code) {
        Ok(Ok(paired)) => Ok(paired),
        Ok(Err(Refused::WrongCode)) => Err(Reason::PairingWrong.into()),
        Ok(Err(refused)) => Err(Problem::new(Reason::PairingWrong, sentence(&refused.to_string()))),
        Err(error) => Err(failed(&error)),
    });
    let Credential { holder, token } = tried.await?.credential;
    let Holder::Seat(seat) = holder else { return Err(Reason::Internal.into()) };
    Ok(Json(PairedConsole { seat: seat.number(), token }))
}

/// Makes a code by which a console can be paired with this seat, once and for five minutes. A former one of the seat is void.
#[utoipa::path(post, path = "/api/v1/seats/{seat}/pairing", tag = "access", security(("bearer" = [])), params(SeatPath),
    responses((status = 200, body = PairingCode), ChangeProblems))]
pub(super) async fn offer_pairing(
    State(shared): State<Arc<Shared>>,
    PairerAt { pairer, seat }: PairerAt,
) -> Result<Json<PairingCode>, Problem> {
    let code = beside(&shared, &pairer, move |access, by| access.offer_pairing(seat, by)).await?;
    Ok(Json(PairingCode { code, seconds: PAIRING_SECONDS }))
}

/// Who is let in: links, paired consoles and people, without anything secret.
#[utoipa::path(get, path = "/api/v1/access", tag = "access", security(("bearer" = [])), responses((status = 200, body = AccessList), LookProblems))]
pub(super) async fn list(State(shared): State<Arc<Shared>>, _: Doorman) -> Json<AccessList> {
    Json(shared.house.access.lettings().into())
}

/// Lets a console or a link in no more, and closes its WebSockets at once. An attendant may revoke those of seats, an owner every one.
#[utoipa::path(post, path = "/api/v1/access/revoke", tag = "access", security(("bearer" = [])), request_body = RevokeForm,
    responses((status = 200, body = AccessDone), ChangeProblems))]
pub(super) async fn revoke(
    State(shared): State<Arc<Shared>>,
    pairer: Pairer,
    Form(form): Form<RevokeForm>,
) -> Result<Json<AccessDone>, Problem> {
    let access = &shared.house.access;
    let found = access.lettings().into_iter().find(|letting| letting.name == form.name && letting.by != "person");
    let found = found.ok_or_else(|| Problem::new(Reason::NotFound, "There is no console or link of this name."))?;
    let is_owner = matches!(pairer.holder(), Holder::Staff { role: StaffRole::Owner, .. });
    if !is_owner && !matches!(found.holder, Holder::Seat(_)) {
        return Err(Problem::new(Reason::Forbidden, "Only an owner may revoke a link that is no seat's."));
    }
    let revoked = beside(&shared, &pairer, move |access, by| access.revoke_token(&form.name, by)).await?;
    revoked.map_err(|refused| Problem::new(Reason::NotFound, sentence(&refused.to_string())))?;
    Ok(Json(AccessDone { done: true }))
}

/// Tries a PIN or a code, when it is this address's turn and nobody else's is tried. After a wrong one the address waits, which takes nobody's
/// place. A client that hangs up meanwhile has its turn to its end all the same, or it could have as many as it likes.
async fn try_secret<T: Send + 'static>(
    shared: &Arc<Shared>,
    address: IpAddr,
    attempt: impl FnOnce(&Access) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let shared = shared.clone();
    let tasks = shared.tasks.clone();
    let trying = async move {
        let busy = || Problem::new(Reason::TooManyRequests, "Others sign in or pair a console right now.");
        let mut turn = shared.sign_ins.enter(address).ok_or_else(busy)?;
        let waiting = timeout(shared.house.limits.request_time / 2, shared.sign_ins.one.acquire()).await;
        let one = waiting.ok().and_then(Result::ok).ok_or_else(busy)?;
        let access = shared.house.access.clone();
        let tried = spawn_blocking(move || attempt(&access)).await.map_err(|_| Problem::from(Reason::Internal))?;
        drop(one);
        if tried.is_err() {
            turn.give_place_back();
            sleep(shared.house.limits.penalty).await;
        }
        tried
    };
    tasks.spawn(trying).await.map_err(|_| Problem::from(Reason::Internal))?
}

/// Changes the access file beside the threads that serve. Each change is kept in the journal for ever, so a person has as many as orders.
async fn beside<T: Send + 'static>(
    shared: &Shared,
    pairer: &Pairer,
    change: impl FnOnce(&Access, &Changer) -> Result<T, AccessError> + Send + 'static,
) -> Result<T, Problem> {
    if !shared.rates.order_may(&pairer.holder().who()) {
        return Err(Reason::TooManyOrders.into());
    }
    let (access, by) = (shared.house.access.clone(), pairer.changer());
    spawn_blocking(move || change(&access, &by)).await.map_err(|_| Problem::from(Reason::Internal))?.map_err(|error| failed(&error))
}

/// What went wrong with a file is for the log: its path is nobody's business outside.
fn failed(error: &AccessError) -> Problem {
    tracing::error!(%error, "the access file cannot be changed");
    match error {
        AccessError::NotKept => Problem::new(Reason::NotReady, "There is no journal, so nobody new can be let in."),
        _ => Reason::Internal.into(),
    }
}

/// The words as a sentence.
fn sentence(words: &str) -> String {
    let (first, rest) = words.split_at(words.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}.", first.to_uppercase())
}
