//! Which addresses requests may go to.
//!
//! The right to change settings over the network would allow to point a provider's address at the server's
//! own network and read what answers there (SSRF). A client of [`Reach::Public`] connects to public
//! addresses alone. Names are resolved here, once for each connection, and the connection goes to
//! the very addresses that were looked at: a name that leads elsewhere a moment later (DNS
//! rebinding) changes nothing. Addresses in numbers are looked at before every request; the parser
//! of addresses has read their decimal, octal and hexadecimal forms by then.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::{
    Url,
    dns::{Addrs, Name, Resolve, Resolving},
};

/// Which addresses a client may connect to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// All of them: a model on this machine or in its network is welcome.
    #[default]
    Anywhere,
    /// Public ones alone.
    Public,
}

/// The address leads to this machine or into its network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the address leads to this machine or a private network")]
pub struct PrivateAddress;

impl Reach {
    /// Refuses an address in numbers that may not be reached. Names are looked at when they are
    /// resolved.
    ///
    /// # Errors
    /// [`PrivateAddress`].
    pub fn check(self, url: &Url) -> Result<(), PrivateAddress> {
        let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
        match (self, host.parse::<IpAddr>()) {
            (Self::Public, Ok(address)) if !is_public(address) => Err(PrivateAddress),
            // Of these no name server need be asked.
            (Self::Public, Err(_)) if is_local_name(host) => Err(PrivateAddress),
            _ => Ok(()),
        }
    }
}

/// Resolves names for a client of [`Reach::Public`].
pub(crate) struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let all: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            // One private address among public ones is what an attack looks like.
            if all.iter().any(|address| !is_public(address.ip())) {
                return Err(PrivateAddress.into());
            }
            Ok(Box::new(all.into_iter()) as Addrs)
        })
    }
}

/// Whether a request failed because its name leads to a private address.
pub(crate) fn is_private(error: &reqwest::Error) -> bool {
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        if inner.is::<PrivateAddress>() {
            return true;
        }
        cause = inner.source();
    }
    false
}

/// Whether the name is kept for the machine itself; a full stop at its end is none of it.
fn is_local_name(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    host == "localhost" || host.ends_with(".localhost")
}

/// Whether `address` is one of the public internet: not of this machine, a private network, a
/// link, a test, a group, nor of a cloud's services for its machines.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Whether the address is outside of the ranges that no router of the internet forwards.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !matches!(
        (a, b, c),
        (0 | 10 | 127 | 224.., ..)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (192, 168, _)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    ) && address != AZURE_HOST
}

/// What Azure's machines ask for their secrets; the address looks public.
const AZURE_HOST: Ipv4Addr = Ipv4Addr::new(168, 63, 129, 16);

/// Of version 6 only the global range is public, without its reserved parts and without tunnels,
/// which lead to addresses of version 4; an address of version 4 inside one of version 6 counts as
/// what it is.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let part = address.segments();
    let inner = Ipv4Addr::from(((u32::from(part[6])) << 16) | u32::from(part[7]));
    match part {
        [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => is_public_v4(inner),
        [0x2001, 0..=0x01ff, ..] | [0x2001, 0xdb8, ..] | [0x2002, ..] => false,
        [0x3fff, 0..=0x0fff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_known_in_every_form() {
        for private in [
            "http://127.0.0.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f000001/",
            "http://0177.0.0.1/",
            "http://0/",
            "http://10.1.2.3/",
            "http://172.16.0.1/",
            "http://172.31.255.255/",
            "http://192.168.1.1/",
            "http://169.254.169.254/latest/meta-data",
            "http://100.100.100.200/",
            "http://168.63.129.16/",
            "http://192.0.0.192/",
            "http://255.255.255.255/",
            "http://224.0.0.1/",
            "http://[::1]/",
            "http://[::]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[::ffff:a00:1]/",
            "http://[::127.0.0.1]/",
            "http://[64:ff9b::7f00:1]/",
            "http://[2002:7f00:1::]/",
            "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
            "http://[fe80::1]/",
            "http://[fd00:ec2::254]/",
            "http://[fc00::1]/",
            "http://[ff02::1]/",
            "http://[2001:db8::1]/",
            "http://localhost:11434/",
            "http://LOCALHOST./",
            "http://ollama.localhost/",
            "http://１２７.０.０.１/",
        ] {
            let url = Url::parse(private).unwrap();
            assert_eq!(Reach::Public.check(&url), Err(PrivateAddress), "{private}");
            assert_eq!(Reach::Anywhere.check(&url), Ok(()), "{private}");
        }
    }

    #[test]
    fn public_addresses_are_let_through() {
        for public in [
            "https://openrouter.ai/api/v1",
            "https://1.1.1.1/",
            "https://172.32.0.1/",
            "https://100.128.0.1/",
            "https://[2606:4700::1111]/",
            "https://[::ffff:8.8.8.8]/",
            "https://[64:ff9b::808:808]/",
            "https://localhost.example.com/",
        ] {
            assert_eq!(Reach::Public.check(&Url::parse(public).unwrap()), Ok(()), "{public}");
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_home_is_not_resolved() {
        let resolved = PublicResolver.resolve("localhost".parse().unwrap()).await;
        let error = resolved.err().expect("a refusal");
        assert!(error.is::<PrivateAddress>(), "{error}");
    }
}
