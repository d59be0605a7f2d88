//! Grants of the second role of Celeiro's own cluster: it reads and writes rows, and only reads and appends histories.
//! The role owns nothing, so it can neither change the schema nor drop triggers.
//!
//! A team's server has the one role of its address: nothing is granted there.

use crate::StoreError;
use sqlx::{AssertSqlSafe, PgConnection};

/// Tables whose rows are added and never changed. Calls of tools go with their conversation by a foreign key, and the
/// server does that as the owner of the table.
pub(crate) const HISTORIES: [&str; 5] =
    ["revisions", "item_row_changes", "category_changes", "access_log", "tool_calls"];

/// Relations of the owner in the schema, with what the role has been given of each. What came with an extension is the
/// superuser's, and the sequence of an identity needs no right of its own.
const GIVEN: &str = "SELECT c.relname::text, c.oid::regclass::text, c.relkind::text, \
       ARRAY(SELECT a.privilege_type FROM aclexplode(c.relacl) a WHERE a.grantee = r.oid) \
     FROM pg_class c JOIN pg_roles r ON r.rolname = $1 \
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S') \
       AND pg_get_userbyid(c.relowner) = current_user \
       AND NOT EXISTS (SELECT FROM pg_depend d \
         WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('e', 'i')) \
     ORDER BY 1";

/// Whether tables that the owner makes from now on are given to the role.
const GIVEN_LATER: &str = "SELECT EXISTS (SELECT FROM pg_default_acl d \
     CROSS JOIN LATERAL aclexplode(d.defaclacl) a JOIN pg_roles r ON r.oid = a.grantee \
     WHERE pg_get_userbyid(d.defaclrole) = current_user AND d.defaclnamespace = current_schema()::regnamespace \
       AND d.defaclobjtype = 'r' AND a.privilege_type = 'INSERT' AND r.rolname = $1)";

/// How often it is tried again: another program may write the same row of the server's own tables at that moment, as
/// where it empties a table.
const RETRIES: u32 = 2;

/// A relation, and what the role has been given of it.
struct GivenRelation {
    name: String,
    /// The name as a statement takes it.
    quoted: String,
    /// One letter, as `pg_class.relkind` has it.
    kind: String,
    privileges: Vec<String>,
}

/// Gives `role` what it lacks and takes from it what it must not have, in one transaction; does nothing where all is in
/// order, so that a start neither writes nor makes other programs plan anew. `db` is a connection of the owner.
///
/// # Errors
/// [`StoreError::RightMissing`] where the role is not there or cannot be given anything; that of a server that is away
/// or full.
pub(super) async fn settle_grants(db: &mut PgConnection, role: &str) -> Result<(), StoreError> {
    let mut left = RETRIES;
    loop {
        match grant_missing(db, role).await {
            Err(StoreError::Other(_)) if left > 0 => left -= 1,
            Err(error @ (StoreError::Other(_) | StoreError::RightMissing(_))) => {
                tracing::error!(%error, role, "the role of everyday work cannot be given its rights");
                return Err(StoreError::RightMissing("give the role celeiro_work its rights"));
            }
            done => return done,
        }
    }
}

async fn grant_missing(db: &mut PgConnection, role: &str) -> Result<(), StoreError> {
    let relations = list_given(db, role).await?;
    if relations.is_empty() {
        return Err(StoreError::Other(format!("there is no role {role}")));
    }
    let mut statements: Vec<String> =
        relations.iter().filter_map(|relation| build_grant(relation, role)).collect();
    let is_given_later: bool = sqlx::query_scalar(GIVEN_LATER).bind(role).fetch_one(&mut *db).await?;
    if !is_given_later {
        // A newer program may add a table while this one runs, whose triggers write to it at once.
        statements.push(format!(
            "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role}"
        ));
    }
    if !statements.is_empty() {
        tracing::info!(count = statements.len(), "the role of everyday work is given its rights");
        // Names of relations are quoted by the server, that of the role is ours. Sent together they are one transaction.
        sqlx::raw_sql(AssertSqlSafe(statements.join("; "))).execute(&mut *db).await?;
    }
    Ok(())
}

async fn list_given(db: &mut PgConnection, role: &str) -> Result<Vec<GivenRelation>, StoreError> {
    // Of what the server keeps about itself: not checked against the schema.
    let rows = sqlx::query_as::<_, (String, String, String, Vec<String>)>(GIVEN);
    let rows = rows.bind(role).fetch_all(db).await?.into_iter();
    Ok(rows
        .map(|(name, quoted, kind, privileges)| GivenRelation { name, quoted, kind, privileges })
        .collect())
}

/// The statements that give the role exactly what it may; none where it has that.
fn build_grant(relation: &GivenRelation, role: &str) -> Option<String> {
    let allowed = list_allowed(&relation.name, &relation.kind);
    let mut given: Vec<&str> = relation.privileges.iter().map(String::as_str).collect();
    given.sort_unstable();
    if given == allowed {
        return None;
    }
    let (of, name) = (if relation.kind == "S" { "SEQUENCE" } else { "TABLE" }, &relation.quoted);
    Some(format!(
        "REVOKE ALL ON {of} {name} FROM {role}; GRANT {} ON {of} {name} TO {role}",
        allowed.join(", ")
    ))
}

/// What the role may with a relation, in the order of the alphabet.
fn list_allowed(name: &str, kind: &str) -> &'static [&'static str] {
    match (kind, name) {
        ("S", _) => &["USAGE"],
        ("v" | "m", _) | (_, "_sqlx_migrations") => &["SELECT"],
        (_, name) if HISTORIES.contains(&name) => &["INSERT", "SELECT"],
        // Emptied, and analyzed in the middle of an import, whose rows no statistics know.
        (_, "import_rows") => &["DELETE", "INSERT", "MAINTAIN", "SELECT", "TRUNCATE", "UPDATE"],
        // Vacuumed after a large write.
        (_, "catalog_grid") => &["DELETE", "INSERT", "MAINTAIN", "SELECT", "UPDATE"],
        _ => &["DELETE", "INSERT", "SELECT", "UPDATE"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(name: &str, kind: &str, privileges: &[&str]) -> GivenRelation {
        GivenRelation {
            name: name.into(),
            quoted: name.into(),
            kind: kind.into(),
            privileges: privileges.iter().map(|privilege| (*privilege).to_owned()).collect(),
        }
    }

    #[test]
    fn what_is_given_already_is_not_given_again() {
        let whole = ["UPDATE", "SELECT", "INSERT", "DELETE"];
        assert_eq!(build_grant(&relation("faqs", "r", &whole), "w"), None);
        assert_eq!(
            build_grant(&relation("faqs", "r", &whole[..3]), "w").as_deref(),
            Some("REVOKE ALL ON TABLE faqs FROM w; GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE faqs TO w")
        );
        assert_eq!(
            build_grant(&relation("numbers", "S", &[]), "w").as_deref(),
            Some("REVOKE ALL ON SEQUENCE numbers FROM w; GRANT USAGE ON SEQUENCE numbers TO w")
        );
    }

    #[test]
    fn of_a_history_more_than_reading_and_adding_is_taken_away() {
        for history in HISTORIES {
            let given = relation(history, "r", &["SELECT", "INSERT", "DELETE"]);
            let mended = build_grant(&given, "w").unwrap();
            assert!(mended.ends_with(&format!("GRANT INSERT, SELECT ON TABLE {history} TO w")), "{mended}");
        }
        assert_eq!(list_allowed("operations", "r"), ["DELETE", "INSERT", "SELECT", "UPDATE"]);
    }

    #[test]
    fn lists_are_in_the_order_they_are_compared_in() {
        for name in ["import_rows", "catalog_grid", "revisions", "_sqlx_migrations", "faqs"] {
            assert!(list_allowed(name, "r").is_sorted(), "{name}");
        }
    }
}
