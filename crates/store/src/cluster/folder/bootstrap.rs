//! One-time setup of a new cluster by the superuser: roles, the owner's database, extensions.
//!
//! Only a superuser can create `vector` and `pg_stat_statements`, and the application never is one. Every step is
//! idempotent, so the next opening completes a setup that crashed.

use std::fs;

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _};

use super::ready_marker::ready_marker_path;
use super::site::Site;
use crate::cluster::ONLY_THE_SERVERS_OWN;
use crate::cluster::access::login::{Login, ManagedLogins};
use crate::cluster::access::secret;
use crate::cluster::access::secret::OWNER;
use crate::cluster::error::ClusterError;

const EXTENSIONS: [&str; 3] = ["vector", "pg_trgm", "pg_stat_statements"];

/// Whether [`set_up_database`] is needed: never done, or done with a tree that had other extensions.
pub fn is_needed(site: &Site) -> bool {
    !fs::read_to_string(ready_marker_path(&site.pgdata)).is_ok_and(|done| done == describe_bootstrap(site))
}

/// Sets the cluster up and leaves the marker.
///
/// # Errors
/// [`ClusterError::SetupFailed`], or the marker cannot be written.
pub async fn set_up_database(
    site: &Site,
    superuser: &Login,
    logins: &ManagedLogins,
) -> Result<(), ClusterError> {
    let statements = async {
        make_roles_and_database(superuser, logins).await?;
        create_extensions(superuser, &logins.owner).await
    };
    // A deadline of our own: a server that hangs never answers its own timeouts either.
    match tokio::time::timeout(site.patience, statements).await {
        Ok(done) => done.map_err(|source| ClusterError::SetupFailed { source })?,
        Err(_) => return Err(ClusterError::StartTimedOut { log_tail: site.log.since(0) }),
    }
    secret::write_private(&ready_marker_path(&site.pgdata), &describe_bootstrap(site))?;
    site.identity.hand_over(&ready_marker_path(&site.pgdata))
}

async fn make_roles_and_database(superuser: &Login, logins: &ManagedLogins) -> sqlx::Result<()> {
    let mut connection = PgConnection::connect_with(&superuser.connect_options()).await?;
    for login in [&logins.owner, &logins.worker] {
        make_role(&mut connection, login).await?;
    }
    let exists = "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)";
    if !query_flag(&mut connection, exists, OWNER).await? {
        let database = format!("CREATE DATABASE {OWNER} OWNER {OWNER}");
        connection.execute(AssertSqlSafe(database)).await?;
    }
    connection.close().await
}

/// Makes a role that signs in and is given no more than two of the server's own roles: after a large write the log of
/// it goes at once, and whether the log is locked is seen of the back ends of the other role too.
///
/// Passwords are hexadecimal and names are ours, so the text is safe to put together; `CREATE` takes
/// no parameters. `track_utility` is off: the statement is not kept anywhere.
async fn make_role(connection: &mut PgConnection, login: &Login) -> sqlx::Result<()> {
    let exists = "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)";
    let verb = if query_flag(connection, exists, &login.user).await? { "ALTER" } else { "CREATE" };
    for statement in [
        format!(
            "{verb} ROLE {} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '{}'",
            login.user,
            login.password.expose()
        ),
        format!("GRANT pg_checkpoint, pg_read_all_stats TO {}", login.user),
    ] {
        connection.execute(AssertSqlSafe(statement)).await?;
    }
    Ok(())
}

/// Asks a yes-or-no question about what has this name.
async fn query_flag(connection: &mut PgConnection, question: &'static str, name: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar(question).bind(name).fetch_one(connection).await
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

/// What was done, in words that change when it has to be done again.
fn describe_bootstrap(site: &Site) -> String {
    let mut text = "3\n".to_owned();
    for extension in EXTENSIONS {
        let version = site.binaries.extension_version(extension).unwrap_or_default();
        text.push_str(&format!("{extension} {version}\n"));
    }
    text
}
