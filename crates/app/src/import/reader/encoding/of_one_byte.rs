//! Detection of single-byte encodings: Windows-1252, or MacRoman of old Macs.
//!
//! Every byte is a character in both, so neither can be ruled out. The text decides: the same byte is a letter inside a
//! word in one encoding and a sign in the other (`pre‹o`), or a capital in the middle of a word (`preÁo`). The score
//! counts the bytes beyond ASCII that are plausible in Portuguese.

use encoding_rs::{Encoding, MACINTOSH, WINDOWS_1252};
use std::sync::LazyLock;

/// What the bytes beyond ASCII are, by their place from 0x80.
struct Signs([char; 128]);

static WINDOWS: LazyLock<Signs> = LazyLock::new(|| Signs::of(WINDOWS_1252));
static MAC: LazyLock<Signs> = LazyLock::new(|| Signs::of(MACINTOSH));

/// Least number of plausible bytes for each capital that follows a small letter, in a text of MacRoman: hardly
/// any word is written so, while letters of other languages in Windows-1252 are plausible in MacRoman.
const PLAUSIBLE_PER_MISFIT: u64 = 8;

/// How many bytes are plausible in either encoding.
#[derive(Debug, Default, Clone, Copy)]
pub(in crate::import::reader) struct OneByteTally {
    windows: u64,
    mac: u64,
    /// Capitals behind a small letter, were the text MacRoman's.
    mac_misfits: u64,
}

impl Signs {
    fn of(encoding: &'static Encoding) -> Self {
        let mut signs = ['\0'; 128];
        for (sign, byte) in signs.iter_mut().zip(0x80..=0xff_u8) {
            let bytes = [byte];
            let (text, _) = encoding.decode_without_bom_handling(&bytes);
            *sign = text.chars().next().unwrap_or('\0');
        }
        Self(signs)
    }

    fn read(&self, byte: u8) -> char {
        match byte.checked_sub(0x80) {
            Some(at) => self.0[usize::from(at)],
            None => char::from(byte),
        }
    }

    /// Whether the character at `at` is a capital behind a small letter.
    fn is_misfit(&self, bytes: &[u8], at: usize) -> bool {
        let follows_small =
            at.checked_sub(1).and_then(|last| bytes.get(last)).is_some_and(u8::is_ascii_lowercase);
        follows_small && self.read(bytes[at]).is_uppercase()
    }

    /// Whether the character at `at`, which is beyond ASCII, is one that may stand there.
    fn is_plausible(&self, bytes: &[u8], at: usize) -> bool {
        let near = |at: Option<usize>| at.and_then(|at| bytes.get(at)).map_or(' ', |byte| self.read(*byte));
        let [before_last, last, next] = [at.checked_sub(2), at.checked_sub(1), Some(at + 1)].map(near);
        match self.read(bytes[at]) {
            '’' => is_apostrophe(last, next),
            // Behind a brand.
            '™' => last.is_alphanumeric() && !next.is_alphabetic(),
            sign if is_portuguese(sign) => has_fitting_case([before_last, last], sign, next),
            _ => false,
        }
    }
}

impl OneByteTally {
    /// Counts the bytes of a piece of text as evidence for each single-byte encoding.
    pub fn add(&mut self, bytes: &[u8]) {
        for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
            self.windows += u64::from(WINDOWS.is_plausible(bytes, at));
            self.mac += u64::from(MAC.is_plausible(bytes, at));
            self.mac_misfits += u64::from(MAC.is_misfit(bytes, at));
        }
    }

    /// Whether the text is MacRoman's; where nothing tells, it is not.
    pub fn is_mac_roman(self) -> bool {
        self.mac > self.windows && self.mac >= self.mac_misfits * PLAUSIBLE_PER_MISFIT
    }
}

/// Whether a letter is one of Portuguese with a mark.
fn is_portuguese(letter: char) -> bool {
    let lower = letter.to_lowercase().next().unwrap_or(letter);
    "áàâãéêíóôõúüç".contains(lower)
}

/// Whether the letter stands in a word, and is large or small as the letters around it are. Only letters of
/// ASCII count there: they are the same in every encoding.
fn has_fitting_case([before_last, last]: [char; 2], letter: char, next: char) -> bool {
    if !last.is_ascii_alphabetic() && !next.is_ascii_alphabetic() {
        return false;
    }
    if letter.is_uppercase() {
        return !last.is_ascii_lowercase();
    }
    let is_in_capitals = last.is_ascii_uppercase() && before_last.is_ascii_uppercase();
    !next.is_ascii_uppercase() && !is_in_capitals
}

/// `d’água`, `John’s`, `‘aspas’`: between a consonant and a vowel or an s, or at the end of a word. In
/// MacRoman it is an í, which rarely stands so.
fn is_apostrophe(last: char, next: char) -> bool {
    let is_vowel = |letter: char| "aeiouh".contains(letter.to_ascii_lowercase()) || !letter.is_ascii();
    let joins = !is_vowel(last) && (is_vowel(next) || matches!(next, 's' | 'S'));
    last.is_alphanumeric() && (joins || !next.is_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written in MacRoman, which the library only reads.
    fn to_mac(text: &str) -> Vec<u8> {
        let byte_of = |sign: char| {
            let at = MAC.0.iter().position(|other| *other == sign);
            at.map_or_else(|| u8::try_from(u32::from(sign)).unwrap(), |at| at as u8 + 0x80)
        };
        text.chars().map(byte_of).collect()
    }

    fn is_mac(bytes: &[u8]) -> bool {
        let mut tally = OneByteTally::default();
        tally.add(bytes);
        tally.is_mac_roman()
    }

    const TEXTS: [&str; 12] = [
        "nome;preço\nAção;1",
        "Descrição;Observação\nÓleo mineral;não",
        "FUNGICIDA SISTÊMICO;PREÇO;ALGODÃO",
        "ÁGUA SANITÁRIA\nMARABÁ\nPÁ DE BICO",
        "Fertilizante líquido",
        "Pé de cabra",
        "café",
        "São João del-Rei",
        "Cem por cento – “natural” à base d’água",
        "Lâmina nº 3 (aço); 20 °C",
        "pulverizador elétrico à bateria, 5 l",
        "Ração p/ avó e avô",
    ];

    #[test]
    fn portuguese_is_read_as_it_was_written() {
        for text in TEXTS {
            assert!(is_mac(&to_mac(text)), "{text}");
            assert!(!is_mac(&WINDOWS_1252.encode(text).0), "{text}");
        }
    }

    /// All that a Mac wrote may be in one letter that is a sign to Windows.
    #[test]
    fn signs_of_windows_are_no_letters() {
        for text in [
            "copo d’agua",
            "McDonald’s",
            "D’Agua",
            "Roundup™ Ready",
            "Roundup™",
            "R$ 10 – 20",
            "50 °C, 3 m², 1º",
            "“aspas” e ‘outras’…",
            "modelo ‘A’ novo",
            "• item",
            "€ 5",
        ] {
            assert!(!is_mac(&WINDOWS_1252.encode(text).0), "{text}");
        }
    }

    #[test]
    fn letters_of_other_languages_are_no_capitals_of_a_mac() {
        for text in ["código;nome\nåa;\n;åa", "código;cor\n1;ædel\n2;ærø\n3;ëen", "preço;ïte;îles;ëen;ærø"]
        {
            assert!(!is_mac(&WINDOWS_1252.encode(text).0), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_words_of_a_catalog_are_told_apart(
            words in proptest::collection::vec(proptest::sample::select(
                vec!["ação", "PREÇO", "líquido", "Óleo", "grão", "CAFÉ", "maçã", "pêssego", "avô", "açaí", "já"]), 1..30)
        ) {
            let text = words.join(" ");
            proptest::prop_assert!(!is_mac(&WINDOWS_1252.encode(&text).0), "{}", text);
            // An ô at the end of a word is the sign of a trade mark to Windows.
            proptest::prop_assume!(words.iter().any(|word| *word != "avô"));
            proptest::prop_assert!(is_mac(&to_mac(&text)), "{}", text);
        }
    }
}
