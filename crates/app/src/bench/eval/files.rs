//! Query set files: JSON Lines or tab-separated queries, TREC judgments.

use crate::error::{AppError, Code, Reason};
use crate::files::bounded_read;
use celeiro_domain::bench::Protection;
use celeiro_domain::bench::judging::trec::{LineError, LineProblem, read_judgments, read_queries};
use celeiro_domain::bench::metrics::Judgments;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

pub use celeiro_domain::bench::judging::trec::JudgedQuery;

/// Larger files are no query sets.
const MAX_BYTES: u64 = 200 << 20;

/// Queries and what people judged.
#[derive(Debug, Clone, Default)]
pub struct QuerySet {
    /// The queries, in order.
    pub queries: Vec<JudgedQuery>,
    /// By query id.
    pub judgments: HashMap<String, Judgments>,
    /// What of it may not get worse, besides single queries.
    pub protection: Protection,
}

impl QuerySet {
    /// Reads a query set from files of judged queries and of judgments. Queries are JSON Lines with `id`, `query` and
    /// optionally `kind`, `protected` and more, or id, query and class between tabs; judgments are TREC lines
    /// `query 0 document grade`. Who names files wants nothing in them to get worse.
    ///
    /// # Errors
    /// [`Code::FileUnreadable`], [`Code::QuerySetLine`] with file, line and reason;
    /// [`Code::QuerySetEmpty`].
    pub fn read(queries: &Path, judgments: &Path) -> Result<Self, AppError> {
        let (queries_name, judgments_name) = (queries.display().to_string(), judgments.display().to_string());
        let set = Self::of_texts(&queries_name, &text_of(queries)?, &judgments_name, &text_of(judgments)?)?;
        for (file, is_empty) in
            [(queries_name, set.queries.is_empty()), (judgments_name, set.judgments.is_empty())]
        {
            if is_empty {
                return Err(AppError::new(Code::QuerySetEmpty).with("file", file));
            }
        }
        Ok(set)
    }

    fn of_texts(
        queries_name: &str,
        queries: &str,
        judgments_name: &str,
        judgments: &str,
    ) -> Result<Self, AppError> {
        let queries = read_queries(queries).map_err(|e| report_unreadable_line(queries_name, e))?;
        let queries = queries.into_iter().map(|(_, query)| query).collect();
        let mut set = Self { queries, protection: Protection::whole(), ..Self::default() };
        for (_, line) in read_judgments(judgments).map_err(|e| report_unreadable_line(judgments_name, e))? {
            set.judgments.entry(line.query).or_default().insert(line.record, line.grade);
        }
        Ok(set)
    }

    /// The documents that people judged, each once.
    pub(crate) fn documents(&self) -> BTreeSet<&str> {
        self.judgments.values().flat_map(|judged| judged.keys()).map(String::as_str).collect()
    }

    /// The judged queries that are not in the set, in order.
    pub(super) fn queries_unasked(&self) -> BTreeSet<&str> {
        let asked: HashSet<&str> = self.queries.iter().map(|query| query.id.as_str()).collect();
        self.judgments.keys().map(String::as_str).filter(|id| !asked.contains(id)).collect()
    }
}

/// Reads a file of a query set as text.
///
/// # Errors
/// [`Code::FileUnreadable`].
pub fn text_of(path: &Path) -> Result<String, AppError> {
    bounded_read::text_of(path, MAX_BYTES)
}

/// The error of a line; broken JSON says where it broke, in the words of its reader.
pub(crate) fn report_unreadable_line(file: &str, error: LineError) -> AppError {
    match &error.problem {
        LineProblem::Json(reason) => {
            // The reader was given one line: where in it, says nothing that the line's number does not.
            let words = reason.split(" at line ").next().unwrap_or_default();
            AppError::unreadable(file, Reason::of_json(words).about(error.line))
        }
        problem => AppError::new(Code::QuerySetLine)
            .with("file", file)
            .with("line", error.line)
            .with_text("reason", problem.key())
            .with("value", &error.value),
    }
}
