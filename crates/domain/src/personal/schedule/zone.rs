//! Zones of the IANA database, wall times and instants.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, Timelike, Utc};
use jiff::Timestamp;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use std::sync::LazyLock;

/// The database that is compiled in: the same on every system, also on one without any.
static DATABASE: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);
/// The longest name has 32 bytes.
const MAX_NAME_LENGTH: usize = 64;

/// A zone of the IANA database.
#[derive(Debug, Clone, PartialEq)]
pub struct Zone(TimeZone);

/// A name that is no zone's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no zone has this name; one of the IANA database is needed, such as America/Sao_Paulo")]
pub struct ZoneError;

impl Zone {
    /// Finds the time zone with an IANA name, such as `America/Sao_Paulo`, in upper or lower case.
    ///
    /// # Errors
    /// [`ZoneError`] where there is none.
    pub fn parse(name: &str) -> Result<Self, ZoneError> {
        if name.len() > MAX_NAME_LENGTH {
            return Err(ZoneError);
        }
        let zone = DATABASE.get(name).map_err(|_| ZoneError)?;
        // Without a name it is the zone that stands for an unknown one.
        if zone.iana_name().is_none() { Err(ZoneError) } else { Ok(Self(zone)) }
    }

    /// Name of the time zone as the IANA database spells it.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// Local day in the time zone that an instant belongs to.
    pub fn day_of(&self, at: DateTime<Utc>) -> NaiveDate {
        self.wall_time(at).date()
    }

    /// What a clock on the wall shows at an instant, to the second. Instants outside the years -9998 to 9998
    /// are taken as UTC.
    pub fn wall_time(&self, at: DateTime<Utc>) -> NaiveDateTime {
        let offset = Timestamp::from_second(at.timestamp()).map_or(0, |at| self.0.to_offset(at).seconds());
        let shifted = DateTime::from_timestamp(at.timestamp() + i64::from(offset), 0);
        shifted.map_or_else(|| at.naive_utc(), |at| at.naive_utc())
    }

    /// The instant at which a clock on the wall shows `wall`, to the second. Where it does so twice, the
    /// first one; where it never does, as long after the gap as `wall` is after the gap's beginning (RFC
    /// 5545, 3.3.5). `None` outside the years -9998 to 9998.
    pub fn instant_of(&self, wall: NaiveDateTime) -> Option<DateTime<Utc>> {
        let wall = jiff::civil::DateTime::new(
            i16::try_from(wall.year()).ok()?,
            i8::try_from(wall.month()).ok()?,
            i8::try_from(wall.day()).ok()?,
            i8::try_from(wall.hour()).ok()?,
            i8::try_from(wall.minute()).ok()?,
            i8::try_from(wall.second()).ok()?,
            0,
        );
        let at = self.0.to_ambiguous_timestamp(wall.ok()?).compatible().ok()?;
        DateTime::from_timestamp(at.as_second(), 0)
    }
}
