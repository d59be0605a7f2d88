//! Where to listen, and whether a token is needed there.

use crate::failure::Failure;
use crate::output;
use crate::serve::options::Serve;
use crate::session::Session;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use celeiro_app::{AppError, Code};
use rand::RngCore as _;
use serde::Serialize;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use tokio::net::{TcpListener, TcpSocket, lookup_host};

/// Connections that the system holds until they are taken, as far as its own limit (`somaxconn`) allows: one
/// address that opens many at a time must not fill the queue of all, or others wait a second for a retry.
const BACKLOG: u32 = 4_096;

/// Binds the first of the addresses of `place` that can be bound.
async fn bind_first_address(place: (&str, u16)) -> std::io::Result<TcpListener> {
    let mut last = std::io::Error::from(std::io::ErrorKind::AddrNotAvailable);
    for address in lookup_host(place).await? {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // As the system's own way of binding does it: a restart need not wait for old connections.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        match socket.bind(address).and_then(|()| socket.listen(BACKLOG)) {
            Ok(listener) => return Ok(listener),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// A bound address and what protects it.
pub struct Address {
    /// Takes connections.
    pub listener: TcpListener,
    /// Where it is bound.
    pub bound: SocketAddr,
    /// What every request for data must carry, where one is needed.
    pub token: Option<String>,
    /// Whether the token was made just now, so that a person must be told it.
    made: bool,
    /// Names that requests may be addressed to besides the address itself.
    pub names: Vec<String>,
}

impl Address {
    /// Binds the address that was asked for. Beyond this machine a token is needed: the given one,
    /// or a new one. On this machine one is needed only where one is given.
    ///
    /// # Errors
    /// Where the address does not exist here or is taken.
    pub async fn bind(args: &Serve, given: Option<&str>) -> Result<Self, Failure> {
        let refusal = |error: std::io::Error| {
            let place = format!("{}:{}", args.host, args.port);
            AppError::new(Code::AddressUnusable).with("address", place).because(error)
        };
        let host = args.host.trim_start_matches('[').trim_end_matches(']');
        let listener = bind_first_address((host, args.port)).await.map_err(refusal)?;
        let bound = listener.local_addr().map_err(refusal)?;
        let made = given.is_none() && !bound.ip().is_loopback();
        let token = if made { Some(new_token()) } else { given.map(str::to_owned) };
        Ok(Self { listener, bound, token, made, names: args.allow_host.clone() })
    }

    /// Whether others than this machine's own people come here: by the address itself, or by a proxy
    /// that speaks for other names.
    pub fn is_reachable(&self) -> bool {
        !self.bound.ip().is_loopback() || !self.names.is_empty()
    }

    /// Where a browser on this machine finds it.
    fn url(&self) -> String {
        let ip = match self.bound.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        format!("http://{}/", SocketAddr::new(ip, self.bound.port()))
    }

    /// Prints the address, and that of the port for figures, where there is one. A token that was made just now is
    /// printed here and nowhere else; it stands behind `#`, which a browser never sends. One that was given is known
    /// already.
    ///
    /// # Errors
    /// Where standard output cannot be written.
    pub fn announce(&self, session: &Session, metrics: Option<SocketAddr>) -> Result<(), AppError> {
        #[derive(Serialize)]
        struct Announcement<'a> {
            url: String,
            #[serde(skip_serializing_if = "Option::is_none")]
            token: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            metrics: Option<String>,
        }
        let token = self.token.as_deref().filter(|_| self.made);
        if session.json {
            let metrics = metrics.map(|bound| format!("http://{bound}/metrics"));
            let line = serde_json::to_string(&Announcement { url: self.url(), token, metrics });
            output::write_stdout(&format!("{}\n", line.map_err(AppError::internal)?))?;
        } else {
            let fragment = token.map(|t| format!("#token={t}")).unwrap_or_default();
            output::write_stdout(&format!("Celeiro: {}{fragment}\n", self.url()))?;
        }
        if !self.bound.ip().is_loopback() {
            output::print_translated(
                session.lang,
                "cli.serve.reachable",
                &[("address", self.bound.to_string())],
            );
        }
        if let Some(bound) = metrics.filter(|bound| !bound.ip().is_loopback()) {
            let place = [("address", bound.to_string())];
            output::print_translated(session.lang, "cli.serve.metricsReachable", &place);
        }
        Ok(())
    }
}

/// 256 bits from the operating system's generator.
fn new_token() -> String {
    let mut bytes = [0u8; 32];
    rand::rng().fill_bytes(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}
