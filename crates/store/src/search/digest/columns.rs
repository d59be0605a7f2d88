//! Sort columns and prices of a digest. They are cached in memory with their digest: a search needs a whole column,
//! which takes 800 KB for a hundred thousand rows.

use crate::StoreError;
use celeiro_domain::search::Kind;
use sqlx::PgConnection;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What stands in the column of prices for a row that has none.
pub(crate) const MISSING: i64 = i64::MIN;

/// A column of a digest: a whole number for each row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Column {
    /// The place of its id among all.
    Id,
    /// Microseconds since 1970 at which the record was created.
    Age,
    /// The place of its folded name among all.
    Name,
    /// Its price in ten-thousandths, or [`MISSING`].
    Price,
}

impl Column {
    /// Name of the digest's column in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Age => "age",
            Self::Name => "name",
            Self::Price => "price",
        }
    }
}

/// A column's numbers, by the numbers of rows.
pub(crate) type Numbers = Arc<Vec<i64>>;

/// The columns of the digests in force that were asked for.
#[derive(Debug, Default)]
pub(crate) struct ColumnCache(Mutex<HashMap<(Kind, Column), (i32, Numbers)>>);

impl ColumnCache {
    /// A column of `digest`; none where the digest has gone.
    pub async fn load(
        &self,
        db: &mut PgConnection,
        kind: Kind,
        digest: i32,
        column: Column,
    ) -> Result<Option<Numbers>, StoreError> {
        if let Some((of, numbers)) = self.columns().get(&(kind, column))
            && *of == digest
        {
            return Ok(Some(numbers.clone()));
        }
        let select = "SELECT numbers FROM digest_columns WHERE digest = $1 AND name = $2";
        let stored: Option<Vec<u8>> =
            sqlx::query_scalar(select).bind(digest).bind(column.as_str()).fetch_optional(db).await?;
        let Some(stored) = stored else { return Ok(None) };
        let (numbers, _) = stored.as_chunks::<8>();
        let numbers = Arc::new(numbers.iter().map(|bytes| i64::from_be_bytes(*bytes)).collect::<Vec<_>>());
        self.columns().insert((kind, column), (digest, numbers.clone()));
        Ok(Some(numbers))
    }

    /// Forgets all columns: digests of another server may have the same numbers.
    pub fn forget(&self) {
        self.columns().clear();
    }

    fn columns(&self) -> std::sync::MutexGuard<'_, HashMap<(Kind, Column), (i32, Numbers)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
