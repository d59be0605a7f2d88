//! Connection parameters as plain data; the password is redacted in every printed form.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgSslMode};

/// A password that does not print itself.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// Wraps a password.
    pub fn new(password: impl Into<String>) -> Self {
        Self(password.into())
    }

    /// Text of the database password, for a connection or a child's environment; never for a log.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// Everything needed to connect as one role.
///
/// There is no URL form: URLs end up in logs and process lists.
#[derive(Debug, Clone)]
pub struct Login {
    /// Folder of the server's Unix socket.
    pub socket_dir: PathBuf,
    /// Number in the socket's name; nothing listens on a network.
    pub port: u16,
    /// Role.
    pub user: String,
    /// Its password.
    pub password: Password,
    /// Database.
    pub database: String,
    /// Folder of the cluster.
    pub pgdata: PathBuf,
}

impl Login {
    /// Converts the database login to sqlx's options of connection.
    pub fn connect_options(&self) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass()
            .socket(&self.socket_dir)
            .port(self.port)
            .username(&self.user)
            .password(self.password.expose())
            .database(&self.database)
            // A socket in a private folder: nothing to encrypt, and PGSSLMODE must not interfere.
            .ssl_mode(PgSslMode::Disable)
            // Statements hold what people search for and save, and some of them the passwords of roles:
            // they never go to a log, also where they take long.
            .log_statements(log::LevelFilter::Off)
            .log_slow_statements(log::LevelFilter::Off, Duration::ZERO)
    }
}

/// The ways into Celeiro's own cluster.
#[derive(Debug, Clone)]
pub struct ManagedLogins {
    /// Of the role that owns the database: for migrations, upkeep, backups and restores.
    pub owner: Login,
    /// Of the role that does what people and programs ask for. It cannot change the schema, and only adds to histories.
    pub worker: Login,
}

impl ManagedLogins {
    /// One role for everything, where there is no second one, as for the superuser's checks.
    pub fn of_one_role(login: Login) -> Self {
        Self { worker: login.clone(), owner: login }
    }

    /// The role that works beside the owner; none where the owner does everything.
    pub(crate) fn second_role(&self) -> Option<&str> {
        (self.worker.user != self.owner.user).then_some(self.worker.user.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn login() -> Login {
        Login {
            socket_dir: "/run/x".into(),
            port: 5432,
            user: "celeiro".into(),
            password: Password::new("s3cret"),
            database: "celeiro".into(),
            pgdata: "/run/pg18".into(),
        }
    }

    /// The library says at which levels it logs in the form for programmers alone.
    #[test]
    fn no_connection_logs_its_statements() {
        let options = format!("{:?}", login().connect_options());
        assert!(options.contains("{ statements_level: Off, slow_statements_level: Off"), "{options}");
    }

    #[test]
    fn printing_a_login_shows_no_password() {
        let login = login();
        let printed = format!("{login:?}");
        assert!(!printed.contains("s3cret") && printed.contains("***"), "{printed}");
    }
}
