//! Facet counts beside search results.
//!
//! The values of a digest's rows are read once and cached in memory: a byte for each row and field, or lists of rows
//! where a row may have several values. A search then counts the rows of its result. A field with a filter is counted
//! without that filter, so that its other values can be chosen; tags combine, so their counts include the filter on
//! tags.

use crate::search::digest::columns::{Column, MISSING, Numbers};
use crate::search::digest::conditions::Field;
use crate::search::digest::listed_values::{
    ChangedValues, ListedField, ListedValue, ListedValues, RowValues,
};
use crate::search::digest::postings::{Bits, Tally};
use crate::search::digest::question::{Answer, ChangedRow, DigestQuery};
use crate::search::lexical::findable_terms;
use crate::{LexicalPlan, Store, StoreError};
use celeiro_domain::catalog::stock::StockState;
use celeiro_domain::catalog::{AttributeFacet, FacetValue, Facets, Price};
use celeiro_domain::search::{Filters, Kind};
use celeiro_domain::text::normalize_text;
use sqlx::types::Decimal;
use sqlx::{PgConnection, Row};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use uuid::Uuid;

/// A digest as it is asked.
#[derive(Debug, Clone, Copy)]
struct CurrentDigest {
    id: i32,
    rows: usize,
    /// The versions of all defined fields together; each change of one makes it more.
    definitions: i64,
}

/// Rows that a search finds under some of its conditions.
struct View {
    found: Bits,
    /// The changed rows among them.
    changed: HashSet<Uuid>,
}

impl Store {
    /// Counts the items that `plan` finds by words, as far as its limit lets it look, and the values they have. None
    /// where there is no digest, too much was changed since, or there is no word to look for.
    ///
    /// # Errors
    /// An error of the database.
    pub async fn count_facets(&self, plan: &LexicalPlan) -> Result<Option<(u32, Facets)>, StoreError> {
        let terms = findable_terms(plan);
        let question = DigestQuery::new(Kind::Items, &terms, &plan.filters);
        let Some(question) = question.filter(|_| plan.kind == Kind::Items && !terms.is_empty()) else {
            return Ok(None);
        };
        let Some(current) = self.run(self.digest_in_force(Kind::Items)).await? else { return Ok(None) };
        // Before a connection is taken: the first search after a new digest reads the whole catalog.
        let Some(listed) = self.listed_values(current).await? else { return Ok(None) };
        self.run(async {
            let mut db = self.searching.acquire().await?;
            let Some(answer) = question.ask(&mut db, true).await? else { return Ok(None) };
            if answer.digest != listed.digest {
                return Ok(None);
            }
            let Some([prices]) = self.columns(&mut db, Kind::Items, answer.digest, [Column::Price]).await?
            else {
                return Ok(None);
            };
            let changed = question.ask_changed(&mut db, &answer, NO_TIE).await?;
            let counting = FacetCount { question: &question, answer: &answer, prices: &prices };
            let tally = counting.tally(None, &changed);
            let others: Vec<_> = changed.iter().map(|row| row.standing).collect();
            let least = tally.least_hits(question.terms.len(), &others, plan.limit);
            let all = View::new(&tally, &changed, least);
            let mut without = HashMap::new();
            for (field, filters) in relax_filters(&plan.filters) {
                let relaxed = DigestQuery::new(Kind::Items, &terms, &filters);
                let relaxed = match relaxed.filter(|_| !changed.is_empty()) {
                    Some(relaxed) => relaxed.ask_changed(&mut db, &answer, NO_TIE).await?,
                    None => Vec::new(),
                };
                let tally = counting.tally(Some(&field), &relaxed);
                without.insert(field, View::new(&tally, &relaxed, least));
            }
            let values = changed_values(&mut db, &answer.changed).await?;
            let matched = all.found.count() + all.changed.len();
            let facets = summarize_views(&listed, &all, &without, &values, &prices);
            Ok(Some((matched as u32, facets)))
        })
        .await
    }

    /// The digest in force, with how many rows it has and the versions of all defined fields.
    async fn digest_in_force(&self, kind: Kind) -> Result<Option<CurrentDigest>, StoreError> {
        let row = sqlx::query(
            "SELECT id, row_count, (SELECT coalesce(sum(version), 0)::bigint FROM catalog_fields) AS definitions \
             FROM digests WHERE kind = $1",
        )
        .bind(kind.as_str())
        .fetch_optional(&self.searching)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let rows: i32 = row.try_get("row_count")?;
        Ok(Some(CurrentDigest {
            id: row.try_get("id")?,
            rows: rows.max(0) as usize,
            definitions: row.try_get("definitions")?,
        }))
    }

    /// The listed values of the digest, read where they are of another or fields were defined otherwise since; none
    /// where it has gone meanwhile.
    async fn listed_values(&self, current: CurrentDigest) -> Result<Option<Arc<ListedValues>>, StoreError> {
        // Those who ask at the same time wait for one reading.
        let mut cached = self.facets.lock().await;
        let is_current = |listed: &&Arc<ListedValues>| {
            (listed.digest, listed.definitions) == (current.id, current.definitions)
        };
        if let Some(listed) = cached.as_ref().filter(is_current) {
            return Ok(Some(listed.clone()));
        }
        let facets = self.facets().await?;
        let listed = self.run(read_lists(&self.pool, current, &facets)).await?;
        let listed = listed.map(Arc::new);
        cached.clone_from(&listed);
        Ok(listed)
    }
}

/// Rows are not put in order here.
const NO_TIE: &str = "NULL::bigint";

/// What views of one search share.
struct FacetCount<'a> {
    question: &'a DigestQuery,
    answer: &'a Answer,
    prices: &'a Numbers,
}

impl FacetCount<'_> {
    /// The digest's rows under all conditions but those on `without`, less the `changed` ones.
    fn tally(&self, without: Option<&Field>, changed: &[ChangedRow]) -> Tally {
        let values = self.question.values(self.answer);
        let mask = self.question.conditions.mask_without(without, values, self.prices, self.answer.rows);
        let mut tally = Tally::new(&self.question.terms, &self.answer.lists, self.answer.rows, mask.as_ref());
        changed.iter().filter_map(|row| row.number).for_each(|number| tally.forget(number));
        tally
    }
}

impl View {
    /// The rows with at least `least` hits.
    fn new(tally: &Tally, changed: &[ChangedRow], least: u8) -> Self {
        let is_found = |row: &&ChangedRow| row.eligible && row.standing.hits >= least;
        Self {
            found: tally.matching(least),
            changed: changed.iter().filter(is_found).map(|row| row.id).collect(),
        }
    }
}

/// The fields whose values replace one another as filters, each with the conditions on the others.
fn relax_filters(filters: &Filters) -> Vec<(Field, Filters)> {
    let mut relaxed = Vec::new();
    if !filters.category.is_empty() {
        relaxed.push((Field::Category, Filters { category: Vec::new(), ..filters.clone() }));
    }
    if !filters.manufacturer.is_empty() {
        relaxed.push((Field::Manufacturer, Filters { manufacturer: Vec::new(), ..filters.clone() }));
    }
    if filters.min_price.is_some() || filters.max_price.is_some() {
        relaxed.push((Field::Price, Filters { min_price: None, max_price: None, ..filters.clone() }));
    }
    if !filters.stock.is_empty() {
        relaxed.push((Field::Stock, Filters { stock: Vec::new(), ..filters.clone() }));
    }
    for key in filters.attributes.keys() {
        let mut others = filters.clone();
        others.attributes.remove(key);
        relaxed.push((Field::Attribute(key.clone()), others));
    }
    relaxed
}

/// The lists of every value of `facets`; none where the digest has gone.
async fn read_lists(
    pool: &sqlx::PgPool,
    current: CurrentDigest,
    facets: &Facets,
) -> Result<Option<ListedValues>, StoreError> {
    let attributes = facets.attributes.iter().map(|one| (Field::Attribute(one.key.clone()), &one.values));
    // Each state, also where no item has it at the moment: which ones do changes without a new digest.
    let states =
        StockState::ALL.map(|state| FacetValue { value: state.as_str().to_owned(), count: 0 }).to_vec();
    let fields = [
        (Field::Category, &facets.categories),
        (Field::Manufacturer, &facets.manufacturers),
        (Field::Tag, &facets.tags),
        (Field::Stock, &states),
    ];
    let mut listed = Vec::new();
    for (field, values) in fields.into_iter().chain(attributes) {
        let folded: Vec<String> = values.iter().map(|value| normalize_text(&value.value)).collect();
        let lists = sqlx::query(
            "SELECT v.mark, w.numbers FROM digests d CROSS JOIN ( \
               SELECT ordinality, filter_mark($2, $3, folded) AS mark \
               FROM unnest($4::text[]) WITH ORDINALITY AS v(folded, ordinality)) AS v \
             LEFT JOIN digest_words w ON w.digest = d.id AND w.word = filter_word($2, v.mark) \
             WHERE d.id = $1 ORDER BY v.ordinality",
        )
        .bind(current.id)
        .bind(field.as_str())
        .bind(field.key())
        .bind(&folded)
        .fetch_all(pool)
        .await?;
        if lists.len() < folded.len() {
            return Ok(None);
        }
        let mut of_values = Vec::with_capacity(lists.len());
        let mut named = Vec::with_capacity(lists.len());
        for ((row, folded), value) in lists.iter().zip(folded).zip(values) {
            of_values.push(row.try_get::<Option<Vec<u8>>, _>("numbers")?.unwrap_or_default());
            named.push(ListedValue { text: value.value.clone(), folded, mark: row.try_get("mark")? });
        }
        listed.push(ListedField { field, values: named, rows: RowValues::new(&of_values, current.rows) });
    }
    Ok(Some(ListedValues { digest: current.id, definitions: current.definitions, fields: listed }))
}

/// The present values of `ids`, as far as search finds them.
async fn changed_values(
    db: &mut PgConnection,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, ChangedValues>, StoreError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = sqlx::query(
        "SELECT i.id, i.category, i.manufacturer, i.tags, g.attribute_marks, g.stock_state \
         FROM catalog_items i JOIN catalog_grid g ON g.item_id = i.id WHERE i.searchable AND i.id = ANY($1)",
    )
    .bind(ids)
    .fetch_all(db)
    .await?;
    let values = rows.iter().map(|row| {
        let values = ChangedValues {
            category: row.try_get("category")?,
            manufacturer: row.try_get("manufacturer")?,
            tags: row.try_get("tags")?,
            attribute_marks: row.try_get("attribute_marks")?,
            stock_state: row.try_get("stock_state")?,
        };
        Ok((row.try_get("id")?, values))
    });
    Ok(values.collect::<Result<_, sqlx::Error>>()?)
}

/// What is counted under each view, commonest first.
fn summarize_views(
    listed: &ListedValues,
    all: &View,
    without: &HashMap<Field, View>,
    changed: &HashMap<Uuid, ChangedValues>,
    prices: &[i64],
) -> Facets {
    let mut facets = Facets::default();
    for field in &listed.fields {
        let view = without.get(&field.field).unwrap_or(all);
        let rows = view.changed.iter().filter_map(|id| changed.get(id));
        let values = field.count(&view.found, rows);
        match &field.field {
            Field::Category => facets.categories = values,
            Field::Manufacturer => facets.manufacturers = values,
            Field::Tag => facets.tags = values,
            Field::Stock => facets.stock = values,
            Field::Attribute(key) if !values.is_empty() => {
                facets.attributes.push(AttributeFacet { key: key.clone(), values });
            }
            Field::Attribute(_) | Field::Price => {}
        }
    }
    let priced = without.get(&Field::Price).unwrap_or(all);
    let (mut least, mut most) = (None, None);
    priced.found.each(|row| {
        if let Some(price) = prices.get(row).copied().filter(|price| *price != MISSING) {
            least = Some(least.map_or(price, |least: i64| least.min(price)));
            most = Some(most.map_or(price, |most: i64| most.max(price)));
        }
    });
    let price = |units: Option<i64>| units.and_then(|units| Price::new(Decimal::new(units, 4)).ok());
    (facets.min_price, facets.max_price) = (price(least), price(most));
    facets
}
