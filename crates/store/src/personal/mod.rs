//! Records of the personal assistant: read, write, undo, permanent deletion.
//!
//! The journal (`personal_changes`) is written by triggers, under the operation of the transaction. Results of
//! operations hold ids and counts alone: a permanent deletion must leave no text there.

pub(crate) mod conversations;
pub(crate) mod finance;
pub(crate) mod firing;
pub(crate) mod forgetting;
pub(crate) mod journal;
pub(crate) mod memory;
pub(crate) mod metrics;
pub(crate) mod reports;
pub(crate) mod rows;
pub(crate) mod vault;
pub(crate) mod writing;

use celeiro_domain::personal::PersonalKind;

/// The columns of a table that people write, and that the journal therefore brings back.
pub(crate) fn written_columns(kind: PersonalKind) -> &'static str {
    match kind {
        PersonalKind::People => {
            "name, relationship, farm, crops, phone, email, birth_month, birth_day, birth_year, preferences, \
             notes, last_contact, deleted_at"
        }
        PersonalKind::Reminders => {
            "title, notes, wall_time, zone, rrule, next_at, state, person_id, done_at, deleted_at"
        }
        PersonalKind::Metrics => "type, value, unit, day, notes, source, deleted_at",
        PersonalKind::Decisions => {
            "title, description, area, options, choice, reasoning, review_at, state, outcome, deleted_at"
        }
        PersonalKind::Knowledge => {
            "type, content, area, sub_area, confidence, valid_from, valid_to, state, source, extractor, prompt, \
             content_hash, word_hashes, deleted_at"
        }
        PersonalKind::Bills => {
            "name, category, amount, due_day, is_recurring, month_year, last_month, payments, deleted_at"
        }
        PersonalKind::Expenses => {
            "name, category, expected_amount, is_recurring, month_year, last_month, actuals, deleted_at"
        }
        PersonalKind::Incomes => {
            "name, type, frequency, expected_amount, is_recurring, month_year, last_month, actuals, deleted_at"
        }
        PersonalKind::Debts => {
            "name, creditor, total_amount, installment_amount, total_installments, paid_installments, \
             is_negotiated, due_day, first_month, deleted_at"
        }
        PersonalKind::Investments => {
            "name, type, current_amount, goal_amount, monthly_contribution, deadline, deleted_at"
        }
        PersonalKind::Reports => {
            "zone, figures, text, author, left_out, model, prompt, scheduled, deleted_at"
        }
    }
}
