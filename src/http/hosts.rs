//! The names that the cabinet answers to. A page of another site cannot have its own name resolved to this machine and then read what is
//! served here (DNS rebinding): a request names the host that it believes to speak to.

use std::net::IpAddr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Uri};

use super::problem::{Problem, Reason};

/// Where a visitor believes to be, after it was found to be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reached {
    /// The host and the port, as the visitor's browser wrote them.
    authority: Authority,
    /// Whether the visitor came over TLS.
    is_secure: bool,
}

impl Reached {
    /// The place that a request with these headers names, at a connection to the address `local`; `names` are known beside that address and
    /// the loopback ones.
    ///
    /// # Errors
    /// [`Reason::BadRequest`] where no host, or more than one, is named; [`Reason::UnknownHost`] where it is not this one.
    pub(super) fn find(names: &[String], local: IpAddr, is_secure: bool, uri: &Uri, headers: &HeaderMap) -> Result<Self, Problem> {
        let authority = only(headers, &HOST).and_then(|host| host.parse::<Authority>().ok()).filter(is_host_and_port);
        let named_alike = |authority: &Authority| uri.authority().is_none_or(|other| other == authority);
        let authority =
            authority.filter(named_alike).ok_or_else(|| Problem::bad("`Host`: expected one, with the cabinet's name or address"))?;
        if is_known(names, local, authority.host()) {
            return Ok(Self { authority, is_secure });
        }
        let host = authority.host();
        let detail = format!("The cabinet is not known as `{host}`. Where it shall be, it is started with `--host {host}`.");
        Err(Problem::new(Reason::UnknownHost, detail))
    }

    /// The source of WebSockets for a content security policy.
    pub(super) fn socket_source(&self) -> String {
        format!("{}://{}", if self.is_secure { "wss" } else { "ws" }, self.authority)
    }

    /// Whether a browser may be told never to come here without TLS. It takes that for every port of the host: `localhost` has other programs,
    /// which need not speak it.
    pub(super) fn may_insist_on_tls(&self) -> bool {
        let host = self.authority.host();
        !host.strip_suffix('.').unwrap_or(host).eq_ignore_ascii_case("localhost")
    }

    /// Whether a request was made by a page of this very place, or by a program that is no browser and names no origin.
    pub(super) fn is_origin_of(&self, headers: &HeaderMap) -> bool {
        if !headers.contains_key(ORIGIN) {
            return true;
        }
        let Some(origin) = only(headers, &ORIGIN).and_then(|origin| origin.parse::<Uri>().ok()) else { return false };
        let (scheme, port) = if self.is_secure { ("https", 443) } else { ("http", 80) };
        let place = |authority: &Authority| (authority.host().to_ascii_lowercase(), authority.port_u16().unwrap_or(port));
        origin.scheme_str() == Some(scheme) && origin.authority().map(place) == Some(place(&self.authority))
    }
}

/// The value of a header that must stand once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Whether it is a host with or without a port and nothing else: it goes into the content security policy as it stands.
fn is_host_and_port(authority: &Authority) -> bool {
    let host = authority.host();
    let port = authority.as_str().strip_prefix(host).and_then(|rest| rest.strip_prefix(':'));
    authority.as_str() == host || port.is_some_and(|port| !port.starts_with('+') && port.parse::<u16>().is_ok())
}

fn is_known(names: &[String], local: IpAddr, host: &str) -> bool {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let name = bare.strip_suffix('.').unwrap_or(bare);
    let is_named = |known: &String| known.eq_ignore_ascii_case(name);
    let Ok(address) = bare.parse::<IpAddr>().map(|address| address.to_canonical()) else {
        return name.eq_ignore_ascii_case("localhost") || names.iter().any(is_named);
    };
    let is_known = |known: &String| known.parse::<IpAddr>().is_ok_and(|known| known.to_canonical() == address);
    address.is_loopback() || address == local.to_canonical() || names.iter().any(is_known)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(lines: &[(HeaderName, &'static str)]) -> HeaderMap {
        let lines = lines.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        let mut map = HeaderMap::new();
        lines.for_each(|(name, value)| _ = map.append(name, value));
        map
    }

    fn find(uri: &'static str, hosts: &[&'static str]) -> Result<Reached, Problem> {
        let names = ["cabinet-7.example".to_owned(), "203.0.113.9".to_owned()];
        let lines: Vec<_> = hosts.iter().map(|host| (HOST, *host)).collect();
        Reached::find(&names, "192.0.2.5".parse().expect("an address"), false, &Uri::from_static(uri), &headers(&lines))
    }

    #[test]
    fn an_address_is_known_however_it_is_written() {
        let local = IpAddr::from([192, 0, 2, 1]);
        let names = ["2001:db8:0::1".to_owned()];
        assert!(is_known(&names, local, "[2001:DB8::1]") && !is_known(&names, local, "[2001:db8::2]"));
    }

    #[test]
    fn the_cabinet_answers_to_its_address_to_localhost_and_to_the_names_it_was_given() {
        for host in [
            "192.0.2.5",
            "192.0.2.5:8080",
            "localhost:8080",
            "LocalHost",
            "127.0.0.1:1",
            "[::1]:8080",
            "cabinet-7.example",
            "Cabinet-7.Example.:80",
        ]
        .into_iter()
        .chain(["203.0.113.9"])
        {
            assert!(find("/", &[host]).is_ok(), "{host}");
        }
    }

    #[test]
    fn any_other_name_is_a_page_of_somebody_else() {
        for host in [
            "evil.example",
            "evil.example:8080",
            "192.0.2.6",
            "localhost.evil.example",
            "cabinet-7.example.evil",
            "[2001:db8::1]",
            "0.0.0.0",
        ] {
            let problem = find("/", &[host]).expect_err(host);
            assert_eq!(problem.body().reason(), "unknown-host", "{host}");
        }
    }

    #[test]
    fn a_request_names_one_host() {
        for (uri, hosts) in
            [("/", vec![]), ("/", vec!["localhost", "localhost"]), ("/", vec!["a b"]), ("/", vec![""]), ("/", vec!["me@localhost"])]
                .into_iter()
                .chain(
                    ["localhost:80;script-src", "localhost:80,x", "localhost:", "localhost:+80", "localhost:65536"]
                        .map(|host| ("/", vec![host])),
                )
        {
            let problem = find(uri, &hosts).expect_err("not one host");
            assert_eq!(problem.body().reason(), "bad-request", "{hosts:?}");
        }
        assert!(find("http://localhost/", &["localhost"]).is_ok());
        assert_eq!(find("http://evil.example/", &["localhost"]).expect_err("two hosts").body().reason(), "bad-request");
    }

    #[track_caller]
    fn check_origin(host: &'static str, is_secure: bool, origin: &'static str, expected: bool) {
        let reached = Reached { authority: Authority::from_static(host), is_secure };
        assert_eq!(reached.is_origin_of(&headers(&[(ORIGIN, origin)])), expected, "{origin} at {host}");
    }

    #[test]
    fn an_origin_is_a_scheme_a_host_and_a_port() {
        check_origin("localhost:8080", false, "http://localhost:8080", true);
        check_origin("localhost:8080", false, "http://LOCALHOST:8080", true);
        check_origin("localhost:80", false, "http://localhost", true);
        check_origin("cabinet-7.example", true, "https://cabinet-7.example", true);
        check_origin("localhost:8080", false, "https://localhost:8080", false);
        check_origin("cabinet-7.example", true, "http://cabinet-7.example", false);
        check_origin("localhost:8080", false, "http://localhost", false);
        check_origin("localhost:8080", false, "http://localhost.evil.example:8080", false);
        check_origin("localhost:8080", false, "null", false);
        check_origin("localhost:8080", false, "file://", false);
        check_origin("localhost:8080", false, "", false);
    }

    #[test]
    fn who_is_no_browser_names_no_origin() {
        let reached = Reached { authority: Authority::from_static("localhost"), is_secure: false };
        assert!(reached.is_origin_of(&HeaderMap::new()));
        assert!(!reached.is_origin_of(&headers(&[(ORIGIN, "http://localhost"), (ORIGIN, "http://localhost")])));
    }
}
