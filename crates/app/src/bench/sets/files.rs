//! Import and export of query sets: validation of rows, and rendering.

use crate::app::App;
use crate::bench::eval::report_unreadable_line;
use crate::bench::eval::{JudgedQuery, QuerySet};
use crate::error::{AppError, Code};
use celeiro_domain::bench::judging::trec::{
    LineError, LineProblem, QrelsLine, read_judgments, read_queries, write_judgments, write_queries,
    write_tabbed_queries,
};
use celeiro_domain::bench::judging::{
    Grade, MAX_QUERIES, QueryDraft, RegressionCase, TOP_GRADE, check_record,
};
use celeiro_domain::catalog::FieldError;
use celeiro_domain::search::Kind;
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

/// What files hold, ready to be stored.
pub(crate) struct ImportedSet {
    pub queries: Vec<QueryDraft>,
    pub judgments: Vec<(String, String, Grade)>,
    pub protected_classes: Vec<String>,
}

/// Reads both texts. The first fault is the answer, with file, line and value.
pub(crate) async fn read_set_files(
    app: &App,
    kind: Kind,
    queries: &str,
    judgments: &str,
) -> Result<ImportedSet, AppError> {
    let queries = read_queries(queries).map_err(|e| report_unreadable_line("queries", e))?;
    let lines = read_judgments(judgments).map_err(|e| report_unreadable_line("qrels", e))?;
    if queries.len() > MAX_QUERIES {
        return Err(AppError::new(Code::QuerySetTooLarge).with("most", MAX_QUERIES));
    }
    let protected_classes: BTreeSet<String> =
        queries.iter().map(|(_, q)| q).filter(|q| q.protected_class).filter_map(|q| q.kind.clone()).collect();
    let names = own_names(app, kind, &lines).await?;
    let drafts =
        queries.into_iter().map(|(at, query)| to_query_draft(query).map_err(|e| at_line("queries", at, e)));
    let judgments = lines
        .iter()
        .map(|(at, line)| check_judgment(line, &names).map_err(|e| at_line("qrels", *at, vec![e])));
    Ok(ImportedSet {
        queries: drafts.collect::<Result<_, _>>()?,
        judgments: judgments.collect::<Result<_, _>>()?,
        protected_classes: protected_classes.into_iter().collect(),
    })
}

/// A query of a file, checked.
fn to_query_draft(query: JudgedQuery) -> Result<QueryDraft, Vec<FieldError>> {
    let case = RegressionCase { expected: query.expected, forbidden: query.forbidden };
    QueryDraft {
        key: query.id,
        query: query.query,
        class: query.kind,
        protected: query.protected,
        skipped: query.skipped,
        case,
    }
    .check()
}

/// Query, record and grade of a line; a record's own id gives way to its external id.
fn check_judgment(
    line: &QrelsLine,
    names: &HashMap<Uuid, String>,
) -> Result<(String, String, Grade), FieldError> {
    let record = check_record(&line.record)?;
    let own = Uuid::parse_str(&record).ok().and_then(|id| names.get(&id).cloned());
    Ok((line.query.clone(), own.unwrap_or(record), Grade::new(line.grade, TOP_GRADE)?))
}

/// Records are judged by their external ids where they have one: so search names them.
async fn own_names(
    app: &App,
    kind: Kind,
    lines: &[(usize, QrelsLine)],
) -> Result<HashMap<Uuid, String>, AppError> {
    let ids: Vec<Uuid> = lines.iter().filter_map(|(_, line)| Uuid::parse_str(&line.record).ok()).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    Ok(app.store().external_ids(kind, &ids).await?)
}

/// The first error, with the line at which it stands.
fn at_line(file: &str, line: usize, errors: Vec<FieldError>) -> AppError {
    let Some(error) = errors.into_iter().next() else { return AppError::internal("no fault") };
    let problem = if error.field == "grade" { LineProblem::Grade } else { LineProblem::Field(error.field) };
    let value =
        if error.value.is_empty() { error.allowed } else { format!("{}: {}", error.value, error.allowed) };
    report_unreadable_line(file, LineError { line, problem, value })
}

/// Judgments as lines, ordered by query and record, so that the same set gives the same file.
fn qrels_of(set: &QuerySet) -> Vec<QrelsLine> {
    let mut lines = Vec::new();
    for query in &set.queries {
        let judged = set.judgments.get(&query.id).into_iter().flatten();
        let mut judged: Vec<QrelsLine> = judged
            .map(|(record, grade)| QrelsLine {
                query: query.id.clone(),
                record: record.clone(),
                grade: *grade,
            })
            .collect();
        judged.sort_by(|a, b| a.record.cmp(&b.record));
        lines.extend(judged);
    }
    lines
}

/// Queries and judgments as texts of files.
pub(crate) fn render_set_files(set: &QuerySet, tabbed: bool) -> (String, String) {
    let queries = if tabbed { write_tabbed_queries(&set.queries) } else { write_queries(&set.queries) };
    (queries, write_judgments(&qrels_of(set)))
}
