//! Rules of repetition: what of RFC 5545 a reminder may use.

use super::zone::Zone;
use chrono::{DateTime, Datelike, Days, Duration, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use rrule::{Frequency, RRule, RRuleSet, Tz, Unvalidated};

/// The longest rule, in bytes.
pub const MAX_RULE_LENGTH: usize = 500;
/// The most repetitions that `COUNT` may name. Without `COUNT` and `UNTIL` a rule has no end.
pub const MAX_COUNT: u32 = 1_000;
/// The largest `INTERVAL`.
pub const MAX_INTERVAL: u16 = 1_000;
/// The most times of a day that `BYHOUR` and `BYMINUTE` may name together.
pub const MAX_TIMES_A_DAY: usize = 24;

/// The parts that a rule may have.
const PARTS: [&str; 13] = [
    "FREQ",
    "INTERVAL",
    "COUNT",
    "UNTIL",
    "WKST",
    "BYDAY",
    "BYMONTHDAY",
    "BYYEARDAY",
    "BYWEEKNO",
    "BYMONTH",
    "BYSETPOS",
    "BYHOUR",
    "BYMINUTE",
];

/// Why a rule is refused, and what is allowed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// Longer than [`MAX_RULE_LENGTH`].
    #[error("a rule has at most 500 characters")]
    TooLong,
    /// No rule of RFC 5545.
    #[error("a rule is written as FREQ=WEEKLY;BYDAY=MO,TH (RFC 5545)")]
    Unreadable,
    /// A part that no reminder needs, or that stands twice.
    #[error(
        "allowed, each once: FREQ, INTERVAL, COUNT, UNTIL, WKST, BYDAY, BYMONTHDAY, BYYEARDAY, BYWEEKNO, \
         BYMONTH, BYSETPOS, BYHOUR, BYMINUTE"
    )]
    PartNotAllowed,
    /// A frequency below a day, or more than [`MAX_TIMES_A_DAY`] times of a day.
    #[error(
        "allowed is DAILY, WEEKLY, MONTHLY or YEARLY, with at most 24 times of a day by BYHOUR and BYMINUTE"
    )]
    TooOften,
    /// An interval of 0 or above [`MAX_INTERVAL`].
    #[error("INTERVAL is 1 to 1000")]
    BadInterval,
    /// A count of 0 or above [`MAX_COUNT`].
    #[error("COUNT is 1 to 1000; without COUNT and UNTIL a rule has no end")]
    BadCount,
    /// `COUNT` and `UNTIL` at once.
    #[error("a rule has COUNT or UNTIL, not both")]
    CountAndUntil,
    /// An end before the first time.
    #[error("UNTIL must not be before the first time")]
    UntilBeforeStart,
    /// No day of the calendar fits, such as 30 February.
    #[error("no day fits the rule")]
    Never,
}

/// A rule that begins at a wall time.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    text: String,
    start: NaiveDateTime,
    rule: RRule<Unvalidated>,
}

impl Rule {
    /// Parses a reminder's rule of repetition, with or without `RRULE:` before it. `UNTIL` is a day (that still
    /// counts), a wall time, or an instant in UTC, which is taken as the wall time of `zone`. `start` is the first
    /// wall time that may fit, to the second.
    ///
    /// # Errors
    /// [`RuleError`], each saying what is allowed.
    pub fn parse(text: &str, start: NaiveDateTime, zone: &Zone) -> Result<Self, RuleError> {
        if text.len() > MAX_RULE_LENGTH {
            return Err(RuleError::TooLong);
        }
        let text = text.trim().to_ascii_uppercase();
        let text = text.strip_prefix("RRULE:").unwrap_or(&text);
        let parts = read_parts(text)?;
        let value = |name: &str| parts.iter().find(|part| part.0 == name).map(|part| part.1);
        check_frequency(value)?;
        check_length(value)?;
        check_weekdays(value("BYDAY"))?;
        let until =
            value("UNTIL").map(|until| read_until(until, zone).ok_or(RuleError::Unreadable)).transpose()?;
        if until.is_some_and(|until| until < start) {
            return Err(RuleError::UntilBeforeStart);
        }
        let last_days = days_near_the_last(value, start.date());
        let is_yearly = value("FREQ") == Some("YEARLY") && value("BYMONTH").is_none();
        let mut parts = parts.clone();
        if let Some(days) = &last_days {
            parts.extend([("BYMONTHDAY", days.as_str()), ("BYSETPOS", "-1")]);
            // Without its month a yearly rule would take these days of all months.
            parts.extend(is_yearly.then_some(("BYMONTH", "2")));
        }
        let rule = Self { text: text.to_owned(), start, rule: read_rule(&parts, until)? };
        rule.rule.clone().validate(as_if_utc(start)).map_err(|_| RuleError::Unreadable)?;
        if rule.occurrences_from(start).next().is_some() { Ok(rule) } else { Err(RuleError::Never) }
    }

    /// Text of the repetition rule as it was written, in upper case, without `RRULE:`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The wall times that fit, ascending, from one at or before the first that is at least `from`.
    pub(super) fn occurrences_from(
        &self,
        from: NaiveDateTime,
    ) -> impl Iterator<Item = NaiveDateTime> + use<> {
        let start = as_if_utc(self.start_near(from));
        // A later start may be behind the rule's end; then nothing is left.
        let rule = self.rule.clone().validate(start).ok();
        let set = rule.map(|rule| RRuleSet::new(start).rrule(rule).limit());
        set.into_iter().flat_map(|set| (&set).into_iter()).map(|time| time.naive_utc())
    }

    /// A later start that gives the same wall times from `from` on, so that a daily reminder of years ago is
    /// not counted up from its first day. Days and weeks repeat after a fixed time; months and years are few.
    fn start_near(&self, from: NaiveDateTime) -> NaiveDateTime {
        let days = match self.rule.get_freq() {
            Frequency::Daily => i64::from(self.rule.get_interval()),
            Frequency::Weekly => 7 * i64::from(self.rule.get_interval()),
            _ => return self.start,
        };
        // A week with several days begins before its start: one step is left over.
        let steps = (from - self.start).num_days() / days - 1;
        if self.rule.get_count().is_some() || steps < 1 {
            return self.start;
        }
        self.start.checked_add_signed(Duration::days(steps * days)).unwrap_or(self.start)
    }
}

/// The days of which a rule takes the last one that a month has, where it begins on one that not every month has: a
/// monthly rule of the 31st comes in February on its last day, and a yearly one of 29 February, such as a birthday,
/// comes every year. A rule that names days says itself what it means.
fn days_near_the_last<'a>(value: impl Fn(&str) -> Option<&'a str>, start: NaiveDate) -> Option<String> {
    const NAMING: [&str; 7] =
        ["BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYSETPOS", "BYHOUR", "BYMINUTE"];
    let is_plain = NAMING.into_iter().all(|part| value(part).is_none());
    let may_miss = match value("FREQ") {
        Some("MONTHLY") => start.day() > 28,
        Some("YEARLY") => {
            (start.month(), start.day()) == (2, 29) && value("BYMONTH").is_none_or(|month| month == "2")
        }
        _ => false,
    };
    let days = || (28..=start.day()).map(|day| day.to_string()).collect::<Vec<_>>().join(",");
    (is_plain && may_miss).then(days)
}

/// The parts by name, each allowed and once.
fn read_parts(text: &str) -> Result<Vec<(&str, &str)>, RuleError> {
    let mut parts: Vec<(&str, &str)> = Vec::new();
    for part in text.split(';') {
        let (name, value) = part.split_once('=').ok_or(RuleError::Unreadable)?;
        if !PARTS.contains(&name) || parts.iter().any(|part| part.0 == name) {
            return Err(RuleError::PartNotAllowed);
        }
        let readable = |c: char| c.is_ascii_alphanumeric() || matches!(c, ',' | '+' | '-');
        if value.is_empty() || !value.chars().all(readable) {
            return Err(RuleError::Unreadable);
        }
        parts.push((name, value));
    }
    Ok(parts)
}

fn check_frequency<'a>(value: impl Fn(&str) -> Option<&'a str>) -> Result<(), RuleError> {
    match value("FREQ") {
        Some("DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY") => {}
        Some("SECONDLY" | "MINUTELY" | "HOURLY") => return Err(RuleError::TooOften),
        _ => return Err(RuleError::Unreadable),
    }
    let times = |name| value(name).map_or(1, |list| list.split(',').count());
    if times("BYHOUR") * times("BYMINUTE") > MAX_TIMES_A_DAY { Err(RuleError::TooOften) } else { Ok(()) }
}

fn check_length<'a>(value: impl Fn(&str) -> Option<&'a str>) -> Result<(), RuleError> {
    let is_allowed = |name, max: u32| {
        value(name).is_none_or(|number| number.parse::<u32>().is_ok_and(|number| (1..=max).contains(&number)))
    };
    if !is_allowed("INTERVAL", MAX_INTERVAL.into()) {
        Err(RuleError::BadInterval)
    } else if !is_allowed("COUNT", MAX_COUNT) {
        Err(RuleError::BadCount)
    } else if value("COUNT").is_some() && value("UNTIL").is_some() {
        Err(RuleError::CountAndUntil)
    } else {
        Ok(())
    }
}

/// `rrule` takes any text before a day's two letters for nothing.
fn check_weekdays(list: Option<&str>) -> Result<(), RuleError> {
    let readable = |day: &str| {
        let number = day.get(..day.len().saturating_sub(2)).unwrap_or("?");
        number.is_empty() || number.parse::<i16>().is_ok_and(|number| number != 0)
    };
    if list.is_none_or(|list| list.split(',').all(readable)) { Ok(()) } else { Err(RuleError::Unreadable) }
}

/// The last wall time that `until` lets through.
fn read_until(until: &str, zone: &Zone) -> Option<NaiveDateTime> {
    const FORM: &str = "%Y%m%dT%H%M%S";
    if let Some(instant) = until.strip_suffix('Z') {
        let instant = NaiveDateTime::parse_from_str(instant, FORM).ok()?;
        return Some(zone.wall_time(instant.and_utc()));
    }
    let day = || {
        let day = NaiveDate::parse_from_str(until, "%Y%m%d").ok()?;
        Some(day.checked_add_days(Days::new(1))?.and_time(NaiveTime::MIN) - Duration::seconds(1))
    };
    NaiveDateTime::parse_from_str(until, FORM).ok().or_else(day)
}

fn read_rule(parts: &[(&str, &str)], until: Option<NaiveDateTime>) -> Result<RRule<Unvalidated>, RuleError> {
    let kept: Vec<String> = parts
        .iter()
        .filter(|part| part.0 != "UNTIL")
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let rule: RRule<Unvalidated> = kept.join(";").parse().map_err(|_| RuleError::Unreadable)?;
    Ok(match until {
        Some(until) => rule.until(as_if_utc(until)),
        None => rule,
    })
}

/// A wall time for `rrule`, whose zones stay unused.
fn as_if_utc(wall: NaiveDateTime) -> DateTime<Tz> {
    DateTime::<Utc>::from_naive_utc_and_offset(wall, Utc).with_timezone(&Tz::UTC)
}
