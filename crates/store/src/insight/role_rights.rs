//! Rights of the program's database role on histories.

use crate::connection::grants::HISTORIES;
use crate::{Store, StoreError};

/// Of each name in `$1` that is a table.
const RIGHTS: &str = "SELECT current_user::text, \
       coalesce(bool_or(pg_has_role(c.relowner, 'MEMBER')), false), \
       coalesce(bool_or(has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE')), false) \
     FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1)";

/// What a role may do to histories.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleRights {
    /// Its name.
    pub role: String,
    /// Whether it owns one of them, and so can take the triggers away that keep them.
    pub owns_histories: bool,
    /// Whether it may change or remove entries of one, as far as triggers let it.
    pub changes_histories: bool,
}

impl Store {
    /// The rights of the role of everyday work, as the server has them at this moment.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn role_rights(&self) -> Result<RoleRights, StoreError> {
        // Of what the server keeps about itself: not checked against the schema.
        let rights = sqlx::query_as::<_, (String, bool, bool)>(RIGHTS)
            .bind(HISTORIES.map(str::to_owned).to_vec())
            .fetch_one(&self.pool);
        let (role, owns_histories, changes_histories) = self.run(async { Ok(rights.await?) }).await?;
        Ok(RoleRights { role, owns_histories, changes_histories })
    }
}
