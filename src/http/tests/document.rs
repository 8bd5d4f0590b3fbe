//! The OpenAPI document says what the router does.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::super::house::Shared;
use super::super::problem::Reason;
use super::super::{Commits, House, Readiness, routes};
use super::bench::Bench;
use super::harness::{GAMES, NOW, ask, attendant_token, credentials, house, limits, seat_token, views};
use crate::access::Access;
use crate::desk::Desk;
use crate::model::Timestamp;

async fn document() -> Value {
    let reply = house().send(&ask("GET /api/v1/openapi.json")).await;
    assert_eq!(reply.status, 200);
    reply.json()
}

/// The addresses of pages, which the document leaves out.
const PAGES: [&str; 8] =
    ["/", "/board", "/seat", "/attendant", "/service", "/assets/{*path}", "/problems/{name}", "/{*__private__axum_fallback}"];

/// Every route of the router as `GET /path`, read off the router itself.
fn routed(router: &str) -> BTreeSet<String> {
    let mut routes = BTreeSet::new();
    let (methods, addresses) = router.split_once("node: Node").expect("a router shows its routes and then their addresses");
    for entry in addresses.split("RouteId(").skip(1) {
        let (id, rest) = entry.split_once("): \"").unwrap_or(("", ""));
        let Some((path, _)) = rest.split_once('"') else { continue };
        let mark = format!("RouteId({id}): MethodRouter(");
        let Some((_, router)) = methods.split_once(&mark) else { continue };
        let allowed = router.split("allow_header: Bytes(b\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        routes.extend(allowed.split(',').filter(|method| *method != "HEAD").map(|method| format!("{method} {path}")));
    }
    routes
}

/// The router of a house that nobody has opened.
fn router() -> axum::Router {
    let (slips, _) = mpsc::channel(1);
    let (searches, _) = mpsc::channel(1);
    let (_, watched) = watch::channel(Arc::new(views()));
    let (_, readiness) = watch::channel(Readiness::Ready);
    let clock = Arc::new(|| Timestamp::from_microseconds(NOW));
    let desk = Desk::new(slips, searches, mpsc::channel(1).0, watched);
    let (names, proxies) = (Vec::new(), Vec::new());
    let (access, workshop, archive) = (Arc::new(Access::of(&credentials())), Arc::new(Bench), Arc::new(Bench));
    let house = House {
        desk,
        access,
        readiness,
        clock,
        workshop,
        archive,
        demo: false,
        games: GAMES,
        limits: limits(),
        names,
        proxies,
        tls: None,
        commits: Commits::default(),
    };
    routes::router(Arc::new(Shared::new(house, CancellationToken::new())))
}

#[tokio::test]
async fn no_route_is_missing_from_the_document() {
    let router = router();
    let routed: BTreeSet<String> =
        routed(&format!("{router:?}")).into_iter().filter(|route| !PAGES.iter().any(|page| route.ends_with(&format!(" {page}")))).collect();
    let mut documented = BTreeSet::new();
    for (path, item) in document().await["paths"].as_object().expect("a document has paths") {
        documented.extend(item.as_object().expect("a path has methods").keys().map(|method| format!("{} {path}", method.to_uppercase())));
    }
    assert_eq!(routed, documented);
    assert!(routed.len() >= 24, "{routed:?}");
}

#[tokio::test]
async fn every_reference_of_the_document_leads_somewhere() {
    let document = document().await;
    assert!(document["openapi"].as_str().expect("a document has a version").starts_with("3.1"));
    let mut references = Vec::new();
    collect(&document, &mut references);
    assert!(references.len() > 50, "{references:?}");
    for reference in references {
        assert!(document.pointer(&reference[1..]).is_some(), "{reference} leads nowhere");
    }
}

fn collect(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            references.extend(object.get("$ref").and_then(Value::as_str).map(Into::into));
            object.values().for_each(|value| collect(value, references));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, references)),
        _ => {}
    }
}

#[tokio::test]
async fn every_schema_and_key_is_described() {
    let document = document().await;
    for (name, schema) in document["components"]["schemas"].as_object().expect("a document has schemas") {
        let described = |value: &Value| value.get("description").is_some() || value.get("oneOf").is_some() || value.get("$ref").is_some();
        assert!(described(schema) || schema.get("allOf").is_some(), "{name}");
        for (key, value) in schema["properties"].as_object().into_iter().flatten() {
            assert!(described(value), "{name}.{key}");
        }
    }
}

#[tokio::test]
async fn the_document_lists_the_words_of_every_card_game_and_who_knows_them() {
    let document = document().await;
    let check = |schema: &str, words: &[&str], told: &str| {
        let schema = &document["components"]["schemas"][schema];
        assert_eq!(schema["enum"], serde_json::json!(words));
        let description = schema["description"].as_str().expect("a schema is described");
        assert!(description.contains(told), "{description}");
    };
    check("GameName", &["red-dog", "hi-lo", "slot"], "a card game");
    check(
        "StakeName",
        &["ante", "main", "ride", "tie"],
        "`ante` (red-dog); `main` (slot); `ride` (red-dog on the ante); `tie` (hi-lo during the deal)",
    );
    check("ChoiceName", &["hit", "ride", "stand", "tie"], "`stand` (red-dog)");
    check("CombinationName", &["pair"], "`pair` (red-dog)");
    let stake = &document["components"]["schemas"]["OneStakeForm"]["properties"]["stake"];
    assert!(stake.to_string().contains("#/components/schemas/StakeName"), "{stake}");
}

/// What every request may meet, before it has reached its route or where the program fails.
const ANYWHERE: [(&str, &str); 5] =
    [("400", "bad-request"), ("414", "address-too-long"), ("421", "unknown-host"), ("431", "headers-too-large"), ("500", "internal")];

/// Whether it is carried out by the cabinet; the others are those of access and of the devices.
fn is_order(operation: &Value) -> bool {
    !["access", "service"].contains(&operation["tags"][0].as_str().expect("an operation has a tag"))
}

#[tokio::test]
async fn every_operation_names_its_access_and_its_problems() {
    let document = document().await;
    assert_eq!(document["components"]["securitySchemes"]["bearer"]["scheme"], "bearer");
    for (path, item) in document["paths"].as_object().expect("a document has paths") {
        for (method, operation) in item.as_object().expect("a path has methods") {
            let security = operation["security"].as_array().unwrap_or_else(|| panic!("{method} {path} has no security"));
            let open = security.iter().all(|scheme| scheme.get("bearer").is_none());
            let responses = operation["responses"].as_object().expect("an operation has responses");
            assert_eq!(responses.contains_key("401"), !open, "{method} {path}");
            for (status, reason) in ANYWHERE {
                let examples = &responses[status]["content"]["application/problem+json"]["examples"];
                assert!(examples[reason].is_object(), "{method} {path}: {status} {reason}");
            }
            if method == "post" && is_order(operation) {
                let refusals =
                    responses["409"]["content"]["application/problem+json"]["examples"].as_object().expect("refusals have examples");
                assert_eq!(refusals.len(), crate::model::Refusal::ALL.len());
                assert_eq!(refusals["betting-closed"]["value"]["detail"], "No more bets. Nothing was taken.");
            }
        }
    }
}

#[tokio::test]
async fn every_reason_for_which_a_request_fails_stands_in_the_document() {
    let text = document().await.to_string();
    for reason in Reason::all() {
        let (name, status) = (reason.name(), reason.status().as_u16());
        assert!(text.contains(&format!("`{name}`")) && text.contains(&status.to_string()), "{status} {name}");
    }
}

#[tokio::test]
async fn the_examples_of_the_document_are_accepted_as_they_stand() {
    let house = house();
    let document = document().await;
    let mut tried = 0;
    for (path, item) in document["paths"].as_object().expect("a document has paths") {
        let Some(operation) = item.get("post").filter(|operation| is_order(operation)) else { continue };
        let token = if operation["tags"][0] == "player" { seat_token(3) } else { attendant_token() };
        let schema = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str();
        let schema = schema.and_then(|name| document.pointer(&name[1..])).unwrap_or_else(|| panic!("{path} has a body"));
        let body = example(&document, schema).to_string();
        let request = ask(&format!("POST {}", path.replace("{seat}", "3").replace("{table}", "2")))
            .token(&token)
            .key(path.rsplit('/').next().expect("a path has an end"));
        let reply = house.send(&request.json(&body)).await;
        assert_eq!(reply.verdict(), "200", "{path} {body} {reply:?}");
        tried += 1;
    }
    assert_eq!(tried, 53);
}

/// The example of a schema, made of those of its keys where it has none itself.
fn example(document: &Value, schema: &Value) -> Value {
    if let Some(example) = schema.get("example").or_else(|| schema["examples"].get(0)) {
        return example.clone();
    }
    let keys = schema["properties"].as_object().into_iter().flatten().map(|(key, value)| {
        let value = value["$ref"].as_str().and_then(|name| document.pointer(&name[1..])).unwrap_or(value);
        (key.clone(), example(document, value))
    });
    Value::Object(keys.collect())
}

#[test]
fn every_reason_has_a_name_of_its_own() {
    let names: BTreeSet<&str> = Reason::all().map(Reason::name).collect();
    assert_eq!(names.len(), Reason::all().count());
}
