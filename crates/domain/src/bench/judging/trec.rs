//! Sets as files: queries as JSON Lines or as tab-separated lines, judgments as TREC "qrels".
//!
//! What is written is read back as it was, except for who judged: a qrels line has one grade. Queries
//! as tab-separated lines keep id, text and class; JSON Lines keep everything.

use super::case::RegressionCase;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// A query of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JudgedQuery {
    /// Its id: one word.
    pub id: String,
    /// What is searched for.
    pub query: String,
    /// Its class.
    #[serde(default, alias = "class", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Whether no profile may come into force that answers it worse.
    #[serde(default, skip_serializing_if = "is_false")]
    pub protected: bool,
    /// Whether none may come into force that answers its class worse.
    #[serde(default, skip_serializing_if = "is_false")]
    pub protected_class: bool,
    /// Whether it is put aside: not measured.
    #[serde(default, skip_serializing_if = "is_false")]
    pub skipped: bool,
    /// Of a regression case: records that must stand on top.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<String>,
    /// Of a regression case: records that must not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<String>,
}

/// Lets `serde` leave out a flag that is not set.
fn is_false(flag: &bool) -> bool {
    !flag
}

impl JudgedQuery {
    /// The regression case of the judged query, where it is one.
    pub fn case(&self) -> Option<RegressionCase> {
        let case = RegressionCase { expected: self.expected.clone(), forbidden: self.forbidden.clone() };
        (!case.is_empty()).then_some(case)
    }
}

/// A line of judgments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QrelsLine {
    /// The query's id.
    pub query: String,
    /// The record.
    pub record: String,
    /// How good it is.
    pub grade: i32,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineProblem {
    /// It is no JSON, or lacks something; the reader's words.
    Json(String),
    /// Not two to four columns of a query, or not four of a judgment.
    Columns,
    /// The grade is no whole number.
    Grade,
    /// The id stands in a line before.
    DuplicateId,
    /// A line before gives the same record another grade.
    TwoGrades,
    /// The value of this field cannot be stored.
    Field(String),
}

impl LineProblem {
    /// Key of the text that names the problem of a query set's line.
    pub fn key(&self) -> &'static str {
        match self {
            LineProblem::Json(_) => "querySet.line.json",
            LineProblem::Columns => "querySet.line.columns",
            LineProblem::Grade => "querySet.line.grade",
            LineProblem::DuplicateId => "querySet.line.duplicateId",
            LineProblem::TwoGrades => "querySet.line.twoGrades",
            LineProblem::Field(_) => "querySet.line.field",
        }
    }
}

/// A line that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// Which, from 1.
    pub line: usize,
    /// Why.
    pub problem: LineProblem,
    /// What stands there, shortened.
    pub value: String,
}

impl LineError {
    fn new(line: usize, problem: LineProblem, value: &str) -> Self {
        Self { line, problem, value: value.chars().take(120).collect() }
    }
}

/// Reads queries, each with its line: JSON Lines, or `id`, query and optionally class and `protected`
/// between tabs.
///
/// # Errors
/// The first line that cannot be read.
pub fn read_queries(text: &str) -> Result<Vec<(usize, JudgedQuery)>, LineError> {
    let mut ids = HashSet::new();
    let mut queries = Vec::new();
    for (number, line) in numbered_lines(text) {
        let query = if line.trim_start().starts_with('{') {
            let parsed = serde_json::from_str(line);
            parsed.map_err(|e| LineError::new(number, LineProblem::Json(e.to_string()), line))?
        } else {
            parse_tabbed(line).ok_or_else(|| LineError::new(number, LineProblem::Columns, line))?
        };
        if !ids.insert(query.id.clone()) {
            return Err(LineError::new(number, LineProblem::DuplicateId, &query.id));
        }
        queries.push((number, query));
    }
    Ok(queries)
}

/// A query of two to four cells: id, text, class and whether it is protected.
fn parse_tabbed(line: &str) -> Option<JudgedQuery> {
    let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
    let (id, query, kind, protected) = match cells.as_slice() {
        [id, query] => (id, query, None, false),
        [id, query, class] => (id, query, Some(class), false),
        [id, query, class, protected] => (id, query, Some(class), *protected == "protected"),
        _ => return None,
    };
    let kind = kind.filter(|class| !class.is_empty()).map(|class| (*class).to_owned());
    Some(JudgedQuery {
        id: (*id).to_owned(),
        query: (*query).to_owned(),
        kind,
        protected,
        ..JudgedQuery::default()
    })
}

/// Reads judgments, each with its line: `query 0 record grade`, between tabs or blanks. Between tabs a
/// record's id may hold blanks.
///
/// # Errors
/// The first line that cannot be read.
pub fn read_judgments(text: &str) -> Result<Vec<(usize, QrelsLine)>, LineError> {
    let mut known: HashMap<(String, String), i32> = HashMap::new();
    let mut judgments = Vec::new();
    for (number, line) in numbered_lines(text) {
        let problem = |problem| LineError::new(number, problem, line);
        let by_tab: Vec<&str> = line.split('\t').map(str::trim).collect();
        let by_blank: Vec<&str> = line.split_whitespace().collect();
        let cells = if by_tab.len() == 4 { by_tab } else { by_blank };
        let [query, _, record, grade] = cells.as_slice() else { return Err(problem(LineProblem::Columns)) };
        if query.is_empty() || record.is_empty() {
            return Err(problem(LineProblem::Columns));
        }
        let grade: i32 = grade.parse().map_err(|_| problem(LineProblem::Grade))?;
        let (query, record) = ((*query).to_owned(), (*record).to_owned());
        match known.insert((query.clone(), record.clone()), grade) {
            Some(before) if before != grade => return Err(problem(LineProblem::TwoGrades)),
            Some(_) => {}
            None => judgments.push((number, QrelsLine { query, record, grade })),
        }
    }
    Ok(judgments)
}

/// The lines that hold something, from 1.
fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.trim_start_matches('\u{feff}');
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

/// Writes judged queries as JSON Lines.
pub fn write_queries(queries: &[JudgedQuery]) -> String {
    queries.iter().filter_map(|query| serde_json::to_string(query).ok()).map(|line| line + "\n").collect()
}

/// Writes judged queries as tab-separated lines: id, query, class, `protected`.
pub fn write_tabbed_queries(queries: &[JudgedQuery]) -> String {
    let line = |q: &JudgedQuery| {
        let class = q.kind.as_deref().unwrap_or_default();
        let protected = if q.protected { "protected" } else { "" };
        format!("{}\t{}\t{class}\t{protected}\n", q.id, q.query)
    };
    queries.iter().map(line).collect()
}

/// Writes judgments as lines of TREC qrels.
pub fn write_judgments(judgments: &[QrelsLine]) -> String {
    judgments.iter().map(|j| format!("{}\t0\t{}\t{}\n", j.query, j.record, j.grade)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all<T>(read: Result<Vec<(usize, T)>, LineError>) -> Vec<T> {
        read.unwrap().into_iter().map(|(_, one)| one).collect()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let queries = vec![
            JudgedQuery {
                id: "a".into(),
                query: "adubo \"foliar\"\\".into(),
                kind: Some("nutrição".into()),
                protected: true,
                protected_class: true,
                skipped: true,
                expected: vec!["X 1".into()],
                forbidden: vec!["Y".into()],
            },
            JudgedQuery { id: "b".into(), query: "soja".into(), ..JudgedQuery::default() },
        ];
        assert_eq!(all(read_queries(&write_queries(&queries))), queries);
        let tabbed = all(read_queries(&write_tabbed_queries(&queries)));
        assert_eq!((&tabbed[0].query, &tabbed[0].kind), (&queries[0].query, &queries[0].kind));
        assert!(tabbed[0].protected && !tabbed[1].protected);
        let judgments = vec![
            QrelsLine { query: "a".into(), record: "X 1".into(), grade: 2 },
            QrelsLine { query: "b".into(), record: "Y".into(), grade: 0 },
        ];
        assert_eq!(all(read_judgments(&write_judgments(&judgments))), judgments);
        let twice = read_judgments("\na 0 X 2\r\n\r\na  Q0 X 2\n").unwrap();
        assert_eq!(twice.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2], "the same said twice");
    }

    #[test]
    fn a_bad_line_is_named_with_its_problem_and_a_short_value() {
        let at = |error: LineError| (error.line, error.problem);
        assert_eq!(at(read_queries("a\tx\n\na\ty\n").unwrap_err()), (3, LineProblem::DuplicateId));
        assert_eq!(at(read_queries("alone\n").unwrap_err()), (1, LineProblem::Columns));
        assert!(matches!(read_queries("{\"id\":").unwrap_err().problem, LineProblem::Json(_)));
        assert_eq!(at(read_judgments("a 0 X 1\na 0 X 2\n").unwrap_err()), (2, LineProblem::TwoGrades));
        assert_eq!(at(read_judgments("a 0 X 1.5\n").unwrap_err()), (1, LineProblem::Grade));
        assert_eq!(at(read_judgments("a\t0\t\t1\n").unwrap_err()), (1, LineProblem::Columns));
        let huge = read_judgments(&"x".repeat(1 << 20)).unwrap_err();
        assert_eq!((huge.problem, huge.value.len()), (LineProblem::Columns, 120));
    }
}
