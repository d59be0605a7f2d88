//! Prompts of suggestions to the model: one request, and one retry that names the problems of an invalid answer. Fields
//! without a valid answer fall back to the neighbours, and the result reports that.

use crate::app::App;
use crate::assist::draft::AssistMaterial;
use crate::assist::draft::ModelOutcome;
use crate::assist::draft::Warnings;
use crate::assist::draft::{Guesses, WantedFields};
use crate::chat::models::{ChatModels, ModelQuestion, ModelReply, ModelRequest, ModelTask, to_app_error};
use crate::chat::spending;
use crate::error::{AppError, Code};
use celeiro_domain::assist::AssistWarningCode;
use celeiro_domain::assist::answer::{
    CheckedAnswer, KnownFacts, Material, ModelAnswer, check_model_answer, read_model_answer,
    suggestion_schema,
};
use celeiro_domain::assist::calibration::Calibration;
use celeiro_domain::assist::evidence::{draft_line, field_names, file_lines, neighbour_lines};
use celeiro_domain::catalog::Price;
use celeiro_domain::prompt::{CATALOG_ASSIST, RenderedPrompt};
use celeiro_domain::text::normalize_text;
use celeiro_llm::chat::{Finish, JsonFormat};
use tokio_util::sync::CancellationToken;

/// Neighbours, and lines of files, in the question to a model that cannot take all of them.
const SHORTER: usize = 3;

/// Everything that a question is made of.
pub(super) struct PromptInput<'a> {
    pub app: &'a App,
    pub wanted: &'a WantedFields,
    pub gathered: &'a AssistMaterial,
    pub guesses: &'a Guesses,
    pub cap: Option<Price>,
    pub calibration: &'a Calibration,
}

impl PromptInput<'_> {
    /// Asks the model for suggestions where a field is empty and a model is configured.
    pub async fn ask(&self, warnings: &mut Warnings) -> Result<ModelOutcome, AppError> {
        let mut answered = ModelOutcome { prompt: self.prompt("", usize::MAX)?, ..ModelOutcome::default() };
        if self.wanted.open.is_empty() {
            return Ok(answered);
        }
        let models = match ChatModels::from_config(self.app)? {
            Err(none) => {
                answered.without = Some(none.code());
                warnings.add(AssistWarningCode::NoModel, None, "");
                return Ok(answered);
            }
            Ok(_) if spending::is_over(self.app).await? => {
                let error = AppError::new(Code::SpendingCapReached);
                answered.without = Some(error.code());
                warnings.note_failure(&error);
                answered.failed = Some(error);
                return Ok(answered);
            }
            Ok(models) => models,
        };
        self.converse(&models, &mut answered, warnings).await?;
        Ok(answered)
    }

    /// The question, and the second one.
    async fn converse(
        &self,
        models: &ChatModels,
        answered: &mut ModelOutcome,
        warnings: &mut Warnings,
    ) -> Result<(), AppError> {
        let shorter = self.prompt("", SHORTER)?;
        let Some(first) = self.one(models, &answered.prompt.clone(), &shorter, answered, warnings).await
        else {
            return Ok(());
        };
        let before = match read_model_answer(&first, &self.wanted.open) {
            Some(answer) => {
                let checked = self.check_answer(&answer).await?;
                if !checked.needs_repair() {
                    answered.checked = checked;
                    return Ok(());
                }
                Some(checked)
            }
            None => None,
        };
        let complaint = write_complaint(before.as_ref());
        let (repair, shorter) = (self.prompt(&complaint, usize::MAX)?, self.prompt(&complaint, SHORTER)?);
        let second = self.one(models, &repair, &shorter, answered, warnings).await;
        let again = match second.as_deref().map(|text| read_model_answer(text, &self.wanted.open)) {
            Some(Some(answer)) => Some(self.check_answer(&answer).await?),
            _ => None,
        };
        answered.checked = match (again, before) {
            (Some(again), before) => again.or(before.unwrap_or_default()),
            (None, Some(before)) => before,
            (None, None) => {
                answered.without = answered.without.or(Some(Code::ModelAnswerUnusable));
                if second.is_some() {
                    warnings.add(AssistWarningCode::AnswerUnusable, None, "");
                }
                CheckedAnswer::default()
            }
        };
        Ok(())
    }

    /// One call, with `shorter` where the model cannot take `prompt`. Nothing where the model did not answer,
    /// which is said.
    async fn one(
        &self,
        models: &ChatModels,
        prompt: &RenderedPrompt,
        shorter: &RenderedPrompt,
        answered: &mut ModelOutcome,
        warnings: &mut Warnings,
    ) -> Option<String> {
        let model = models.of(ModelTask::Assist).first()?;
        let format = JsonFormat {
            name: "catalog_suggestions".into(),
            schema: suggestion_schema(&self.wanted.open),
            strict: true,
        };
        let question = ModelRequest {
            job: ModelTask::Assist,
            model,
            text: to_question(prompt),
            shorter: (shorter.user != prompt.user).then(|| to_question(shorter)),
            images: &[],
            format: Some(format),
        };
        let asked = models.ask(question, &CancellationToken::new(), |_| ()).await;
        answered.calls.push(asked.call.clone());
        match find_reply_failure(&asked) {
            None => {
                let served = asked.call.call.served_model.clone();
                answered.model = Some(served.unwrap_or_else(|| model.clone()));
                Some(asked.text)
            }
            Some(error) => {
                tracing::warn!(reason = error.code().as_str(), "the assistant does without a model");
                answered.without = Some(error.code());
                warnings.note_failure(&error);
                answered.failed = Some(error);
                None
            }
        }
    }

    /// The question with `most` neighbours and as many lines of files.
    fn prompt(&self, repair: &str, most: usize) -> Result<RenderedPrompt, AppError> {
        let AssistMaterial { neighbours, lines, .. } = self.gathered;
        let places = [
            ("draft", draft_line(&self.wanted.draft)),
            ("fields", field_names(&self.wanted.open)),
            ("neighbours", neighbour_lines(&neighbours[..neighbours.len().min(most)])),
            ("files", file_lines(&lines[..lines.len().min(most)])),
            ("repair", repair.to_owned()),
        ];
        let places: Vec<(&str, &str)> = places.iter().map(|(name, text)| (*name, text.as_str())).collect();
        CATALOG_ASSIST.render(&places).map_err(AppError::internal)
    }

    async fn check_answer(&self, answer: &ModelAnswer) -> Result<CheckedAnswer, AppError> {
        let known = self.load_known_facts(answer).await?;
        let material = Material {
            draft: &self.wanted.draft,
            open: &self.wanted.open,
            neighbours: &self.gathered.neighbours,
            lines: &self.gathered.lines,
            tags: &self.guesses.tags,
            price: self.guesses.price.as_ref().ok(),
            cap: self.cap,
            known: &known,
            calibration: self.calibration,
        };
        Ok(check_model_answer(answer, &material))
    }

    /// What the catalog has of what the answer names.
    async fn load_known_facts(&self, answer: &ModelAnswer) -> Result<KnownFacts, AppError> {
        let store = self.app.store();
        let category: Vec<String> = answer.category.iter().map(|said| normalize_text(&said.value)).collect();
        let tags = answer.tags.iter().flat_map(|said| &said.value).map(|tag| normalize_text(tag));
        let tags: Vec<String> = tags.filter(|tag| !tag.is_empty()).collect();
        let mut known = KnownFacts::default();
        if !category.is_empty() {
            known.categories = store.known_categories(&category).await?;
        }
        if !tags.is_empty() {
            known.tags = store.known_tags(&tags).await?;
        }
        Ok(known)
    }
}

/// What keeps an answer from being read at all.
pub(crate) fn find_reply_failure(asked: &ModelReply) -> Option<AppError> {
    let own = |code: Code| Some(AppError::new(code));
    match &asked.result {
        Err(error) => Some(to_app_error(error)),
        Ok(answer) if answer.refusal.is_some() => own(Code::ModelRefusedContent),
        Ok(answer) => match answer.finish {
            Finish::ContentFilter | Finish::Refusal => own(Code::ModelRefusedContent),
            _ if answer.text.trim().is_empty() => own(Code::ModelAnswerEmpty),
            _ => None,
        },
    }
}

/// What the model reads about its first suggestions for an item.
fn write_complaint(before: Option<&CheckedAnswer>) -> String {
    let Some(before) = before else {
        return "A resposta anterior não era um objeto JSON completo. Responda somente com o objeto JSON."
            .to_owned();
    };
    let lines: Vec<String> = before
        .problems
        .iter()
        .filter(|problem| problem.fatal)
        .map(|problem| {
            format!("- {}: {} ({})", problem.field.as_str(), explain_warning(problem.code), problem.value)
        })
        .collect();
    format!(
        "A resposta anterior foi recusada. Corrija o que segue ou deixe o campo vazio; mantenha o resto:\n{}",
        lines.join("\n")
    )
}

/// What is wrong, for the model.
fn explain_warning(code: AssistWarningCode) -> &'static str {
    match code {
        AssistWarningCode::UnknownCategory => "a categoria não existe no catálogo",
        AssistWarningCode::InvalidPrice => "o preço precisa ser um número maior que zero",
        AssistWarningCode::PriceAboveCap => "o preço está acima do máximo permitido",
        AssistWarningCode::PriceWithoutEvidence => "os itens comparáveis não sustentam o preço",
        AssistWarningCode::TooLong => "o texto é longo demais",
        AssistWarningCode::AddressInText => "o texto não pode ter endereços da internet",
        AssistWarningCode::UnsupportedFigure => "o valor não está no rascunho nem nos anexos",
        AssistWarningCode::UnsupportedText | AssistWarningCode::ThinEvidence => "as evidências não sustentam",
        AssistWarningCode::NoModel
        | AssistWarningCode::ModelFailed
        | AssistWarningCode::AnswerUnusable
        | AssistWarningCode::NoNeighbours
        | AssistWarningCode::PriceSpread
        | AssistWarningCode::PriceOtherPackages
        | AssistWarningCode::UnknownTags
        | AssistWarningCode::MarkupRemoved => "recusado",
    }
}

/// The question to the model of the filled prompt.
fn to_question(prompt: &RenderedPrompt) -> ModelQuestion<'_> {
    ModelQuestion { prompt: CATALOG_ASSIST, system: &prompt.system, user: &prompt.user }
}
