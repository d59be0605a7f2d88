//! What the form of a person's last messages says about how to answer.
//!
//! Words and marks alone are read, never a name, a number or a subject. What comes of it are fixed lines of the
//! program. Whether a person is in danger is decided elsewhere and before
//! ([`crate::chat::intent::safety`]): a message about that never comes so far.

use super::words::{Mood, is_formal, is_slang, lines, mood_of};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Messages that are read, the latest ones.
const MESSAGES: usize = 5;
/// Messages in which a mood is looked for: it passes.
const MOOD_MESSAGES: usize = 3;
/// Characters of a message that are read.
const MOST_CHARS: usize = 2_000;
/// Words of a short message, at most.
const SHORT_WORDS: usize = 6;
/// Short messages in a row, from which on a person writes briefly.
const SHORT_MESSAGES: usize = 3;
/// Words of a long message, at least.
const LONG_WORDS: usize = 60;
/// Lines of a prompt, at most.
const MOST_SIGNALS: usize = 3;

/// Pictures below the blocks that hold nothing else.
const PICTURES: [char; 14] = ['☀', '☁', '☔', '☕', '☹', '☺', '♥', '⚡', '⚽', '⛅', '✊', '✌', '✨', '❤'];
/// Faces that people type.
const FACES: [&str; 12] = [":)", ":-)", ":D", ";)", ";-)", ":(", ":-(", "<3", "=)", "^^", "xD", ":P"];

/// What was read in a person's messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MannerSignal {
    /// The person says that they are sad.
    Sad,
    /// The person is glad of something.
    Excited,
    /// The person writes formally.
    Formal,
    /// The person uses emojis.
    Emoji,
    /// The person writes briefly.
    Short,
    /// The person writes at length.
    Long,
}

impl MannerSignal {
    /// All signals, the one that matters most first.
    pub const ALL: [MannerSignal; 6] = [
        MannerSignal::Sad,
        MannerSignal::Excited,
        MannerSignal::Formal,
        MannerSignal::Emoji,
        MannerSignal::Short,
        MannerSignal::Long,
    ];

    /// The name in `data/manner.json`.
    pub fn as_str(self) -> &'static str {
        match self {
            MannerSignal::Sad => "sad",
            MannerSignal::Excited => "excited",
            MannerSignal::Formal => "formal",
            MannerSignal::Emoji => "emoji",
            MannerSignal::Short => "short",
            MannerSignal::Long => "long",
        }
    }
}

/// What the last messages of a person say, the latest given first; three signals at most.
pub fn read_manner<'a>(messages: impl IntoIterator<Item = &'a str>) -> Vec<MannerSignal> {
    let read: Vec<String> = messages
        .into_iter()
        .filter(|message| !message.trim().is_empty())
        .take(MESSAGES)
        .map(|message| message.chars().take(MOST_CHARS).collect())
        .collect();
    let mood = read.iter().take(MOOD_MESSAGES).find_map(|message| mood_of(message));
    let counts: Vec<usize> = read.iter().map(|message| message.split_whitespace().count()).collect();
    let is_there = |signal: &MannerSignal| match signal {
        MannerSignal::Sad => mood == Some(Mood::Sad),
        MannerSignal::Excited => mood == Some(Mood::Excited),
        MannerSignal::Formal => {
            read.iter().any(|message| is_formal(message)) && !read.iter().any(|message| is_slang(message))
        }
        // More emojis are no answer to sadness.
        MannerSignal::Emoji => mood != Some(Mood::Sad) && uses_emojis(&read),
        MannerSignal::Short => {
            counts.len() >= SHORT_MESSAGES && counts.iter().take(SHORT_MESSAGES).all(|n| *n <= SHORT_WORDS)
        }
        MannerSignal::Long => counts.first().is_some_and(|n| *n >= LONG_WORDS),
    };
    MannerSignal::ALL.into_iter().filter(is_there).take(MOST_SIGNALS).collect()
}

/// The part of the prompt for these signals; blank where there are none.
pub fn manner_text(signals: &[MannerSignal]) -> String {
    let (head, of_signals) = lines();
    let told: Vec<String> =
        signals.iter().filter_map(|signal| Some(format!("- {}", of_signals.get(signal.as_str())?))).collect();
    if told.is_empty() { String::new() } else { format!("{head}\n\n{}", told.join("\n")) }
}

/// One in the latest message, or one in each of two.
fn uses_emojis(read: &[String]) -> bool {
    let mut with = read.iter().map(|message| has_emoji(message));
    with.next() == Some(true) || with.filter(|has| *has).count() >= 2
}

/// A picture, or one of the faces that people type. Arrows, ticks, stars and the marks of trade and sex are none.
fn has_emoji(message: &str) -> bool {
    let is_picture =
        |c: char| matches!(c, '\u{1F1E6}'..='\u{1F1FF}' | '\u{1F300}'..='\u{1FAFF}') || PICTURES.contains(&c);
    message.chars().any(is_picture) || message.split_whitespace().any(|word| FACES.contains(&word))
}
