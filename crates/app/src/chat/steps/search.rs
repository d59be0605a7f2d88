//! Search step: the queries to catalog and FAQs, and the hits that support the answer.

use crate::chat::models::millis;
use crate::chat::searches::{Search, SearchResults};
use crate::chat::steps::turn_runner::TurnRunner;
use crate::error::AppError;
use celeiro_domain::catalog::Item;
use celeiro_domain::chat::answer::compose::keep_nearest_faqs;
use celeiro_domain::chat::answer::prompt::history;
use celeiro_domain::chat::answer::prompt::payload;
use celeiro_domain::chat::grounding::claims::{CitedRecord, asks_of_use};
use celeiro_domain::chat::grounding::doses::StatedDoses;
use celeiro_domain::chat::intent::catalog_question::CatalogQuestion;
use celeiro_domain::chat::intent::follow_up::goes_on;
use celeiro_domain::chat::intent::plan::SearchPlan;
use celeiro_domain::chat::intent::reading::stock_wish::StockWish;
use celeiro_domain::chat::intent::wording::colloquial::add_plain_words;
use celeiro_domain::chat::intent::wording::english::translate_terms;
use celeiro_domain::chat::intent::wording::gists::find_gist;
use celeiro_domain::chat::intent::wording::telling::telling_words;
use celeiro_domain::chat::types::sources;
use celeiro_domain::chat::{ChatEvent, Role, Stage, StageState};
use celeiro_domain::search::{Filters, Hit, Kind, LIMIT_RANGE, MAX_QUERY_CHARS, SearchRequest};
use celeiro_domain::synonyms::SynonymIndex;
use std::time::Instant;
use uuid::Uuid;

/// What the searches gave.
#[derive(Default)]
pub(crate) struct TurnResults {
    pub items: Option<SearchResults>,
    pub faqs: Option<SearchResults>,
    /// The question to the catalog, once its hits have told what it refers to.
    pub question: Option<CatalogQuestion>,
    /// Words of the question that no item holds.
    pub missing: Vec<String>,
    /// What tools have read, by mark.
    pub read: Vec<Hit>,
}

impl TurnResults {
    /// Lists the records that the answer may cite, by mark.
    pub fn records(&self) -> Vec<CitedRecord> {
        match self.read.as_slice() {
            [] => CitedRecord::of_hits(self.items(), self.faqs()),
            read => CitedRecord::of_numbered_hits(read),
        }
    }

    /// Lists the hits of the turn's searches that the answer may cite, by mark.
    pub fn numbered_hits(&self) -> Vec<(u32, &Hit)> {
        let items = self.items().iter().filter(|hit| hit.item.is_some());
        let faqs = self.faqs().iter().filter(|hit| hit.faq.is_some());
        match self.read.as_slice() {
            [] => (1..).zip(items.chain(faqs)).collect(),
            read => (1..).zip(read).collect(),
        }
    }

    /// Collects the doses that stand in the hits, which alone the answer may state.
    pub fn stated_doses(&self) -> StatedDoses {
        StatedDoses::of_hits(self.items().iter().chain(self.faqs()).chain(&self.read))
    }

    pub fn items(&self) -> &[Hit] {
        self.items.as_ref().map_or(&[], |found| &found.hits)
    }

    pub fn faqs(&self) -> &[Hit] {
        self.faqs.as_ref().map_or(&[], |found| &found.hits)
    }
}

impl TurnRunner {
    /// Starts what may be wanted: what the plan names where there is one already, else both.
    pub(super) fn start_searches(
        &self,
        wanted: Option<SearchPlan>,
        asked: &CatalogQuestion,
        composes: bool,
    ) -> (Option<Search>, Option<Search>) {
        let plan = wanted.unwrap_or(SearchPlan { run_faq: true, run_catalog: true });
        let query = if composes { asked.search_text() } else { asked.query.clone() };
        let catalog = self.catalog_request(asked, &query, composes);
        let faqs = SearchRequest {
            query: self.faq_query(asked),
            query_context: history::query_context(&self.history, &self.message),
            limit: Some(if composes { *LIMIT_RANGE.end() } else { self.faq_limit() as i32 }),
            ..SearchRequest::default()
        };
        if plan.run_faq || plan.run_catalog {
            self.step(Stage::Search, StageState::Started, None);
        }
        let items = plan.run_catalog.then(|| self.start_item_search(catalog));
        (items, plan.run_faq.then(|| Search::start(&self.app, &self.caller, Kind::Faqs, faqs)))
    }

    /// Searches the catalog by the key words of a summary instead of the message's own.
    pub(super) fn start_keyword_search(&self, asked: &CatalogQuestion, keywords: &str) -> Search {
        self.start_item_search(self.catalog_request(asked, keywords, false))
    }

    fn start_item_search(&self, request: SearchRequest) -> Search {
        Search::start(&self.app, &self.caller, Kind::Items, request)
            .with_prices_of(self.price_list.as_ref())
            .with_documents_if(asks_of_use(&self.use_question()))
    }

    /// `composes` where no model will answer: what fits is chosen among many then.
    fn catalog_request(&self, asked: &CatalogQuestion, query: &str, composes: bool) -> SearchRequest {
        let mut filters = Filters { manufacturer: asked.makers.clone(), ..Filters::default() };
        // The database knows the prices of the counter; those of a list are compared among what it finds.
        let is_limited_by_list = self.price_list.is_some() && !asked.budget.is_open();
        if !is_limited_by_list {
            asked.budget.limit(&mut filters);
        }
        // What is cheapest, meant, within a limit or not left out may stand anywhere among what fits.
        let limit = match composes || asked.is_narrower() || is_limited_by_list {
            true => *LIMIT_RANGE.end(),
            false => self.catalog_limit() as i32,
        };
        SearchRequest {
            query: shorten_query(&add_plain_words(query)),
            limit: Some(limit),
            filters: (!filters.is_empty()).then_some(filters),
            ..SearchRequest::default()
        }
    }

    /// The message, and what it comes to in other words; beside one that goes on with what was said before, that too.
    pub(super) fn faq_query(&self, asked: &CatalogQuestion) -> String {
        let message = translate_terms(&self.message);
        let before = || self.history.iter().rev().find(|said| said.role == Role::User);
        let query = match (&asked.topic, before()) {
            (Some(topic), _) if !asked.of_dealer && telling_words(&message).len() <= 1 => {
                format!("{message} {topic}")
            }
            (_, Some(before)) if asked.of_dealer || goes_on(&message) => {
                format!("{message} {}", translate_terms(&before.content))
            }
            _ => message.to_string(),
        };
        let gist = find_gist(&message).unwrap_or_default();
        shorten_query(format!("{query} {gist}").trim_end())
    }

    /// The message in the words of the catalog; beside one that goes on with a question of use (`e no trigo?`), that
    /// question too.
    pub(crate) fn use_question(&self) -> String {
        let message = translate_terms(&self.message);
        let before = self.history.iter().rev().find(|said| said.role == Role::User);
        match before.map(|before| translate_terms(&before.content)) {
            Some(before) if !asks_of_use(&message) && goes_on(&message) && asks_of_use(&before) => {
                format!("{before} {message}")
            }
            _ => message.into_owned(),
        }
    }

    /// The records of the items that were shown, as they are now.
    pub(super) async fn shown_records(&self) -> Result<Vec<Item>, AppError> {
        let mut ids: Vec<Uuid> = self.shown.iter().flatten().map(|source| source.id).collect();
        ids.sort();
        ids.dedup();
        if ids.is_empty() { Ok(Vec::new()) } else { self.priced_items(&ids).await }
    }

    fn catalog_limit(&self) -> usize {
        self.limit("CHAT_CATALOG_LIMIT", 6)
    }

    fn faq_limit(&self) -> usize {
        self.limit("CHAT_FAQ_LIMIT", 4)
    }

    fn limit(&self, name: &str, usual: usize) -> usize {
        self.app.config().number(name).map_or(usual, |limit| limit as usize)
    }

    /// Waits for what the plan wants and drops the rest. One search that fails costs the other
    /// nothing; where all that were wanted fail, the turn has failed.
    pub(super) async fn collect_results(
        &mut self,
        items: Option<Search>,
        faqs: Option<Search>,
        asked: &CatalogQuestion,
        synonyms: &SynonymIndex,
        strictly: bool,
    ) -> Result<TurnResults, AppError> {
        let plan = self.record.plan;
        let (items, faqs) = (items.filter(|_| plan.run_catalog), faqs.filter(|_| plan.run_faq));
        if items.is_none() && faqs.is_none() {
            self.step(Stage::Search, StageState::Skipped, None);
            return Ok(TurnResults::default());
        }
        let waiting = Instant::now();
        let (limit, most_faqs, faq_query) = (self.catalog_limit(), self.faq_limit(), self.faq_query(asked));
        let message = translate_terms(&self.message).into_owned();
        let nearest = |hits: &mut Vec<Hit>| {
            if strictly {
                keep_nearest_faqs(&message, &faq_query, hits, most_faqs);
            }
        };
        let mut missing = Vec::new();
        let mut question = None;
        let has_list = self.price_list.is_some();
        let out = match asked.stock {
            Some(StockWish::AllOut) if items.is_some() => Some(self.list_out_of_stock().await?),
            _ => None,
        };
        let narrow_hits = |hits: &mut Vec<Hit>| {
            if let Some(out) = out {
                *hits = out;
            }
            if has_list {
                hits.retain(|hit| hit.item.as_ref().is_none_or(|item| asked.budget.allows(item)));
            }
            let settled = if strictly { asked.settle(hits, synonyms) } else { asked.clone() };
            missing = settled.narrow(hits, limit, synonyms, strictly);
            question = Some(settled);
        };
        let items = async {
            match items {
                Some(search) => Some(search.run_search(narrow_hits, payload::build_catalog_payload).await),
                None => None,
            }
        };
        let faqs = async {
            match faqs {
                Some(search) => {
                    Some(search.run_search(nearest, |_, hits| payload::build_faq_payload(hits)).await)
                }
                None => None,
            }
        };
        let (items, faqs) = tokio::join!(items, faqs);
        let retrieved = TurnResults {
            items: self.record_search("searchCatalog", items, faqs.as_ref().is_some_and(Result::is_ok))?,
            faqs: self.record_search("searchFaqs", faqs, true)?,
            question,
            missing,
            read: Vec::new(),
        };
        self.record.note_items(retrieved.items());
        self.record.sources = sources::number_sources(retrieved.items(), retrieved.faqs());
        self.events.send(ChatEvent::Sources { sources: self.record.sources.clone() });
        self.step(Stage::Search, StageState::Done, Some(millis(waiting.elapsed())));
        Ok(retrieved)
    }

    fn record_search(
        &mut self,
        tool: &str,
        found: Option<Result<SearchResults, AppError>>,
        may_fail: bool,
    ) -> Result<Option<SearchResults>, AppError> {
        match found {
            Some(Ok(mut found)) => {
                self.record.add_search(&mut found);
                Ok(Some(found))
            }
            Some(Err(error)) if may_fail => {
                self.record.fallback(tool, error.code().as_str(), "without");
                Ok(None)
            }
            Some(Err(error)) => Err(error),
            None => Ok(None),
        }
    }
}

/// What a search takes of a query: a message with what it goes on with may be longer.
fn shorten_query(query: &str) -> String {
    query.chars().take(MAX_QUERY_CHARS).collect()
}
