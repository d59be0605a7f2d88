//! A wall time with its zone and its rule.

use super::rule::{Rule, RuleError};
use super::zone::{Zone, ZoneError};
use chrono::{DateTime, Datelike, Duration, NaiveDateTime, Timelike, Utc};

/// The last year in which anything fires; what comes later is as good as never.
pub const LAST_YEAR: i32 = 2_199;
/// The first year that a reminder may begin in.
const FIRST_YEAR: i32 = 1_970;

/// When a reminder fires.
#[derive(Debug, Clone, PartialEq)]
pub struct Timetable {
    start: NaiveDateTime,
    zone: Zone,
    rule: Option<Rule>,
}

/// One time at which a reminder fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    /// What a clock on the wall shows, or would show if it had not skipped the hour.
    pub wall: NaiveDateTime,
    /// The instant.
    pub at: DateTime<Utc>,
}

/// Why there is no timetable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TimetableError {
    /// The zone is unknown.
    #[error(transparent)]
    Zone(#[from] ZoneError),
    /// The rule is refused.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The first time lies outside the years 1970 to [`LAST_YEAR`].
    #[error("a reminder begins between 1970 and 2199")]
    OutOfRange,
    /// Nothing is left that could fire.
    #[error("the last time lies in the past; a time after now is needed")]
    Past,
}

impl Timetable {
    /// The timetable of a stored reminder, which may be over. `start` counts to the second.
    ///
    /// # Errors
    /// [`TimetableError::Zone`], [`TimetableError::Rule`], [`TimetableError::OutOfRange`].
    pub fn new(start: NaiveDateTime, zone: &str, rule: Option<&str>) -> Result<Self, TimetableError> {
        let zone = Zone::parse(zone)?;
        if !(FIRST_YEAR..=LAST_YEAR).contains(&start.year()) {
            return Err(TimetableError::OutOfRange);
        }
        let start = start.with_nanosecond(0).unwrap_or(start);
        let rule = rule.map(|rule| Rule::parse(rule, start, &zone)).transpose()?;
        Ok(Self { start, zone, rule })
    }

    /// Plans the timetable of a new reminder, of which something must lie after `now`.
    ///
    /// # Errors
    /// Those of [`Self::new`], and [`TimetableError::Past`].
    pub fn plan(
        start: NaiveDateTime,
        zone: &str,
        rule: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<Self, TimetableError> {
        let timetable = Self::new(start, zone, rule)?;
        if timetable.next_after(now).is_some() { Ok(timetable) } else { Err(TimetableError::Past) }
    }

    /// First wall time at which the reminder may fire.
    pub fn start(&self) -> NaiveDateTime {
        self.start
    }

    /// Time zone of the reminder's wall times.
    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// Rule of repetition of the reminder, where it repeats.
    pub fn rule(&self) -> Option<&Rule> {
        self.rule.as_ref()
    }

    /// Moves the reminder's wall times to another zone, for a person who has moved.
    ///
    /// # Errors
    /// [`TimetableError::Zone`]; [`TimetableError::Rule`] where the rule ends at an instant that is before
    /// the first time there.
    pub fn in_zone(&self, zone: &str) -> Result<Self, TimetableError> {
        Self::new(self.start, zone, self.rule.as_ref().map(Rule::text))
    }

    /// The first occurrence after an instant; `None` where there is none until [`LAST_YEAR`].
    pub fn next_after(&self, instant: DateTime<Utc>) -> Option<Occurrence> {
        // An hour that was skipped puts a wall time's instant behind that of a later wall time.
        let from = self.zone.wall_time(instant).checked_sub_signed(Duration::days(1));
        self.occurrences_from(from.unwrap_or(self.start)).find(|occurrence| occurrence.at > instant)
    }

    /// The occurrences whose wall times are after `wall`, ascending by wall time.
    pub(super) fn occurrences_after(&self, wall: NaiveDateTime) -> impl Iterator<Item = Occurrence> + '_ {
        self.occurrences_from(wall).filter(move |occurrence| occurrence.wall > wall)
    }

    /// The occurrences from one at or before the first whose wall time is at least `wall`.
    fn occurrences_from(&self, wall: NaiveDateTime) -> impl Iterator<Item = Occurrence> + '_ {
        let once = self.rule.is_none().then_some(self.start);
        let repeated = self.rule.as_ref().map(|rule| rule.occurrences_from(wall));
        once.into_iter()
            .chain(repeated.into_iter().flatten())
            .take_while(|wall| wall.year() <= LAST_YEAR)
            .filter_map(|wall| Some(Occurrence { wall, at: self.zone.instant_of(wall)? }))
    }
}
