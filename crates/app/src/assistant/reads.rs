//! Read tools of the catalog. Their results are data: texts of records are sanitized in one place, and every record is
//! a source that the answer can cite.

use super::targets::find_item;
use super::workspace::{Workspace, named_hit};
use crate::chat::documents::add_documents;
use crate::chat::searches::{Search, SearchResults};
use crate::chat::steps::turn_runner::TurnRunner;
use crate::error::AppError;
use celeiro_domain::assistant::arguments::{CatalogFilters, CatalogSearch, SearchFaqs, SortBy, SortOrder};
use celeiro_domain::assistant::payload::{faq_line, item_line, item_text, result_text};
use celeiro_domain::catalog::Price;
use celeiro_domain::chat::ChatEvent;
use celeiro_domain::chat::answer::prompt::documents::document_fields;
use celeiro_domain::chat::answer::prompt::history;
use celeiro_domain::chat::grounding::claims::asks_of_use;
use celeiro_domain::search::{Filters, Hit, Kind, MAX_QUERY_CHARS, SearchRequest, Sort};
use serde_json::{Value, json};

/// What a call gave.
pub(super) struct CallResult {
    /// `ok`, `empty`, `pending`, or the code of what was wrong.
    pub outcome: String,
    /// Records that it gave.
    pub count: u32,
    /// What the model is given.
    pub text: String,
}

impl CallResult {
    /// Creates the result of a tool call that was refused.
    pub fn of_refusal(code: &str, why: &str) -> Self {
        Self { outcome: code.to_owned(), count: 0, text: format!("error: {code}: {why}") }
    }
}

const USUAL_PRODUCTS: u32 = 10;
const MOST_PRODUCTS: u32 = 50;
const USUAL_FAQS: u32 = 4;
const MOST_FAQS: u32 = 10;

impl TurnRunner {
    /// `catalog_search`.
    pub(super) async fn search_catalog(
        &mut self,
        work: &mut Workspace,
        given: &CatalogSearch,
        arguments: Value,
    ) -> Result<CallResult, AppError> {
        let question = self.use_question();
        let search = Search::start(&self.app, &self.caller, Kind::Items, to_item_search(given))
            .with_documents_if(asks_of_use(&question));
        let found = search.run_search(|_| (), |_, hits| item_payload(work, hits, &question)).await?;
        let metadata = metadata_of(&found);
        self.record.note_items(&found.hits);
        Ok(self.end_search(work, found, ("catalog_search", arguments), |count| match count {
            0 => "empty: 0 results, previous data preserved".to_owned(),
            count => format!("ok: found {count} products\nmetadata: {metadata}"),
        }))
    }

    /// `search_faqs`.
    pub(super) async fn search_faqs(
        &mut self,
        work: &mut Workspace,
        given: &SearchFaqs,
        arguments: Value,
    ) -> Result<CallResult, AppError> {
        let query_context = history::query_context(&self.history, &given.query);
        let request = SearchRequest { query_context, ..to_faq_search(given) };
        let search = Search::start(&self.app, &self.caller, Kind::Faqs, request);
        let found = search.run_search(|_| (), |_, hits| faq_payload(work, hits)).await?;
        Ok(self.end_search(work, found, ("search_faqs", arguments), |count| match count {
            0 => "empty: 0 results".to_owned(),
            count => format!("ok: found {count} answers"),
        }))
    }

    /// Notes a search under the name of its tool.
    fn end_search(
        &mut self,
        work: &Workspace,
        mut found: SearchResults,
        (name, arguments): (&str, Value),
        status: impl FnOnce(u32) -> String,
    ) -> CallResult {
        let count = found.tool.result_count;
        let text = format!("{}{}", status(count), found.tool.payload);
        (found.tool.name, found.tool.arguments) = (name.to_owned(), arguments);
        found.tool.payload.clone_from(&text);
        self.record.add_search(&mut found);
        self.tell_sources(work);
        CallResult { outcome: if count == 0 { "empty" } else { "ok" }.to_owned(), count, text }
    }

    /// `get_item` and `compare_items`.
    pub(super) async fn read_items(
        &mut self,
        work: &mut Workspace,
        references: &[String],
    ) -> Result<CallResult, AppError> {
        let mut hits = Vec::new();
        for reference in references {
            let item = find_item(&self.app, reference).await?;
            hits.push(named_hit(Some(item), None));
        }
        let question = self.use_question();
        add_documents(&self.app, self.caller.lang, asks_of_use(&question), &mut hits).await?;
        let marked = work.mark(&hits);
        let line = |item, mark, hit: &Hit| item_text(mark, item) + &document_fields(&question, hit);
        let lines = marked.iter().filter_map(|read| Some(line(read.hit.item.as_ref()?, read.mark, read.hit)));
        let lines: Vec<String> = lines.collect();
        let text = result_text(&format!("ok: found {} products", lines.len()), &lines);
        self.tell_sources(work);
        Ok(CallResult { outcome: "ok".to_owned(), count: lines.len() as u32, text })
    }

    pub(super) fn tell_sources(&mut self, work: &Workspace) {
        let sources = work.sources();
        if sources.len() > self.record.sources.len() {
            self.record.sources = sources;
            self.events.send(ChatEvent::Sources { sources: self.record.sources.clone() });
        }
    }
}

/// The search behind `catalog_search`.
pub(super) fn to_item_search(given: &CatalogSearch) -> SearchRequest {
    let none = CatalogFilters::default();
    let filters = given.filters.as_ref().unwrap_or(&none);
    let words = std::iter::once(given.vector_query.as_str()).chain(filters.words());
    SearchRequest {
        query: words.collect::<Vec<_>>().join(" ").chars().take(MAX_QUERY_CHARS).collect(),
        limit: Some(given.limit.unwrap_or(USUAL_PRODUCTS).clamp(1, MOST_PRODUCTS) as i32),
        filters: Some(filters_of(filters)).filter(|filters| !filters.is_empty()),
        sort: sort_of(given),
        ..SearchRequest::default()
    }
}

/// Builds the search of the tool `search_faqs`, without the conversation before it.
pub(super) fn to_faq_search(given: &SearchFaqs) -> SearchRequest {
    SearchRequest {
        query: given.query.chars().take(MAX_QUERY_CHARS).collect(),
        kind: Some(Kind::Faqs),
        limit: Some(given.limit.unwrap_or(USUAL_FAQS).clamp(1, MOST_FAQS) as i32),
        ..SearchRequest::default()
    }
}

/// The records behind a status; blank where there are none.
fn item_payload(work: &mut Workspace, hits: &[Hit], message: &str) -> String {
    let marked = work.mark(hits);
    let line = |item, mark, hit: &Hit| item_line(mark, item, &hit.snippet) + &document_fields(message, hit);
    let lines = marked.iter().filter_map(|read| Some(line(read.hit.item.as_ref()?, read.mark, read.hit)));
    result_text("", &lines.collect::<Vec<_>>())
}

fn faq_payload(work: &mut Workspace, hits: &[Hit]) -> String {
    let marked = work.mark(hits);
    let lines = marked.iter().filter_map(|read| Some(faq_line(read.mark, read.hit.faq.as_ref()?)));
    result_text("", &lines.collect::<Vec<_>>())
}

fn filters_of(given: &CatalogFilters) -> Filters {
    let list = |text: &Option<String>| text.iter().filter(|text| !text.trim().is_empty()).cloned().collect();
    // A limit that is no price limits nothing.
    let price = |amount: Option<celeiro_domain::assistant::amount::Amount>| {
        amount.and_then(|amount| Price::new(amount.0).ok())
    };
    Filters {
        category: list(&given.category),
        manufacturer: list(&given.brand),
        min_price: price(given.min_price),
        max_price: price(given.max_price),
        ..Filters::default()
    }
}

fn sort_of(given: &CatalogSearch) -> Option<Sort> {
    match (given.sort_by?, given.sort_order) {
        (SortBy::Price, Some(SortOrder::Desc)) => Some(Sort::PriceDesc),
        (SortBy::Price, _) => Some(Sort::PriceAsc),
        (SortBy::Name, _) => Some(Sort::Name),
        // The catalog has no ratings.
        (SortBy::Rating, _) => None,
    }
}

fn metadata_of(found: &SearchResults) -> Value {
    let run = &found.trace.run;
    let ms = |name: &str| found.trace.timings.get(name).cloned().unwrap_or_default();
    json!({
        "embed_ms": ms("embedMs"),
        "sql_ms": ms("lexicalMs"),
        "vector_ms": ms("vectorMs"),
        "keyword_count": run.lexical_count,
        "vector_count": run.vector_count,
        "merged_count": run.result_count,
        "search_type": if run.vector_count > 0 { "hybrid" } else { "keyword" },
    })
}
