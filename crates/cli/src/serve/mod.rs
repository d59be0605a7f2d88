//! `celeiro serve`: the interface in a browser, and every operation as JSON over HTTP.
//!
//! | module | what it does |
//! |---|---|
//! | `address` | where to listen, what may be said of it, whether a token is needed |
//! | `limits` | what a client may take, all in one place |
//! | `listener`, `places` | connections: who gets one, who gives one up for whom |
//! | `connection`, `pace` | how slowly an answer may be taken |
//! | `body`, `shares` | how large and how slow a body may be; what one address may take of what all share |
//! | `layer` | the one stack of limits and checks around every route |
//! | `guard` | host, origin, rate, sender and what it may: who may ask at all |
//! | `host_names` | the host that a request is for, the page that it comes from |
//! | `accounts` | senders by session, token or neither; signing in and out |
//! | `answer` | errors in their one form, security headers |
//! | `routes`, `arguments`, `stream` | the list of operations as routes, requests from HTTP, answers in events |
//! | `telemetry` | `/metrics` for a monitoring system, requests measured for it |
//! | `assets` | the built interface |
//! | `openapi` | the description of the API, made from the same list |
//! | `server` | what all requests share: the program of `celeiro_app::host`, the language |
//!
//! Left out on purpose: what a role may (crate `app` decides it, and the server's own token allows everything), TLS (a
//! reverse proxy's job; name it with `--allow-host`), and answers to other origins.

mod accounts;
mod admission;
mod assets;
#[cfg(test)]
mod attacks;
pub(crate) mod connections;
mod layer;
mod limits;
mod mcp;
mod messages;
mod openapi;
pub(crate) mod options;
mod routes;
mod server;
mod telemetry;

use crate::failure::Failure;
use crate::output;
use crate::serve::options::Serve;
use crate::session::Session;
use celeiro_app::{AppError, accounts as people, host};
use connections::address::Address;
use limits::Limits;
use server::Server;
use std::sync::Arc;
use std::time::Duration;
use telemetry::MetricsPort;
use tokio_util::sync::CancellationToken;

/// Serves until the program is asked to end.
///
/// # Errors
/// Where the address cannot be listened on, or a setting is not allowed.
pub async fn run(session: &Session, args: Serve) -> Result<(), Failure> {
    let config = session.config()?;
    let address = Address::bind(&args, config.text("CELEIRO_TOKEN")).await?;
    let metrics = MetricsPort::bind(&config).await?;
    let (address_is_reachable, has_token) = (address.is_reachable(), address.token.is_some());
    let server = Arc::new(Server::new(session.named_lang().unwrap_or_default()));
    let limits = Limits::default();
    let router = layer::protect_routes(routes::build_router(), &server, &address, args.rate, &limits);
    address.announce(session, metrics.as_ref().map(|port| port.bound))?;
    let stop = CancellationToken::new();
    let scraping = metrics.map(|port| tokio::spawn(port.serve(server.clone(), stop.clone())));
    // Requests have threads of their own; this one keeps the program going.
    let listening = tokio::spawn(connections::listener::serve_connections(
        address.listener,
        router,
        limits,
        server.lang,
        stop.clone(),
    ));
    // A setting that was changed since counts at the next attempt to open the database.
    let load_config = || session.reload_config(address_is_reachable);
    let report = |error: &AppError| output::report_failure(session.lang, false, error);
    let upkeep = host::run_host(&server.host, load_config, report, &stop);
    let warning = async {
        if has_token {
            warn_of_token(session, &server, &stop).await;
        }
    };
    tokio::join!(upkeep, warning, async {
        session.interrupt.wait_for_signal().await;
        stop.cancel();
    });
    listening.await.map_err(AppError::internal)?;
    if let Some(scraping) = scraping {
        scraping.await.map_err(AppError::internal)?;
    }
    Ok(server.host.close().await?)
}

/// How often it is looked whether the database is there.
const LOOK: Duration = Duration::from_secs(1);

/// Says, once the database is there, that the server's token goes past all roles where there are accounts.
async fn warn_of_token(session: &Session, server: &Server, stop: &CancellationToken) {
    let used = async {
        loop {
            if let Ok(app) = server.host.wait_for_app().await
                && let Ok(used) = people::are_accounts_used(&app).await
            {
                return used;
            }
            tokio::time::sleep(LOOK).await;
        }
    };
    if stop.run_until_cancelled(used).await == Some(true) {
        output::print_translated(session.lang, "cli.serve.tokenBesideAccounts", &[]);
    }
}
