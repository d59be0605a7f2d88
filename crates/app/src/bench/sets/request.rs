//! Judged queries of a measurement request: a stored set, or queries in the request itself.

use super::{JudgedSet, load};
use crate::app::App;
use crate::bench::eval::QuerySet;
use crate::error::AppError;
use celeiro_domain::bench::Protection;
use celeiro_domain::bench::judging::QuerySetSummary;
use celeiro_domain::search::Kind;
use uuid::Uuid;

/// What is measured on.
pub struct SetRequest {
    /// The queries.
    pub set: QuerySet,
    /// What they search.
    pub kind: Kind,
    stored: Option<QuerySetSummary>,
}

impl SetRequest {
    /// The stored set `id`. Who names a set wants nothing in it to get worse.
    ///
    /// # Errors
    /// [`crate::Code::NotFound`].
    pub async fn load_stored(app: &App, id: Uuid) -> Result<Self, AppError> {
        let (stored, mut set) = load(app, id).await?;
        set.protection = Protection::whole();
        Ok(Self { set, kind: stored.kind, stored: Some(stored) })
    }

    /// Queries that are not stored.
    pub fn of_set(set: QuerySet, kind: Kind) -> Self {
        Self { set, kind, stored: None }
    }

    /// Borrows the judged queries of a request in the form that measurements take.
    pub fn as_judged(&self) -> JudgedSet<'_> {
        JudgedSet { set: &self.set, kind: self.kind, stored: self.stored.as_ref() }
    }
}
