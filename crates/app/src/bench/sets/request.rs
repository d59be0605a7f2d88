//! Judged queries that somebody names for a measurement: a stored set, or such as come with the request.

use super::{Judged, load};
use crate::app::App;
use crate::bench::eval::QuerySet;
use crate::error::AppError;
use celeiro_domain::bench::Protection;
use celeiro_domain::bench::judging::QuerySetSummary;
use celeiro_domain::search::Kind;
use uuid::Uuid;

/// What is measured on.
pub struct Asked {
    /// The queries.
    pub set: QuerySet,
    /// What they search.
    pub kind: Kind,
    stored: Option<QuerySetSummary>,
}

impl Asked {
    /// The stored set `id`. Who names a set wants nothing in it to get worse.
    ///
    /// # Errors
    /// [`crate::Code::NotFound`].
    pub async fn stored(app: &App, id: Uuid) -> Result<Self, AppError> {
        let (stored, mut set) = load(app, id).await?;
        set.protection = Protection::whole();
        Ok(Self { set, kind: stored.kind, stored: Some(stored) })
    }

    /// Queries that are not stored.
    pub fn given(set: QuerySet, kind: Kind) -> Self {
        Self { set, kind, stored: None }
    }

    /// As operations take it.
    pub fn judged(&self) -> Judged<'_> {
        Judged { set: &self.set, kind: self.kind, stored: self.stored.as_ref() }
    }
}
