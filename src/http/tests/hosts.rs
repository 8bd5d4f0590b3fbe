//! Which hosts the house answers for, and where the pages of others stand.

use super::harness::{NAME, PROXY, ask, house, seat_token};

#[tokio::test]
async fn a_request_for_another_host_is_refused_and_told_what_to_do() {
    let house = house();
    let check = async |host: &str, verdict: &str| {
        for line in ["GET /api/v1/cabinet", "GET /board", "GET /health", "GET /api/v1/me"] {
            let reply = house.send(&ask(line).seat(3).host(host)).await;
            assert_eq!(reply.verdict(), verdict, "{line} at {host}");
        }
    };
    check("localhost", "200").await;
    check(&format!("127.0.0.1:{}", house.address.port()), "200").await;
    check(NAME, "200").await;
    check("evil.example", "421 unknown-host").await;
    check("localhost.evil.example", "421 unknown-host").await;
    check("198.51.100.7:8080", "421 unknown-host").await;
    check("a\"b", "400 bad-request").await;
    let reply = house.send(&ask("POST /api/v1/seats/3/undo").seat(3).key("k").host("evil.example")).await;
    assert!(reply.json()["detail"].as_str().is_some_and(|detail| detail.contains("--host evil.example")), "{reply:?}");
    assert_eq!(house.taken(), [], "no order comes through another host's name");
    assert_eq!(house.send(&ask("GET http://evil.example/api/v1/cabinet").host("localhost")).await.verdict(), "400 bad-request");
}

#[tokio::test]
async fn sockets_lead_only_to_where_the_page_came_from() {
    let house = house();
    let policy = async |host: &str, headers: &[&str]| {
        let request = headers.iter().fold(ask("GET /seat").host(host), |request, header| request.header(header));
        let reply = house.send_on(house.connect_from(PROXY).await, &request).await;
        reply.header("content-security-policy").expect("every response has a policy").to_owned()
    };
    assert!(policy(NAME, &[]).await.contains("connect-src 'self' ws://cabinet-7.example;"));
    assert!(policy(NAME, &["X-Forwarded-Proto: https"]).await.contains("connect-src 'self' wss://cabinet-7.example;"));
    assert!(policy("evil.example", &[]).await.contains("connect-src 'self';"));
}

#[tokio::test]
async fn a_page_that_came_over_tls_through_a_trusted_proxy_may_watch() {
    let house = house();
    let watch = async |origin: &str, headers: &[&str]| {
        let request = ask("GET /api/v1/seats/3/live").token(&seat_token(3)).host(NAME).header(&format!("Origin: {origin}"));
        let request = headers.iter().fold(request, |request, header| request.header(header));
        house.send_on(house.connect_from(PROXY).await, &request).await.verdict()
    };
    // Asked without the headers of a WebSocket: a bad request is one whose origin was found to be right.
    assert_eq!(watch("https://cabinet-7.example", &["X-Forwarded-Proto: https"]).await, "400 bad-request");
    assert_eq!(watch("https://cabinet-7.example", &["Forwarded: for=192.0.2.1;proto=https"]).await, "400 bad-request");
    assert_eq!(watch("http://cabinet-7.example", &["X-Forwarded-Proto: https"]).await, "403 forbidden");
    assert_eq!(watch("https://cabinet-7.example", &[]).await, "403 forbidden");
}
