//! The program's own text of a report, and the figures as prompt lines. Words of records are data: escaped in a text
//! for people, neutralised in a prompt.

use crate::messages::translate_with;
use crate::personal::finance::overview::write_money;
use crate::personal::tracking::sentences::{name_of_kind, spell};
use celeiro_domain::chat::answer::sanitize::sanitize_field;
use celeiro_domain::personal::report::{FigureTerm, FigureValue, ReportFigure, ReportFigures, ReportKind};
use celeiro_domain::search::Lang;
use chrono::{NaiveDate, NaiveDateTime};

/// Longest words of a record in a text, in characters.
const MOST_WORDS: usize = 1_000;

/// Figures in words.
pub(super) struct ReportText {
    lang: Lang,
    clean: fn(&str) -> String,
}

impl ReportText {
    /// Text of a report in Markdown, for people.
    pub(super) fn for_people(lang: Lang) -> Self {
        Self { lang, clean: escape_markdown }
    }

    /// Text of a report in lines of a prompt, for models.
    pub(super) fn for_models(lang: Lang) -> Self {
        Self { lang, clean: |words| sanitize_field(words, MOST_WORDS) }
    }

    /// The whole text of a report.
    pub(super) fn write(&self, kind: ReportKind, report: &ReportFigures) -> String {
        let name = report.figures.iter().find(|figure| figure.term == FigureTerm::Title);
        let name = name.map(|figure| self.value(figure)).unwrap_or_default();
        let title = self.say(
            &format!("title.{}", kind.as_str()),
            &[("name", name), ("from", self.day(report.period.from)), ("to", self.day(report.period.to))],
        );
        let mut text = title;
        let rest = report.figures.iter().filter(|figure| figure.term != FigureTerm::Title);
        let figures: Vec<&ReportFigure> = rest.collect();
        let mut section = "";
        for group in figures.chunk_by(belong_together) {
            let own = section_of(kind, group[0].term);
            if own != section {
                section = own;
                text.push_str(&format!("\n\n## {}\n", self.say(&format!("section.{own}"), &[])));
            }
            text.push_str(&format!("\n- {}", self.line(group)));
        }
        if figures.is_empty() {
            text.push_str(&format!("\n\n{}", self.say(&format!("nothing.{}", kind.as_str()), &[])));
        }
        text
    }

    /// The figures as a list, a line each.
    pub(super) fn list(&self, report: &ReportFigures) -> String {
        let (from, to) = (self.day(report.period.from), self.day(report.period.to));
        let mut lines = vec![self.say("days", &[("from", from), ("to", to)])];
        lines.extend(report.figures.chunk_by(belong_together_ref).map(|group| {
            let group: Vec<&ReportFigure> = group.iter().collect();
            format!("- {}", self.line(&group))
        }));
        lines.join("\n")
    }

    /// Figures of one thing in one line: its name, then what is said of it.
    fn line(&self, group: &[&ReportFigure]) -> String {
        let pieces: Vec<String> = group.iter().map(|figure| self.piece(figure)).collect();
        let pieces = pieces.join(", ");
        match self.name(group[0]) {
            Some(name) => format!("{name}: {pieces}"),
            None => pieces,
        }
    }

    fn piece(&self, figure: &ReportFigure) -> String {
        let mut args = vec![("value", self.value(figure))];
        if let FigureValue::Count { value } = figure.value {
            args = vec![("count", value.to_string())];
        }
        args.push(("day", self.day(figure.period.to)));
        args.push(("from", self.day(figure.period.from)));
        let key = serde_json::to_value(figure.term).ok();
        let key = key.and_then(|key| key.as_str().map(str::to_owned)).unwrap_or_default();
        self.say(&format!("piece.{key}"), &args)
    }

    fn name(&self, figure: &ReportFigure) -> Option<String> {
        let name = figure.name.as_deref()?;
        Some(match figure.term {
            FigureTerm::AreaScore => self.say(&format!("area.{name}"), &[]),
            FigureTerm::DayValue
            | FigureTerm::Mean
            | FigureTerm::Total
            | FigureTerm::Change
            | FigureTerm::Days => (self.clean)(&name_of_kind(self.lang, name)),
            _ => (self.clean)(name),
        })
    }

    fn value(&self, figure: &ReportFigure) -> String {
        match &figure.value {
            FigureValue::Amount { value, unit } => {
                let sign = if figure.term == FigureTerm::Change && *value > 0.0 { "+" } else { "" };
                let unit = unit.as_deref().map(|unit| format!(" {}", (self.clean)(unit))).unwrap_or_default();
                let value = if figure.term == FigureTerm::Change { round_change(*value) } else { *value };
                format!("{sign}{}{unit}", spell(self.lang, value))
            }
            FigureValue::Count { value } => value.to_string(),
            FigureValue::Points { value } if figure.term == FigureTerm::ScoreChange => format!("{value:+}"),
            FigureValue::Points { value } => value.to_string(),
            FigureValue::Money { value } => write_money(self.lang, *value),
            FigureValue::Day { value } => self.day(*value),
            FigureValue::Moment { value } => self.moment(*value),
            FigureValue::Text { value } if figure.term == FigureTerm::Area => {
                self.say(&format!("area.{value}"), &[])
            }
            FigureValue::Text { value } => (self.clean)(value),
        }
    }

    fn day(&self, day: NaiveDate) -> String {
        let form = if self.lang == Lang::En { "%B %-d, %Y" } else { "%d/%m/%Y" };
        day.format(form).to_string()
    }

    fn moment(&self, at: NaiveDateTime) -> String {
        format!("{} {}", self.day(at.date()), at.format("%H:%M"))
    }

    fn say(&self, key: &str, args: &[(&'static str, String)]) -> String {
        translate_with(self.lang, &format!("report.{key}"), args)
    }
}

/// A change to hundredths, as people compare means; one that is smaller stays as it is.
fn round_change(change: f64) -> f64 {
    let rounded = (change * 100.0).round() / 100.0;
    if rounded == 0.0 { change } else { rounded }
}

/// Figures of one metric, or of one birthday, are told in one line.
fn belong_together_ref(a: &ReportFigure, b: &ReportFigure) -> bool {
    let of_metric = |term: FigureTerm| {
        matches!(term, FigureTerm::Mean | FigureTerm::Total | FigureTerm::Change | FigureTerm::Days)
    };
    let is_age = a.term == FigureTerm::Birthday && b.term == FigureTerm::Age && a.record_id == b.record_id;
    is_age || (of_metric(a.term) && of_metric(b.term) && a.name == b.name)
}

fn belong_together(a: &&ReportFigure, b: &&ReportFigure) -> bool {
    belong_together_ref(a, b)
}

fn section_of(kind: ReportKind, term: FigureTerm) -> &'static str {
    match term {
        FigureTerm::DayValue => "yesterday",
        FigureTerm::Mean | FigureTerm::Total | FigureTerm::Change | FigureTerm::Days => "metrics",
        FigureTerm::Income | FigureTerm::Spent | FigureTerm::Balance => "money",
        FigureTerm::Bill | FigureTerm::Installment => "dues",
        FigureTerm::Reminder if kind == ReportKind::Checkin => "tomorrow",
        FigureTerm::Reminder => "reminders",
        FigureTerm::RemindersDone | FigureTerm::Contact | FigureTerm::Contacts => "week",
        FigureTerm::Birthday | FigureTerm::Age if kind == ReportKind::Gift => "person",
        FigureTerm::Birthday | FigureTerm::Age => "birthdays",
        FigureTerm::Review if kind == ReportKind::Decision => "choice",
        FigureTerm::Review => "decisions",
        FigureTerm::Score | FigureTerm::AreaScore | FigureTerm::ScoreChange => "score",
        FigureTerm::Relationship | FigureTerm::Preference | FigureTerm::Notes => "person",
        FigureTerm::Occasion | FigureTerm::Budget => "gift",
        FigureTerm::Choosable | FigureTerm::Pro | FigureTerm::Con => "options",
        FigureTerm::Choice | FigureTerm::Reasoning | FigureTerm::Outcome => "choice",
        FigureTerm::Title | FigureTerm::Situation | FigureTerm::Area => "decision",
    }
}

/// Words as Markdown shows them letter by letter, on one line.
fn escape_markdown(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '!' | '&' | '$') {
            out.push('\\');
        }
        out.push(c);
    }
    // An address would become a link.
    out.replace("://", ":\\//").replace("www.", "www\\.").replace('@', "\\@")
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::personal::person::{Person, PersonDraft};
    use celeiro_domain::personal::report::{GiftWish, gift_figures};
    use chrono::DateTime;
    use uuid::Uuid;

    fn gift() -> ReportFigures {
        let draft = PersonDraft {
            name: "Ana **<script>**".into(),
            birthday: Some("1986-12-03".into()),
            preferences: [("gosta de".to_owned(), "[livros](http://x.y)\n# nada".to_owned())].into(),
            ..PersonDraft::default()
        };
        let at = DateTime::UNIX_EPOCH;
        let person = Person { id: Uuid::nil(), draft, version: 1, created_at: at, updated_at: at };
        gift_figures(&person, &GiftWish::default(), "2026-11-28".parse().unwrap())
    }

    #[test]
    fn a_change_is_told_to_hundredths() {
        assert_eq!([0.0357, -1.206, 0.004, 12.0].map(round_change), [0.04, -1.21, 0.004, 12.0]);
    }

    #[test]
    fn words_of_records_are_no_markup() {
        let text = ReportText::for_people(Lang::PtBr).write(ReportKind::Gift, &gift());
        assert!(text.starts_with("# Presente para Ana \\*\\*\\<script\\>\\*\\*"), "{text}");
        assert!(text.contains("- gosta de: \\[livros\\](http:\\//x.y) \\# nada"), "{text}");
        assert!(text.contains("03/12/2026") && text.contains("completa 40 anos"), "{text}");
        let lines = ReportText::for_models(Lang::PtBr).list(&gift());
        assert!(!lines.contains(['<', '>', '[', ']']), "{lines}");
    }

    #[test]
    fn every_term_and_kind_has_words_in_both_languages() {
        let terms: Vec<FigureTerm> = [
            "dayValue",
            "mean",
            "total",
            "change",
            "days",
            "income",
            "spent",
            "balance",
            "bill",
            "installment",
            "reminder",
            "remindersDone",
            "birthday",
            "age",
            "review",
            "contact",
            "contacts",
            "score",
            "areaScore",
            "scoreChange",
            "relationship",
            "preference",
            "notes",
            "occasion",
            "budget",
            "title",
            "situation",
            "area",
            "choosable",
            "pro",
            "con",
            "choice",
            "reasoning",
            "outcome",
        ]
        .map(|name| serde_json::from_value(name.into()).unwrap())
        .to_vec();
        for lang in [Lang::PtBr, Lang::En] {
            for kind in ReportKind::ALL {
                let mut report = gift();
                let one = report.figures[0].clone();
                report.figures = terms
                    .iter()
                    .map(|term| {
                        let value = match term {
                            FigureTerm::Days
                            | FigureTerm::RemindersDone
                            | FigureTerm::Contacts
                            | FigureTerm::Age => FigureValue::Count { value: 1 },
                            _ => FigureValue::Text { value: "health".into() },
                        };
                        ReportFigure { term: *term, name: Some("health".into()), value, ..one.clone() }
                    })
                    .collect();
                let text = ReportText::for_people(lang).write(kind, &report);
                assert!(!text.contains("report.") && !text.contains('{'), "{text}");
                report.figures.clear();
                let text = ReportText::for_people(lang).write(kind, &report);
                assert!(!text.contains("report.") && !text.contains('{'), "{text}");
            }
        }
    }
}
