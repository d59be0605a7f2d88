//! What the superuser does once in a new cluster: the owner's role, its database, extensions.
//!
//! `vector` and `pg_stat_statements` can only be created by a superuser, and the application never
//! is one. Every step may be repeated, so a crash in the middle is made good by the next opening.

use std::fs;
use std::path::PathBuf;

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _};

use super::site::Site;
use crate::cluster::ONLY_THE_SERVERS_OWN;
use crate::cluster::access::login::Login;
use crate::cluster::access::secret;
use crate::cluster::access::secret::OWNER;
use crate::cluster::error::ClusterError;

const EXTENSIONS: [&str; 3] = ["vector", "pg_trgm", "pg_stat_statements"];

/// Whether [`set_up`] is needed: never done, or done with a tree that had other extensions.
pub fn is_needed(site: &Site) -> bool {
    !fs::read_to_string(ready_marker_path(site)).is_ok_and(|done| done == describe_bootstrap(site))
}

/// Sets the cluster up and leaves the marker.
///
/// # Errors
/// [`ClusterError::SetupFailed`], or the marker cannot be written.
pub async fn set_up_database(site: &Site, superuser: &Login, owner: &Login) -> Result<(), ClusterError> {
    let statements = async {
        role_and_database(superuser, owner).await?;
        create_extensions(superuser, owner).await
    };
    // A deadline of our own: a server that hangs never answers its own timeouts either.
    match tokio::time::timeout(site.patience, statements).await {
        Ok(done) => done.map_err(|source| ClusterError::SetupFailed { source })?,
        Err(_) => return Err(ClusterError::StartTimedOut { log_tail: site.log.since(0) }),
    }
    secret::write_private(&ready_marker_path(site), &describe_bootstrap(site))?;
    site.identity.hand_over(&ready_marker_path(site))
}

/// Passwords are hexadecimal and names are ours, so the text is safe to put together; `CREATE` takes
/// no parameters. `track_utility` is off: the statement is not kept anywhere.
async fn role_and_database(superuser: &Login, owner: &Login) -> sqlx::Result<()> {
    let mut connection = PgConnection::connect_with(&superuser.connect_options()).await?;
    let exists = "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)";
    let verb = if query_flag(&mut connection, exists).await? { "ALTER" } else { "CREATE" };
    let role = format!(
        "{verb} ROLE {OWNER} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '{}'",
        owner.password.expose()
    );
    connection.execute(AssertSqlSafe(role)).await?;
    // After a large write the log of it goes at once.
    connection.execute(AssertSqlSafe(format!("GRANT pg_checkpoint TO {OWNER}"))).await?;
    let exists = "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)";
    if !query_flag(&mut connection, exists).await? {
        let database = format!("CREATE DATABASE {OWNER} OWNER {OWNER}");
        connection.execute(AssertSqlSafe(database)).await?;
    }
    connection.close().await
}

/// Asks a yes-or-no question about the role of the owner.
async fn query_flag(connection: &mut PgConnection, question: &'static str) -> sqlx::Result<bool> {
    sqlx::query_scalar(question).bind(OWNER).fetch_one(connection).await
}

/// Creates each extension, and brings it to the version of a newer tree.
async fn create_extensions(superuser: &Login, owner: &Login) -> sqlx::Result<()> {
    let login = Login { database: owner.database.clone(), ..superuser.clone() };
    let mut connection = PgConnection::connect_with(&login.connect_options()).await?;
    // A newer tree does this anew, on a database that may have been read back from a file of a stranger: no name
    // of the superuser's statements leads to what the owner made.
    connection.execute(ONLY_THE_SERVERS_OWN).await?;
    for extension in EXTENSIONS {
        for statement in [
            format!("CREATE EXTENSION IF NOT EXISTS {extension} SCHEMA public"),
            format!("ALTER EXTENSION {extension} UPDATE"),
        ] {
            connection.execute(AssertSqlSafe(statement)).await?;
        }
    }
    connection.close().await
}

/// Inside the cluster, so that it goes where the cluster goes.
fn ready_marker_path(site: &Site) -> PathBuf {
    site.pgdata.join("celeiro.ready")
}

/// What was done, in words that change when it has to be done again.
fn describe_bootstrap(site: &Site) -> String {
    let mut text = "2\n".to_owned();
    for extension in EXTENSIONS {
        let version = site.binaries.extension_version(extension).unwrap_or_default();
        text.push_str(&format!("{extension} {version}\n"));
    }
    text
}
