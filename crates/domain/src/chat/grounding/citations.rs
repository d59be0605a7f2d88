//! Checks the citation marks of an answer against its sources.
//!
//! A model writes `[1]`, `[2, 3]`, `[1-3]`, `[1][2]` or `【1】`; the output has one mark for each source,
//! `[2][3]`. A mark without a source is removed with the blank before it, and its sentence gets a
//! caution. If the sentence needs the mark (`veja [9]`), `[…]` replaces it. Code, links (`[1](…)`),
//! footnotes, and brackets around anything but small numbers stay unchanged.
//!
//! [`MarkFilter`] checks an answer while it streams, in chunks of any size; [`bind_citation_marks`]
//! uses the same filter on a whole answer, so streamed and stored text cannot differ.

use super::sentences::{find_sentence_ranges, sentence_at};
use crate::chat::{Caution, CautionKind};
use crate::text::normalize_text;

/// Longest mark, in characters. Longer text is no mark, so the filter does not hold it back.
const MAX_MARK_CHARS: usize = 40;
/// Largest number of a mark; `[2024]` is a year.
const MAX_MARK: u32 = 999;
/// Maximum number of cautions; an answer with more is wrong as a whole.
const MAX_CAUTIONS: usize = 50;
/// Replaces a removed mark where the sentence would otherwise have a gap.
const OMISSION: &str = "[…]";
/// Folded words after which a mark is part of the sentence (`veja [9]`).
const LEADS: [&str; 22] = [
    "veja", "ver", "vide", "conforme", "segundo", "consulte", "confira", "fonte", "fontes", "item", "itens",
    "em", "de", "see", "per", "source", "sources", "in", "of", "by", "from", "and",
];
/// Maximum number of sources in one mark.
const MAX_IN_MARK: usize = 20;

/// An answer with checked marks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BoundText {
    /// The answer, with only the marks of existing sources.
    pub text: String,
    /// The cited sources, in the order of their first mark.
    pub cited: Vec<u32>,
    /// One caution for each removed mark, without duplicates; at most fifty.
    pub cautions: Vec<Caution>,
}

/// Checks the marks of a whole answer; `sources` contains the valid marks.
pub fn bind_citation_marks(answer: &str, sources: &[u32]) -> BoundText {
    let mut filter = MarkFilter::new(sources);
    filter.push(answer);
    filter.finish().1
}

/// Checks the marks of an answer while it streams.
#[derive(Debug)]
pub struct MarkFilter {
    sources: Vec<u32>,
    text: String,
    cited: Vec<u32>,
    /// Position in `text` and number of each removed mark.
    dropped: Vec<(usize, u32)>,
    /// Beginning of a possible mark: a blank, a bracket and its content.
    held: String,
    place: Place,
    previous: Option<char>,
}

/// Position of the filter in the Markdown of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In text.
    Text,
    /// In the opening run of this number of backticks.
    Opening(usize),
    /// In code that this number of backticks opened.
    Code(usize),
    /// In a run of backticks inside code: length of the opening run, length of this run so far.
    Closing(usize, usize),
}

impl MarkFilter {
    /// Creates a filter for an answer that may cite `sources`.
    pub fn new(sources: &[u32]) -> Self {
        Self {
            sources: sources.to_vec(),
            text: String::new(),
            cited: Vec::new(),
            dropped: Vec::new(),
            held: String::new(),
            place: Place::Text,
            previous: None,
        }
    }

    /// Lets the marks of `sources` pass from now on.
    pub fn allow(&mut self, sources: &[u32]) {
        self.sources = sources.to_vec();
    }

    /// Takes the next chunk and returns the text that is ready for output. The filter holds back only an
    /// unfinished mark and the blank before it.
    pub fn push(&mut self, delta: &str) -> String {
        let shown = self.text.len();
        for c in delta.chars() {
            self.take(c);
        }
        self.text[shown..].to_owned()
    }

    /// Ends the answer; returns the text held back so far, and the whole answer.
    pub fn finish(mut self) -> (String, BoundText) {
        let shown = self.text.len();
        if self.complete() {
            self.settle();
        }
        let held = std::mem::take(&mut self.held);
        self.text.push_str(&held);
        let cautions = self.cautions();
        (self.text[shown..].to_owned(), BoundText { text: self.text, cited: self.cited, cautions })
    }

    /// One caution for each pair of sentence and removed mark.
    fn cautions(&self) -> Vec<Caution> {
        let sentences = find_sentence_ranges(&self.text);
        let mut cautions: Vec<Caution> = Vec::new();
        for (at, mark) in &self.dropped {
            let caution = Caution {
                kind: CautionKind::UnknownSource,
                sentence: sentence_at(&self.text, &sentences, *at).to_owned(),
                claim: format!("[{mark}]"),
                source: None,
            };
            if cautions.len() < MAX_CAUTIONS && !cautions.contains(&caution) {
                cautions.push(caution);
            }
        }
        cautions
    }

    fn take(&mut self, c: char) {
        if let Place::Closing(run, so_far) = self.place
            && c != '`'
        {
            let closed = so_far == run || (run >= 3 && so_far > run);
            self.place = if closed { Place::Text } else { Place::Code(run) };
        }
        if !self.held.is_empty() {
            self.take_held(c);
        } else if self.place == Place::Text && self.may_begin(c) {
            self.held.push(c);
        } else {
            self.show(c);
        }
    }

    /// Whether `c` may begin a mark: a blank, or a bracket that is neither escaped nor part of an image.
    fn may_begin(&self, c: char) -> bool {
        c == ' ' || (is_open(c) && !matches!(self.previous, Some('\\' | '!')))
    }

    fn take_held(&mut self, c: char) {
        if self.complete() {
            // `[1](…)` is a link, and `[1]: …` defines its address.
            if matches!(c, '(' | ':') && self.held.trim_start().starts_with('[') {
                self.release();
            } else {
                self.settle();
            }
            return self.take(c);
        }
        let inside = self.held.contains(is_open);
        let goes_on = if inside { is_inside(c) || is_close(c) } else { is_open(c) };
        if goes_on && self.held.chars().count() < MAX_MARK_CHARS {
            self.held.push(c);
        } else {
            self.release();
            self.take(c);
        }
    }

    /// Whether the held text ends with a closed bracket.
    fn complete(&self) -> bool {
        self.held.ends_with(is_close)
    }

    /// Outputs the held text unchanged, because it is no mark.
    fn release(&mut self) {
        for c in std::mem::take(&mut self.held).chars() {
            self.show(c);
        }
    }

    /// Replaces a complete bracket by its valid marks, or outputs it unchanged if it is no mark.
    fn settle(&mut self) {
        let Some(named) = numbers_of(&self.held) else { return self.release() };
        let held = std::mem::take(&mut self.held);
        let known: Vec<u32> = named.iter().copied().filter(|mark| self.sources.contains(mark)).collect();
        let leads_here = known.is_empty() && leads_to_a_source(&self.text);
        if held.starts_with(' ') && (leads_here || !known.is_empty()) {
            self.show(' ');
        }
        if leads_here {
            OMISSION.chars().for_each(|c| self.show(c));
        }
        for mark in &known {
            self.text.push_str(&format!("[{mark}]"));
            self.previous = Some(']');
            if !self.cited.contains(mark) {
                self.cited.push(*mark);
            }
        }
        let at = self.text.len();
        self.dropped.extend(named.iter().filter(|mark| !known.contains(mark)).map(|mark| (at, *mark)));
    }

    fn show(&mut self, c: char) {
        self.place = match (self.place, c) {
            (Place::Text, '`') if self.previous != Some('\\') => Place::Opening(1),
            (Place::Opening(run), '`') => Place::Opening(run + 1),
            (Place::Opening(run), _) => Place::Code(run),
            (Place::Code(run), '`') => Place::Closing(run, 1),
            // Inline code ends with its paragraph, even without closing backticks.
            (Place::Code(run), '\n') if run < 3 && self.previous == Some('\n') => Place::Text,
            (Place::Closing(run, so_far), '`') => Place::Closing(run, so_far + 1),
            (place, _) => place,
        };
        self.text.push(c);
        self.previous = Some(c);
    }
}

fn is_open(c: char) -> bool {
    matches!(c, '[' | '【')
}

fn is_close(c: char) -> bool {
    matches!(c, ']' | '】')
}

/// Whether a mark may hold the character between its brackets.
fn is_inside(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, ' ' | ',' | ';' | '-' | '–')
}

/// Parses the sources in a closed bracket; `None` if it is no mark.
fn numbers_of(held: &str) -> Option<Vec<u32>> {
    let inside = held.trim_start_matches(' ').trim_start_matches(is_open).trim_end_matches(is_close);
    let mut numbers = Vec::new();
    for part in inside.split([',', ';']) {
        let mut ends = part.split(['-', '–']).map(|end| end.trim().parse::<u32>().ok());
        let first = ends.next().flatten()?;
        let last = match ends.next() {
            Some(last) => last?,
            None => first,
        };
        if ends.next().is_some() || first > last || last > MAX_MARK {
            return None;
        }
        numbers.extend(first..=last);
        if numbers.len() > MAX_IN_MARK {
            return None;
        }
    }
    Some(numbers)
}

/// Whether the last word of `text` requires a source after it.
fn leads_to_a_source(text: &str) -> bool {
    let text = text.trim_end_matches([' ', ':', '*', '_']);
    let word = text.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    !word.is_empty() && LEADS.contains(&normalize_text(word).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bind_marks(answer: &str) -> (String, Vec<u32>, Vec<(String, String)>) {
        let bound = bind_citation_marks(answer, &[1, 2, 3]);
        let cautions = bound.cautions.into_iter().map(|c| (c.sentence, c.claim)).collect();
        (bound.text, bound.cited, cautions)
    }

    fn text(answer: &str) -> String {
        bind_marks(answer).0
    }

    #[test]
    fn a_sentence_that_leads_to_an_unknown_mark_has_no_hole() {
        for (answer, expected) in [
            ("Para a dose, veja [9], e respeite a bula.", "Para a dose, veja […], e respeite a bula."),
            ("Conforme [7], são 2 L.", "Conforme […], são 2 L."),
            ("Fonte: [8]", "Fonte: […]"),
            ("Use 2 L [9].", "Use 2 L."),
            ("Veja [1], de novo.", "Veja [1], de novo."),
        ] {
            assert_eq!(bind_citation_marks(answer, &[1]).text, expected);
        }
    }

    #[test]
    fn marks_of_sources_stay() {
        assert_eq!(
            bind_marks("A [2]. B[1][3], C [2, 3]!"),
            ("A [2]. B[1][3], C [2][3]!".into(), vec![2, 1, 3], vec![])
        );
        assert_eq!(bind_marks("A 【1】 e [1-3]"), ("A [1] e [1][2][3]".into(), vec![1, 2, 3], vec![]));
    }

    #[test]
    fn marks_of_nothing_go_and_are_told() {
        let caution = |sentence: &str, claim: &str| (sentence.to_owned(), claim.to_owned());
        assert_eq!(
            bind_marks("Bom [9]. Ruim [1, 7] fim."),
            (
                "Bom. Ruim [1] fim.".into(),
                vec![1],
                vec![caution("Bom.", "[9]"), caution("Ruim [1] fim.", "[7]")]
            )
        );
        assert_eq!(bind_marks("Só [4]").0, "Só");
        assert_eq!(bind_marks("[0] x").2, [caution("x", "[0]")]);
    }

    #[test]
    fn code_links_and_other_brackets_are_left_alone() {
        for same in [
            "`a[9]` e ``b ` [9]``",
            "```\nx[9]\n```\nfim",
            "[1](http://a.b) e [9](c)",
            "[9]: http://a.b",
            "![9] e \\[9]",
            "[texto] [^9] [2024] [a1] [] [ ] [1,] [-3] [3-1]",
            "[1",
            "fim [",
            "fim ",
            "- [ ] tarefa [x] feita",
        ] {
            assert_eq!(bind_marks(same), (same.into(), vec![], vec![]), "{same}");
        }
    }

    #[test]
    fn after_code_marks_count_again() {
        assert_eq!(text("`x[9]` [9] [1]"), "`x[9]` [1]");
        assert_eq!(text("```\n[9]\n``` [9]"), "```\n[9]\n```");
        assert_eq!(text("um ` solto\n\n[9] [2]"), "um ` solto\n\n [2]");
        assert_eq!(text("\\`[9]"), "\\`");
    }

    #[test]
    fn only_an_unfinished_mark_is_held_back() {
        let mut filter = MarkFilter::new(&[1]);
        let shown: Vec<String> =
            ["Soja", " [", "1", "]", " é", " boa[", "x] ", "[9]", "."].map(|d| filter.push(d)).into();
        assert_eq!(shown, ["Soja", "", "", "", " [1] é", " boa", "[x]", "", "."]);
        assert_eq!(filter.finish().0, "");
    }

    #[test]
    fn thousands_of_wrong_marks_are_told_in_few_words() {
        let bound = bind_citation_marks(&"x [9]. y [8] ".repeat(20_000), &[1]);
        assert!(bound.cautions.len() <= MAX_CAUTIONS && !bound.text.contains('['));
    }

    #[test]
    fn an_endless_bracket_is_not_held_for_ever() {
        let mut filter = MarkFilter::new(&[1]);
        assert!(filter.push(&format!("[{}", "1".repeat(10_000))).len() >= 9_900);
    }

    proptest! {
        #[test]
        fn any_split_gives_the_same(
            pieces in proptest::collection::vec(
                prop_oneof![
                    proptest::sample::select(vec![
                        "[1]", "[2, 3]", "[9]", " [1][9]", "[", "]", "`", "```", "``", "\n", "\n\n", " ", "(", ":", "\\", "!",
                        "【1】", "[1-2]", "[1](a)", "soja", ".", "12", ",", "é🌱",
                    ]).prop_map(str::to_owned),
                    any::<String>(),
                ],
                0..20,
            ),
            cuts in proptest::collection::vec(any::<proptest::sample::Index>(), 0..12),
        ) {
            let answer = pieces.concat();
            let whole = bind_citation_marks(&answer, &[1, 2, 3]);
            let chars: Vec<char> = answer.chars().collect();
            let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(chars.len() + 1)).collect();
            places.extend([0, chars.len()]);
            places.sort_unstable();
            let mut filter = MarkFilter::new(&[1, 2, 3]);
            let mut shown = String::new();
            for pair in places.windows(2) {
                let delta: String = chars[pair[0]..pair[1]].iter().collect();
                shown.push_str(&filter.push(&delta));
            }
            let (tail, bound) = filter.finish();
            shown.push_str(&tail);
            prop_assert_eq!(&shown, &whole.text);
            prop_assert_eq!(bound, whole);
        }

        #[test]
        fn text_without_brackets_passes_as_it_is(answer in "[^\\[\\]【】]*") {
            prop_assert_eq!(bind_citation_marks(&answer, &[1]).text, answer);
        }
    }
}
