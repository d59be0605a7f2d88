//! Current roles of the servers: the primary, and the replicas that serve searches. The module sends no queries.

use crate::replicas::facts::{HostFacts, ReplicaSchema};
use celeiro_domain::insight::ReplicaStanding;
use std::time::Duration;

/// How late a replica may be, as a time since its primary wrote what it lacks.
pub(crate) const MOST_LAG: Duration = Duration::from_secs(10);

/// The cluster and the timeline of the primary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PrimaryIdentity {
    pub system: i64,
    pub timeline: i64,
}

/// The server that takes writes, by its place among `hosts`; none where none of them does. `known` is the primary that
/// the program follows, with its place.
///
/// Of two that take writes the one with the later timeline is the primary: the other was promoted away from, or came
/// back without having learnt of it. A server with the timeline of the known primary in another place is a copy of its
/// files, and is never followed.
pub(crate) fn find_primary(
    hosts: &[Option<HostFacts>],
    known: Option<(usize, PrimaryIdentity)>,
) -> Option<(usize, PrimaryIdentity)> {
    // Without a known primary the first server that answers names the cluster: that of DATABASE_URL, where it does.
    let system = known
        .map(|(_, identity)| identity.system)
        .or_else(|| hosts.iter().flatten().map(|facts| facts.system).next())?;
    let writing = hosts.iter().enumerate().filter_map(|(at, facts)| {
        let facts = (*facts)?;
        let timeline = facts.timeline.filter(|_| facts.system == system)?;
        let may_be = known.is_none_or(|(place, identity)| match place == at {
            true => timeline >= identity.timeline,
            false => timeline > identity.timeline,
        });
        may_be.then_some((at, PrimaryIdentity { system, timeline }))
    });
    // The first of those with the latest timeline.
    writing.reduce(|best, next| if next.1.timeline > best.1.timeline { next } else { best })
}

/// What part a server takes that is not the primary. `schema` is the version of this program, `lag` how late the
/// server is.
pub(crate) fn judge_replica(
    facts: Option<HostFacts>,
    found: Option<ReplicaSchema>,
    primary: PrimaryIdentity,
    schema: i64,
    lag: Duration,
) -> ReplicaStanding {
    let Some(facts) = facts else { return ReplicaStanding::Unreachable };
    if facts.system != primary.system {
        return ReplicaStanding::OtherCluster;
    }
    if facts.timeline.is_some() {
        return ReplicaStanding::NoStandby;
    }
    match found {
        Some(found) if found.version != schema => ReplicaStanding::OtherSchema,
        None => ReplicaStanding::OtherSchema,
        Some(found) if !found.has_timeline => ReplicaStanding::OtherTimeline,
        Some(_) if lag > MOST_LAG => ReplicaStanding::Behind,
        Some(_) => ReplicaStanding::Serving,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(system: i64, timeline: Option<i64>) -> Option<HostFacts> {
        Some(HostFacts { system, timeline, position: 1 })
    }

    fn place(hosts: &[Option<HostFacts>], known: Option<(usize, i64)>) -> Option<usize> {
        let known = known.map(|(at, timeline)| (at, PrimaryIdentity { system: 7, timeline }));
        find_primary(hosts, known).map(|(at, _)| at)
    }

    #[test]
    fn the_primary_is_the_server_that_takes_writes_on_the_latest_timeline() {
        let (gone, standby, first, second) = (None, host(7, None), host(7, Some(1)), host(7, Some(2)));
        assert_eq!(place(&[first, standby], None), Some(0));
        assert_eq!(place(&[standby, first], None), Some(1), "DATABASE_URL may name a standby");
        assert_eq!(place(&[gone, second], Some((0, 1))), Some(1), "a promoted standby");
        assert_eq!(place(&[first, second], Some((0, 1))), Some(1), "the old primary still takes writes");
        assert_eq!(place(&[first, second], None), Some(1), "at the start too");
        assert_eq!(place(&[first, standby], Some((1, 2))), None, "an old primary is not gone back to");
        assert_eq!(place(&[gone, standby], Some((0, 1))), None);
    }

    #[test]
    fn copies_and_strangers_are_never_followed() {
        let (first, copy, stranger) = (host(7, Some(1)), host(7, Some(1)), host(8, Some(9)));
        assert_eq!(place(&[first, copy], Some((0, 1))), Some(0));
        assert_eq!(place(&[None, copy], Some((0, 1))), None);
        assert_eq!(place(&[first, stranger], Some((0, 1))), Some(0));
        assert_eq!(place(&[None, stranger], Some((0, 1))), None);
        assert_eq!(place(&[first, stranger], None), Some(0));
    }

    #[test]
    fn a_replica_serves_only_as_a_near_standby_of_this_primary_and_this_schema() {
        let primary = PrimaryIdentity { system: 7, timeline: 2 };
        let schema = |version, has_timeline| Some(ReplicaSchema { version, has_timeline });
        let judge =
            |facts, found, seconds| judge_replica(facts, found, primary, 40, Duration::from_secs(seconds));
        let (standby, fits) = (host(7, None), schema(40, true));
        assert_eq!(judge(standby, fits, 0), ReplicaStanding::Serving);
        assert_eq!(judge(standby, fits, 10), ReplicaStanding::Serving);
        assert_eq!(judge(standby, fits, 11), ReplicaStanding::Behind);
        assert_eq!(judge(None, fits, 0), ReplicaStanding::Unreachable);
        assert_eq!(judge(host(8, None), fits, 0), ReplicaStanding::OtherCluster);
        assert_eq!(judge(host(7, Some(1)), fits, 0), ReplicaStanding::NoStandby);
        assert_eq!(judge(standby, schema(39, true), 0), ReplicaStanding::OtherSchema);
        assert_eq!(judge(standby, None, 0), ReplicaStanding::OtherSchema);
        assert_eq!(judge(standby, schema(40, false), 0), ReplicaStanding::OtherTimeline);
    }
}
