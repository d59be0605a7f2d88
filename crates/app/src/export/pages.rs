//! The records of a view, the oldest first, page by page.
//!
//! Each page begins behind the last record of the one before, by its place in the order of age: what
//! others save or delete meanwhile moves nothing.

use celeiro_domain::catalog::Item;
use celeiro_domain::faq::Faq;
use celeiro_domain::search::Kind;
use celeiro_store::{Age, ListQuery, Store, StoreError};

/// Records of a page.
const PAGE: i64 = 1_000;

/// A record of either kind.
#[derive(Debug)]
pub(super) enum Record {
    Item(Box<Item>),
    Faq(Box<Faq>),
}

/// Where we are.
pub(super) struct Pages {
    store: Store,
    kind: Kind,
    view: ListQuery,
    last: Option<Age>,
    /// Records there were at the beginning.
    total: Option<i64>,
}

impl Pages {
    pub fn new(store: Store, kind: Kind, view: ListQuery) -> Self {
        Self { store, kind, view, last: None, total: None }
    }

    /// How many records there were at the beginning.
    pub fn total(&self) -> u32 {
        u32::try_from(self.total.unwrap_or(0)).unwrap_or(u32::MAX)
    }

    /// The next page; `None` behind the last.
    pub async fn next(&mut self) -> Result<Option<Vec<Record>>, StoreError> {
        if self.total.is_none() {
            self.total = Some(self.count().await?);
        }
        let (rows, last): (Vec<Record>, _) = match self.kind {
            Kind::Items => {
                let (items, last) = self.store.items_by_age(&self.view, self.last, PAGE).await?;
                (items.into_iter().map(|item| Record::Item(Box::new(item))).collect(), last)
            }
            Kind::Faqs => {
                let (faqs, last) = self.store.faqs_by_age(&self.view, self.last, PAGE).await?;
                (faqs.into_iter().map(|faq| Record::Faq(Box::new(faq))).collect(), last)
            }
        };
        self.last = last;
        // A page whose records were all deleted a moment ago is not the end.
        Ok(last.map(|_| rows))
    }

    async fn count(&self) -> Result<i64, StoreError> {
        let query = ListQuery { offset: 0, limit: 0, ..self.view.clone() };
        Ok(match self.kind {
            Kind::Items => self.store.list_items(&query).await?.total,
            Kind::Faqs => self.store.list_faqs(&query).await?.total,
        })
    }
}
