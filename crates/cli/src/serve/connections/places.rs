//! Who holds the connections, and who gives one up for whom.
//!
//! A client that connects is let in as long as there is room. Where there is none, the least useful
//! connection of the network with the most of them is closed for it; networks with as few as an office's
//! browsers need count as equal. One that never asked anything goes before one that is half-way through
//! its headers, then one that does not take its answer, one that asks for the health, one that rests between two
//! requests, one that takes its answer slowly; among these the one that has been so for the longest time. A client
//! that has just come, or has just asked for the health, must have the time for it: it goes after all those, the
//! oldest first, and last of all one that takes an answer or sends a body with the token, unless these are half of
//! all. Asking again and again on one connection makes it no newer. A connection whose request is being worked on
//! is never closed for another.

use crate::serve::limits::Limits;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// What a connection is doing; the less useful, the smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doing {
    /// Nothing: no request yet.
    Nothing,
    /// Its headers are on their way.
    Heading,
    /// It does not take what it is sent.
    Stalling,
    /// It asks for the health, which takes no place of work: any number may ask.
    Checking,
    /// It rests between two requests.
    Resting,
    /// It takes its answer, more slowly than it comes.
    Taking,
    /// A body is on its way.
    Sending,
    /// Its request is worked on, or its answer is taken as it comes.
    Working,
}

/// How often a question after the health makes a connection new: one that asks without a pause outlives none that
/// comes to ask for something else.
const BETWEEN_CHECKS: Duration = Duration::from_secs(1);

/// What is known of one connection, noted by the layers it passes.
#[derive(Debug)]
pub struct Activity {
    now: Mutex<Now>,
}

#[derive(Debug, Clone, Copy)]
struct Now {
    /// Whether the last request came with the token.
    has_token: bool,
    /// Since when it counts as new: since it was opened, or since it asked for the health, once a second at most.
    new_since: Instant,
    doing: Doing,
    since: Instant,
    stalling_since: Option<Instant>,
}

impl Activity {
    fn new() -> Self {
        let opened = Instant::now();
        let now = Now {
            has_token: false,
            new_since: opened,
            doing: Doing::Nothing,
            since: opened,
            stalling_since: None,
        };
        Self { now: Mutex::new(now) }
    }

    /// Another thing begins.
    pub fn begin(&self, doing: Doing) {
        let mut now = self.lock();
        (now.doing, now.since) = (doing, Instant::now());
        // The next request shows the token anew. With the end of an answer's body its bytes are on their way yet.
        now.has_token &= doing != Doing::Heading;
        if doing == Doing::Checking && now.new_since.elapsed() >= BETWEEN_CHECKS {
            now.new_since = now.since;
        }
    }

    /// The request whose headers are here came with the token.
    pub fn note_token(&self) {
        self.lock().has_token = true;
    }

    /// Bytes came: a silent client has begun with its headers.
    pub fn hear(&self) {
        if matches!(self.lock().doing, Doing::Nothing | Doing::Resting) {
            self.begin(Doing::Heading);
        }
    }

    /// Whether the client takes what it is sent.
    pub fn stall(&self, since: Option<Instant>) {
        self.lock().stalling_since = since;
    }

    /// How it counts where one is to be closed.
    fn usefulness(&self, limits: &Limits) -> Usefulness {
        let now = self.lock();
        let (doing, since) = match now.stalling_since {
            // The kernel's buffers are filled and emptied in steps: one that takes its answer rests between them.
            Some(since) if since.elapsed() < limits.stall_patience => (Doing::Taking, now.since),
            Some(since) => (Doing::Stalling, since),
            None => (now.doing, now.since),
        };
        let is_body = doing == Doing::Sending || (doing == Doing::Taking && now.has_token);
        if is_body && now.since.elapsed() < limits.body_patience {
            Usefulness { worth: Worth::Body, doing, since }
        } else if doing != Doing::Working && now.new_since.elapsed() < limits.grace {
            Usefulness { worth: Worth::New, doing: Doing::Nothing, since: now.new_since }
        } else {
            Usefulness { worth: Worth::Usual, doing, since }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// For how much a connection counts beside others; the less, the smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    Usual,
    /// It is new, or has just asked for the health.
    New,
    /// A body of one who has the token is on its way, in or out.
    Body,
}

/// How a connection counts where one is to be closed: the smallest is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Usefulness {
    worth: Worth,
    doing: Doing,
    since: Instant,
}

/// Which room a connection takes up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Room {
    /// That of other machines.
    Common,
    /// That of this machine.
    Local,
    /// That of clients who find every other place at work.
    Health,
}

/// All connections.
#[derive(Debug)]
pub struct Places {
    limits: Limits,
    holders: Mutex<Holders>,
}

#[derive(Debug, Default)]
struct Holders {
    last: u64,
    all: HashMap<u64, Holder>,
}

#[derive(Debug)]
struct Holder {
    room: Room,
    network: IpAddr,
    activity: Arc<Activity>,
    close: CancellationToken,
}

/// One connection's place; dropping it gives it back.
#[derive(Debug)]
pub struct ConnectionPlace {
    places: Arc<Places>,
    number: u64,
    /// What the connection does.
    pub activity: Arc<Activity>,
    /// Asks the connection to end, in favour of another.
    pub close: CancellationToken,
    /// Whether it may ask for the health alone.
    pub health_only: bool,
}

impl Places {
    /// Empty places.
    pub fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self { limits: limits.clone(), holders: Mutex::default() })
    }

    /// A place for a client at `peer`; none where all that it could have are at work.
    pub fn take(self: &Arc<Self>, peer: IpAddr) -> Option<ConnectionPlace> {
        let network = network_of(peer);
        let usual = if (self.limits.is_local)(peer) { Room::Local } else { Room::Common };
        let mut holders = self.lock();
        let room =
            [usual, Room::Health].into_iter().find(|room| self.make_way(&mut holders, *room, network))?;
        holders.last += 1;
        let number = holders.last;
        let (activity, close) = (Arc::new(Activity::new()), CancellationToken::new());
        let holder = Holder { room, network, activity: activity.clone(), close: close.clone() };
        holders.all.insert(number, holder);
        Some(ConnectionPlace {
            places: self.clone(),
            number,
            activity,
            close,
            health_only: room == Room::Health,
        })
    }

    /// Whether there is a place in `room`, if need be by closing a connection.
    fn make_way(&self, holders: &mut Holders, room: Room, network: IpAddr) -> bool {
        let (size, share) = match room {
            Room::Common => (self.limits.places, self.limits.places_per_address),
            Room::Local => (self.limits.local_places, self.limits.local_places),
            Room::Health => (self.limits.health_places, self.limits.health_places),
        };
        let its_own = |holder: &Holder| holder.room == room && holder.network == network;
        if holders.count(its_own) >= share {
            return holders.close_least_useful(&self.limits, its_own);
        }
        let there = |holder: &Holder| holder.room == room;
        holders.count(there) < size || holders.close_least_useful(&self.limits, there)
    }

    fn lock(&self) -> MutexGuard<'_, Holders> {
        self.holders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Holders {
    fn count(&self, of: impl Fn(&Holder) -> bool) -> usize {
        self.all.values().filter(|holder| of(holder)).count()
    }

    /// Closes one of those that `of` names; whether there was one that may be closed.
    fn close_least_useful(&mut self, limits: &Limits, of: impl Fn(&Holder) -> bool) -> bool {
        let mut by_network = HashMap::new();
        for holder in self.all.values().filter(|holder| of(holder)) {
            *by_network.entry(holder.network).or_insert(0_usize) += 1;
        }
        let there = self.all.iter().filter(|(_, holder)| of(holder));
        let mut states: Vec<(u64, IpAddr, Usefulness)> = there
            .map(|(number, holder)| (*number, holder.network, holder.activity.usefulness(limits)))
            .collect();
        // Those who have the token, too, leave half of the places to newcomers.
        let is_body = |state: &Usefulness| state.worth == Worth::Body;
        if states.iter().filter(|(.., state)| is_body(state)).count() * 2 > states.len() {
            states.iter_mut().filter(|(.., state)| is_body(state)).for_each(|(.., state)| {
                state.worth = Worth::Usual;
            });
        }
        let closable = states.into_iter().filter(|(.., state)| state.doing != Doing::Working).map(
            |(number, network, state)| {
                let held = by_network.get(&network).copied().unwrap_or(0).max(limits.equal_places);
                ((std::cmp::Reverse(held), state), number)
            },
        );
        let Some((_, number)) = closable.min() else { return false };
        if let Some(holder) = self.all.remove(&number) {
            holder.close.cancel();
        }
        true
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        self.places.lock().all.remove(&self.number);
    }
}

/// The network of a client, to which every share is given: an IPv4 address, the /56 of an IPv6 address, or the
/// whole of one that is used within a building alone (link-local, unique local). A customer of a provider
/// commonly has a /64 or a /56, and shares of each /64 would give one with a /48 the shares of 65,536 clients; of
/// its 256 /56 there are fewer than a crowd that can be held.
pub fn network_of(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) if ip.is_unicast_link_local() || ip.is_unique_local() => ip.into(),
        IpAddr::V6(ip) => Ipv6Addr::from_bits(ip.to_bits() & !(u128::MAX >> 56)).into(),
        v4 => v4,
    }
}

/// The [`network_of`] a client, where that is another machine.
pub fn other_network_of(ip: IpAddr) -> Option<IpAddr> {
    (!ip.to_canonical().is_loopback()).then(|| network_of(ip))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Arc<Places> {
        let limits = Limits {
            places: 6,
            places_per_address: 4,
            local_places: 2,
            health_places: 1,
            equal_places: 1,
            grace: Duration::ZERO,
            stall_patience: Duration::ZERO,
            body_patience: Duration::ZERO,
            ..Limits::default()
        };
        Places::new(&limits)
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn take(places: &Arc<Places>, peer: &str, doing: Doing) -> ConnectionPlace {
        let place = places.take(ip(peer)).unwrap();
        place.activity.begin(doing);
        place
    }

    #[test]
    fn addresses_of_one_network_count_as_one() {
        assert_eq!(network_of(ip("2001:db8::1")), network_of(ip("2001:db8::ffff")));
        assert_eq!(network_of(ip("2001:db8::1")), network_of(ip("2001:db8:0:1::1")));
        assert_ne!(network_of(ip("2001:db8::1")), network_of(ip("2001:db8:1::1")));
        assert_eq!(network_of(ip("2001:db8:0:ff::1")), network_of(ip("2001:db8::1")));
        assert_ne!(network_of(ip("2001:db8:0:100::1")), network_of(ip("2001:db8::1")));
        for neighbours in [["fe80::1", "fe80::2"], ["fd00::1", "fd00::2"]] {
            assert_ne!(network_of(ip(neighbours[0])), network_of(ip(neighbours[1])), "in one building");
        }
        assert_eq!(network_of(ip("::ffff:10.0.0.1")), network_of(ip("10.0.0.1")));
        assert_ne!(network_of(ip("10.0.0.2")), network_of(ip("10.0.0.1")));
    }

    #[test]
    fn an_address_beyond_its_share_loses_a_connection_of_its_own() {
        let places = places();
        let other = take(&places, "10.0.0.9", Doing::Nothing);
        let held: Vec<ConnectionPlace> =
            (1..=4).map(|n| take(&places, &format!("2001:db8::{n}"), Doing::Nothing)).collect();
        let fifth = take(&places, "2001:db8::5", Doing::Nothing);
        assert!(held[0].close.is_cancelled(), "the longest silent goes");
        assert!(held[1..].iter().all(|place| !place.close.is_cancelled()));
        assert!(!other.close.is_cancelled() && !fifth.close.is_cancelled());
    }

    #[test]
    fn the_least_useful_connection_of_the_address_with_the_most_goes_first() {
        let places = places();
        let few = ["10.0.0.1", "10.0.0.2"].map(|peer| take(&places, peer, Doing::Nothing));
        let most = [Doing::Working, Doing::Sending, Doing::Heading, Doing::Working]
            .map(|doing| take(&places, "10.0.0.3", doing));
        most[3].activity.stall(Some(Instant::now()));
        let in_order = [&most[2], &most[3], &most[1], &few[0], &few[1]];
        let mut newcomers = Vec::new();
        for (at, next) in in_order.iter().enumerate() {
            assert!(!next.close.is_cancelled(), "{at} goes before its turn");
            newcomers.push(take(&places, &format!("10.0.1.{at}"), Doing::Working));
            assert!(next.close.is_cancelled(), "{at} stays");
        }
        assert!(!most[0].close.is_cancelled(), "what is worked on is never closed");
        assert!(newcomers.iter().all(|place| !place.health_only));
    }

    /// As many addresses as there are places, each with a request that it never ends.
    #[test]
    fn a_crowd_of_addresses_takes_no_place_of_those_who_come_to_ask() {
        let (equal_places, grace) = (4, Duration::from_secs(600));
        let limits = Limits { places: 6, places_per_address: 4, equal_places, grace, ..Limits::default() };
        let places = Places::new(&limits);
        let crowd: Vec<ConnectionPlace> =
            (0..4).map(|n| take(&places, &format!("10.0.1.{n}"), Doing::Heading)).collect();
        let office = [Doing::Resting, Doing::Sending].map(|doing| take(&places, "10.0.0.1", doing));
        for place in crowd.iter().chain(&office) {
            let mut now = place.activity.lock();
            now.new_since = now.new_since.checked_sub(grace * 2).unwrap();
            now.since = now.new_since;
        }
        let newcomers: Vec<ConnectionPlace> =
            (0..4).map(|n| take(&places, &format!("10.0.2.{n}"), Doing::Nothing)).collect();
        assert!(crowd.iter().all(|place| place.close.is_cancelled()), "what lasts goes first");
        assert!(office.iter().chain(&newcomers).all(|place| !place.close.is_cancelled()));
        take(&places, "10.0.3.1", Doing::Nothing);
        assert!(office[0].close.is_cancelled(), "and then what rests");
    }

    #[test]
    fn asking_again_makes_a_connection_no_newer_than_a_body_that_came_on_its_way() {
        let grace = Duration::from_secs(600);
        let limits = Limits { places: 4, equal_places: 4, grace, body_patience: grace, ..Limits::default() };
        let places = Places::new(&limits);
        let crowd: Vec<ConnectionPlace> =
            (0..2).map(|n| take(&places, &format!("10.0.1.{n}"), Doing::Resting)).collect();
        let upload = take(&places, "10.0.0.1", Doing::Sending);
        let health = take(&places, "10.0.0.2", Doing::Checking);
        for place in crowd.iter().chain([&upload, &health]) {
            let mut now = place.activity.lock();
            now.new_since = now.new_since.checked_sub(grace * 2).unwrap();
        }
        let mut newcomers = Vec::new();
        for next in [&health, &crowd[0], &crowd[1]] {
            newcomers.push(take(&places, "10.0.2.1", Doing::Working));
            assert!(next.close.is_cancelled() && !upload.close.is_cancelled());
        }
    }

    #[test]
    fn one_that_takes_its_answer_slowly_stays_beside_those_that_rest() {
        let grace = Duration::from_secs(600);
        let limits = Limits {
            places: 3,
            equal_places: 4,
            stall_patience: grace,
            body_patience: grace,
            ..Limits::default()
        };
        let places = Places::new(&limits);
        let resting = take(&places, "10.0.1.1", Doing::Resting);
        let [stranger, member] = ["10.0.0.1", "10.0.0.2"].map(|peer| take(&places, peer, Doing::Working));
        member.activity.note_token();
        for place in [&resting, &stranger, &member] {
            let mut now = place.activity.lock();
            now.new_since = now.new_since.checked_sub(grace).unwrap();
        }
        for place in [&stranger, &member] {
            place.activity.stall(Some(Instant::now()));
        }
        let mut newcomers = vec![take(&places, "10.0.2.1", Doing::Nothing)];
        assert!(resting.close.is_cancelled() && !stranger.close.is_cancelled());
        newcomers.push(take(&places, "10.0.2.2", Doing::Nothing));
        assert!(stranger.close.is_cancelled(), "without the token it goes before one that has just come");
        newcomers.push(take(&places, "10.0.2.3", Doing::Nothing));
        assert!(newcomers[0].close.is_cancelled() && !member.close.is_cancelled());
        // All of the answer has been handed on; the client has not taken it yet.
        member.activity.begin(Doing::Resting);
        newcomers.push(take(&places, "10.0.2.4", Doing::Nothing));
        assert!(!member.close.is_cancelled());
        // The next request on its connection has shown nothing yet.
        member.activity.begin(Doing::Heading);
        newcomers.push(take(&places, "10.0.2.5", Doing::Nothing));
        assert!(member.close.is_cancelled());
    }

    #[test]
    fn bodies_leave_half_of_the_places_to_newcomers() {
        let grace = Duration::from_secs(600);
        let limits = Limits { places: 6, equal_places: 6, grace, body_patience: grace, ..Limits::default() };
        let places = Places::new(&limits);
        let bodies: Vec<ConnectionPlace> =
            (0..6).map(|n| take(&places, &format!("10.0.0.{n}"), Doing::Sending)).collect();
        let newcomers: Vec<ConnectionPlace> =
            (0..6).map(|n| take(&places, &format!("10.0.1.{n}"), Doing::Nothing)).collect();
        let is_closed = |place: &&ConnectionPlace| place.close.is_cancelled();
        assert_eq!(bodies.iter().filter(is_closed).count(), 3);
        assert!(bodies[..3].iter().all(|place| is_closed(&place)), "the oldest go");
        assert_eq!(newcomers.iter().filter(is_closed).count(), 3, "and then newcomers, one for another");
    }

    /// All of a crowd's connections are new: it leaves by itself and comes again.
    #[test]
    fn newcomers_take_no_place_of_a_body_on_its_way() {
        let grace = Duration::from_secs(600);
        let limits = Limits { places: 3, equal_places: 4, grace, body_patience: grace, ..Limits::default() };
        let places = Places::new(&limits);
        let upload = take(&places, "10.0.0.1", Doing::Sending);
        let crowd: Vec<ConnectionPlace> =
            (0..9).map(|n| take(&places, &format!("10.0.1.{n}"), Doing::Heading)).collect();
        assert!(!upload.close.is_cancelled());
        assert_eq!(crowd.iter().filter(|place| !place.close.is_cancelled()).count(), 2);
    }

    #[test]
    fn who_asks_for_the_health_on_an_old_connection_is_as_new_as_who_comes() {
        let grace = Duration::from_secs(600);
        let limits = Limits { places: 3, equal_places: 4, grace, ..Limits::default() };
        let places = Places::new(&limits);
        let resting = take(&places, "10.0.0.1", Doing::Resting);
        let checking = take(&places, "10.0.0.2", Doing::Resting);
        for place in [&resting, &checking] {
            let mut now = place.activity.lock();
            now.new_since = now.new_since.checked_sub(grace * 2).unwrap();
        }
        checking.activity.begin(Doing::Checking);
        let newcomers: Vec<ConnectionPlace> =
            (0..2).map(|n| take(&places, &format!("10.0.1.{n}"), Doing::Nothing)).collect();
        assert!(resting.close.is_cancelled() && !checking.close.is_cancelled());
        // Another question within the second makes it no newer.
        checking.activity.begin(Doing::Checking);
        take(&places, "10.0.2.1", Doing::Nothing);
        assert!(checking.close.is_cancelled() && !newcomers[0].close.is_cancelled(), "the oldest of them");
    }

    #[test]
    fn of_new_connections_the_oldest_goes_first_whatever_it_does() {
        let grace = Duration::from_secs(600);
        let limits = Limits { places: 2, equal_places: 4, grace, ..Limits::default() };
        let places = Places::new(&limits);
        let held = [Doing::Heading, Doing::Nothing].map(|doing| take(&places, "10.0.1.1", doing));
        let _newcomer = take(&places, "10.0.2.1", Doing::Nothing);
        assert!(held[0].close.is_cancelled() && !held[1].close.is_cancelled());
    }

    #[test]
    fn many_subnets_of_one_network_have_the_share_of_one_client() {
        let places = places();
        let client = ["10.0.0.1"; 2].map(|peer| take(&places, peer, Doing::Nothing));
        let attack: Vec<ConnectionPlace> =
            (0..9).map(|n| take(&places, &format!("2001:db8:7:{n}::1"), Doing::Heading)).collect();
        assert!(client.iter().all(|place| !place.close.is_cancelled()));
        assert_eq!(attack.iter().filter(|place| !place.close.is_cancelled()).count(), 4);
    }

    #[test]
    fn who_finds_every_place_at_work_may_ask_for_the_health() {
        let places = places();
        let working: Vec<ConnectionPlace> =
            (0..6).map(|n| take(&places, &format!("10.0.0.{n}"), Doing::Working)).collect();
        let late = take(&places, "10.0.0.7", Doing::Nothing);
        assert!(
            late.health_only && working.iter().all(|place| !place.close.is_cancelled() && !place.health_only)
        );
        let later = take(&places, "10.0.0.8", Doing::Working);
        assert!(late.close.is_cancelled() && later.health_only);
        assert!(places.take(ip("10.0.0.10")).is_none(), "all are at work");
        drop(working);
        assert!(!places.take(ip("10.0.0.10")).unwrap().health_only, "a place that is given back is free");
    }

    #[test]
    fn this_machine_has_places_of_its_own() {
        let places = places();
        let others: Vec<ConnectionPlace> =
            (0..6).map(|n| take(&places, &format!("10.0.0.{n}"), Doing::Working)).collect();
        let here = take(&places, "127.0.0.1", Doing::Working);
        assert!(!here.health_only);
        drop(others);
        take(&places, "::1", Doing::Working);
        assert!(!here.close.is_cancelled());
    }
}
