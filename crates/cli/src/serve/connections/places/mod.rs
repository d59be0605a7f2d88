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
pub enum ConnectionStage {
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
    /// Whether the last request came with the token, or of another sender that is known.
    has_token: bool,
    /// Since when it counts as new: since it was opened, or since it asked for the health, once a second at most.
    new_since: Instant,
    doing: ConnectionStage,
    since: Instant,
    stalling_since: Option<Instant>,
}

impl Activity {
    fn new() -> Self {
        let opened = Instant::now();
        let now = Now {
            has_token: false,
            new_since: opened,
            doing: ConnectionStage::Nothing,
            since: opened,
            stalling_since: None,
        };
        Self { now: Mutex::new(now) }
    }

    /// Notes that the connection begins another stage.
    pub fn begin(&self, doing: ConnectionStage) {
        let mut now = self.lock();
        (now.doing, now.since) = (doing, Instant::now());
        // The next request shows the token anew. With the end of an answer's body its bytes are on their way yet.
        now.has_token &= doing != ConnectionStage::Heading;
        if doing == ConnectionStage::Checking && now.new_since.elapsed() >= BETWEEN_CHECKS {
            now.new_since = now.since;
        }
    }

    /// The request whose headers are here came with the token, or of another sender that is known.
    pub fn note_token(&self) {
        self.lock().has_token = true;
    }

    /// Bytes came: a silent client has begun with its headers.
    pub fn hear(&self) {
        if matches!(self.lock().doing, ConnectionStage::Nothing | ConnectionStage::Resting) {
            self.begin(ConnectionStage::Heading);
        }
    }

    /// Notes since when the client does not take what the server sends; none where it takes it.
    pub fn stall(&self, since: Option<Instant>) {
        self.lock().stalling_since = since;
    }

    /// How it counts where one is to be closed.
    fn usefulness(&self, limits: &Limits) -> Usefulness {
        let now = self.lock();
        let (doing, since) = match now.stalling_since {
            // The kernel's buffers are filled and emptied in steps: one that takes its answer rests between them.
            Some(since) if since.elapsed() < limits.stall_patience => (ConnectionStage::Taking, now.since),
            Some(since) => (ConnectionStage::Stalling, since),
            None => (now.doing, now.since),
        };
        let is_body =
            doing == ConnectionStage::Sending || (doing == ConnectionStage::Taking && now.has_token);
        if is_body && now.since.elapsed() < limits.body_patience {
            Usefulness { worth: Worth::Body, doing, since }
        } else if doing != ConnectionStage::Working && now.new_since.elapsed() < limits.grace {
            Usefulness { worth: Worth::New, doing: ConnectionStage::Nothing, since: now.new_since }
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
    doing: ConnectionStage,
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
        let closable = states.into_iter().filter(|(.., state)| state.doing != ConnectionStage::Working).map(
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

/// Network of a client that sends a request ([`network_of`]), where that is another machine.
pub fn other_network_of(ip: IpAddr) -> Option<IpAddr> {
    (!ip.to_canonical().is_loopback()).then(|| network_of(ip))
}

#[cfg(test)]
mod tests;
