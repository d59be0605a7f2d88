//! What may be wrong with a person, and what it calls for.

use crate::chat::answer::phrase::Phrase;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// What may be wrong with a person, or what a person means to do.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Concern {
    /// A person may take their own life or hurt themselves: CVV 188, SAMU 192.
    SelfHarm,
    /// A person or an animal was poisoned, or touched by a product: 192, CIATox 0800 722 6001.
    Poisoning,
    /// A person is hurt or threatened by another: 180, 190.
    Abuse,
    /// A person means to hurt a person, an animal or water, or asks how: refused.
    Harm,
    /// A person is in distress, without a word of dying.
    Distress,
    /// A person wants to know what illness it is, or which medicine to take.
    Diagnosis,
    /// A person asks for help with breaking the law.
    Illegal,
}

impl Concern {
    /// All of them, with their names in training data and traces.
    pub const ALL: [(Concern, &'static str); 7] = [
        (Concern::SelfHarm, "self-harm"),
        (Concern::Poisoning, "poisoning"),
        (Concern::Abuse, "abuse"),
        (Concern::Harm, "harm"),
        (Concern::Distress, "distress"),
        (Concern::Diagnosis, "diagnosis"),
        (Concern::Illegal, "illegal"),
    ];

    /// Name of the concern about a person's safety.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(concern, _)| *concern == self).map_or("", |(_, name)| name)
    }

    /// Parses the name of a concern about a person's safety.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(concern, _)| *concern)
    }

    /// Phrase with which the answer begins where a message raises the concern.
    pub fn phrase(self) -> Phrase {
        match self {
            Concern::SelfHarm => Phrase::SelfHarm,
            Concern::Poisoning => Phrase::Poisoning,
            Concern::Abuse => Phrase::Abuse,
            Concern::Harm => Phrase::Harm,
            Concern::Distress => Phrase::Distress,
            Concern::Diagnosis => Phrase::Diagnosis,
            Concern::Illegal => Phrase::Illegal,
        }
    }

    /// Margin of the classifier from which a message is answered with the help that it needs. Set by
    /// cross-validation over the training messages, then on `tests/eval/safety/dev.tsv`: where a life may be at
    /// stake, a number too many is better than one too few; a question about the law that is misread costs the
    /// person an answer.
    pub(super) fn least_margin(self) -> f64 {
        match self {
            Concern::Abuse | Concern::Distress => 0.1,
            Concern::Diagnosis => 0.2,
            Concern::SelfHarm => 0.3,
            Concern::Poisoning | Concern::Harm => 0.4,
            Concern::Illegal => 1.0,
        }
    }

    /// Least margin of the concern for the sum of the classifier's scores and those of the network over vectors.
    pub(super) fn least_margin_with_vectors(self) -> f64 {
        match self {
            Concern::Abuse => 0.3,
            Concern::Distress | Concern::Diagnosis => 0.4,
            Concern::Poisoning => 0.7,
            Concern::SelfHarm => 0.75,
            Concern::Harm => 1.0,
            Concern::Illegal => 1.75,
        }
    }

    /// Whether catalog, FAQs and models have a part in the answer: after a poisoning what the shop says
    /// about it; otherwise nothing that is for sale.
    pub fn allows_search(self) -> bool {
        self == Concern::Poisoning
    }
}
