//! Tests of turns: which messages begin one, and which part of the branch above it a turn reads.

use super::*;
use celeiro_domain::chat::MAX_MESSAGE_ATTACHMENTS;

fn say(message: &str) -> ChatRequest {
    ChatRequest { message: message.to_owned(), ..ChatRequest::default() }
}

fn attach(count: u128) -> Vec<Uuid> {
    (1..=count).map(Uuid::from_u128).collect()
}

fn refusal(request: &ChatRequest) -> Option<Code> {
    check_message(request).err().map(|error| error.code())
}

#[test]
fn a_message_has_something_to_read_and_an_end() {
    for (message, code) in [
        ("?".to_owned(), None),
        ("🌱".to_owned(), None),
        ("\u{200f}سماد".to_owned(), None),
        (String::new(), Some(Code::MessageBlank)),
        (" \r\n\t\u{a0}".to_owned(), Some(Code::MessageBlank)),
        ("\u{200b}\u{feff}\u{202e}".to_owned(), Some(Code::MessageBlank)),
        ("\u{3164}".to_owned(), Some(Code::MessageBlank)),
        ("ã".repeat(MAX_MESSAGE_CHARS), None),
        ("ã".repeat(MAX_MESSAGE_CHARS + 1), Some(Code::MessageTooLong)),
        ("a".repeat(1 << 20), Some(Code::MessageTooLong)),
    ] {
        assert_eq!(refusal(&say(&message)), code, "{message:.40}");
    }
}

#[test]
fn a_message_that_is_too_long_is_told_its_length_and_the_limit() {
    let error = check_message(&say(&"ã".repeat(8_001))).unwrap_err();
    for lang in [celeiro_domain::search::Lang::PtBr, celeiro_domain::search::Lang::En] {
        let said = error.message(lang);
        assert!(said.contains("8001") && said.contains("8000"), "{said}");
    }
}

#[test]
fn attachments_are_few_different_and_no_message_by_themselves() {
    let with = |message: &str, attachments| ChatRequest { attachments, ..say(message) };
    let most = MAX_MESSAGE_ATTACHMENTS as u128;
    assert_eq!(refusal(&with("veja", attach(most))), None);
    assert_eq!(refusal(&with("veja", attach(most + 1))), Some(Code::InvalidRequest));
    assert_eq!(refusal(&with("veja", vec![Uuid::nil(); 2])), Some(Code::InvalidRequest));
    assert_eq!(refusal(&with(" ", attach(1))), Some(Code::MessageBlank));
}

#[test]
fn an_answer_is_made_anew_without_words_and_without_other_attachments() {
    let again = ChatRequest { regenerate: Some(Uuid::nil()), ..ChatRequest::default() };
    assert_eq!(refusal(&again), None);
    assert_eq!(refusal(&ChatRequest { attachments: attach(1), ..again }), Some(Code::InvalidRequest));
}

fn source(mark: u32, kind: SourceKind, id: u128) -> ChatSource {
    ChatSource {
        mark,
        kind,
        id: Uuid::from_u128(id),
        external_id: None,
        title: format!("Produto {id}"),
        score: 1.0,
        cited: false,
        category: None,
        manufacturer: None,
        price: None,
        currency: None,
        stock: None,
        tags: Vec::new(),
        snippet: String::new(),
        found_by: "lexical".into(),
        matched: Vec::new(),
    }
}

fn question(id: u128) -> PathMessage {
    PathMessage {
        id: Uuid::from_u128(id),
        role: Role::User,
        content: "E o preço?".into(),
        sources: Vec::new(),
        catalog_state: Vec::new(),
        state: MessageState::Complete,
    }
}

fn answer(id: u128, content: &str, sources: Vec<ChatSource>) -> PathMessage {
    PathMessage { role: Role::Assistant, content: content.into(), sources, ..question(id) }
}

fn compose(id: u128) -> PathMessage {
    PathMessage { state: MessageState::Composed, ..answer(id, &format!("resposta {id}"), Vec::new()) }
}

#[test]
fn the_answers_above_end_with_the_last_one_that_a_model_wrote() {
    let path = [answer(1, "a", Vec::new()), question(2), answer(3, "b", Vec::new()), question(4), compose(5)];
    let above: Vec<_> =
        answers_above(&path).into_iter().map(|one| (one.id.as_u128(), one.composed)).collect();
    assert_eq!(above, [(5, Some("resposta 5".to_owned())), (3, None)]);
}

#[test]
fn a_question_without_an_answer_has_no_answers_above_it_and_of_many_not_all_are_read() {
    assert!(answers_above(&[]).is_empty());
    assert!(answers_above(&[compose(1), question(2)]).is_empty());
    let path: Vec<PathMessage> = (1..=50).map(compose).collect();
    let above = answers_above(&path);
    assert_eq!((above.len(), above[0].id.as_u128()), (MAX_REPLIES_BACK, 50));
}

#[test]
fn the_sources_of_the_last_answers_stand_as_they_were_named_the_newest_first() {
    let items = || vec![source(1, SourceKind::Item, 11), source(2, SourceKind::Item, 12)];
    let faq = vec![source(1, SourceKind::Faq, 21), source(2, SourceKind::Item, 22)];
    let path = [
        answer(1, "Antigo [1].", items()),
        answer(2, "Primeiro [2], depois [1].", items()),
        question(3),
        answer(4, "Sem fontes.", Vec::new()),
        answer(5, "Da pergunta [1] e do produto [2].", faq),
        answer(6, "Nada citado.", items()),
    ];
    let ids: Vec<Vec<u128>> = recent_sources(&path)
        .iter()
        .map(|sources| sources.iter().map(|source| source.id.as_u128()).collect())
        .collect();
    assert_eq!(ids, [vec![11, 12], vec![22], vec![12, 11]], "the oldest answer is too far back");
}

#[test]
fn the_items_found_last_are_those_of_the_search_or_else_the_sources() {
    assert!(last_found_items(&[]).is_empty());
    let sources = vec![source(1, SourceKind::Faq, 21), source(2, SourceKind::Item, 22)];
    let searched =
        PathMessage { catalog_state: vec![Uuid::from_u128(31)], ..answer(1, "a", sources.clone()) };
    let list_items =
        |path: &[PathMessage]| -> Vec<u128> { last_found_items(path).iter().map(Uuid::as_u128).collect() };
    assert_eq!(list_items(&[searched.clone(), question(2)]), [31]);
    assert_eq!(list_items(&[searched.clone(), answer(2, "b", sources)]), [22]);
    let of_faqs = answer(2, "c", vec![source(1, SourceKind::Faq, 23)]);
    assert_eq!(list_items(&[searched, of_faqs]), [31], "an answer from questions alone found no items");
}
