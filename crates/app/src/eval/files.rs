//! Query sets as files: JSON Lines of queries, TREC judgments.

use crate::error::{AppError, Code};
use celeiro_domain::metrics::Judgments;
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

/// Larger files are no query sets.
const MAX_BYTES: u64 = 200 << 20;

/// A query of a set.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct JudgedQuery {
    /// Its id.
    pub id: String,
    /// What is searched for.
    pub query: String,
    /// Its class.
    #[serde(default)]
    pub kind: Option<String>,
    /// Whether no profile may come into force that answers it worse.
    #[serde(default)]
    pub protected: bool,
}

/// Queries and what people judged.
#[derive(Debug, Clone, Default)]
pub struct QuerySet {
    /// The queries, in order.
    pub queries: Vec<JudgedQuery>,
    /// By query id.
    pub judgments: HashMap<String, Judgments>,
}

impl QuerySet {
    /// Reads JSON Lines with `id`, `query` and optionally `kind` and `protected`, and TREC lines
    /// `query 0 document grade`.
    ///
    /// # Errors
    /// [`Code::FileUnreadable`] with file, line and reason; [`Code::QuerySetEmpty`].
    pub fn read(queries: &Path, judgments: &Path) -> Result<Self, AppError> {
        let mut set = Self::default();
        for (number, line) in lines(queries)?.iter().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let query = serde_json::from_str(line).map_err(|e| unreadable(queries, number, e))?;
            set.queries.push(query);
        }
        for (number, line) in lines(judgments)?.iter().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let cells: Vec<&str> = line.split_whitespace().collect();
            let [query, _, document, grade] = cells.as_slice() else {
                return Err(unreadable(judgments, number, "four columns are wanted: query 0 document grade"));
            };
            let grade: i32 = grade.parse().map_err(|e| unreadable(judgments, number, e))?;
            set.judgments.entry((*query).to_owned()).or_default().insert((*document).to_owned(), grade);
        }
        for (path, is_empty) in [(queries, set.queries.is_empty()), (judgments, set.judgments.is_empty())] {
            if is_empty {
                return Err(AppError::new(Code::QuerySetEmpty).with("file", path.display()));
            }
        }
        Ok(set)
    }
}

impl QuerySet {
    /// The documents that people judged, each once.
    pub(super) fn documents(&self) -> BTreeSet<&str> {
        self.judgments.values().flat_map(|judged| judged.keys()).map(String::as_str).collect()
    }

    /// The judged queries that are not in the set, in order.
    pub(super) fn queries_unasked(&self) -> BTreeSet<&str> {
        let asked: HashSet<&str> = self.queries.iter().map(|query| query.id.as_str()).collect();
        self.judgments.keys().map(String::as_str).filter(|id| !asked.contains(id)).collect()
    }
}

fn lines(path: &Path) -> Result<Vec<String>, AppError> {
    let read = || {
        if std::fs::metadata(path)?.len() > MAX_BYTES {
            return Err(std::io::Error::other("larger than 200 MB"));
        }
        std::fs::read_to_string(path)
    };
    let text = read()
        .map_err(|e| AppError::new(Code::FileUnreadable).with("file", path.display()).with("reason", e))?;
    Ok(text.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect())
}

fn unreadable(path: &Path, index: usize, reason: impl std::fmt::Display) -> AppError {
    let reason = format!("{}: {reason}", index + 1);
    AppError::new(Code::FileUnreadable).with("file", path.display()).with("reason", reason)
}
