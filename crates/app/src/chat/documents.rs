//! Labels and leaflets beside the hits that an answer rests on.
//!
//! Only these, FAQs and the fields of a record say how a product is used. What search found in other documents, such
//! as a brochure, reaches answer, card and model without its doses.

use crate::app::App;
use crate::error::AppError;
use crate::messages::translate;
use celeiro_domain::catalog::DocumentText;
use celeiro_domain::chat::grounding::doses::StatedDoses;
use celeiro_domain::search::{Hit, Lang};
use celeiro_store::StoredFile;
use uuid::Uuid;

/// Characters of a document that an answer may rest on: some eighty pages, more than a leaflet has.
const MOST_CHARS: i32 = 160_000;
/// Most documents of one item.
const MOST_DOCUMENTS: usize = 4;

/// Gives the items of `hits` their labels and leaflets, and takes doses that neither these nor the record states out of
/// the passages of items that have other documents.
///
/// # Errors
/// What the database says.
pub(crate) async fn add_documents(app: &App, lang: Lang, hits: &mut [Hit]) -> Result<(), AppError> {
    let items: Vec<Uuid> = hits.iter().filter_map(|hit| Some(hit.item.as_ref()?.id)).collect();
    if items.is_empty() {
        return Ok(());
    }
    let files = app.store().documents_of(&items).await?;
    if files.is_empty() {
        return Ok(());
    }
    let sources: Vec<Uuid> = files.iter().filter(|file| states_use(file)).map(|file| file.id).collect();
    let mut texts = app.store().texts_of_documents(&sources, MOST_CHARS).await?;
    for hit in hits {
        let Some(item) = hit.item.as_ref().map(|item| item.id) else { continue };
        let own = files.iter().filter(|file| file.item_id == item);
        let documents = own.clone().filter_map(|file| {
            let text = texts.remove(&file.id)?;
            Some(DocumentText { name: file.name.clone(), kind: file.document_kind(), text })
        });
        hit.documents = documents.take(MOST_DOCUMENTS).collect();
        if own.clone().any(|file| !states_use(file)) {
            let stated = StatedDoses::of_hits([&*hit]);
            hit.snippet = stated.withhold_others(&hit.snippet, &translate(lang, "chat.omittedDose"));
        }
    }
    Ok(())
}

fn states_use(file: &StoredFile) -> bool {
    file.document_kind().states_use()
}
