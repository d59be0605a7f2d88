//! Encoding detection and decoding of text files.
//!
//! A byte-order mark decides. Without one, a file is UTF-8 where it reads as such; where it does not, it
//! is Windows-1252 (of which Latin-1's letters are a part), or MacRoman where that makes more of its bytes
//! letters of Portuguese words ([`of_one_byte`]). A file that is mostly good UTF-8 with
//! a few broken bytes is UTF-8 with broken cells: reading all of it as Windows-1252 would spoil
//! every accent to save one.

mod of_one_byte;

use encoding_rs::{MACINTOSH, UTF_16BE, UTF_16LE, WINDOWS_1252};
use of_one_byte::OneByteTally;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek};

/// How much of a file is looked at to find out what it is.
pub(super) const SAMPLE: usize = 64 << 10;
/// UTF-16 files are turned into UTF-8 as a whole, within the child's memory.
const MAX_WIDE: u64 = 200 << 20;
/// Bytes scanned at a time.
const CHUNK: usize = 1 << 20;

/// The encodings that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Windows1252,
    MacRoman,
    Utf16Le,
    Utf16Be,
}

impl Encoding {
    /// Usual name of the text encoding.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Windows1252 => "windows-1252",
            Encoding::MacRoman => "macintosh",
            Encoding::Utf16Le => "UTF-16LE",
            Encoding::Utf16Be => "UTF-16BE",
        }
    }

    /// The encoding of the byte-order mark at the beginning.
    pub fn of_mark(start: &[u8]) -> Option<Self> {
        match start {
            [0xef, 0xbb, 0xbf, ..] => Some(Encoding::Utf8),
            [0xff, 0xfe, ..] => Some(Encoding::Utf16Le),
            [0xfe, 0xff, ..] => Some(Encoding::Utf16Be),
            _ => None,
        }
    }

    /// Whether a character of the encoding takes two bytes at least.
    pub fn is_wide(self) -> bool {
        matches!(self, Encoding::Utf16Le | Encoding::Utf16Be)
    }

    /// Decodes the bytes of a text file; none where they are invalid in the encoding.
    pub fn decode(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        match self {
            Encoding::Windows1252 => Some(WINDOWS_1252.decode_without_bom_handling(bytes).0),
            Encoding::MacRoman => Some(MACINTOSH.decode_without_bom_handling(bytes).0),
            Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be => {
                std::str::from_utf8(bytes).ok().map(Cow::Borrowed)
            }
        }
    }

    /// [`Encoding::decode`] with a replacement for what cannot be read, to show.
    pub fn decode_lossy(self, bytes: &[u8]) -> Cow<'_, str> {
        self.decode(bytes).unwrap_or_else(|| String::from_utf8_lossy(bytes))
    }
}

/// A text file behind its byte-order mark. UTF-16 has become UTF-8; the other encodings agree with
/// ASCII on everything that gives a table its shape, so their bytes are passed on as they are.
pub(super) struct TextFile {
    /// What the file is written in.
    pub encoding: Encoding,
    /// How its cells are to be decoded.
    pub cells: Encoding,
    /// Its first bytes.
    pub start: Vec<u8>,
    /// All of its bytes.
    pub bytes: Box<dyn Read>,
    /// How many there are.
    pub length: u64,
}

impl TextFile {
    /// Finds out the encoding of `file` and goes to the beginning of its text.
    pub fn open(mut file: File) -> io::Result<Self> {
        let start = read_file_sample(&mut file)?;
        let marked = Encoding::of_mark(&start);
        let encoding = match marked {
            Some(encoding) => encoding,
            None if looks_like_utf16(&start) && start[0] == 0 => Encoding::Utf16Be,
            None if looks_like_utf16(&start) => Encoding::Utf16Le,
            None => by_validity(&mut file)?,
        };
        if encoding.is_wide() {
            return Self::narrow(file, encoding);
        }
        let mark = if marked.is_some() { 3 } else { 0 };
        file.seek(io::SeekFrom::Start(mark))?;
        let length = file.metadata()?.len().saturating_sub(mark);
        let start = start[mark as usize..].to_vec();
        Ok(Self { encoding, cells: encoding, start, bytes: Box::new(file), length })
    }

    fn narrow(mut file: File, encoding: Encoding) -> io::Result<Self> {
        if file.metadata()?.len() > MAX_WIDE {
            return Err(io::Error::other(format!("UTF-16 files over {} MiB: save as UTF-8", MAX_WIDE >> 20)));
        }
        file.rewind()?;
        let mut wide = Vec::new();
        file.read_to_end(&mut wide)?;
        let codec = if encoding == Encoding::Utf16Be { UTF_16BE } else { UTF_16LE };
        let text = codec.decode_with_bom_removal(&wide).0.into_owned().into_bytes();
        drop(wide);
        let start = text[..text.len().min(SAMPLE)].to_vec();
        let length = text.len() as u64;
        Ok(Self { encoding, cells: Encoding::Utf8, start, bytes: Box::new(Cursor::new(text)), length })
    }
}

/// The first bytes of `file`.
pub(super) fn read_file_sample(file: &mut File) -> io::Result<Vec<u8>> {
    file.rewind()?;
    let mut start = Vec::with_capacity(SAMPLE);
    file.take(SAMPLE as u64).read_to_end(&mut start)?;
    Ok(start)
}

/// UTF-16 without a mark: nearly every second byte of Western text is NUL.
pub(super) fn looks_like_utf16(start: &[u8]) -> bool {
    let nul = |rest: usize| start.iter().skip(rest).step_by(2).filter(|b| **b == 0).count();
    let (even, odd) = (nul(0), nul(1));
    let half = start.len() / 2;
    half > 1 && even.max(odd) * 10 > half * 7 && even.min(odd) * 10 < half
}

/// UTF-8 where at least as many bytes of characters beyond ASCII read well as bytes do not; else an encoding
/// of one byte a character.
fn by_validity(file: &mut File) -> io::Result<Encoding> {
    let (mut good, mut bad) = (0_u64, 0_u64);
    read_chunks(file, |bytes| count_utf8_bytes(bytes, &mut good, &mut bad))?;
    if bad <= good {
        return Ok(Encoding::Utf8);
    }
    let mut tally = OneByteTally::default();
    read_chunks(file, |bytes| tally.add(bytes))?;
    Ok(if tally.is_mac_roman() { Encoding::MacRoman } else { Encoding::Windows1252 })
}

/// Reads all of `file` in pieces that end with a byte of ASCII, so not in the middle of a character.
fn read_chunks(file: &mut File, mut take: impl FnMut(&[u8])) -> io::Result<()> {
    file.rewind()?;
    let mut buffer = Vec::with_capacity(CHUNK);
    while file.take((CHUNK - buffer.len()) as u64).read_to_end(&mut buffer)? > 0 {
        let whole = buffer.iter().rposition(u8::is_ascii).map_or(buffer.len(), |at| at + 1);
        take(&buffer[..whole]);
        buffer.drain(..whole);
    }
    take(&buffer);
    Ok(())
}

/// Counts bytes of UTF-8 behind the first of each character, and bytes that are no UTF-8.
fn count_utf8_bytes(bytes: &[u8], good: &mut u64, bad: &mut u64) {
    if bytes.is_ascii() {
        return;
    }
    for chunk in bytes.utf8_chunks() {
        // The bytes behind the first of each character.
        *good += (chunk.valid().len() - chunk.valid().chars().count()) as u64;
        *bad += chunk.invalid().len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(bytes: &[u8]) -> (Encoding, String) {
        let mut file = tempfile::tempfile().unwrap();
        io::Write::write_all(&mut file, bytes).unwrap();
        let mut text = TextFile::open(file).unwrap();
        let mut all = Vec::new();
        text.bytes.read_to_end(&mut all).unwrap();
        assert_eq!(all.len() as u64, text.length);
        assert!(all.starts_with(&text.start));
        (text.encoding, text.cells.decode_lossy(&all).into_owned())
    }

    fn wide(text: &str, big: bool) -> Vec<u8> {
        text.encode_utf16().flat_map(|u| if big { u.to_be_bytes() } else { u.to_le_bytes() }).collect()
    }

    #[test]
    fn every_encoding_gives_the_same_text() {
        let text = "nome;preço\nAção;1\n";
        let latin = WINDOWS_1252.encode(text).0.into_owned();
        let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
        assert_eq!(open(text.as_bytes()), (Encoding::Utf8, text.into()));
        assert_eq!(open(&marked), (Encoding::Utf8, text.into()));
        assert_eq!(open(&latin), (Encoding::Windows1252, text.into()));
        assert_eq!(open(b"nome;pre\x8do\nA\x8d\x8bo;1\n"), (Encoding::MacRoman, text.into()));
        assert_eq!(open(&wide(text, false)), (Encoding::Utf16Le, text.into()));
        assert_eq!(open(&wide(text, true)), (Encoding::Utf16Be, text.into()));
        assert_eq!(
            open(&[b"\xff\xfe".to_vec(), wide(text, false)].concat()),
            (Encoding::Utf16Le, text.into())
        );
    }

    #[test]
    fn one_broken_byte_does_not_turn_a_file_into_another_encoding() {
        let (encoding, text) = open(b"nome\nA\xc3\xa7\xc3\xa3o\nfei\xe3o\n");
        assert_eq!(encoding, Encoding::Utf8);
        assert!(text.contains("Ação"));
    }

    #[test]
    fn a_character_across_two_chunks_is_one() {
        let mut bytes = vec![b'a'; CHUNK - 1];
        bytes.extend("çé\n".as_bytes());
        assert_eq!(open(&bytes).0, Encoding::Utf8);
    }

    #[test]
    fn punctuation_of_windows_is_read() {
        assert_eq!(open(b"a \x96 b \xe7\n").1, "a – b ç\n");
    }
}
