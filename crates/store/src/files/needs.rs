//! Paged list of contents whose bytes the database needs from a server.

use super::{healing, shared};
use crate::{Store, StoreError};

/// What a content of the database needs of a server that has it whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentNeed {
    /// Records need it, and it is not shared: to be put into the database ([`Store::share_content`]).
    Sharing,
    /// It is damaged: to be replaced ([`Store::heal_content`]).
    Healing,
}

impl Store {
    /// Contents with this need, by SHA-256: at most `limit` behind `after`, in order.
    pub async fn contents_in_need(
        &self,
        need: ContentNeed,
        after: &[u8],
        limit: u32,
    ) -> Result<Vec<Vec<u8>>, StoreError> {
        let limit = i64::from(limit);
        self.run(async {
            Ok(match need {
                ContentNeed::Sharing => shared::list_unshared_contents(&self.pool, after, limit).await?,
                ContentNeed::Healing => healing::list_damaged_contents(&self.pool, after, limit).await?,
            })
        })
        .await
    }
}
