//! Requirements on a server: a minimum version, two extensions, and the right to create tables.

use crate::StoreError;
use sqlx::PgConnection;

/// The oldest server that is known to have what the statements need.
const NEEDED_SERVER: (i32, &str) = (140_000, "14");

/// The oldest pgvector whose indexes are sound: 0.8.0 brought walks that go on (`hnsw.iterative_scan`), 0.8.2 mended
/// CVE-2026-3172, and until 0.8.4 a `VACUUM` could damage an index of vectors, or fail on it.
const NEEDED_VECTOR: &str = "0.8.4";

/// Refuses a server that is too old, that lacks an extension, or where no table may be created.
pub(super) async fn check_server(db: &mut PgConnection) -> Result<(), StoreError> {
    let (number, text): (String, String) =
        sqlx::query_as("SELECT current_setting('server_version_num'), current_setting('server_version')")
            .fetch_one(&mut *db)
            .await?;
    if number.parse::<i32>().unwrap_or(0) < NEEDED_SERVER.0 {
        return Err(StoreError::TooOld { found: text, needed: NEEDED_SERVER.1 });
    }
    let may_create: bool = sqlx::query_scalar("SELECT has_schema_privilege(current_schema(), 'CREATE')")
        .fetch_one(&mut *db)
        .await?;
    if !may_create {
        return Err(StoreError::RightMissing("create tables in its schema"));
    }
    ensure_extension(db, "vector", NEEDED_VECTOR).await?;
    ensure_extension(db, "pg_trgm", "1.5").await
}

/// The extension is there in a version that will do, or is created now.
async fn ensure_extension(
    db: &mut PgConnection,
    name: &'static str,
    needed: &'static str,
) -> Result<(), StoreError> {
    let installed: Option<String> =
        sqlx::query_scalar("SELECT extversion FROM pg_extension WHERE extname = $1")
            .bind(name)
            .fetch_optional(&mut *db)
            .await?;
    let found = match installed {
        Some(version) => version,
        None => {
            // `name` is one of two literals above.
            let create = sqlx::AssertSqlSafe(format!("CREATE EXTENSION IF NOT EXISTS {name}"));
            if let Err(error) = sqlx::query(create).execute(&mut *db).await {
                tracing::warn!(name, %error, "extension cannot be created");
                return Err(StoreError::ExtensionMissing { name, needed, found: "none".into() });
            }
            sqlx::query_scalar("SELECT extversion FROM pg_extension WHERE extname = $1")
                .bind(name)
                .fetch_one(&mut *db)
                .await?
        }
    };
    if version_parts(&found) < version_parts(needed) {
        return Err(StoreError::ExtensionMissing { name, needed, found });
    }
    Ok(())
}

/// The numbers of a version; what is no number counts as 0.
fn version_parts(version: &str) -> Vec<u32> {
    version.split('.').map(|p| p.parse().unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::version_parts;

    #[test]
    fn versions_compare_by_number() {
        assert!(version_parts("0.10.0") > version_parts("0.8.4"));
        assert!(version_parts("1.6") > version_parts("1.5"));
    }
}
