//! Report of the replicas that serve searches.

use crate::app::App;
use crate::error::AppError;
use crate::messages::{translate, translate_with, write_decimal};
use celeiro_domain::insight::{ReplicaStanding, ReplicaState};
use celeiro_domain::search::Lang;

/// The servers of the database as they were found last; none where it is one server.
pub(crate) fn list_replicas(app: &App) -> Vec<ReplicaState> {
    app.replicas().map(|replicas| replicas.states()).unwrap_or_default()
}

/// Counts the replicas that take no part in searches; those of which nothing is known yet are not counted.
pub(crate) fn count_left_out(states: &[ReplicaState]) -> usize {
    let is_left_out =
        |state: &&ReplicaState| state.standing.is_left_out() && state.standing != ReplicaStanding::Unknown;
    states.iter().filter(is_left_out).count()
}

/// What a look at the servers found, in words, and whether a person should look; none without replicas.
pub(super) async fn describe_replicas(app: &App, lang: Lang) -> Result<Option<(String, bool)>, AppError> {
    let Some(replicas) = app.replicas() else { return Ok(None) };
    replicas.look().await;
    let states = replicas.states();
    let mut parts: Vec<String> = states
        .iter()
        .map(|state| describe_server(state, replicas.address(state.number).unwrap_or_default(), lang))
        .collect();
    let has_no_witness = replicas.synchronous_standbys().await?.is_empty();
    if has_no_witness {
        parts.push(translate(lang, "doctor.replicasNotSynchronous"));
    }
    let worries = has_no_witness || states.iter().any(|state| state.standing.is_left_out());
    Ok(Some((parts.join(" · "), worries)))
}

fn describe_server(state: &ReplicaState, address: &str, lang: Lang) -> String {
    let standing = translate(lang, &format!("replica.{}", state.standing.as_str()));
    match (state.standing, state.lag_bytes, state.lag_seconds) {
        (ReplicaStanding::Serving | ReplicaStanding::Behind, Some(bytes), Some(seconds)) => {
            let values = [
                ("address", address.to_owned()),
                ("standing", standing),
                ("bytes", format!("{bytes:.0}")),
                ("seconds", write_decimal(lang, &format!("{seconds:.1}"))),
            ];
            translate_with(lang, "doctor.replicaLag", &values)
        }
        _ => format!("{address}: {standing}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(standing: ReplicaStanding) -> ReplicaState {
        ReplicaState { number: 1, standing, lag_bytes: Some(1_024.0), lag_seconds: Some(0.25), searches: 3 }
    }

    #[test]
    fn a_server_is_told_with_its_lag_where_that_matters() {
        let serving = describe_server(&state(ReplicaStanding::Serving), "b:5432/d", Lang::En);
        assert!(
            serving.contains("b:5432/d") && serving.contains("1024") && serving.contains("0.2"),
            "{serving}"
        );
        let primary = describe_server(&state(ReplicaStanding::Primary), "a:5432/d", Lang::En);
        assert!(primary.contains("a:5432/d") && !primary.contains("1024"), "{primary}");
    }

    #[test]
    fn a_server_that_was_not_looked_at_yet_is_not_counted() {
        let standings = [
            ReplicaStanding::Unknown,
            ReplicaStanding::Primary,
            ReplicaStanding::Serving,
            ReplicaStanding::Behind,
            ReplicaStanding::OtherSchema,
        ];
        assert_eq!(count_left_out(&standings.map(state)), 2);
    }
}
