//! Audio format of a recording, from its first bytes, and its length where the header states one. The audio is not
//! decoded.

/// A form of recording that transcription servers take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AudioFormat {
    /// What Chromium and Firefox record.
    Webm,
    /// What Firefox records, too.
    Ogg,
    /// What Safari records.
    Mp4,
    Mp3,
    Wav,
    Flac,
}

impl AudioFormat {
    /// The names of all, for people.
    pub(super) const ALLOWED: &'static str = "WebM, Ogg, MP4 (M4A), MP3, WAV, FLAC";

    /// The format of these bytes; `None` for what is no recording.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let begins = |mark: &[u8]| bytes.starts_with(mark);
        let at = |place: usize, mark: &[u8]| bytes.get(place..).is_some_and(|rest| rest.starts_with(mark));
        Some(match bytes {
            _ if begins(&[0x1a, 0x45, 0xdf, 0xa3]) => Self::Webm,
            _ if begins(b"OggS") => Self::Ogg,
            _ if at(4, b"ftyp") => Self::Mp4,
            _ if begins(b"RIFF") && at(8, b"WAVE") => Self::Wav,
            _ if begins(b"fLaC") => Self::Flac,
            _ if begins(b"ID3") => Self::Mp3,
            // Layer III, of MPEG 1, 2 or 2.5; a rate of bits that there is.
            [0xff, second, third, ..]
                if second & 0xe6 == 0xe2 && second & 0x18 != 0x08 && third >> 4 != 0xf =>
            {
                Self::Mp3
            }
            _ => return None,
        })
    }

    pub(super) fn media_type(self) -> &'static str {
        match self {
            Self::Webm => "audio/webm",
            Self::Ogg => "audio/ogg",
            Self::Mp4 => "audio/mp4",
            Self::Mp3 => "audio/mpeg",
            Self::Wav => "audio/wav",
            Self::Flac => "audio/flac",
        }
    }

    /// The name for the server, which goes by the ending.
    pub(super) fn file_name(self) -> &'static str {
        match self {
            Self::Webm => "dictation.webm",
            Self::Ogg => "dictation.ogg",
            Self::Mp4 => "dictation.mp4",
            Self::Mp3 => "dictation.mp3",
            Self::Wav => "dictation.wav",
            Self::Flac => "dictation.flac",
        }
    }
}

/// Measures how many seconds a recording has at least, where its form says so. A format's own count is no proof, but
/// it keeps a recorder that was left running from being paid for.
pub(super) fn measure_seconds(format: AudioFormat, bytes: &[u8]) -> Option<f64> {
    match format {
        AudioFormat::Wav => Some(f64::from(bytes.len() as u32) / f64::from(little(bytes, 28)?).max(1.0)),
        AudioFormat::Ogg => measure_ogg(bytes),
        AudioFormat::Webm => measure_webm(bytes),
        AudioFormat::Flac => measure_flac(bytes),
        AudioFormat::Mp4 => measure_mp4(bytes),
        AudioFormat::Mp3 => None,
    }
}

/// The position that the last page names, in samples; Opus always counts 48,000 in a second.
fn measure_ogg(bytes: &[u8]) -> Option<f64> {
    let is_opus = bytes.get(..64.min(bytes.len()))?.windows(8).any(|part| part == b"OpusHead");
    let last = find_last(bytes, b"OggS")?;
    let position = u64::from_le_bytes(bytes.get(last + 6..last + 14)?.try_into().ok()?);
    (is_opus && position != u64::MAX).then(|| position as f64 / 48_000.0)
}

/// The time at which the last cluster begins, in milliseconds: a recorder writes no length in front.
fn measure_webm(bytes: &[u8]) -> Option<f64> {
    let last = find_last(bytes, &[0x1f, 0x43, 0xb6, 0x75])? + 4;
    let length = bytes.get(last)?.leading_zeros() as usize + 1;
    let time = last + length;
    if bytes.get(time) != Some(&0xe7) {
        return None;
    }
    let size = usize::from(bytes.get(time + 1)? & 0x7f);
    let value = bytes.get(time + 2..time + 2 + size).filter(|value| value.len() <= 8)?;
    Some(value.iter().fold(0_u64, |all, byte| all << 8 | u64::from(*byte)) as f64 / 1_000.0)
}

/// Samples and their rate stand in the first block.
fn measure_flac(bytes: &[u8]) -> Option<f64> {
    let packed = u64::from_be_bytes(bytes.get(18..26)?.try_into().ok()?);
    let (rate, samples) = (packed >> 44, packed & 0xf_ffff_ffff);
    (rate > 0 && samples > 0).then(|| samples as f64 / rate as f64)
}

/// Length and scale of the movie's header, of version 0; a recorder in pieces leaves the length at 0.
fn measure_mp4(bytes: &[u8]) -> Option<f64> {
    let header = find_last(bytes, b"mvhd")? + 4;
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    if bytes.get(header) != Some(&0) {
        return None;
    }
    let (scale, length) = (number(header + 12)?, number(header + 16)?);
    (scale > 0 && length > 0 && length != u32::MAX).then(|| f64::from(length) / f64::from(scale))
}

fn find_last(bytes: &[u8], mark: &[u8]) -> Option<usize> {
    bytes.windows(mark.len()).rposition(|part| part == mark)
}

fn little(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_is_known_by_its_first_bytes_and_nothing_else_is_one() {
        let known: [(&[u8], AudioFormat); 7] = [
            (b"\x1a\x45\xdf\xa3\x9f", AudioFormat::Webm),
            (b"OggS\0\x02", AudioFormat::Ogg),
            (b"\0\0\0\x20ftypM4A ", AudioFormat::Mp4),
            (b"ID3\x04", AudioFormat::Mp3),
            (b"\xff\xfb\x90\x64", AudioFormat::Mp3),
            (b"RIFF\0\0\0\0WAVEfmt ", AudioFormat::Wav),
            (b"fLaC\0\0\0\x22", AudioFormat::Flac),
        ];
        for (bytes, format) in known {
            assert_eq!(AudioFormat::of(bytes), Some(format), "{bytes:?}");
        }
        let others: [&[u8]; 8] = [
            b"",
            b"RIFF",
            b"RIFF\0\0\0\0WEBPVP8 ",
            b"\xff\xd8\xff\xe0",
            b"%PDF-1.7",
            b"<svg",
            b"Oggs",
            b"\xff",
        ];
        for bytes in others {
            assert_eq!(AudioFormat::of(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn the_length_is_read_where_the_form_says_it() {
        let mut wav = b"RIFF\0\0\0\0WAVEfmt ".to_vec();
        wav.resize(28, 0);
        wav.extend(16_000_u32.to_le_bytes());
        wav.resize(16_000 * 130, 0);
        assert_eq!(measure_seconds(AudioFormat::Wav, &wav), Some(130.0));
        let ogg = |seconds: u64| {
            let mut page = b"OggS\0\x02\0\0\0\0\0\0\0\0OpusHead".to_vec();
            page.extend(b"OggS\0\x04");
            page.extend((seconds * 48_000).to_le_bytes());
            page
        };
        assert_eq!(measure_seconds(AudioFormat::Ogg, &ogg(125)), Some(125.0));
        let webm = |ms: u16| {
            let mut file =
                b"\x1a\x45\xdf\xa3\x1f\x43\xb6\x75\x01\xff\xff\xff\xff\xff\xff\xff\xe7\x82".to_vec();
            file.extend(ms.to_be_bytes());
            file
        };
        assert_eq!(measure_seconds(AudioFormat::Webm, &webm(61_500)), Some(61.5));
        let mut mp4 = b"\0\0\0\x20ftypM4A \0\0\0\x6cmvhd\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
        mp4.extend([1_000_u32.to_be_bytes(), 90_000_u32.to_be_bytes()].concat());
        assert_eq!(measure_seconds(AudioFormat::Mp4, &mp4), Some(90.0));
        let mut flac = b"fLaC\0\0\0\x22".to_vec();
        flac.resize(18, 0);
        flac.extend((48_000_u64 << 44 | (48_000 * 30)).to_be_bytes());
        assert_eq!(measure_seconds(AudioFormat::Flac, &flac), Some(30.0));
        for format in
            [AudioFormat::Wav, AudioFormat::Ogg, AudioFormat::Webm, AudioFormat::Mp4, AudioFormat::Flac]
        {
            for cut in 0..16 {
                assert!(measure_seconds(format, &b"\x1f\x43\xb6\x75OggSmvhd"[..cut.min(12)]).is_none());
            }
        }
    }
}
