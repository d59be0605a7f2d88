//! What can be stored of a set. Everything that comes in passes through here once.

use super::case::{CASE_DEPTH, MAX_FORBIDDEN, RegressionCase};
use crate::catalog::{FieldError, FieldErrorCode, LIMITS, clean_optional, clean_text};
use crate::search::{Kind, MAX_QUERY_CHARS};

/// Queries of one set at most.
pub const MAX_QUERIES: usize = 10_000;
/// Longest note of a judge, in characters.
pub const NOTE_CHARS: usize = 2_000;
const NAME_CHARS: usize = 120;
const KEY_CHARS: usize = 100;

/// The best grade of a set that people judge here: 2 for what was looked for, 1 for what helps.
pub const USUAL_TOP_GRADE: u8 = 2;
/// The best grade that a file may bring; a set that has it is judged on from 0 to 3.
pub const TOP_GRADE: u8 = 3;

/// How good a record is for a query: 0 for what does not belong there, the best of the set's scale for
/// what was looked for. nDCG sets what was reached against the best that each query's own grades allow,
/// so that a set from 0 to 3 and one from 0 to 2 stand beside each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grade(i16);

impl Grade {
    /// A grade of a scale that ends at `top`.
    ///
    /// # Errors
    /// Every other number.
    pub fn new(grade: i32, top: u8) -> Result<Self, FieldError> {
        match i16::try_from(grade) {
            Ok(known) if (0..=i16::from(top)).contains(&known) => Ok(Self(known)),
            _ => {
                let allowed = (0..=top).map(|grade| grade.to_string()).collect::<Vec<_>>().join(" | ");
                Err(FieldError::new("grade", FieldErrorCode::InvalidGrade, &grade.to_string(), allowed))
            }
        }
    }

    /// The grade of a judgment as a number.
    pub fn get(self) -> i16 {
        self.0
    }
}

/// A set about to be stored. Only [`SetDraft::check`] makes one that can be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SetDraft {
    /// 1..120 characters.
    pub name: String,
    /// What its queries search.
    pub kind: Kind,
    /// At most 2,000 characters.
    pub description: String,
    /// Whether the whole may not get worse.
    pub protected: bool,
    /// Classes that may not.
    pub protected_classes: Vec<String>,
}

impl SetDraft {
    /// Cleans and validates the draft of a query set.
    ///
    /// # Errors
    /// What is wrong with which field.
    pub fn check(self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = clean_text(&self.name, "name", NAME_CHARS, &mut errors);
        if name.is_empty() {
            errors.push(required_error("name", NAME_CHARS));
        }
        let description = clean_text(&self.description, "description", NOTE_CHARS, &mut errors);
        let mut protected_classes: Vec<String> = self
            .protected_classes
            .iter()
            .map(|class| clean_text(class, "protectedClasses", NAME_CHARS, &mut errors))
            .filter(|class| !class.is_empty())
            .collect();
        protected_classes.sort();
        protected_classes.dedup();
        let checked = Self { name, description, protected_classes, ..self };
        if errors.is_empty() { Ok(checked) } else { Err(errors) }
    }
}

/// A query about to be stored. Only [`QueryDraft::check`] makes one that can be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueryDraft {
    /// One word of at most 100 characters, unique in the set.
    pub key: String,
    /// 1..8000 characters.
    pub query: String,
    /// At most 120 characters.
    pub class: Option<String>,
    /// Whether it may not get worse.
    pub protected: bool,
    /// Whether it is put aside.
    pub skipped: bool,
    /// What must and must not stand on top.
    pub case: RegressionCase,
}

impl QueryDraft {
    /// Cleans and validates the draft of a judged query.
    ///
    /// # Errors
    /// What is wrong with which field.
    pub fn check(self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let key = clean_text(&self.key, "key", KEY_CHARS, &mut errors);
        if key.is_empty() || key.contains(char::is_whitespace) {
            let allowed = format!("1..{KEY_CHARS}, no blanks");
            errors.push(FieldError::new("key", FieldErrorCode::InvalidKey, &key, allowed));
        }
        let query = clean_text(&self.query, "query", MAX_QUERY_CHARS, &mut errors);
        if query.is_empty() {
            errors.push(required_error("query", MAX_QUERY_CHARS));
        }
        let class = clean_optional(self.class, "class", NAME_CHARS, &mut errors);
        let expected = check_records(self.case.expected, "expected", CASE_DEPTH, &mut errors);
        let forbidden = check_records(self.case.forbidden, "forbidden", MAX_FORBIDDEN, &mut errors);
        if let Some(both) = forbidden.iter().find(|id| expected.contains(id)) {
            let code = FieldErrorCode::Contradiction;
            errors.push(FieldError::new("forbidden", code, both, "not among expected"));
        }
        let case = RegressionCase { expected, forbidden };
        let checked = Self { key, query, class, case, ..self };
        if errors.is_empty() { Ok(checked) } else { Err(errors) }
    }
}

/// The valid ids, each once; errors go to `field`.
fn check_records(ids: Vec<String>, field: &str, most: usize, errors: &mut Vec<FieldError>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for id in ids {
        match check_record(&id) {
            Ok(id) if !kept.contains(&id) => kept.push(id),
            Ok(_) => {}
            Err(error) => errors.push(FieldError { field: field.to_owned(), ..error }),
        }
    }
    if kept.len() > most {
        let count = kept.len().to_string();
        errors.push(FieldError::new(field, FieldErrorCode::TooLong, &count, format!("0..{most}")));
    }
    kept
}

/// The name of a record, by its external id or our own.
///
/// # Errors
/// A blank one, and one that is longer than any external id.
pub fn check_record(id: &str) -> Result<String, FieldError> {
    one_line(id, "record", LIMITS.external_id)
}

/// Validates the name of a judge, 1..120 characters.
///
/// # Errors
/// A blank one, and a longer one.
pub fn check_judge(name: &str) -> Result<String, FieldError> {
    one_line(name, "judge", NAME_CHARS)
}

/// Validates a judge's note, 0..2000 characters.
///
/// # Errors
/// A longer one.
pub fn check_note(note: &str) -> Result<String, FieldError> {
    let mut errors = Vec::new();
    let note = clean_text(note, "note", NOTE_CHARS, &mut errors);
    errors.pop().map_or(Ok(note), Err)
}

/// The cleaned text; the error says that it is blank or too long.
fn one_line(text: &str, field: &str, limit: usize) -> Result<String, FieldError> {
    let mut errors = Vec::new();
    let text = clean_text(text, field, limit, &mut errors);
    if text.is_empty() {
        errors.push(required_error(field, limit));
    }
    errors.pop().map_or(Ok(text), Err)
}

/// The error of a blank field of at most `limit` characters.
fn required_error(field: &str, limit: usize) -> FieldError {
    FieldError::new(field, FieldErrorCode::Required, "", format!("1..{limit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> QueryDraft {
        QueryDraft { key: "q1".into(), query: "adubo".into(), ..QueryDraft::default() }
    }

    fn field_errors(draft: QueryDraft) -> Vec<(String, FieldErrorCode)> {
        draft.check().unwrap_err().into_iter().map(|e| (e.field, e.code)).collect()
    }

    #[test]
    fn a_grade_is_one_of_its_scale() {
        assert_eq!([0, 1, 2].map(|grade| Grade::new(grade, USUAL_TOP_GRADE).unwrap().get()), [0, 1, 2]);
        assert_eq!(Grade::new(3, TOP_GRADE).unwrap().get(), 3);
        for grade in [i32::MIN, -1, 3, i32::MAX] {
            assert_eq!(Grade::new(grade, USUAL_TOP_GRADE).unwrap_err().allowed, "0 | 1 | 2");
        }
        assert_eq!(Grade::new(4, TOP_GRADE).unwrap_err().allowed, "0 | 1 | 2 | 3");
    }

    #[test]
    fn a_query_is_cleaned_and_what_cannot_be_is_named() {
        let checked = QueryDraft { query: " adubo\u{200b} \n foliar ".into(), ..draft() }.check().unwrap();
        assert_eq!(checked.query, "adubo foliar");
        let blank = QueryDraft { key: "two words".into(), query: " \t".into(), ..draft() };
        assert_eq!(
            field_errors(blank),
            [("key".into(), FieldErrorCode::InvalidKey), ("query".into(), FieldErrorCode::Required)]
        );
        let long = QueryDraft { query: "a".repeat(9_000), ..draft() };
        assert_eq!(field_errors(long), [("query".into(), FieldErrorCode::TooLong)]);
    }

    #[test]
    fn a_case_cannot_expect_four_in_three_places_nor_what_it_forbids() {
        let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let four = RegressionCase { expected: ids(&["a", "b", "c", "d"]), forbidden: vec![] };
        assert_eq!(
            field_errors(QueryDraft { case: four, ..draft() }),
            [("expected".into(), FieldErrorCode::TooLong)]
        );
        let both = RegressionCase { expected: ids(&["a"]), forbidden: ids(&["b", "a"]) };
        assert_eq!(
            field_errors(QueryDraft { case: both, ..draft() }),
            [("forbidden".into(), FieldErrorCode::Contradiction)]
        );
        let twice = RegressionCase { expected: ids(&["a", "a "]), forbidden: vec![] };
        assert_eq!(QueryDraft { case: twice, ..draft() }.check().unwrap().case.expected, ["a"]);
    }
}
