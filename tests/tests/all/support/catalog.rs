//! Generated Portuguese items and queries about them, awkward on purpose: accents, codes, quotes,
//! wildcards of SQL, words too long for an index entry. The same seed gives the same catalog.

use celeiro_domain::catalog::{ItemDraft, LIMITS, Status};
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use std::ops::Range;

const BEGINNINGS: [&str; 24] = [
    "adub", "agro", "algod", "capin", "cerc", "colh", "compost", "desfolh", "ferrug", "fung", "germin",
    "herb", "inset", "irrig", "lagart", "mandioc", "micro", "nutri", "plant", "pulver", "sement", "soj",
    "trat", "vinh",
];
const MIDDLES: [&str; 8] = ["", "ic", "al", "ad", "ô", "í", "eir", "ul"];
const ENDINGS: [&str; 14] = [
    "ação", "ações", "ante", "or", "ores", "ida", "idas", "ável", "ão", "eira", "ço", "mento", "inha", "oso",
];
const PLAIN: [&str; 18] = [
    "soja",
    "milho",
    "café",
    "cana-de-açúcar",
    "feijão",
    "uva",
    "maçã",
    "trigo",
    "arroz",
    "boi",
    "óleo",
    "raiz",
    "mudas",
    "estufa",
    "d'água",
    "pós-emergente",
    "não seletivo",
    "NÍQUEL",
];
const CODES: [&str; 12] = [
    "2,4-D", "04-14-08", "10-10-10", "250-EC", "480 SL", "792,5 WG", "5L", "20 kg", "A1", "NPK", "400/40",
    "N°3",
];
const AWKWARD: [&str; 14] = [
    "100%",
    "50_50",
    "\\n",
    "C:\\dados",
    "\"aspas\"",
    "'simples'",
    "%%",
    "_a_",
    "a|b&c!",
    "(x):*",
    "<->",
    "±0,5",
    "½ dose",
    "é!",
];

/// A source of items and queries.
pub struct Catalog {
    rng: ChaCha8Rng,
}

impl Catalog {
    pub fn new(seed: u64) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// An item; one in twelve is not for search to find.
    pub fn item(&mut self, number: usize) -> ItemDraft {
        let status = match number % 24 {
            7 => Status::Inativo,
            19 => Status::Rascunho,
            _ => Status::Ativo,
        };
        let draft = ItemDraft {
            external_id: Some(format!("G-{number}")),
            name: self.text(1..5, LIMITS.name),
            description: (!number.is_multiple_of(9)).then(|| self.text(5..40, LIMITS.description)),
            category: (!number.is_multiple_of(4)).then(|| self.text(1..3, LIMITS.category)),
            manufacturer: (!number.is_multiple_of(3)).then(|| self.text(1..4, LIMITS.manufacturer)),
            tags: (0..self.rng.random_range(0..6)).map(|_| self.text(1..3, LIMITS.tag)).collect(),
            notes: number.is_multiple_of(5).then(|| self.text(2..30, LIMITS.notes)),
            status,
            ..ItemDraft::default()
        };
        draft.check().unwrap()
    }

    /// A query: words and codes of the catalog, pieces of them cut anywhere, and things that are not
    /// in it.
    pub fn query(&mut self) -> String {
        let parts: Vec<String> = (0..self.rng.random_range(1..6)).map(|_| self.ask_query()).collect();
        parts.join(*[" ", " ", "  ", ", ", " - "].choose(&mut self.rng).unwrap())
    }

    fn text(&mut self, words: Range<usize>, most: usize) -> String {
        let count = self.rng.random_range(words);
        let words: Vec<String> = (0..count).map(|_| self.word()).collect();
        words.join(" ").chars().take(most).collect()
    }

    fn word(&mut self) -> String {
        match self.rng.random_range(0..100) {
            0..60 => self.made_up(),
            60..80 => self.one_of(&PLAIN),
            80..92 => self.one_of(&CODES),
            92..98 => self.one_of(&AWKWARD),
            _ => self.endless(),
        }
    }

    fn made_up(&mut self) -> String {
        let word = self.one_of(&BEGINNINGS) + &self.one_of(&MIDDLES) + &self.one_of(&ENDINGS);
        match self.rng.random_range(0..8) {
            0 => word.to_uppercase(),
            1 => word + ",",
            2 => format!("({word})"),
            _ => word,
        }
    }

    /// Longer than what the word index keeps in one piece, with something to find inside.
    fn endless(&mut self) -> String {
        let length = self.rng.random_range(60..400);
        let letters = (0..length).map(|_| self.rng.random_range('a'..='f'));
        letters.collect::<String>() + &self.one_of(&BEGINNINGS) + "fim"
    }

    fn ask_query(&mut self) -> String {
        let word = self.word();
        match self.rng.random_range(0..10) {
            0..4 => word,
            4..8 => self.cut_word(&word),
            8 => self.one_of(&AWKWARD),
            _ => self.one_of(&["xyzzy", "de", "a", "5l", "ab", "%", "_", "\\", "zzzzzzz", "😀", "Ⅷ"]),
        }
    }

    /// A piece out of the middle, at least three characters where there are as many.
    fn cut_word(&mut self, word: &str) -> String {
        let letters: Vec<char> = word.chars().collect();
        if letters.len() <= 3 {
            return word.to_owned();
        }
        let from = self.rng.random_range(0..letters.len() - 2);
        let to = self.rng.random_range(from + 3..=letters.len().min(from + 80));
        letters[from..to].iter().collect()
    }

    fn one_of(&mut self, words: &[&str]) -> String {
        (*words.choose(&mut self.rng).unwrap()).to_owned()
    }
}
