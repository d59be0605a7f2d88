//! FAQs one by one, and what sets them apart from items: approvals and shared questions.

use crate::world::{World, ago, conflict, is_absent, write};
use celeiro_domain::catalog::Status;
use celeiro_domain::catalog::faq::{Approval, Faq, FaqDraft};
use celeiro_store::StoreError;
use chrono::SubsecRound as _;
use uuid::Uuid;

pub fn faq_draft(question: &str) -> FaqDraft {
    FaqDraft { question: question.into(), answer: "Sim.".into(), ..FaqDraft::default() }
}

impl World {
    pub async fn create_faq(&self, draft: &FaqDraft) -> Faq {
        self.store.create_faq(draft, &write()).await.unwrap()
    }
}

#[tokio::test]
async fn a_faq_is_saved_from_the_version_that_its_writer_saw() {
    let world = World::new().await;
    let whole = FaqDraft {
        external_id: Some("Q-1".into()),
        question: "Pode misturar?".into(),
        answer: "Pode.\nMas agite.".into(),
        tags: vec!["mistura".into()],
        status: Status::Inativo,
        approved_at: Some(ago(1).trunc_subsecs(3)),
    };
    let made = world.create_faq(&whole).await;
    assert_eq!(FaqDraft::from(made.clone()), whole);
    let changed = FaqDraft { answer: "Não pode.".into(), ..whole.clone() };
    let saved = world.store.update_faq(made.id, 1, &changed, &write()).await.unwrap();
    assert_eq!((saved.version, saved.answer.as_str()), (2, "Não pode."));
    assert_eq!(conflict(world.store.update_faq(made.id, 1, &whole, &write()).await)["answer"], "Não pode.");
    assert!(is_absent(world.store.update_faq(Uuid::new_v4(), 1, &whole, &write()).await));
    let twin = world.store.create_faq(&whole, &write()).await;
    assert!(matches!(twin, Err(StoreError::DuplicateExternalId(id)) if id == "Q-1"));
    world.store.delete_faq(made.id, &write()).await.unwrap();
    assert!(is_absent(world.store.faq(made.id).await));
    assert!(is_absent(world.store.delete_faq(made.id, &write()).await));
    let restored = world.store.restore_faq(made.id, &write()).await.unwrap();
    assert_eq!(restored.answer, "Não pode.");
    assert!(is_absent(world.store.restore_faq(made.id, &write()).await));
    world.close().await;
}

#[tokio::test]
async fn an_approval_is_of_the_text_that_stood_there() {
    let world = World::new().await;
    let approved = FaqDraft { approved_at: Some(ago(2).trunc_subsecs(3)), ..faq_draft("Pode misturar?") };
    let faq = world.create_faq(&approved).await;
    assert_eq!(faq.approval, Approval::Approved);
    let tagged = FaqDraft { tags: vec!["mistura".into()], ..approved.clone() };
    let tagged = world.store.update_faq(faq.id, 1, &tagged, &write()).await.unwrap();
    assert_eq!(tagged.approval, Approval::Approved, "tags are no part of what was approved");
    let other = FaqDraft { answer: "Não.".into(), ..approved.clone() };
    let other = world.store.update_faq(faq.id, 2, &other, &write()).await.unwrap();
    assert_eq!(other.approval, Approval::Changed);
    let back = world.store.update_faq(faq.id, 3, &approved, &write()).await.unwrap();
    assert_eq!(back.approval, Approval::Approved, "it is the approved text again");
    let withdrawn = FaqDraft { approved_at: None, ..approved };
    let withdrawn = world.store.update_faq(faq.id, 4, &withdrawn, &write()).await.unwrap();
    assert_eq!((withdrawn.approval, withdrawn.approved_at), (Approval::None, None));
    world.close().await;
}

#[tokio::test]
async fn questions_are_the_same_whatever_their_case_and_accents_while_both_can_be_found() {
    let world = World::new().await;
    let first = world.create_faq(&faq_draft("Há carência?")).await;
    let second = world.create_faq(&faq_draft("HA CARENCIA?")).await;
    let other = world.create_faq(&faq_draft("Há estoque?")).await;
    let ids = [first.id, second.id, other.id];
    let shared = world.store.shared_questions(&ids).await.unwrap();
    assert_eq!((shared.len(), shared.contains(&other.id)), (2, false));
    world.store.delete_faq(second.id, &write()).await.unwrap();
    assert!(world.store.shared_questions(&ids[..1]).await.unwrap().is_empty());
    world.close().await;
}
