//! Neighbours of a draft, by the one retrieval path, and the texts of the item's files.

use crate::app::{App, Caller};
use crate::assist::draft::AssistMaterial;
use crate::assist::draft::WantedFields;
use crate::error::AppError;
use crate::search::{RankedLater, search_with_trace, tool_of};
use celeiro_domain::assist::evidence::{FileText, Line, lines_of};
use celeiro_domain::assist::{NEIGHBOURS, Neighbour, query_of, weigh_neighbours};
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::chat::TraceSearch;
use celeiro_domain::search::{Kind, SearchRequest};
use uuid::Uuid;

impl AssistMaterial {
    /// Joins the texts of an item's files to the query that finds neighbours for suggestions.
    pub fn to_query(&self) -> String {
        self.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

/// Finds neighbours and files at the same time; nothing where no field is to be filled.
pub(super) async fn gather_material(
    app: &App,
    caller: &Caller,
    wanted: &WantedFields,
) -> Result<AssistMaterial, AppError> {
    if wanted.open.is_empty() {
        return Ok(AssistMaterial { neighbours: Vec::new(), lines: Vec::new(), search: None });
    }
    let found = find_neighbours(app, caller, &wanted.draft, wanted.item_id);
    let ((neighbours, search), lines) = tokio::try_join!(found, load_file_lines(app, wanted.item_id))?;
    Ok(AssistMaterial { neighbours, lines, search: Some(search) })
}

/// The nearest active items, the item itself left out.
pub(super) async fn find_neighbours(
    app: &App,
    caller: &Caller,
    draft: &ItemDraft,
    itself: Option<Uuid>,
) -> Result<(Vec<Neighbour>, (TraceSearch, RankedLater)), AppError> {
    let query = query_of(draft);
    let request = SearchRequest {
        query: query.clone(),
        kind: Some(Kind::Items),
        // One more, for the item itself is the nearest of all.
        limit: Some(NEIGHBOURS as i32 + 1),
        explain: Some(false),
        ..SearchRequest::default()
    };
    let (response, trace, ranking) = search_with_trace(app, caller, tool_of(Kind::Items), request).await?;
    let hits = response.results.into_iter().filter_map(|hit| Some((hit.item?, hit.score)));
    let others = hits.filter(|(item, _)| Some(item.id) != itself).take(NEIGHBOURS).collect();
    Ok((weigh_neighbours(others, &query), (trace, ranking)))
}

/// Lines of the texts of the item's files; none for an item that is not stored yet.
async fn load_file_lines(app: &App, item: Option<Uuid>) -> Result<Vec<Line>, AppError> {
    let Some(item) = item else { return Ok(Vec::new()) };
    let files = app.store().files_with_text(item).await?;
    let files: Vec<FileText> =
        files.into_iter().map(|(id, name, text)| FileText { id, name, text }).collect();
    Ok(lines_of(&files))
}
