//! Errors as RFC 9457 problems: each has a name, a sentence and a page of its own.

use std::borrow::Cow;
use std::time::Duration;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::desk::NoAnswer;
use crate::model::{Money, Refusal};

/// Why a request was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The cabinet refused the command.
    Refused(Refusal),
    /// The request is not what it must be.
    BadRequest,
    /// The request moves money but has no idempotency key.
    KeyMissing,
    /// No token, or one that nobody holds.
    Unauthorized,
    /// The token does not give this right.
    Forbidden,
    /// A name or a PIN is wrong.
    SignInWrong,
    /// Too many wrong PINs came for this name.
    LockedOut,
    /// The code of a pairing is wrong, or over.
    PairingWrong,
    /// There is nothing at this address.
    NotFound,
    /// The address does not know this method.
    MethodNotAllowed,
    /// The request was meant for another host.
    UnknownHost,
    /// The request's address is too long.
    AddressTooLong,
    /// The request's headers are too many or too long.
    HeadersTooLarge,
    /// The request took too long to come in.
    TimedOut,
    /// The body is too large.
    TooLarge,
    /// The body is not JSON.
    WrongContentType,
    /// Too many requests or open sockets.
    TooManyRequests,
    /// Too many orders of one person.
    TooManyOrders,
    /// The program failed.
    Internal,
    /// The cabinet is stopping.
    Stopping,
    /// The cabinet is not ready.
    NotReady,
    /// The ball runs while bets are taken, so nobody is told where it is.
    HeldBack,
    /// The cabinet did not answer: not in time, or because it stopped or its journal failed on the way.
    Unanswered,
}

impl Reason {
    /// Every reason that is not a refusal of the cabinet.
    pub(super) const OWN: [Self; 22] = [
        Self::BadRequest,
        Self::KeyMissing,
        Self::Unauthorized,
        Self::Forbidden,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::UnknownHost,
        Self::AddressTooLong,
        Self::HeadersTooLarge,
        Self::TimedOut,
        Self::TooLarge,
        Self::WrongContentType,
        Self::TooManyRequests,
        Self::TooManyOrders,
        Self::Internal,
        Self::Stopping,
        Self::NotReady,
        Self::Unanswered,
        Self::SignInWrong,
        Self::LockedOut,
        Self::PairingWrong,
        Self::HeldBack,
    ];

    /// Every reason there is.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        Refusal::ALL.into_iter().map(Self::Refused).chain(Self::OWN)
    }

    /// The name in messages and addresses.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Refused(refusal) => refusal.name(),
            Self::BadRequest => "bad-request",
            Self::KeyMissing => "idempotency-key-missing",
            Self::Unauthorized => "unauthorized",
            Self::Forbidden => "forbidden",
            Self::SignInWrong => "sign-in-wrong",
            Self::LockedOut => "locked-out",
            Self::PairingWrong => "pairing-wrong",
            Self::NotFound => "not-found",
            Self::MethodNotAllowed => "method-not-allowed",
            Self::UnknownHost => "unknown-host",
            Self::AddressTooLong => "address-too-long",
            Self::HeadersTooLarge => "headers-too-large",
            Self::TimedOut => "timed-out",
            Self::TooLarge => "too-large",
            Self::WrongContentType => "wrong-content-type",
            Self::TooManyRequests => "too-many-requests",
            Self::TooManyOrders => "too-many-orders",
            Self::Internal => "internal",
            Self::Stopping => "stopping",
            Self::NotReady => "not-ready",
            Self::HeldBack => "held-back",
            Self::Unanswered => "unanswered",
        }
    }

    /// The name as a title: `betting-closed` is `Betting closed`.
    pub(super) fn title(self) -> String {
        let words = self.name().replace('-', " ");
        words[..1].to_uppercase() + &words[1..]
    }

    /// What it means, in a sentence.
    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Self::Refused(refusal) => refusal.sentence(),
            Self::BadRequest => "The request is not what it must be. Nothing was done.",
            Self::KeyMissing => "A request that moves money must carry an Idempotency-Key. Nothing was done.",
            Self::Unauthorized => "A valid bearer token is needed.",
            Self::Forbidden => "This token does not give the right to do this.",
            Self::SignInWrong => "The name or the PIN is wrong.",
            Self::LockedOut => "Too many wrong PINs came for this name. The next try is taken after a while, which Retry-After tells.",
            Self::PairingWrong => "This code is wrong, or its time is over.",
            Self::NotFound => "There is nothing at this address.",
            Self::MethodNotAllowed => "This address does not know the request's method.",
            Self::UnknownHost => "The request is meant for another host. Nothing was done.",
            Self::AddressTooLong => "The request's address is too long. Nothing was done.",
            Self::HeadersTooLarge => "The request's headers are too many or too long. Nothing was done.",
            Self::TimedOut => "The request took too long. A request that moves money may be sent again with the same Idempotency-Key.",
            Self::TooLarge => "The request's body is too large. Nothing was done.",
            Self::WrongContentType => "The request's body must be application/json. Nothing was done.",
            Self::TooManyRequests => "Too many requests at a time. Nothing was done; please wait a moment.",
            Self::TooManyOrders => "Too many orders for too long. Nothing was done; please wait a moment.",
            Self::Internal => "The program failed. A request that moves money may be sent again with the same Idempotency-Key.",
            Self::Stopping => "The cabinet is stopping. Nothing was done.",
            Self::NotReady => "The cabinet is not ready.",
            Self::HeldBack => "The ball runs while bets are still taken. Ask again once they are closed.",
            Self::Unanswered => {
                "There is no answer, and it is not known whether this was done. Send it again with the same Idempotency-Key to learn that."
            }
        }
    }

    /// The status of the response.
    pub(super) const fn status(self) -> StatusCode {
        match self {
            Self::Refused(_) | Self::HeldBack => StatusCode::CONFLICT,
            Self::BadRequest | Self::KeyMissing => StatusCode::BAD_REQUEST,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::Forbidden | Self::SignInWrong | Self::PairingWrong => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::UnknownHost => StatusCode::MISDIRECTED_REQUEST,
            Self::AddressTooLong => StatusCode::URI_TOO_LONG,
            Self::HeadersTooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Self::TimedOut => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::WrongContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooManyRequests | Self::TooManyOrders | Self::LockedOut => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Stopping | Self::NotReady => StatusCode::SERVICE_UNAVAILABLE,
            Self::Unanswered => StatusCode::GATEWAY_TIMEOUT,
        }
    }
}

/// A reason with what is to be said about this one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    reason: Reason,
    detail: Cow<'static, str>,
    /// When it may be tried again, where that is known of this one.
    wait: Option<Duration>,
    /// The least and the most that would have been taken instead of the amount that was refused.
    bounds: Option<(Money, Money)>,
}

impl Problem {
    /// The reason, with its own words instead of the usual sentence.
    pub(super) fn new(reason: Reason, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { reason, detail: detail.into(), wait: None, bounds: None }
    }

    /// The name of its reason.
    pub(super) const fn name(&self) -> &'static str {
        self.reason.name()
    }

    /// The same, which may be tried again after so long.
    pub(super) fn with_retry_after(self, wait: Duration) -> Self {
        Self { wait: Some(wait), ..self }
    }

    /// The same, with the least and the most that would have been taken instead.
    pub(super) fn with_bounds(self, bounds: Option<(Money, Money)>) -> Self {
        Self { bounds, ..self }
    }

    /// When it may be tried again, in whole seconds.
    fn retry_after_seconds(&self) -> Option<u64> {
        let usual = matches!(self.reason, Reason::TooManyRequests | Reason::TooManyOrders).then_some(Duration::from_secs(1));
        self.wait.or(usual).map(|wait| u64::try_from(wait.as_millis().div_ceil(1_000)).unwrap_or(u64::MAX))
    }

    /// A bad request, with what is bad about it.
    pub(super) fn bad(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Reason::BadRequest, detail)
    }

    /// The problem as it is sent.
    pub(super) fn body(&self) -> ProblemBody {
        ProblemBody {
            r#type: format!("/problems/{}", self.reason.name()),
            title: self.reason.title(),
            status: self.reason.status().as_u16(),
            detail: self.detail.clone().into_owned(),
            reason: self.reason.name(),
            least: self.bounds.map(|(least, _)| least.minor()),
            most: self.bounds.map(|(_, most)| most.minor()),
        }
    }
}

impl Problem {
    /// The body as JSON.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(&self.body()).expect("strings and numbers can always be written as JSON")
    }
}

impl From<Reason> for Problem {
    fn from(reason: Reason) -> Self {
        Self::new(reason, reason.sentence())
    }
}

impl From<NoAnswer> for Problem {
    fn from(why: NoAnswer) -> Self {
        match why {
            NoAnswer::Closed => Reason::Stopping.into(),
            NoAnswer::Unknown => Reason::Unanswered.into(),
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Reason::Refused(refusal).into()
    }
}

/// Why a request was not carried out (RFC 9457).
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub(super) struct ProblemBody {
    /// The address of a page about this kind of problem.
    #[schema(example = "/problems/betting-closed")]
    r#type: String,
    /// The kind of problem in words.
    #[schema(example = "Betting closed")]
    title: String,
    /// The status of the response.
    #[schema(example = 409)]
    status: u16,
    /// What is to be said about this request; for a refusal the sentence that the player sees.
    #[schema(example = "No more bets. Nothing was taken.")]
    detail: String,
    /// The kind's name, which programs decide by.
    #[schema(example = "betting-closed")]
    reason: &'static str,
    /// The least that is taken now, in minor units, where the amount at a table between players was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 400)]
    least: Option<i64>,
    /// The most.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 9_800)]
    most: Option<i64>,
}

#[cfg(test)]
impl ProblemBody {
    /// The kind's name.
    pub(super) const fn reason(&self) -> &'static str {
        self.reason
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.reason.status(), self.text()).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.reason == Reason::Unauthorized {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after_seconds() {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
