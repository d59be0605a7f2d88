//! Labels and leaflets that support the hits of an answer.
//!
//! Only labels, leaflets, FAQs and the fields of a record state how a product is used. Passages of other documents,
//! such as a brochure, reach answer, card and model without their doses.

use crate::app::App;
use crate::error::AppError;
use crate::messages::translate;
use celeiro_domain::catalog::DocumentText;
use celeiro_domain::chat::grounding::claims::{keep_use_statements, passage_adds_use};
use celeiro_domain::chat::grounding::doses::StatedDoses;
use celeiro_domain::search::{Hit, Lang};
use celeiro_store::StoredFile;
use uuid::Uuid;

/// Characters of a document that an answer may rest on: some eighty pages, more than a leaflet has.
const MOST_CHARS: i32 = 160_000;
/// Most documents of one item.
const MOST_DOCUMENTS: usize = 4;
/// Most items whose documents are read: a question of use is of one product, or of a few.
const MOST_ITEMS: usize = 4;

/// Gives the first items of `hits` what their labels and leaflets state of use where that is asked for, as `asks_use`
/// says, and each whose passage states a use that the record does not; and takes doses that neither these nor the
/// record states out of the passages of items that have other documents.
pub(crate) async fn add_documents(
    app: &App,
    lang: Lang,
    asks_use: bool,
    hits: &mut [Hit],
) -> Result<(), AppError> {
    let of_items = hits.iter().filter_map(|hit| Some((hit, hit.item.as_ref()?.id))).enumerate();
    let wanted = of_items.filter(|(at, (hit, _))| (asks_use && *at < MOST_ITEMS) || passage_adds_use(hit));
    let items: Vec<Uuid> = wanted.map(|(_, (_, item))| item).collect();
    if items.is_empty() {
        return Ok(());
    }
    let files = app.store().documents_of(&items).await?;
    if files.is_empty() {
        return Ok(());
    }
    let sources = find_sources(&files);
    let texts = app.store().texts_of_documents(&sources, MOST_CHARS).await?;
    for hit in hits {
        let Some(item) = hit.item.as_ref().map(|item| item.id) else { continue };
        let own = files.iter().filter(|file| file.item_id == item);
        let documents = own.clone().filter_map(|file| {
            let text = keep_use_statements(texts.get(&file.id)?);
            Some(DocumentText { name: file.name.clone(), kind: file.document_kind(), text })
        });
        hit.documents = documents.collect();
        if own.clone().any(|file| !file.document_kind().states_use()) {
            let stated = StatedDoses::of_hits([&*hit]);
            hit.snippet = stated.withhold_others(&hit.snippet, &translate(lang, "chat.omittedDose"));
        }
    }
    Ok(())
}

/// The labels and leaflets among `files`, which are ordered by item: the newest of each item where it has
/// many, for an older one may say what holds no more.
fn find_sources(files: &[StoredFile]) -> Vec<Uuid> {
    let of_item = files.chunk_by(|one, next| one.item_id == next.item_id);
    let sources = of_item.flat_map(|own| {
        own.iter().rev().filter(|file| file.document_kind().states_use()).take(MOST_DOCUMENTS)
    });
    sources.map(|file| file.id).collect()
}
