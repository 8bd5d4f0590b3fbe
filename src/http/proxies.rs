//! Reverse proxies that are trusted: what they say of whom they ask for is believed, and nobody else's word is.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::HeaderMap;
use axum::http::header::FORWARDED;

/// The header that most proxies tell the visitor's address by.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The header that most proxies tell the visitor's scheme by.
const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// An address, or all addresses that begin alike: `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    first: IpAddr,
    prefix: u32,
}

impl Network {
    fn holds(self, address: IpAddr) -> bool {
        let bits = |address| match address {
            IpAddr::V4(address) => (u128::from(u32::from(address)) << 96, 32),
            IpAddr::V6(address) => (u128::from(address), 128),
        };
        let ((first, length), (asked, asked_length)) = (bits(self.first), bits(address.to_canonical()));
        length == asked_length && (first ^ asked).leading_zeros() >= self.prefix
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}`: expected an address such as 10.0.0.7, or a network such as 10.0.0.0/8");
        let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let first: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if first.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(most), str::parse).map_err(|_| wrong())?;
        if prefix > most { Err(wrong()) } else { Ok(Self { first, prefix }) }
    }
}

/// The visitor behind a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sender {
    /// The address it comes from, as far as that is known.
    pub(super) address: IpAddr,
    /// Whether it came over TLS.
    pub(super) is_secure: bool,
}

/// Whether this is a trusted proxy.
pub(super) fn is_trusted(proxies: &[Network], address: IpAddr) -> bool {
    proxies.iter().any(|network| network.holds(address))
}

/// Who sends a request that comes from `peer`, over TLS where `is_secure`. A header is believed only as far as trusted proxies have written it: from its end up to the
/// first address that is no trusted proxy. Where both headers stand and disagree, one of them is the visitor's own and neither is believed.
pub(super) fn sender(proxies: &[Network], peer: IpAddr, is_secure: bool, headers: &HeaderMap) -> Sender {
    if !is_trusted(proxies, peer) {
        return Sender { address: peer, is_secure };
    }
    let listed: Vec<&str> = values(headers, FORWARDED_FOR);
    let forwarded: Vec<&str> = values(headers, FORWARDED.as_str());
    let named: Vec<&str> = forwarded.iter().map(|element| parameter(element, "for").unwrap_or_default()).collect();
    let (by_list, by_name) = (believed(proxies, peer, &listed), believed(proxies, peer, &named));
    let address = match (listed.is_empty(), named.is_empty()) {
        (_, true) => by_list,
        (true, false) => by_name,
        (false, false) => {
            if by_list == by_name {
                by_list
            } else {
                peer
            }
        }
    };
    // A proxy that says nothing of its visitor's line is one that hands on what it takes.
    let protocol = values(headers, FORWARDED_PROTO).last().copied().or_else(|| parameter(forwarded.last()?, "proto"));
    Sender { address, is_secure: protocol.map_or(is_secure, |protocol| protocol.eq_ignore_ascii_case("https")) }
}

/// The elements of a header that is a list, over all its lines.
fn values<'a>(headers: &'a HeaderMap, name: &str) -> Vec<&'a str> {
    let lines = headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default());
    lines.flat_map(|line| line.split(',')).map(str::trim).collect()
}

/// A parameter of an element of `Forwarded`, without its quotes (RFC 7239).
fn parameter<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let mut found = pairs.filter(|(key, _)| key.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim().trim_matches('"'));
    found.next()
}

/// The first address from the end that is no trusted proxy, as far as the list can be read.
fn believed(proxies: &[Network], peer: IpAddr, listed: &[&str]) -> IpAddr {
    let mut address = peer;
    for text in listed.iter().rev() {
        let Some(next) = address_in(text) else { break };
        address = next;
        if !is_trusted(proxies, address) {
            break;
        }
    }
    address
}

/// An address with or without a port and brackets.
fn address_in(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip()))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn networks() -> [Network; 3] {
        ["10.0.0.0/8", "127.0.0.1", "fd00::/8"].map(|text| text.parse().expect("a network"))
    }

    #[track_caller]
    fn check(peer: &str, headers: &[(&'static str, &'static str)], address: &str, is_secure: bool) {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_static(value));
        }
        let expected = Sender { address: address.parse().expect("an address"), is_secure };
        assert_eq!(sender(&networks(), peer.parse().expect("an address"), false, &map), expected, "{headers:?}");
    }

    #[test]
    fn over_tls_a_visitor_is_secure_unless_a_trusted_proxy_says_that_it_is_not() {
        let check = |peer: &str, protocol: Option<&'static str>, is_secure: bool| {
            let header = protocol.map(|protocol| ("x-forwarded-proto".parse().expect("a name"), HeaderValue::from_static(protocol)));
            let headers: HeaderMap = header.into_iter().collect();
            let sender = sender(&networks(), peer.parse().expect("an address"), true, &headers);
            assert_eq!(sender.is_secure, is_secure, "{peer} {protocol:?}");
        };
        check("192.0.2.1", None, true);
        check("192.0.2.1", Some("http"), true);
        check("127.0.0.1", None, true);
        check("127.0.0.1", Some("https"), true);
        check("127.0.0.1", Some("http"), false);
    }

    #[test]
    fn nobody_but_a_trusted_proxy_speaks_for_another() {
        check("192.0.2.1", &[("x-forwarded-for", "192.0.2.9"), ("x-forwarded-proto", "https")], "192.0.2.1", false);
        check("10.1.2.3", &[("x-forwarded-for", "192.0.2.9")], "192.0.2.9", false);
        check("::ffff:10.1.2.3", &[("x-forwarded-for", "192.0.2.9")], "192.0.2.9", false);
        check("fd00::1", &[("x-forwarded-for", "2001:db8::7")], "2001:db8::7", false);
    }

    #[test]
    fn what_the_visitor_wrote_before_the_proxy_is_not_believed() {
        check("127.0.0.1", &[("x-forwarded-for", "198.51.100.1, 192.0.2.9")], "192.0.2.9", false);
        check("127.0.0.1", &[("x-forwarded-for", "198.51.100.1, 192.0.2.9, 10.0.0.2")], "192.0.2.9", false);
        check("127.0.0.1", &[("x-forwarded-for", "198.51.100.1"), ("x-forwarded-for", "192.0.2.9")], "192.0.2.9", false);
        check("127.0.0.1", &[("x-forwarded-for", "192.0.2.9"), ("forwarded", "for=198.51.100.1")], "127.0.0.1", false);
    }

    #[test]
    fn both_headers_are_read_in_every_way_they_are_written() {
        check("127.0.0.1", &[("forwarded", "for=192.0.2.9;proto=https;by=10.0.0.1")], "192.0.2.9", true);
        check("127.0.0.1", &[("forwarded", "For=\"[2001:db8::7]:4711\"")], "2001:db8::7", false);
        check("127.0.0.1", &[("forwarded", "for=192.0.2.9"), ("x-forwarded-for", "192.0.2.9:4711")], "192.0.2.9", false);
        check("127.0.0.1", &[("x-forwarded-for", "192.0.2.9"), ("x-forwarded-proto", "HTTPS")], "192.0.2.9", true);
    }

    #[test]
    fn what_cannot_be_read_leaves_the_last_address_that_could() {
        check("127.0.0.1", &[("forwarded", "for=_hidden")], "127.0.0.1", false);
        check("127.0.0.1", &[("x-forwarded-for", "192.0.2.9, unknown, 10.0.0.2")], "10.0.0.2", false);
        check("127.0.0.1", &[("x-forwarded-for", "")], "127.0.0.1", false);
        check("127.0.0.1", &[], "127.0.0.1", false);
    }

    #[test]
    fn a_network_is_an_address_with_as_many_bits_as_it_has() {
        for wrong in ["", "10.0.0.0/33", "fd00::/129", "10.0.0/8", "proxy", "10.0.0.0/-1", "10.0.0.0/"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
        for (network, inside, outside) in
            [("10.0.0.0/8", "10.255.0.1", "11.0.0.1"), ("fd00::/8", "fd12::1", "fe00::1"), ("0.0.0.0/0", "1.2.3.4", "::1")]
        {
            let network: Network = network.parse().expect("a network");
            let holds = |text: &str| network.holds(text.parse().expect("an address"));
            assert_eq!((holds(inside), holds(outside)), (true, false), "{network:?}");
        }
    }
}
