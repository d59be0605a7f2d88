//! Monthly spending cap on model calls (calendar month, UTC).

use crate::app::App;
use crate::error::AppError;
use celeiro_domain::chat::LlmCall;
use chrono::{DateTime, Datelike as _, NaiveTime, Utc};

/// Whether the month's money is spent. Calls whose provider names no cost count nothing.
pub(crate) async fn is_over(app: &App) -> Result<bool, AppError> {
    let Some(cap) = app.config().number("CHAT_SPENDING_CAP_USD") else { return Ok(false) };
    Ok(app.store().spent_since(month_of(Utc::now())).await?.cost_usd >= cap)
}

/// Counts a call that belongs to no turn. Where that fails it is logged: the call itself is over.
pub(crate) async fn note_call(app: &App, call: &LlmCall) {
    if let Err(error) = app.store().note_llm_call(call).await {
        tracing::warn!(%error, "a call of a model is not counted");
    }
}

/// When the month began.
pub(crate) fn month_of(now: DateTime<Utc>) -> DateTime<Utc> {
    let first = now.date_naive().with_day(1).unwrap_or(now.date_naive());
    first.and_time(NaiveTime::MIN).and_utc()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_begins_at_midnight_of_its_first_day() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(month_of(at("2026-11-22T02:53:00Z")), at("2026-11-01T00:00:00Z"));
        assert_eq!(month_of(at("2024-02-29T23:59:59Z")), at("2024-02-01T00:00:00Z"));
    }
}
