//! Audit log of tool calls: the model's arguments and the result.

use crate::connection::encode;
use crate::{Store, StoreError, TurnIds};
use celeiro_domain::assistant::ToolRound;
use sqlx::QueryBuilder;

impl Store {
    /// Writes the tool calls of an assistant's round into the audit log.
    ///
    /// # Errors
    /// [`StoreError`]; nothing of the round is written then.
    pub async fn log_tool_round(
        &self,
        ids: &TurnIds,
        round: &ToolRound,
        actor: &str,
    ) -> Result<(), StoreError> {
        let mut rows = Vec::new();
        for (call, result) in round.tool_calls.iter().zip(&round.results) {
            rows.push((call, result, encode::encode_json(&call.arguments)?));
        }
        if rows.is_empty() {
            return Ok(());
        }
        // One statement for all calls: their number is not known when statements are checked.
        let mut sql = QueryBuilder::new(
            "INSERT INTO tool_calls (conversation_id, message_id, iteration, call_id, name, arguments, outcome, \
             result_count, ms, actor) ",
        );
        sql.push_values(rows, |mut row, (call, result, arguments)| {
            row.push_bind(ids.conversation_id)
                .push_bind(ids.message_id)
                .push_bind(i32::try_from(round.iteration).unwrap_or(i32::MAX))
                .push_bind(encode::encode_text(&call.id).into_owned())
                .push_bind(encode::encode_text(&call.name).into_owned())
                .push_bind(arguments)
                .push_bind(result.outcome.clone())
                .push_bind(i32::try_from(result.result_count).unwrap_or(i32::MAX))
                .push_bind(result.ms)
                .push_bind(actor.to_owned());
        });
        self.run(async {
            sql.build().execute(&self.pool).await?;
            Ok(())
        })
        .await
    }
}
