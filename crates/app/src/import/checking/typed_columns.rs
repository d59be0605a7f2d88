//! Parsing of typed cells: prices, statuses, days of approval, ids.

use crate::import::protocol::PriceCell;
use celeiro_domain::catalog::faq::{APPROVAL_FORMS, approvals_until, is_to_come, read_approval};
use celeiro_domain::catalog::{
    DecimalMark, FieldError, FieldErrorCode, Price, PriceError, RecordField, Status,
};
use celeiro_domain::import::{PriceRule, bare_price, lacks_price, read_state};
use chrono::{DateTime, Utc};
use uuid::Uuid;

/// How an id of ours is written.
const ID_FORM: &str = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

/// Fields that are no texts, read; what cannot be is added to `errors`.
pub(super) struct TypedColumns<'e> {
    pub now: DateTime<Utc>,
    pub errors: &'e mut Vec<FieldError>,
}

impl TypedColumns<'_> {
    pub fn price(&mut self, cell: Option<PriceCell>, mark: Option<DecimalMark>) -> Option<Price> {
        let (text, mark) = match cell? {
            PriceCell::Number(text) => (text, Some(DecimalMark::Point)),
            PriceCell::Written(text) => (bare_price(&text).to_owned(), mark),
        };
        if text.trim().is_empty() || lacks_price(&text) {
            return None;
        }
        Price::read(&text, mark)
            .map_err(|error| match error {
                PriceError::Ambiguous(allowed) => {
                    self.wrong("price", FieldErrorCode::AmbiguousPrice, &text, &allowed);
                }
                PriceError::NotANumber | PriceError::OutOfRange => {
                    self.wrong("price", FieldErrorCode::InvalidPrice, &text, "0..999999999999.9999");
                }
            })
            .ok()
    }

    /// Computes the sale price of a row from its cost by a rule.
    pub fn sell(&mut self, cost: Price, rule: Option<PriceRule>) -> Option<Price> {
        let Some(rule) = rule else { return Some(cost) };
        let sold = rule.apply(cost);
        if sold.is_err() {
            let shown = format!("{cost} × {}", rule.factor);
            self.wrong("price", FieldErrorCode::InvalidPrice, &shown, "0..999999999999.9999");
        }
        sold.ok()
    }

    pub fn status(&mut self, text: Option<String>) -> Status {
        let Some(text) = text.filter(|t| !t.trim().is_empty()) else { return Status::default() };
        read_state(&text).unwrap_or_else(|| {
            let allowed = Status::ALL.map(Status::as_str).join(" | ");
            self.wrong("status", FieldErrorCode::InvalidStatus, &text, &allowed);
            Status::default()
        })
    }

    pub fn approval(&mut self, text: Option<String>) -> Option<DateTime<Utc>> {
        let text = text.filter(|t| !t.trim().is_empty())?;
        let read = read_approval(&text);
        if read.is_none() {
            self.wrong("approvedAt", FieldErrorCode::InvalidDate, &text, APPROVAL_FORMS);
        }
        // Here, where the cell is known as it is written.
        if read.is_some_and(|at| is_to_come(at, self.now)) {
            self.wrong("approvedAt", FieldErrorCode::DateInFuture, &text, &approvals_until(self.now));
            return None;
        }
        read
    }

    pub fn record_id(&mut self, text: Option<String>) -> Option<Uuid> {
        let text = text.filter(|t| !t.trim().is_empty())?;
        let read = Uuid::parse_str(text.trim()).ok();
        if read.is_none() {
            self.wrong(RecordField::RecordId.column(), FieldErrorCode::InvalidId, &text, ID_FORM);
        }
        read
    }

    fn wrong(&mut self, field: &str, code: FieldErrorCode, value: &str, allowed: &str) {
        self.errors.push(FieldError::new(field, code, value, allowed));
    }
}
