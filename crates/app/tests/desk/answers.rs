//! Turns that go well.

use crate::provider::{Provider, Purpose, Reply, Says};
use crate::support::{RUST, World, calls, deltas, events, fallbacks, message_request};
use celeiro_app::chat::rerun_trace;
use celeiro_domain::chat::intent::plan::{Intent, SearchPlan};
use celeiro_domain::chat::{
    CautionKind, ChatEvent, ChatResponse, MessageState, SourceKind, Stage, TraceOutcome,
};
use celeiro_domain::prompt;

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_rests_on_its_sources_and_everything_is_on_record() {
    let provider = Provider::start(|asked| match asked.purpose {
        Purpose::Classify => Reply::intent("catalog"),
        _ => Reply::Says(Says {
            cost: Some(0.0021),
            ..Says::new(&[
                "O **Azocipra** custa R$ 4",
                "96,00 [",
                "1]. Outro custa R$ 77,31 [1][8",
                "8]. Use 3,3 L/ha.",
            ])
        }),
    });
    let url = provider.url();
    let world = World::new(&[
        ("LLM_PROVIDER", "openrouter"),
        ("OPENROUTER_BASE_URL", &url),
        ("OPENROUTER_API_KEY", "sk-or-tests"),
        ("LLM_MODEL_CLASSIFY", "small"),
        ("LLM_MODEL_ANSWER", "large"),
    ])
    .await;
    let events = events(world.begin(message_request("quanto custa o Azocipra?")).await).await;
    let Some(ChatEvent::Done(response)) = events.last() else { panic!("{events:?}") };

    assert_eq!(response.state, MessageState::Complete, "{response:?}");
    assert_eq!(
        response.answer,
        "O **Azocipra** custa R$ 496,00 [1]. Outro custa R$ 77,31 [1]. \
         Use (dose retirada; veja a bula).",
        "the mark of a source that does not exist is dropped, and so is a dose that none states"
    );
    assert_eq!(deltas(&events), response.answer, "what was streamed is what is stored");
    let source = &response.sources[0];
    assert_eq!((source.mark, source.kind, source.cited), (1, SourceKind::Item, true));
    assert_eq!(source.external_id.as_deref(), Some("DEMO-FUN-0002"));
    assert!(response.sources[1..].iter().all(|source| !source.cited));
    let cautions: Vec<_> = response.cautions.iter().map(|c| (c.kind, c.claim.as_str())).collect();
    assert_eq!(
        cautions,
        [
            (CautionKind::UnknownSource, "[88]"),
            (CautionKind::WithheldDose, ""),
            (CautionKind::UnsupportedPrice, "R$ 77,31"),
        ]
    );

    let debug = &response.debug;
    assert_eq!((debug.intent, debug.intent_by.as_str()), (Intent::Catalog, "model"));
    assert_eq!(debug.plan, SearchPlan { run_faq: false, run_catalog: true });
    assert_eq!(calls(response), [("classify", "small", None), ("answer", "large", None)]);
    let answering = &debug.llm_calls[1];
    assert_eq!((answering.usage.input, answering.usage.output), (100, 20));
    assert_eq!((answering.usage.cost_usd, answering.finish.as_deref()), (Some(0.0021), Some("stop")));
    assert_eq!((response.usage.input, response.usage.cost_usd), (200, Some(0.0021)));
    assert_eq!(debug.searches.len(), 1, "the search that the plan does not want is dropped");
    assert_eq!((debug.searches[0].tool.as_str(), debug.rag_source.as_str()), ("searchCatalog", "hybrid"));
    assert_eq!(debug.searches[0].fallback_reason, None, "vectors took part");
    assert_eq!(fallbacks(response), [""; 0]);

    let trace = world.trace(debug.trace_id).await;
    assert_eq!((trace.message_id, trace.outcome), (Some(response.message_id), TraceOutcome::Answered));
    assert_eq!((trace.debug.intent, trace.debug.plan), (debug.intent, debug.plan));
    assert_eq!(trace.sources.len(), response.sources.len());
    assert!(
        trace.raw_answer.contains("[88]") && trace.raw_answer.contains("3,3 L/ha"),
        "the trace has the answer as the model wrote it"
    );
    let versions: Vec<_> = trace.prompts.iter().map(|p| (p.name.as_str(), p.version.clone())).collect();
    let expected = [("classify", prompt::CLASSIFY.version()), ("answer", prompt::ANSWER.version())];
    assert_eq!(versions, expected);
    assert_eq!(answering.prompt, format!("answer@{}", prompt::ANSWER.version()));
    let sent = provider.asked_for(Purpose::Answer);
    assert_eq!((sent.len(), sent[0].user()), (1, trace.calls[1].user.clone()), "the exact text is kept");
    assert_eq!(sent[0].system(), trace.calls[1].system);
    assert_eq!(trace.tools.len(), 1);
    assert!(sent[0].user().contains(&trace.tools[0].payload));
    let search = &trace.searches[0];
    let shown: Vec<_> = search.candidates.iter().filter(|candidate| candidate.cut.is_none()).collect();
    assert_eq!(shown.len(), search.hits.len());
    for (candidate, hit) in shown.iter().zip(&search.hits) {
        let explained = candidate.hit.explanation.as_ref().unwrap().value;
        assert_eq!((candidate.id, explained), (hit.id, hit.score), "the score can be read that was given");
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_replayed_on_unchanged_data_gives_the_same() {
    let provider = Provider::simple("general", &["Veja [1]."]);
    let world = World::with_provider(&provider).await;
    let first = world.ask(RUST).await;
    let second = world.go_on(first.conversation_id, "qual a dose?").await;
    for response in [first, second] {
        let trace = world.trace(response.debug.trace_id).await;
        let again = rerun_trace(&world.app, &world.caller, &trace).await.unwrap();
        assert!(again.same, "{:?}", again.searches.iter().map(|s| &s.differences).collect::<Vec<_>>());
        assert_eq!(again.searches.len(), 2, "catalog and FAQs");
        for (then, now) in trace.searches.iter().zip(&again.searches) {
            assert!(!now.now.is_empty());
            let ids = |hits: &[celeiro_domain::chat::ScoredId]| hits.iter().map(|h| h.id).collect::<Vec<_>>();
            assert_eq!(ids(&then.hits), ids(&now.now));
            assert!(then.hits.iter().zip(&now.now).all(|(a, b)| (a.score - b.score).abs() <= 1e-6));
        }
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_tells_what_has_changed() {
    let provider = Provider::simple("catalog", &["Veja [1]."]);
    let world = World::own(&crate::support::openai(&provider.url())).await;
    let response = world.ask(RUST).await;
    let trace = world.trace(response.debug.trace_id).await;
    let write = celeiro_store::Write {
        operation_id: uuid::Uuid::new_v4(),
        actor: "tests".into(),
        origin: celeiro_store::Origin::Person,
    };
    world.app.store().delete_item(response.sources[0].id, &write).await.unwrap();
    let again = rerun_trace(&world.app, &world.caller, &trace).await.unwrap();
    assert!(!again.same);
    assert_eq!(again.searches[0].differences[0].place, 1);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_greeting_looks_nothing_up() {
    let provider = Provider::simple("catalog", &["Olá! Como ajudo?"]);
    let world = World::with_provider(&provider).await;
    let all = events(world.begin(message_request("bom dia!")).await).await;
    let Some(ChatEvent::Done(response)) = all.last() else { panic!("{all:?}") };
    assert_eq!((response.answer.as_str(), response.debug.intent), ("Olá! Como ajudo?", Intent::Greeting));
    assert!(response.sources.is_empty() && response.debug.searches.is_empty());
    assert!(!all.iter().any(|event| matches!(event, ChatEvent::Sources { .. })));
    assert_eq!(provider.asked_for(Purpose::Classify).len(), 0, "a rule knows a greeting");
    let sent = provider.asked_for(Purpose::Answer);
    assert_eq!(
        sent[0].user(),
        "Contexto consolidado: nada foi consultado para esta mensagem.\n\nPergunta do usuário: bom dia!"
    );
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_about_the_shop_rests_on_the_faqs() {
    let provider = Provider::simple("faq", &["Aceitamos Pix [1]."]);
    let world = World::with_provider(&provider).await;
    let response = world.ask("Quais as formas de pagamento?").await;
    assert_eq!(response.debug.plan, SearchPlan { run_faq: true, run_catalog: false });
    assert_eq!(response.sources[0].external_id.as_deref(), Some("DEMO-FAQ-0072"));
    assert!(response.sources.iter().all(|source| source.kind == SourceKind::Faq));
    assert!(response.sources[0].cited);
    let text = provider.asked_for(Purpose::Answer)[0].user();
    let count = response.sources.len();
    assert!(
        text.contains(&format!("FAQs relevantes ({count}): Q: Quais as formas de pagamento? | A: ")),
        "{text}"
    );
    assert!(!text.contains("Busca híbrida"), "{text}");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn general_agronomy_gets_the_catalog_before_any_model_is_asked() {
    let provider = Provider::simple("off-topic", &["Temos [1]."]);
    let world = World::with_provider(&provider).await;
    let all = events(world.begin(message_request(RUST)).await).await;
    let Some(ChatEvent::Done(response)) = all.last() else { panic!("{all:?}") };
    assert_eq!(provider.asked_for(Purpose::Classify).len(), 0);
    assert_eq!((response.debug.intent_by.as_str(), response.debug.plan.run_catalog), ("rules", true));
    let text = provider.asked_for(Purpose::Answer)[0].user();
    assert!(text.contains(&format!("Busca híbrida por \"{RUST}\" (")), "{text}");
    assert!(text.ends_with(&format!("\n</contexto>\n\nPergunta do usuário: {RUST}")), "{text}");
    let stages = all.iter().filter_map(|event| match event {
        ChatEvent::Step { step, .. } => Some(*step),
        _ => None,
    });
    let mut stages: Vec<Stage> = stages.collect();
    stages.dedup();
    assert_eq!(stages, [Stage::Received, Stage::Search, Stage::Classify, Stage::Search, Stage::Write]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cheaper_one_is_looked_for_among_what_was_asked_before() {
    let provider = Provider::simple("off-topic", &["Temos [1]."]);
    let world = World::with_provider(&provider).await;
    let first = world.ask(RUST).await;
    let second = world.go_on(first.conversation_id, "e o mais barato?").await;
    assert_eq!(second.conversation_id, first.conversation_id);
    assert_eq!(second.debug.intent_by, "rules");
    let catalog = second.debug.searches.iter().find(|s| s.tool == "searchCatalog").unwrap();
    assert_eq!(catalog.query, RUST, "the question before is looked for, not 'barato'");
    let price = |price: &Option<String>| price.as_deref().and_then(|p| p.parse::<f64>().ok());
    let items = second.sources.iter().filter(|s| s.kind == SourceKind::Item);
    let prices: Vec<f64> = items.filter_map(|s| price(&s.price)).collect();
    assert!(prices.len() > 2 && prices.is_sorted(), "{prices:?}");
    let text = provider.asked_for(Purpose::Answer)[1].user();
    assert!(
        text.contains(&format!("Histórico recente (2):\nUsuário: {RUST}\nAssistente: Temos (1).")),
        "{text}"
    );
    let cheapest = second.sources.iter().find(|s| s.kind == SourceKind::Item).unwrap();
    assert!(text.contains(&format!("(6): 1. {}", cheapest.title)), "the model sees the same order: {text}");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_without_marks_is_bound_by_the_program_which_says_so() {
    let provider = Provider::simple(
        "catalog",
        &["O Azocipra custa R$ 496,00", " e o Trioproti, R$ 495,00. Qual prefere?"],
    );
    let world = World::with_provider(&provider).await;
    let response = world.ask(RUST).await;
    let mark = |id: &str| {
        let source = response.sources.iter().find(|s| s.external_id.as_deref() == Some(id)).unwrap();
        assert!(source.cited, "{id}");
        source.mark
    };
    let (azocipra, trioproti) = (mark("DEMO-FUN-0002"), mark("DEMO-FUN-0001"));
    let marks = format!("[{azocipra}][{trioproti}]");
    assert_eq!(
        response.answer,
        format!("O Azocipra custa R$ 496,00 e o Trioproti, R$ 495,00 {marks}. Qual prefere?")
    );
    let [added, price] = &response.cautions[..] else { panic!("{:?}", response.cautions) };
    assert_eq!((added.kind, added.claim.as_str()), (CautionKind::SourceAdded, marks.as_str()));
    assert_eq!((price.kind, price.claim.as_str()), (CautionKind::UnsupportedPrice, "R$ 495,00"));
    let meant = price.source.as_ref().unwrap();
    assert_eq!((meant.number, meant.says.as_str()), (trioproti, "R$ 895,00"));
    world.close().await;

    let provider = Provider::simple("catalog", &["Temos boas opções para a lavoura."]);
    let world = World::with_provider(&provider).await;
    let response = world.ask(RUST).await;
    let kinds: Vec<_> = response.cautions.iter().map(|caution| caution.kind).collect();
    assert_eq!(kinds, [CautionKind::NoSource], "{:?}", response.cautions);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_in_a_language_that_nobody_asked_for_is_noticed() {
    const SPANISH: &str = "Sí, tenemos un buen fungicida para la roya de la soja, pero hay que leer la etiqueta antes de usarlo [1].";
    let provider = Provider::simple("catalog", &[SPANISH]);
    let world = World::with_provider(&provider).await;
    let languages = |response: &ChatResponse| -> Vec<String> {
        let other = response.cautions.iter().filter(|caution| caution.kind == CautionKind::OtherLanguage);
        other.map(|caution| caution.claim.clone()).collect()
    };
    assert_eq!(languages(&world.ask(RUST).await), ["Español"]);
    let asked = format!("{RUST} Responda em espanhol.");
    assert_eq!(languages(&world.ask(&asked).await), [""; 0], "the control: it was asked for");
    world.close().await;
}
