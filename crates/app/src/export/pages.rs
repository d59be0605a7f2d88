//! All records, the oldest first, page by page.
//!
//! The database lists the newest first by offset, and offsets move while others save. So every page
//! reaches back into what was written already: a page that holds a written record continues there
//! without a gap, and what it holds twice is passed over.

use celeiro_domain::catalog::Item;
use celeiro_domain::faq::Faq;
use celeiro_domain::search::{Kind, Sort};
use celeiro_store::{ListQuery, Store, StoreError};
use chrono::{DateTime, Utc};
use uuid::Uuid;

/// New records of a page.
const PAGE: i64 = 1_000;
/// Records of the page before that are read again.
const OVERLAP: i64 = 100;

/// A record of either kind.
#[derive(Debug)]
pub(super) enum Record {
    Item(Box<Item>),
    Faq(Box<Faq>),
}

impl Record {
    /// Its place in the order of age.
    fn age(&self) -> (DateTime<Utc>, Uuid) {
        match self {
            Record::Item(item) => (item.created_at, item.id),
            Record::Faq(faq) => (faq.created_at, faq.id),
        }
    }

    /// Whether it comes behind what stands at `last`: newer, and of equals the lower id.
    fn is_behind(&self, last: (DateTime<Utc>, Uuid)) -> bool {
        let (created, id) = self.age();
        created > last.0 || (created == last.0 && id < last.1)
    }
}

/// Where we are.
pub(super) struct Pages {
    store: Store,
    kind: Kind,
    last: Option<(DateTime<Utc>, Uuid)>,
    /// How many records are newer than the last one written; `None` before the first page.
    newer: Option<i64>,
    total: i64,
}

impl Pages {
    pub fn new(store: Store, kind: Kind) -> Self {
        Self { store, kind, last: None, newer: None, total: 0 }
    }

    /// How many records there are.
    pub fn total(&self) -> u32 {
        u32::try_from(self.total).unwrap_or(u32::MAX)
    }

    /// The next page; `None` behind the last.
    pub async fn next(&mut self) -> Result<Option<Vec<Record>>, StoreError> {
        let mut newer = match self.newer {
            Some(newer) => newer,
            None => self.list(0, 1).await?.1,
        };
        loop {
            if newer <= 0 {
                return Ok(None);
            }
            let start = (newer - PAGE).max(0);
            let (mut rows, total) = self.list(start, newer - start + OVERLAP).await?;
            self.total = total;
            rows.reverse();
            let reaches_back = match self.last {
                // Nothing may stand behind the end of the first page.
                None => start + rows.len() as i64 >= total,
                Some(last) => rows.first().is_some_and(|oldest| !oldest.is_behind(last)) || rows.is_empty(),
            };
            if !reaches_back {
                // So much is new that what was written has moved out of sight.
                newer += PAGE;
                continue;
            }
            if let Some(last) = self.last {
                rows.retain(|row| row.is_behind(last));
            }
            self.last = rows.last().map(Record::age).or(self.last);
            self.newer = Some(start);
            return Ok(Some(rows));
        }
    }

    async fn list(&self, offset: i64, limit: i64) -> Result<(Vec<Record>, i64), StoreError> {
        let query = ListQuery { sort: Sort::Newest, offset, limit, ..ListQuery::default() };
        Ok(match self.kind {
            Kind::Items => {
                let page = self.store.list_items(&query).await?;
                (page.rows.into_iter().map(|item| Record::Item(Box::new(item))).collect(), page.total)
            }
            Kind::Faqs => {
                let page = self.store.list_faqs(&query).await?;
                (page.rows.into_iter().map(|faq| Record::Faq(Box::new(faq))).collect(), page.total)
            }
        })
    }
}
