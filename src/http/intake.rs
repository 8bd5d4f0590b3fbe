//! How bodies and idempotency keys are read: strictly, and with words that say what was expected.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::dto::Object;
use super::house::Shared;
use super::problem::{Problem, Reason};
use crate::model;

/// The header of idempotency keys.
pub(super) const KEY: &str = "idempotency-key";

/// The most characters of an idempotency key.
const KEY_LENGTH: usize = 64;

/// A body that must be JSON of this form, with every key known.
pub(super) struct Form<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for Form<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, Problem> {
        let json = is_json(request.headers());
        let bytes = body(request, shared).await?;
        if bytes.is_empty() {
            return Err(Problem::bad("expected an object, found an empty body"));
        }
        if !json {
            return Err(Reason::WrongContentType.into());
        }
        parse(&bytes).map(Self)
    }
}

async fn body(request: Request, shared: &Shared) -> Result<Bytes, Problem> {
    let reading = Bytes::from_request(request, &());
    let read = timeout(shared.house.limits.request_time, reading).await.map_err(|_| Reason::TimedOut)?;
    read.map_err(|rejection| match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => Reason::TooLarge.into(),
        _ => Problem::bad("The body could not be read. Nothing was done."),
    })
}

/// Whether the body says that it is `application/json`, with any parameters.
fn is_json(headers: &HeaderMap) -> bool {
    let essence = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).and_then(|value| value.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let Object(form) = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        match path.as_str() {
            "." => Problem::bad(error.inner().to_string()),
            _ => Problem::bad(format!("`{path}`: {}", error.inner())),
        }
    })?;
    deserializer.end().map_err(|error| Problem::bad(error.to_string()))?;
    Ok(form)
}

/// An idempotency key, where one is given.
pub(super) struct Key(pub(super) Option<model::Key>);

impl<S: Sync> FromRequestParts<S> for Key {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        let mut values = parts.headers.get_all(KEY).iter();
        let Some(value) = values.next() else { return Ok(Self(None)) };
        let plain = (1..=KEY_LENGTH).contains(&value.len()) && value.as_bytes().iter().all(u8::is_ascii_graphic);
        if !plain || values.next().is_some() {
            return Err(Problem::bad(format!("`Idempotency-Key`: expected one, of 1 to {KEY_LENGTH} visible ASCII characters")));
        }
        Ok(Self(value.to_str().ok().map(Into::into)))
    }
}

/// The idempotency key of a request that moves money, which must have one.
pub(super) struct MoneyKey(model::Key);

impl<S: Sync> FromRequestParts<S> for MoneyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Key(key) = Key::from_request_parts(parts, state).await?;
        key.map(Self).ok_or_else(|| Reason::KeyMissing.into())
    }
}

impl From<Key> for Option<model::Key> {
    fn from(key: Key) -> Self {
        key.0
    }
}

impl From<MoneyKey> for Option<model::Key> {
    fn from(key: MoneyKey) -> Self {
        Some(key.0)
    }
}
