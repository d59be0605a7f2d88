//! What a client may take of the server: connections, time, bytes, work.
//!
//! One value, so that a test can run the same code with small numbers.

use std::net::IpAddr;
use std::time::Duration;

/// The limits of a server.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Connections of other machines at once.
    pub places: usize,
    /// Of these, connections of one address; of IPv6, of one /56.
    pub places_per_address: usize,
    /// A network with at most so many connections has no more than others: the browsers of an office.
    pub equal_places: usize,
    /// How long a new connection is exempt from being closed in favour of another.
    pub grace: Duration,
    /// Connections of this machine at once, apart from those of others.
    pub local_places: usize,
    /// Connections beyond the limit, which get the health check alone.
    pub health_places: usize,
    /// Whether an address is one of this machine.
    pub is_local: fn(IpAddr) -> bool,
    /// How long a client may take over its headers, or stay silent between two requests.
    pub header_patience: Duration,
    /// Bytes of a request's first line and headers.
    pub header_bytes: usize,
    /// Headers of a request.
    pub header_count: usize,
    /// How long a client that reads nothing of its answer still counts as a reader.
    pub stall_patience: Duration,
    /// Least speed at which a client must read an answer.
    pub answer_pace: Pace,
    /// Room, in bytes, of the kernel's buffer for what a connection has not taken yet; the kernel takes
    /// twice as much for its own bookkeeping.
    pub send_buffer_bytes: usize,
    /// Least speed at which a client must send a body.
    pub body_pace: Pace,
    /// Longest time of a body at any speed.
    pub body_patience: Duration,
    /// Largest body in bytes.
    pub body_bytes: usize,
    /// A body up to this many bytes needs no place in the shared room.
    pub small_body_bytes: usize,
    /// Room, in bytes, that all larger bodies of other machines share while they arrive and are worked on. A
    /// network holds an eighth of what it leaves free at most.
    pub large_bodies_bytes: usize,
    /// Of these, those of one address; of IPv6, of one /56.
    pub large_bodies_bytes_per_address: usize,
    /// Room, in bytes, for larger bodies of this machine, apart from those of other machines.
    pub local_large_bodies_bytes: usize,
    /// Requests of other machines worked on at once; more are turned away rather than piled up.
    pub at_once: usize,
    /// Of these, requests of one address; of IPv6, of one /56.
    pub at_once_per_address: usize,
    /// Of these, requests that take long, as those for an answer of the chat: searches find a place beside them.
    pub long_at_once: usize,
    /// Of those that take long, requests of one address; of IPv6, of one /56.
    pub long_at_once_per_address: usize,
    /// Requests of this machine at once, apart from those of others: a reverse proxy on it stands for all of
    /// its clients.
    pub at_once_local: usize,
    /// Of these, requests that take long.
    pub long_at_once_local: usize,
    /// Of these, requests for operations that keep the processor busy.
    pub heavy_at_once: usize,
    /// Requests that keep the processor busy, running or queued.
    pub heavy_places: usize,
    /// Of these, requests of one address of another machine; of IPv6, of one /56.
    pub heavy_places_per_address: usize,
    /// Longest wait in that queue.
    pub heavy_patience: Duration,
    /// Deadline of a request.
    pub patience: Duration,
    /// Deadline of a request that is known to take long. Its steps have deadlines of their own; this one is the
    /// last.
    pub long_patience: Duration,
}

/// A least speed, with a time of grace.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Longest time without a byte; each byte buys new time, up to this much.
    pub patience: Duration,
    /// Bytes that buy a second.
    pub bytes_per_second: usize,
}

/// Largest body of a request.
pub const BODY_BYTES: usize = 2 << 20;

impl Default for Limits {
    fn default() -> Self {
        Self {
            places: 512,
            places_per_address: 64,
            equal_places: 16,
            grace: Duration::from_secs(1),
            local_places: 128,
            health_places: 16,
            is_local: |ip| ip.to_canonical().is_loopback(),
            header_patience: Duration::from_secs(15),
            header_bytes: 32 << 10,
            header_count: 64,
            stall_patience: Duration::from_secs(2),
            answer_pace: Pace { patience: Duration::from_secs(15), bytes_per_second: 1 << 10 },
            send_buffer_bytes: 128 << 10,
            body_pace: Pace { patience: Duration::from_secs(5), bytes_per_second: 1 << 10 },
            body_patience: Duration::from_secs(60),
            body_bytes: BODY_BYTES,
            small_body_bytes: 64 << 10,
            large_bodies_bytes: 64 << 20,
            large_bodies_bytes_per_address: 8 << 20,
            local_large_bodies_bytes: 16 << 20,
            at_once: 128,
            at_once_per_address: 32,
            long_at_once: 96,
            long_at_once_per_address: 24,
            at_once_local: 96,
            long_at_once_local: 80,
            heavy_at_once: 3,
            heavy_places: 12,
            heavy_places_per_address: 6,
            heavy_patience: Duration::from_secs(10),
            patience: Duration::from_secs(30),
            long_patience: Duration::from_secs(1_800),
        }
    }
}
