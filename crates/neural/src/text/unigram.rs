//! The best way to put a word together from pieces that have scores (Kudo 2018), as `SentencePiece` finds
//! it: of all ways the one with the greatest sum.
//!
//! Pieces stand sorted by their bytes; those that begin as the rest of a word does are a range of
//! them, which each further byte narrows.

use std::ops::Range;

/// What is taken off the least score for a letter that is no piece (as `SentencePiece` has it).
const PENALTY: f64 = 10.0;

/// Pieces with their scores.
pub(super) struct Unigram {
    /// All pieces one behind the other, sorted.
    bytes: Vec<u8>,
    /// Where each piece ends.
    ends: Vec<u32>,
    ids: Vec<u32>,
    scores: Vec<f64>,
    /// The pieces that begin with a byte.
    first: Vec<Range<u32>>,
    unknown: u32,
    unknown_score: f64,
    greatest: u32,
}

/// The best way to a place in a word.
#[derive(Clone, Copy)]
struct Way {
    score: f64,
    /// Where its last piece begins.
    from: usize,
    id: u32,
}

impl Unigram {
    /// Pieces in the order of their numbers, one of which stands for what is unknown.
    pub fn new(vocabulary: &[(String, f64)], unknown: u32) -> Result<Self, &'static str> {
        if unknown as usize >= vocabulary.len() || vocabulary.len() > (1 << 24) {
            return Err("its token for what is unknown is none of its tokens");
        }
        if !vocabulary.iter().all(|(_, score)| score.is_finite()) {
            return Err("its scores are not all finite");
        }
        let mut order: Vec<u32> = (0..vocabulary.len() as u32).collect();
        order.retain(|id| *id != unknown && !vocabulary[*id as usize].0.is_empty());
        // Of two that are the same the later one counts, as in the library.
        order.sort_by(|a, b| vocabulary[*a as usize].0.cmp(&vocabulary[*b as usize].0).then(b.cmp(a)));
        order.dedup_by(|a, b| vocabulary[*a as usize].0 == vocabulary[*b as usize].0);
        let mut pieces = Self {
            bytes: Vec::new(),
            ends: Vec::with_capacity(order.len()),
            ids: Vec::with_capacity(order.len()),
            scores: Vec::with_capacity(order.len()),
            first: vec![0..0; 256],
            unknown,
            unknown_score: 0.0,
            greatest: vocabulary.len() as u32 - 1,
        };
        for id in order {
            let (piece, score) = &vocabulary[id as usize];
            let begun = &mut pieces.first[usize::from(piece.as_bytes()[0])];
            let at = pieces.ids.len() as u32;
            *begun = if begun.start == begun.end { at..at + 1 } else { begun.start..at + 1 };
            pieces.bytes.extend_from_slice(piece.as_bytes());
            pieces.ends.push(pieces.bytes.len() as u32);
            pieces.ids.push(id);
            pieces.scores.push(*score);
        }
        let least = vocabulary.iter().map(|(_, score)| *score).fold(f64::INFINITY, f64::min);
        pieces.unknown_score = least - PENALTY;
        Ok(pieces)
    }

    /// Greatest number of a token in the unigram vocabulary.
    pub fn greatest(&self) -> u32 {
        self.greatest
    }

    /// Appends the tokens of `word`; letters in a row that are no pieces are one.
    pub fn cut(&self, word: &str, tokens: &mut Vec<u32>) {
        let ways = self.best_ways(word);
        let begin = tokens.len();
        let mut at = word.len();
        while let Some(way) = ways.get(at).copied().flatten().filter(|_| at > 0) {
            if way.id != self.unknown || tokens.len() == begin || tokens.last() != Some(&self.unknown) {
                tokens.push(way.id);
            }
            at = way.from;
        }
        tokens[begin..].reverse();
    }

    /// The best way to each byte of `word` at which a way ends.
    fn best_ways(&self, word: &str) -> Vec<Option<Way>> {
        let mut ways: Vec<Option<Way>> = vec![None; word.len() + 1];
        for (from, letter) in word.char_indices() {
            let score = if from == 0 { 0.0 } else { ways[from].map_or(f64::MIN, |way| way.score) };
            let mut has_letter = false;
            self.for_each_piece(&word.as_bytes()[from..], |piece, length| {
                has_letter |= length == letter.len_utf8();
                let score = score + self.scores[piece];
                keep_better_way(&mut ways[from + length], Way { score, from, id: self.ids[piece] });
            });
            if !has_letter {
                let way = Way { score: score + self.unknown_score, from, id: self.unknown };
                keep_better_way(&mut ways[from + letter.len_utf8()], way);
            }
        }
        ways
    }

    /// Calls `take` with each piece that `rest` begins with, and its length, short ones first.
    fn for_each_piece(&self, rest: &[u8], mut take: impl FnMut(usize, usize)) {
        let Some(first) = rest.first() else { return };
        let begun = &self.first[usize::from(*first)];
        let (mut low, mut high) = (begun.start as usize, begun.end as usize);
        let mut length = 1;
        while low < high {
            // Of a range of pieces that begin the same the shortest stands first.
            if self.piece(low).len() == length {
                take(low, length);
                low += 1;
            }
            let Some(next) = rest.get(length) else { return };
            low = self.partition(low, high, |piece| piece[length] < *next);
            high = self.partition(low, high, |piece| piece[length] == *next);
            length += 1;
        }
    }

    /// The first of a range of pieces of which `is_before` is not true.
    fn partition(&self, mut low: usize, mut high: usize, is_before: impl Fn(&[u8]) -> bool) -> usize {
        while low < high {
            let middle = low.midpoint(high);
            if is_before(self.piece(middle)) { low = middle + 1 } else { high = middle }
        }
        low
    }

    fn piece(&self, at: usize) -> &[u8] {
        let begin = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.bytes[begin..self.ends[at] as usize]
    }
}

/// The first of two ways of the same score stays.
fn keep_better_way(place: &mut Option<Way>, way: Way) {
    if place.is_none_or(|other| way.score > other.score) {
        *place = Some(way);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn vocabulary(pieces: &[(&str, f64)]) -> Vec<(String, f64)> {
        pieces.iter().map(|(piece, score)| ((*piece).to_owned(), *score)).collect()
    }

    #[test]
    fn the_greatest_sum_wins() {
        let words = [
            ("<unk>", 0.0),
            ("a", 0.0),
            ("b", 0.0),
            ("c", 0.0),
            ("d", 0.0),
            ("cd", 1.0),
            ("ab", 2.0),
            ("abc", 5.0),
            ("abcd", 10.0),
        ];
        let pieces = Unigram::new(&vocabulary(&words), 0).unwrap();
        let cut = |word: &str| {
            let mut tokens = Vec::new();
            pieces.cut(word, &mut tokens);
            tokens
        };
        assert_eq!(cut("abcdacdxx"), [8, 1, 5, 0], "two unknown letters are one token");
        assert_eq!(cut("xaxx"), [0, 1, 0]);
        assert_eq!(cut(""), Vec::<u32>::new());
        assert_eq!(cut("çã"), [0]);
    }

    #[test]
    fn files_that_do_not_fit_are_refused() {
        assert!(Unigram::new(&[], 0).is_err());
        assert!(Unigram::new(&vocabulary(&[("a", f64::NAN)]), 0).is_err());
    }

    proptest! {
        /// The library's own search over the same pieces is the measure.
        #[test]
        fn words_are_cut_as_the_library_cuts_them(
            pieces in prop::collection::btree_map("[a-dçã]{1,4}", -12.0f64..-1.0, 1..60),
            word in "[a-eçã]{0,30}",
        ) {
            use tokenizers::Model as _;
            let mut list = vec![("<unk>".to_owned(), 0.0)];
            list.extend(pieces);
            let library = tokenizers::models::unigram::Unigram::from(list.clone(), Some(0), false).unwrap();
            let wanted: Vec<u32> = library.tokenize(&word).unwrap().iter().map(|token| token.id).collect();
            let mut found = Vec::new();
            Unigram::new(&list, 0).unwrap().cut(&word, &mut found);
            prop_assert_eq!(found, wanted);
        }
    }
}
