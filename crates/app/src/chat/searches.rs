//! The two searches of a turn. They start speculatively while the classifier runs, and are dropped where the plan does
//! not need them.

use crate::app::{App, Caller};
use crate::catalog::prices::list_prices::price_by_list;
use crate::chat::documents::add_documents;
use crate::error::AppError;
use crate::search::{RankedLater, search_with_trace, tool_of};
use crate::tool_log::tool_run;
use celeiro_domain::catalog::prices::PriceList;
use celeiro_domain::chat::{ToolRun, TraceSearch};
use celeiro_domain::search::{Hit, Kind, Lang, SearchRequest, SearchResponse};
use std::time::Instant;
use tokio_util::task::AbortOnDropHandle;

/// A search under way. Dropping it ends it.
pub(crate) struct Search {
    app: App,
    /// The language of what stands where a dose was.
    lang: Lang,
    kind: Kind,
    request: SearchRequest,
    /// The list whose prices the hits get.
    price_list: Option<PriceList>,
    /// Whether it is asked how products are used.
    asks_use: bool,
    started: Instant,
    under_way: AbortOnDropHandle<Result<(SearchResponse, TraceSearch, RankedLater), AppError>>,
}

/// What a search found.
pub(crate) struct SearchResults {
    pub hits: Vec<Hit>,
    /// Without its candidates,
    pub trace: TraceSearch,
    /// which are still being ranked.
    pub ranking: Option<RankedLater>,
    pub tool: ToolRun,
}

impl Search {
    /// Starts one of the two searches of a turn.
    pub fn start(app: &App, caller: &Caller, kind: Kind, request: SearchRequest) -> Self {
        let request = SearchRequest { kind: Some(kind), explain: Some(false), ..request };
        let (searching, asking, asked) = (app.clone(), caller.clone(), request.clone());
        let under_way =
            tokio::spawn(async move { search_with_trace(&searching, &asking, tool_of(kind), asked).await });
        Self {
            app: app.clone(),
            lang: caller.lang,
            kind,
            request,
            price_list: None,
            asks_use: false,
            started: Instant::now(),
            under_way: AbortOnDropHandle::new(under_way),
        }
    }

    /// Sets the price list that the search's items have their prices of.
    pub fn with_prices_of(self, list: Option<&PriceList>) -> Self {
        Self { price_list: list.cloned(), ..self }
    }

    /// Adds the use statements of labels and leaflets to the search's items where `asks_use`.
    pub fn with_documents_if(self, asks_use: bool) -> Self {
        Self { asks_use, ..self }
    }

    /// Waits for what it finds. `narrow` may put the hits in another order and leave some out, those that are left get
    /// what their labels and leaflets state, and `payload` makes the text that the model is given of them.
    ///
    /// # Errors
    /// What the search says.
    pub async fn run_search(
        self,
        narrow: impl FnOnce(&mut Vec<Hit>),
        payload: impl FnOnce(&str, &[Hit]) -> String,
    ) -> Result<SearchResults, AppError> {
        let (mut response, mut trace, ranking) = self.under_way.await.map_err(AppError::internal)??;
        if let Some(list) = &self.price_list {
            let items = response.results.iter_mut().filter_map(|hit| hit.item.as_mut());
            price_by_list(self.app.store(), list, items).await?;
        }
        narrow(&mut response.results);
        add_documents(&self.app, self.lang, self.asks_use, &mut response.results).await?;
        trace.run.result_count = response.results.len() as u32;
        let query = self.request.query.clone();
        let payload = payload(&query, &response.results);
        let tool = ToolRun {
            name: tool_of(self.kind).to_owned(),
            arguments: serde_json::to_value(&self.request)?,
            result_count: response.results.len() as u32,
            payload,
            ms: super::models::millis(self.started.elapsed()),
        };
        tool_run(&self.app, &tool);
        Ok(SearchResults { hits: response.results, trace, ranking: Some(ranking), tool })
    }
}
