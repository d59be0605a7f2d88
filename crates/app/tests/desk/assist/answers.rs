//! Suggestions for the fields of an item: what neighbours carry by themselves, and what of a model's answer
//! stands.

use super::{ask_assist, codes, draft, good, reply_with};
use crate::provider::{Provider, Purpose, ReceivedRequest, Reply, ReplyEnd, Says, Tail};
use crate::support::{World, openai};
use celeiro_app::api::ById;
use celeiro_app::assist::api::AssistRequest;
use celeiro_app::catalog::items::get_item;
use celeiro_domain::assist::{AssistField, AssistWarningCode, EvidenceKind};
use celeiro_domain::chat::TraceOutcome;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn neighbours_alone_suggest_what_the_catalog_uses_and_say_that_no_model_took_part() {
    let world = World::new(&[]).await;
    let answer = ask_assist(&world, draft()).await;
    assert!(codes(&answer).contains(&AssistWarningCode::NoModel) && answer.model.is_none(), "{answer:?}");
    let category = answer.suggestions.category.unwrap();
    assert_eq!(category.value, "Fungicidas");
    assert!((0.5..1.0).contains(&category.confidence) && !category.reason.is_empty());
    assert!(category.evidence.iter().all(|e| e.kind == EvidenceKind::Item && e.external_id.is_some()));
    let tags = answer.suggestions.tags.unwrap();
    assert!(tags.value.iter().any(|tag| tag == "fungicida"), "{tags:?}");
    assert!(answer.suggestions.description.is_none(), "nobody wrote one");

    let given = AssistRequest {
        category: Some("Sementes".into()),
        tags: Some(vec!["x".into()]),
        price: serde_json::from_value(json!(10)).ok(),
        description: Some("y".into()),
        ..draft()
    };
    let answer = ask_assist(&world, given).await;
    assert!(answer.suggestions.confidences().is_empty(), "nothing that was given is suggested");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_good_answer_stands_with_its_evidence_and_the_trace_holds_the_prompt() {
    let provider = Provider::start(|_| reply_with(&good()));
    let url = provider.url();
    let settings = openai(&url).into_iter().chain([("CATALOG_AI_MODEL", "catalogo-1")]);
    let world = World::new(&settings.collect::<Vec<_>>()).await;
    let answer = ask_assist(&world, draft()).await;
    assert_eq!(answer.warnings.iter().filter(|w| w.field.is_none()).count(), 0, "{answer:?}");
    let description = answer.suggestions.description.unwrap();
    assert_eq!(description.value, "Fungicida à base de azoxistrobina para soja.");
    assert!(
        (0.6..0.9).contains(&description.confidence),
        "all its words are the draft's own: {description:?}"
    );
    assert!(!description.evidence.is_empty());
    assert_eq!(answer.suggestions.category.unwrap().value, "Fungicidas", "as the catalog writes it");

    let request = &provider.asked_for(Purpose::Assist)[0];
    assert_eq!(request.model(), "catalogo-1");
    assert!(request.body.to_string().contains("catalog_suggestions"), "the schema is sent");
    let trace = world.trace(answer.trace_id).await;
    let tool = &trace.tools[0];
    assert_eq!((tool.name.as_str(), trace.outcome), ("catalog-ai-helper", TraceOutcome::Answered));
    assert_eq!(
        tool.payload,
        format!("{}\n\n{}", request.system(), request.user()),
        "the payload is the prompt"
    );
    assert_eq!(trace.calls.len(), 1);
    assert!(trace.calls[0].call.usage.input > 0 && trace.calls[0].call.model == "catalogo-1");
    world.close().await;
}

/// What a provider answers at every call, what must be warned of, and how many calls there are.
struct Bad {
    name: &'static str,
    reply: Reply,
    warned: AssistWarningCode,
    calls: usize,
}

fn bad() -> Vec<Bad> {
    let one = |name, field: &str, value: Value, warned, calls| {
        let mut answer = good();
        answer[field] = json!({ "value": value, "reason": "porque sim", "evidence": ["1"] });
        Bad { name, reply: reply_with(&answer), warned, calls }
    };
    let half = good().to_string();
    vec![
        one("category", "category", json!("Naves espaciais"), AssistWarningCode::UnknownCategory, 2),
        one("negative", "price", json!(-5), AssistWarningCode::InvalidPrice, 2),
        one("dear", "price", json!(99_000), AssistWarningCode::PriceAboveCap, 2),
        one(
            "html",
            "description",
            json!("<b>Fungicida</b><script>alert(1)</script> para soja"),
            AssistWarningCode::MarkupRemoved,
            1,
        ),
        one(
            "dose",
            "description",
            json!("Fungicida para soja, 7,5 L/ha."),
            AssistWarningCode::UnsupportedFigure,
            2,
        ),
        one(
            "address",
            "description",
            json!("Fungicida para soja http://evil.example"),
            AssistWarningCode::AddressInText,
            2,
        ),
        one("tags", "tags", json!(["soja", "foguete"]), AssistWarningCode::UnknownTags, 1),
        Bad {
            name: "half",
            reply: Reply::in_pieces(&[&half[..half.len() / 2]]),
            warned: AssistWarningCode::AnswerUnusable,
            calls: 2,
        },
        Bad {
            name: "words",
            reply: Reply::in_pieces(&["Não posso."]),
            warned: AssistWarningCode::AnswerUnusable,
            calls: 2,
        },
        Bad {
            name: "refused",
            reply: Reply::Says(Says { ended: ReplyEnd::Refused, ..Says::new(&[""]) }),
            warned: AssistWarningCode::ModelFailed,
            calls: 1,
        },
        Bad {
            name: "key",
            reply: Reply::refuses(401, "no"),
            warned: AssistWarningCode::ModelFailed,
            calls: 1,
        },
        Bad {
            name: "patience",
            reply: Reply::Status(429, vec![("retry-after", "3600".into())], "{}".into()),
            warned: AssistWarningCode::ModelFailed,
            calls: 1,
        },
        Bad {
            name: "slow",
            reply: Reply::Says(Says { tail: Tail::Hang, ..Says::new(&["{"]) }),
            warned: AssistWarningCode::ModelFailed,
            calls: 1,
        },
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_model_answers_only_what_the_evidence_carries_is_suggested() {
    let answers = |asked: &ReceivedRequest| {
        let case = bad().into_iter().find(|case| asked.user().contains(&format!("caso-{} ", case.name)));
        case.map_or(Reply::Silence, |case| case.reply)
    };
    let provider = Provider::start(answers);
    let url = provider.url();
    let more = [("CHAT_ANSWER_TIMEOUT_SECONDS", "2"), ("CATALOG_AI_MAX_PRICE", "5000")];
    let world = World::new(&openai(&url).into_iter().chain(more).collect::<Vec<_>>()).await;
    for case in bad() {
        let name = format!("caso-{} {}", case.name, draft().name);
        let answer = ask_assist(&world, AssistRequest { name, ..draft() }).await;
        assert!(codes(&answer).contains(&case.warned), "{}: {:?}", case.name, answer.warnings);
        let made = &answer.suggestions;
        assert_eq!(made.category.as_ref().map(|s| s.value.as_str()), Some("Fungicidas"), "{}", case.name);
        assert!(made.tags.as_ref().is_some_and(|s| !s.value.iter().any(|t| t == "foguete")), "{}", case.name);
        assert!(made.price.as_ref().is_none_or(|s| s.value.to_f64() > 0.0 && s.value.to_f64() <= 5_000.0));
        let text = made.description.as_ref().map(|s| s.value.clone()).unwrap_or_default();
        assert!(!text.contains(['<', '>']) && !text.contains("alert") && !text.contains("evil"), "{text}");
        assert!(!text.contains("7,5"), "{}", case.name);
        let calls = world.trace(answer.trace_id).await.calls.len();
        assert_eq!(calls, case.calls, "{}", case.name);
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_cannot_take_every_neighbour_is_given_the_nearest() {
    let provider = Provider::start(|asked| match asked.user().contains("\n[4] ") {
        true => Reply::refuses(400, "This model's maximum context length is 8192 tokens."),
        false => {
            reply_with(&json!({ "category": { "value": "Fungicidas", "reason": "", "evidence": ["[1]"] } }))
        }
    });
    let world = World::with_provider(&provider).await;
    let answer = ask_assist(&world, draft()).await;
    assert!(!codes(&answer).contains(&AssistWarningCode::ModelFailed), "{:?}", answer.warnings);
    assert_eq!(provider.received_requests().len(), 2);
    let calls = world.trace(answer.trace_id).await.calls;
    assert!(calls[0].user.contains("[3] ") && !calls[0].user.contains("\n[4] "), "{}", calls[0].user);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_description_that_does_not_rest_on_the_draft_is_not_suggested_however_common_its_words_are() {
    let cases = [
        ("Coisa", json!({}), "Produto."),
        ("Parafuso sextavado inox M8", json!({}), "Fungicida sistêmico para soja."),
        (
            "Ferrugil 200 SC fungicida",
            json!({ "culturas": ["soja"] }),
            "Fungicida sistêmico para ferrugem do cafeeiro.",
        ),
        ("Ferrugil 200 SC fungicida", json!({ "culturas": ["soja"] }), "Herbicida e fungicida para soja."),
    ];
    let provider = Provider::start({
        let cases = cases.clone();
        move |asked| {
            let of = cases.iter().enumerate().find(|(at, _)| asked.user().contains(&format!("caso{at}")));
            let text = of.map_or("", |(_, case)| case.2);
            reply_with(&json!({ "description": { "value": text, "reason": "porque sim", "evidence": [] } }))
        }
    });
    let world = World::with_provider(&provider).await;
    for (at, (name, attributes, text)) in cases.iter().enumerate() {
        let mut attributes = attributes.as_object().cloned().unwrap();
        attributes.insert("lote".into(), json!(format!("caso{at}")));
        let request =
            AssistRequest { name: (*name).into(), attributes: Some(attributes), ..Default::default() };
        let answer = ask_assist(&world, request).await;
        assert_eq!(answer.suggestions.description, None, "{name}: {text}");
        let is_unsupported = |w: &celeiro_domain::assist::AssistWarning| {
            w.code == AssistWarningCode::UnsupportedText && w.field == Some(AssistField::Description)
        };
        assert!(answer.warnings.iter().any(is_unsupported), "{name}: {:?}", answer.warnings);
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_description_is_never_said_to_be_almost_certain_and_its_evidence_can_be_looked_up() {
    let borrowed = "Fungicida à base de azoxistrobina para a ferrugem da soja.";
    let provider = Provider::start(move |_| {
        reply_with(&json!({ "description": { "value": borrowed, "reason": "", "evidence": [] } }))
    });
    let world = World::with_provider(&provider).await;
    let made = ask_assist(&world, draft()).await.suggestions.description.unwrap();
    assert!(made.confidence <= 0.6, "a word is a neighbour's: {made:?}");
    assert!(!made.evidence.is_empty());
    for evidence in &made.evidence {
        let item = get_item(&world.app, &world.caller, ById { id: evidence.id }).await.unwrap().item;
        assert_eq!(item.name, evidence.name);
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repaired_answer_stands_and_the_second_question_names_what_was_wrong() {
    let provider = Provider::start(|asked| {
        let mut answer = good();
        if asked.nth == 0 {
            answer["description"]["value"] = json!("Fungicida para soja, 7,5 L/ha.");
        }
        reply_with(&answer)
    });
    let world = World::with_provider(&provider).await;
    let answer = ask_assist(&world, draft()).await;
    assert_eq!(answer.suggestions.description.unwrap().value, "Fungicida à base de azoxistrobina para soja.");
    let second = provider.asked_for(Purpose::Assist)[1].user();
    assert!(second.contains("7,5 L/ha") && second.contains("description"), "{second}");
    world.close().await;
}
