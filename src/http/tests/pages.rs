//! The pages and their parts as browsers get them.

use std::fs;
use std::path::Path;

use super::harness::{Fixture, Reply, ask, house};

/// The source folder of the pages.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/http/console");

/// Every file below the folder, by its path from the folder on.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read").map(|entry| entry.expect("the folder can be read").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let own = files.iter().map(|path| path.strip_prefix(FOLDER).expect("it lies below").to_str().expect("names are plain").to_owned());
    own.chain(folders.iter().flat_map(|folder| self::files(folder))).collect()
}

async fn check(house: &Fixture, address: &str, file: &str) -> Reply {
    let reply = house.send(&ask(&format!("GET {address}"))).await;
    assert_eq!(reply.verdict(), "200", "{address}");
    let content = fs::read(Path::new(FOLDER).join(file)).expect("the file can be read");
    assert!(reply.bytes == content, "{address}");
    assert_ne!(reply.header("content-type"), Some("application/octet-stream"), "{address}: browsers would not take it");
    assert_eq!(reply.header("cache-control"), Some("no-cache"), "{address}");
    let tag = reply.header("etag").expect("it has a tag").to_owned();
    assert!(tag.starts_with('"') && tag.len() == 34, "{address}: {tag}");
    let again = house.send(&ask(&format!("GET {address}")).header(&format!("If-None-Match: {tag}"))).await;
    assert_eq!((again.status, again.body.as_str()), (304, ""), "{address}");
    reply
}

#[tokio::test]
async fn the_pages_are_there_and_nothing_in_them_is_inline() {
    let house = house();
    for page in ["board", "seat", "attendant", "service"] {
        let reply = check(&house, &format!("/{page}"), &format!("{page}.html")).await;
        assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"));
        let inline = ["<script>", "<style", " style=", " onclick=", "javascript:", "src=\"http", "href=\"http"];
        for word in inline {
            assert!(!reply.body.contains(word), "{page} contains {word}, which the policy forbids");
        }
    }
    assert_eq!(house.send(&ask("GET /")).await.header("location"), Some("/board"));
}

#[tokio::test]
async fn every_asset_is_served_as_what_it_is() {
    let house = house();
    let assets: Vec<String> = files(Path::new(FOLDER)).into_iter().filter(|file| file.starts_with("assets/")).collect();
    assert!(assets.len() > 5, "{assets:?}");
    assert!(assets.iter().any(|file| file.ends_with(".woff2")), "{assets:?}");
    for file in assets {
        check(&house, &format!("/{file}"), &file).await;
    }
}
