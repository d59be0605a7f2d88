//! What documents of a product an answer may take a dose from.

use crate::provider::{Provider, Purpose};
use crate::support::{World, deltas, events, message_request, openai};
use celeiro_app::embedding::embed_all;
use celeiro_domain::chat::{CautionKind, ChatEvent, MessageState};
use celeiro_store::{NewFile, Origin, StoreError, Write};
use uuid::Uuid;

const LEAFLET: &str = "AZOCIPRA 200+80 SC\n\u{c}Soja: aplicar 0,3 L/ha no começo da ferrugem.";
const BROCHURE: &str =
    "Azocipra, o fungicida da soja: na nossa fazenda de teste usamos 0,9 L/ha de Azocipra na soja.";

impl World {
    /// Attaches a leaflet and a brochure to the product, and makes their vectors.
    async fn document_azocipra(&self) {
        let item = self.ask("quanto custa o Azocipra?").await.sources[0].id;
        for (name, text) in [("Bula Azocipra.pdf", LEAFLET), ("Folheto Azocipra.pdf", BROCHURE)] {
            let mut sha256 = vec![0; 32];
            sha256[..name.len()].copy_from_slice(name.as_bytes());
            let file = NewFile {
                item_id: item,
                name: name.into(),
                mime_type: "application/pdf".into(),
                format: "pdf",
                size_bytes: 10,
                sha256,
                text: Some(text.into()),
                text_preview: None,
                pages: Some(2),
                is_cut: false,
                image: None,
            };
            let write = Write { operation_id: Uuid::new_v4(), actor: "tests".into(), origin: Origin::Person };
            let keep = async { Ok::<_, StoreError>(()) };
            self.app.store().attach_file(&file, &write, keep).await.unwrap();
        }
        embed_all(&self.app, false, |_, _| {}).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leaflet_states_the_dose_of_an_answer_and_a_brochure_does_not() {
    let provider =
        Provider::simple("catalog", &["Na soja use 0,3 L/ha de Azocipra [1]. Ou use 0,9 L/ha [1]."]);
    let world = World::own(&openai(&provider.url())).await;
    world.document_azocipra().await;
    let events = events(world.begin(message_request("qual a dose do Azocipra na soja?")).await).await;
    let Some(ChatEvent::Done(response)) = events.last() else { panic!("{events:?}") };
    assert_eq!(
        response.answer,
        "Na soja use 0,3 L/ha de Azocipra [1]. Ou use (dose retirada; veja a bula) [1].\n\n\
         Segundo a bula «Bula Azocipra», página 2: doses e prazos de uso [1].",
    );
    assert_eq!(deltas(&events), response.answer, "what was streamed is what is stored");
    assert!(response.cautions.iter().any(|caution| caution.kind == CautionKind::WithheldDose));
    let sent = provider.asked_for(Purpose::Answer).pop().unwrap().user();
    assert!(
        sent.contains("bula «Bula Azocipra», página 2: Soja: aplicar 0,3 L/ha no começo da ferrugem."),
        "{sent}"
    );
    assert!(!sent.contains("0,9 L/ha"), "the passage of the brochure comes without its dose: {sent}");
    assert!(
        response.sources.iter().all(|source| !source.snippet.contains("0,9 L/ha")),
        "nor does a card show it"
    );
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_model_the_leaflet_is_quoted_with_its_page_and_the_brochure_is_not() {
    let world = World::own(&[]).await;
    let before = world.ask("qual a dose do Azocipra na soja?").await;
    assert!(!before.answer.contains("0,3 L/ha"), "the control: {}", before.answer);
    world.document_azocipra().await;
    let response = world.ask("qual a dose do Azocipra na soja?").await;
    assert_eq!(response.state, MessageState::Composed);
    let quote = "Segundo a bula «Bula Azocipra», página 2: Soja: aplicar 0,3 L/ha no começo da ferrugem.";
    assert!(response.answer.contains(quote), "{}", response.answer);
    assert!(!response.answer.contains("0,9"), "{}", response.answer);
    let price = world.ask("quanto custa o Azocipra?").await;
    assert!(!price.answer.contains("0,3 L/ha"), "no dose was asked for: {}", price.answer);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_in_english_names_the_leaflet_in_english() {
    let provider = Provider::simple("catalog", &["For soybeans, the rate is 0.3 L/ha [1]."]);
    let world = World::own(&openai(&provider.url())).await;
    world.document_azocipra().await;
    let response = world.ask("what is the rate of Azocipra for soybeans?").await;
    let line = "According to the leaflet «Bula Azocipra», page 2: doses and periods of use [1].";
    assert!(response.answer.ends_with(line), "{}", response.answer);
    world.close().await;
}
