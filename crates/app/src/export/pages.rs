//! Paged reading of an export's records.
//!
//! All records come oldest first; each page begins behind the last record of the one before, by age. The rows of a grid
//! come in the grid's order, by the ids that it has at the start. In both cases concurrent saves and deletions move
//! nothing.

use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::faq::Faq;
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::GridPlan;
use celeiro_store::{Age, ListQuery, Store, StoreError};
use uuid::Uuid;

/// Records of a page.
const PAGE: usize = 1_000;

/// A record of either kind.
#[derive(Debug)]
pub(super) enum ExportedRecord {
    Item(Box<Item>),
    Faq(Box<Faq>),
}

impl ExportedRecord {
    /// The item of the exported record; none where it is a FAQ.
    pub fn item(&self) -> Option<&Item> {
        match self {
            ExportedRecord::Item(item) => Some(item),
            ExportedRecord::Faq(_) => None,
        }
    }
}

/// Where we are.
pub(super) struct Pages {
    store: Store,
    kind: Kind,
    order: Order,
    /// Records there were at the beginning.
    total: Option<i64>,
}

enum Order {
    /// The oldest first, behind this one.
    Age(Option<Age>),
    /// As a grid has them; which is not known before it is asked.
    Unasked(Box<GridPlan>),
    /// These are left.
    Ids(std::vec::IntoIter<Uuid>),
}

impl Pages {
    /// Pages over all records of a kind for an export.
    pub fn all(store: Store, kind: Kind) -> Self {
        Self { store, kind, order: Order::Age(None), total: None }
    }

    /// Pages over the rows of a grid for an export.
    pub fn of_grid(store: Store, plan: GridPlan) -> Self {
        Self { store, kind: plan.kind, order: Order::Unasked(Box::new(plan)), total: None }
    }

    /// Number of records when the export began.
    pub fn total(&self) -> u32 {
        u32::try_from(self.total.unwrap_or(0)).unwrap_or(u32::MAX)
    }

    /// Reads the next page of the export's records; `None` behind the last.
    pub async fn next(&mut self) -> Result<Option<Vec<ExportedRecord>>, StoreError> {
        if let Order::Unasked(plan) = &self.order {
            let ids = self.store.grid_ids(plan).await?;
            self.total = Some(ids.len() as i64);
            self.order = Order::Ids(ids.into_iter());
        }
        match &mut self.order {
            Order::Ids(ids) => {
                let page: Vec<Uuid> = ids.by_ref().take(PAGE).collect();
                if page.is_empty() {
                    return Ok(None);
                }
                Ok(Some(self.records(&page).await?))
            }
            Order::Age(last) => {
                let last = *last;
                self.next_by_age(last).await
            }
            Order::Unasked(_) => Ok(None),
        }
    }

    async fn next_by_age(&mut self, last: Option<Age>) -> Result<Option<Vec<ExportedRecord>>, StoreError> {
        if self.total.is_none() {
            self.total = Some(self.count().await?);
        }
        let limit = PAGE as i64;
        let (rows, last): (Vec<ExportedRecord>, _) = match self.kind {
            Kind::Items => {
                let (items, last) = self.store.items_by_age(last, limit).await?;
                (items.into_iter().map(|item| ExportedRecord::Item(Box::new(item))).collect(), last)
            }
            Kind::Faqs => {
                let (faqs, last) = self.store.faqs_by_age(last, limit).await?;
                (faqs.into_iter().map(|faq| ExportedRecord::Faq(Box::new(faq))).collect(), last)
            }
        };
        self.order = Order::Age(last);
        // A page whose records were all deleted a moment ago is not the end.
        Ok(last.map(|_| rows))
    }

    /// Those that are not deleted.
    async fn records(&self, ids: &[Uuid]) -> Result<Vec<ExportedRecord>, StoreError> {
        Ok(match self.kind {
            Kind::Items => self
                .store
                .items(ids)
                .await?
                .into_iter()
                .map(|item| ExportedRecord::Item(Box::new(item)))
                .collect(),
            Kind::Faqs => self
                .store
                .faqs(ids)
                .await?
                .into_iter()
                .map(|faq| ExportedRecord::Faq(Box::new(faq)))
                .collect(),
        })
    }

    async fn count(&self) -> Result<i64, StoreError> {
        let query = ListQuery { offset: 0, limit: 0, ..ListQuery::default() };
        Ok(match self.kind {
            Kind::Items => self.store.list_items(&query).await?.total,
            Kind::Faqs => self.store.list_faqs(&query).await?.total,
        })
    }
}
