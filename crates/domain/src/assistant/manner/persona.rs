//! The personas of the personal assistant.

use crate::prompt::{PERSONA_CHRISTIAN, PERSONA_COUNSELOR, Prompt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// A way to speak.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Persona {
    /// Friendly, practical, brief.
    #[default]
    Base,
    /// A counselor: reflective, with open questions.
    Counselor,
    /// From a Christian perspective, where a person switched that on.
    Christian,
}

impl Persona {
    /// All personas, as a choice shows them.
    pub const ALL: [Persona; 3] = [Persona::Base, Persona::Counselor, Persona::Christian];

    /// Name of the persona in settings and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Persona::Base => "base",
            Persona::Counselor => "counselor",
            Persona::Christian => "christian",
        }
    }

    /// Parses the name of a persona.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|persona| persona.as_str() == text)
    }

    /// Whether the persona needs a switch of its own: what it says of faith is sensitive.
    pub fn needs_switch(self) -> bool {
        self == Persona::Christian
    }

    /// What the model is told behind the instruction of the personal assistant; nothing for the base, whose tone
    /// stands there.
    pub fn prompt(self) -> Option<Prompt> {
        match self {
            Persona::Base => None,
            Persona::Counselor => Some(PERSONA_COUNSELOR),
            Persona::Christian => Some(PERSONA_CHRISTIAN),
        }
    }
}
