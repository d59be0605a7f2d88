//! Read-your-writes marks: the log position of a caller's last write, which a replica must have replayed.
//!
//! A write is marked when it ends, successful or not, without a query. The first read afterwards reads the primary's
//! log position, which is past the write; until then the mark is open. A client that disconnects between its commit and
//! the answer gets its mark all the same.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a mark is kept: a replica that is so late serves no reads at all.
const KEEP: Duration = Duration::from_secs(600);
/// Callers whose marks are kept apart.
const MOST_CALLERS: usize = 1_024;

/// Marks of callers, and one for what was written in the background, which all callers must see.
#[derive(Debug, Default)]
pub(crate) struct WriteMarks(Mutex<Marks>);

#[derive(Debug, Default)]
struct Marks {
    everyone: Mark,
    callers: HashMap<String, (Instant, Mark)>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Mark {
    writes: u64,
    /// Of so many writes the position is known.
    settled: u64,
    position: u64,
}

impl Mark {
    fn is_open(self) -> bool {
        self.settled < self.writes
    }

    fn settle(&mut self, seen: Self, position: u64) {
        // A write that came while the position was asked for stays open.
        self.settled = self.settled.max(seen.writes.min(self.writes));
        self.position = self.position.max(position);
    }
}

/// What one read must see.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NeededPosition {
    everyone: Mark,
    own: Mark,
}

impl NeededPosition {
    /// Whether a write that the caller must see has no log position yet.
    pub fn is_open(self) -> bool {
        self.everyone.is_open() || self.own.is_open()
    }

    /// Log position that a replica must have replayed to serve the caller, once no mark is open.
    pub fn position(self) -> u64 {
        self.everyone.position.max(self.own.position)
    }
}

impl WriteMarks {
    /// Marks a write of `caller`, which replicas must replay before they serve this caller.
    pub fn note_write(&self, caller: &str) {
        let mut marks = self.marks();
        if marks.callers.len() >= MOST_CALLERS && !marks.callers.contains_key(caller) {
            marks.callers.retain(|_, (at, _)| at.elapsed() < KEEP);
        }
        if marks.callers.len() >= MOST_CALLERS && !marks.callers.contains_key(caller) {
            // All of them at once, rather than none: what is too careful costs time alone.
            marks.callers.clear();
            marks.everyone.writes += 1;
            return;
        }
        let (at, mark) =
            marks.callers.entry(caller.to_owned()).or_insert_with(|| (Instant::now(), Mark::default()));
        *at = Instant::now();
        mark.writes += 1;
    }

    /// Marks a write that replicas must replay before they serve any caller.
    pub fn note_write_for_all(&self) {
        self.marks().everyone.writes += 1;
    }

    /// Log position that a replica needs to serve `caller`.
    pub fn of(&self, caller: &str) -> NeededPosition {
        let marks = self.marks();
        let own = marks.callers.get(caller).map_or_else(Mark::default, |(_, mark)| *mark);
        NeededPosition { everyone: marks.everyone, own }
    }

    /// Notes that what was open in `seen` stands at or before `position`.
    pub fn settle(&self, caller: &str, seen: NeededPosition, position: u64) {
        let mut marks = self.marks();
        marks.everyone.settle(seen.everyone, position);
        if let Some((_, mark)) = marks.callers.get_mut(caller) {
            mark.settle(seen.own, position);
        }
    }

    /// Forgets all marks: their positions are of a timeline that has ended.
    pub fn forget(&self) {
        *self.marks() = Marks::default();
    }

    fn marks(&self) -> MutexGuard<'_, Marks> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_is_waited_for_by_its_caller_alone() {
        let marks = WriteMarks::default();
        marks.note_write("ana");
        let open = marks.of("ana");
        assert!(open.is_open() && !marks.of("rui").is_open());
        marks.settle("ana", open, 70);
        assert_eq!((marks.of("ana").is_open(), marks.of("ana").position()), (false, 70));
    }

    #[test]
    fn what_is_written_for_all_is_waited_for_by_each() {
        let marks = WriteMarks::default();
        marks.note_write_for_all();
        assert!(marks.of("ana").is_open() && marks.of("rui").is_open());
        marks.settle("ana", marks.of("ana"), 90);
        assert_eq!((marks.of("rui").is_open(), marks.of("rui").position()), (false, 90));
        marks.forget();
        assert_eq!(marks.of("rui").position(), 0);
    }

    #[test]
    fn a_write_that_comes_while_the_position_is_asked_for_stays_open() {
        let marks = WriteMarks::default();
        marks.note_write("ana");
        let before = marks.of("ana");
        marks.note_write("ana");
        marks.settle("ana", before, 70);
        assert!(marks.of("ana").is_open());
        marks.settle("ana", marks.of("ana"), 60);
        assert_eq!((marks.of("ana").is_open(), marks.of("ana").position()), (false, 70), "never back");
    }

    #[test]
    fn of_more_callers_than_there_is_room_for_none_reads_too_early() {
        let marks = WriteMarks::default();
        for caller in 0..=MOST_CALLERS {
            marks.note_write(&caller.to_string());
        }
        assert!(marks.of("0").is_open() && marks.of("a stranger").is_open());
    }
}
