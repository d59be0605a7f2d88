//! Setup of a personal assistant's turn: tools, memory, persona, and the prompt parts made of them.

use crate::chat::steps::turn_runner::TurnRunner;
use crate::error::AppError;
use crate::personal::memory::profile::read_profile;
use crate::personal::personas::persona_of;
use crate::personal::reports::score::score_line;
use crate::personal::switch::{is_on, time_zone, today_in};
use celeiro_domain::assistant::Tool;
use celeiro_domain::assistant::manner::{Manner, manner_text, read_manner};
use celeiro_domain::assistant::payload::result_text;
use celeiro_domain::assistant::personal::offer::offered_tools;
use celeiro_domain::assistant::personal::payload::person_line;
use celeiro_domain::chat::Role;
use celeiro_domain::personal::memory::profile::Profile;
use celeiro_domain::personal::person::Person;
use celeiro_domain::personal::wall_clock::wall_time_of;
use celeiro_domain::prompt::{ASSISTANT, ASSISTANT_PERSONAL, Prompt};
use celeiro_domain::team::Access;
use celeiro_store::StoreError;
use chrono::Utc;

/// What is settled before the first round of a turn.
pub(in crate::assistant) struct TurnBeginning {
    /// The tools that it offers.
    pub tools: Vec<Tool>,
    /// What the model is told.
    pub instruction: String,
    /// What it is told of the person.
    pub profile: Profile,
    /// The person whom the conversation is about, where it is about one.
    pub person: Option<Person>,
    /// How it is to speak, where the personal assistant is on.
    pub manner: Option<Manner>,
    /// The prompts behind that of the assistant.
    pub prompts: Vec<Prompt>,
}

impl TurnRunner {
    /// What a turn knows of the personal assistant before its first round. Where that is off, nothing is read of how
    /// the person writes.
    pub(in crate::assistant) async fn begin_personal(&self) -> Result<TurnBeginning, AppError> {
        let is_on = is_on(&self.app);
        let person = if is_on { self.find_subject().await? } else { None };
        let persona = if is_on { Some(persona_of(&self.app, self.ids.conversation_id).await?) } else { None };
        let said = self.messages_of_person();
        let mut tools = offered_tools(persona, person.is_some(), said.iter().copied());
        tools.retain(|tool| self.caller.may(tool.access()));
        let Some(persona) = persona else {
            let instruction = ASSISTANT.text().to_owned();
            let profile = Profile::default();
            let prompts = Vec::new();
            return Ok(TurnBeginning { tools, instruction, profile, person, manner: None, prompts });
        };
        // Memory and score are the owner's: a model tells nothing of them to others.
        let knows_owner = self.caller.may(Access::Personal);
        let profile = if knows_owner { read_profile(&self.app).await? } else { Profile::default() };
        let manner = Manner { persona, signals: read_manner(said) };
        let prompts = std::iter::once(ASSISTANT_PERSONAL).chain(persona.prompt()).collect();
        let score = match knows_owner {
            true => score_line(&self.app, today_in(&time_zone(&self.app))).await?,
            false => String::new(),
        };
        let instruction = self.personal_instruction(person.as_ref(), (&profile, &score), &manner);
        Ok(TurnBeginning { tools, instruction, profile, person, manner: Some(manner), prompts })
    }

    /// The person whom the conversation is about; one who is deleted is not spoken of.
    async fn find_subject(&self) -> Result<Option<Person>, AppError> {
        let store = self.app.store();
        let person = match store.conversation_person(self.ids.conversation_id).await {
            Err(StoreError::NotFound) => None,
            person => person?,
        };
        Ok(match person {
            Some(id) => store.person(id).await.ok(),
            None => None,
        })
    }

    /// What the person wrote, the latest first.
    fn messages_of_person(&self) -> Vec<&str> {
        let before = self.history.iter().rev().filter(|said| said.role == Role::User);
        std::iter::once(self.message.as_str()).chain(before.map(|said| said.content.as_str())).collect()
    }

    /// The instruction of the assistant with what belongs to the personal one, and what its clock shows: a model that
    /// does not know the day cannot reckon one. Persona and manner stand last; they change how it speaks alone.
    fn personal_instruction(
        &self,
        person: Option<&Person>,
        (profile, score): (&Profile, &str),
        manner: &Manner,
    ) -> String {
        let zone = time_zone(&self.app);
        let now = Utc::now();
        let now = wall_time_of(now, &zone).unwrap_or_else(|| now.naive_utc());
        let now = now.format("%Y-%m-%dT%H:%M (%A)").to_string();
        let about = person.map(person_line);
        let about = about.map_or_else(|| "ninguém em particular".to_owned(), |line| result_text("", &[line]));
        let memory = match profile.text.is_empty() {
            true => "(nada ainda)".to_owned(),
            false => result_text("", std::slice::from_ref(&profile.text)),
        };
        let values = [
            ("now", now.as_str()),
            ("zone", zone.as_str()),
            ("person", about.trim()),
            ("memory", memory.trim()),
            ("score", score),
        ];
        let personal = ASSISTANT_PERSONAL.render(&values).map(|personal| personal.system).unwrap_or_default();
        let persona = manner.persona.prompt().map(|persona| persona.text().to_owned()).unwrap_or_default();
        let parts = [ASSISTANT.text().to_owned(), personal, persona, manner_text(&manner.signals)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
    }
}
