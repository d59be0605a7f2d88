//! Names of months and weekdays, in Portuguese and English, folded.

use chrono::Weekday;

/// Names of each month: whole in Portuguese and English, then the shorter ones of both.
const MONTHS: [(&str, &str, &[&str]); 12] = [
    ("janeiro", "january", &["jan"]),
    ("fevereiro", "february", &["fev", "feb"]),
    ("marco", "march", &["mar"]),
    ("abril", "april", &["abr", "apr"]),
    ("maio", "may", &["mai"]),
    ("junho", "june", &["jun"]),
    ("julho", "july", &["jul"]),
    ("agosto", "august", &["ago", "aug"]),
    ("setembro", "september", &["set", "sep", "sept"]),
    ("outubro", "october", &["out", "oct"]),
    ("novembro", "november", &["nov"]),
    ("dezembro", "december", &["dez", "dec"]),
];

/// The weekdays in English, from Monday: the names that settings have.
pub const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// The weekdays in Portuguese as they are said, from Monday: without `-feira`.
const WEEKDAYS_PT: [&str; 7] = ["segunda", "terca", "quarta", "quinta", "sexta", "sabado", "domingo"];

/// The month from 1 to 12 that a folded word names, whole or shortened.
pub fn month_called(word: &str) -> Option<u32> {
    let is_name = |(pt, en, short): (&str, &str, &[&str])| word == pt || word == en || short.contains(&word);
    (1..).zip(MONTHS).find(|(_, names)| is_name(*names)).map(|(month, _)| month)
}

/// Whether a folded word is the whole name of a month or a weekday, also of several: `segundas`.
pub fn is_whole_name(word: &str) -> bool {
    let one = word.strip_suffix('s').unwrap_or(word);
    MONTHS.iter().any(|(pt, en, _)| word == *pt || word == *en)
        || WEEKDAYS.contains(&word)
        || WEEKDAYS_PT.contains(&one)
}

/// The English name of a weekday, as settings have it.
pub fn weekday_name(weekday: Weekday) -> &'static str {
    WEEKDAYS[weekday.num_days_from_monday() as usize]
}

/// Parses the English name of a weekday.
pub fn weekday_called(name: &str) -> Option<Weekday> {
    let at = WEEKDAYS.iter().position(|day| *day == name)?;
    Weekday::try_from(u8::try_from(at).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_known_by_each_of_its_names() {
        for (name, month) in
            [("janeiro", 1), ("feb", 2), ("marco", 3), ("sept", 9), ("dez", 12), ("december", 12)]
        {
            assert_eq!(month_called(name), Some(month), "{name}");
        }
        assert_eq!(month_called("segunda"), None);
    }

    #[test]
    fn whole_names_alone_are_whole() {
        for name in ["maio", "may", "segunda", "sabados", "sunday"] {
            assert!(is_whole_name(name), "{name}");
        }
        for word in ["jan", "set", "mays", "mondays", "segundo", ""] {
            assert!(!is_whole_name(word), "{word}");
        }
    }

    #[test]
    fn the_name_of_a_weekday_leads_back_to_it() {
        assert_eq!(weekday_name(Weekday::Mon), "monday");
        for name in WEEKDAYS {
            assert_eq!(weekday_called(name).map(weekday_name), Some(name));
        }
        assert_eq!(weekday_called("segunda"), None);
    }
}
