//! The pages and what they are made of, embedded in the program, and a page about each problem.

use axum::Router;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use rust_embed::{Embed, EmbeddedFile};

use super::super::problem::{Problem, Reason};
use super::views::matches;
use crate::access::hexadecimal;

/// The files of the pages; a debug build holds them as a release build does.
#[derive(Embed)]
#[folder = "src/http/console/"]
struct Console;

/// The addresses of the pages.
pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/", get(|| async { Redirect::temporary("/board") }))
        .route("/board", get(|headers| page("board.html", headers)))
        .route("/seat", get(|headers| page("seat.html", headers)))
        .route("/attendant", get(|headers| page("attendant.html", headers)))
        .route("/service", get(|headers| page("service.html", headers)))
        .route("/assets/{*path}", get(asset))
}

async fn page(name: &'static str, headers: HeaderMap) -> Response {
    respond(name, &headers)
}

async fn asset(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Result<Response, Problem> {
    let Path(path) = path.map_err(|_| Problem::from(Reason::NotFound))?;
    Ok(respond(&format!("assets/{path}"), &headers))
}

fn respond(name: &str, headers: &HeaderMap) -> Response {
    // Only names that the folder really holds are looked up.
    let Some(file) = Console::iter().find(|known| known == name).and_then(|known| Console::get(&known)) else {
        return Problem::from(Reason::NotFound).into_response();
    };
    let tag = format!("\"{}\"", hexadecimal(&file.metadata.sha256_hash()[..16]));
    // The names of the files never change, so browsers ask each time whether the content has.
    let wear = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".into())];
    if matches(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, wear).into_response();
    }
    let EmbeddedFile { data, .. } = file;
    (wear, [(CONTENT_TYPE, content_type(name))], data).into_response()
}

/// The content type by the file's extension.
fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A few words about a problem.
pub(super) async fn problem(name: Result<Path<String>, PathRejection>) -> Result<String, Problem> {
    let Path(name) = name.map_err(|_| Problem::from(Reason::NotFound))?;
    let reason = Reason::all().find(|reason| reason.name() == name).ok_or(Reason::NotFound)?;
    let status = reason.status();
    Ok(format!("{}\n\n{}\n\nreason: {}\nstatus: {status}\n", reason.title(), reason.sentence(), reason.name()))
}
