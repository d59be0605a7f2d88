//! A seller raises the prices of a maker's herbicides: searched, proposed, corrected, confirmed, undone.

use crate::support::{MAKER, World, card, end_of, in_mode, raise};
use celeiro_app::api::ById;
use celeiro_app::catalog::history::{ListOperations, list_operations};
use celeiro_app::chat::conversations::replay_trace;
use celeiro_domain::assistant::origin::OriginKind;
use celeiro_domain::assistant::{ActionState, Tool};
use celeiro_domain::chat::{ChatEvent, ChatMode, MessageState};
use celeiro_tests::provider::{ReceivedRequest, Reply};
use serde_json::json;

const MESSAGE: &str = "sobe 5% os preços dos herbicidas da Auremã Química Agrícola";

/// Searches first, then proposes.
fn honest(asked: &ReceivedRequest) -> Reply {
    match asked.tool_results().len() {
        0 => Reply::call("catalog_search", &json!({ "vector_query": "herbicidas Auremã", "limit": 3 })),
        _ => Reply::call("set_price", &raise(5.0)),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_set_is_one_card_that_is_corrected_confirmed_and_undone() {
    let world = World::new(honest).await;
    let before = (world.prices().await, world.checksum().await);
    let events = world.events(in_mode(MESSAGE, None)).await;
    let names: Vec<&str> = events.iter().map(ChatEvent::name).filter(|name| *name != "step").collect();
    assert_eq!(
        names,
        ["tool_calls", "sources", "tool_results", "tool_calls", "pending", "tool_results", "delta", "done"]
    );
    let response = end_of(&events);
    assert_eq!(
        (response.mode, response.state),
        (ChatMode::Assistant, MessageState::Complete),
        "{response:?}"
    );
    let rounds: Vec<_> = response
        .debug
        .rounds
        .iter()
        .map(|round| (round.iteration, round.tool_calls[0].name.as_str(), round.results[0].outcome.as_str()))
        .collect();
    assert_eq!(rounds, [(1, "catalog_search", "ok"), (2, "set_price", "pending")]);
    assert_eq!((before.0.clone(), before.1.clone()), (world.prices().await, world.checksum().await));

    assert_eq!(response.cautions, [], "the program's own words need no source");
    let pending = card(&response);
    assert_eq!(
        (pending.tool.as_str(), pending.card.changed, pending.card.changes.len()),
        ("set_price", 10, 10)
    );
    assert!(!pending.card.button_only && pending.seconds_left > 290.0 && pending.seconds_left <= 300.0);
    let told: Vec<_> =
        pending.card.arguments.iter().map(|a| (a.name.as_str(), a.origin.kind, a.caution)).collect();
    assert_eq!(
        told,
        [
            ("selection.category", OriginKind::Person, false),
            ("selection.manufacturer", OriginKind::Person, false),
            ("percent", OriginKind::Person, false),
        ]
    );

    let corrected = world.go_on(response.conversation_id, "na verdade só 4%").await;
    let second = card(&corrected);
    assert_eq!(second.arguments["percent"], json!(4));
    assert_eq!(world.action(pending.action_id).await.state, ActionState::Corrected);
    assert_eq!(world.action(pending.action_id).await.corrected_by, Some(second.action_id));
    assert_eq!(world.checksum().await, before.1, "a correction never writes");
    assert_eq!(crate::support::code(world.confirm(pending.action_id).await), "action_decided");

    let yes = world.go_on(response.conversation_id, "pode mandar").await;
    let executed = world.action(second.action_id).await;
    assert_eq!(yes.state, MessageState::Composed, "{}", yes.answer);
    assert_eq!((executed.state, executed.decided_by.as_deref()), (ActionState::Executed, Some("ana")));
    for (before, after) in before.0.iter().zip(world.prices().await) {
        let (before, after): (f64, f64) = (before.parse().unwrap(), after.parse().unwrap());
        assert!((after - before * 1.04).abs() < 0.0101, "{before} → {after}");
    }
    let operations =
        list_operations(&world.app, &world.caller, ListOperations::default()).await.unwrap().rows;
    let newest = &operations[0];
    assert_eq!(Some(newest.id), executed.operation_id);
    assert_eq!((newest.source.as_str(), newest.actor.as_str(), newest.records), ("assistant", "ana", 10));
    assert!(newest.undoable);
    assert_eq!(newest.confirmed_by.as_deref(), Some("ana"));

    let undone = world.undo(newest.id).await;
    assert_eq!((undone.undone, undone.conflict_count), (10, 0));
    assert_eq!((world.prices().await, world.checksum().await), before);
    let audited = world.count("SELECT count(*) FROM tool_calls WHERE actor = 'ana'").await;
    assert_eq!(audited, 2, "each call is in the audit once");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_set_that_the_card_does_not_show_or_the_person_did_not_say_takes_the_button() {
    let world = World::new(|asked| match asked.user().contains("acima") {
        true => Reply::call("set_price", &json!({ "selection": { "min_price": 1 }, "percent": 5 })),
        false => Reply::call("set_price", &raise(5.0)),
    })
    .await;
    let before = world.checksum().await;
    for (message, is_doubted) in [
        ("sobe 5% tudo que custa acima de 1", false),
        ("sobe os herbicidas da Auremã Química Agrícola", true),
    ] {
        let response = world.ask(message).await;
        let pending = card(&response);
        let doubts = pending.card.arguments.iter().filter(|argument| argument.caution).count();
        assert_eq!(
            (doubts > 0, pending.card.button_only),
            (is_doubted, true),
            "{:?}",
            pending.card.arguments
        );
        assert_eq!(pending.card.changes.len() < pending.card.changed as usize, !is_doubted);
        let yes = world.go_on(response.conversation_id, "pode mandar").await;
        assert!(yes.answer.contains("botão"), "{message}: {}", yes.answer);
        assert_eq!(world.action(pending.action_id).await.state, ActionState::Pending);
    }
    let turned = world.ask("baixa 5% os herbicidas da Auremã Química Agrícola").await;
    assert!(card(&turned).card.button_only, "the model raises what was to be lowered");
    assert_eq!(world.checksum().await, before);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_item_is_confirmed_in_words() {
    let world = World::new(|asked| {
        let code = asked.user().split_whitespace().last().unwrap_or_default().to_owned();
        Reply::call("set_price", &json!({ "item": code, "price": 199.9 }))
    })
    .await;
    let item = world.item().await;
    let message = format!("muda o preço para R$ 199,90 do item {}", item.external_id.clone().unwrap());
    let response = world.ask(&message).await;
    let pending = card(&response);
    assert!(!pending.card.button_only);
    assert_eq!(pending.arguments["item"], json!(item.id), "sealed by its id");
    assert_eq!(pending.card.arguments[0].label.as_deref(), Some(item.name.as_str()));
    assert!(pending.card.arguments.iter().all(|argument| !argument.caution), "{:?}", pending.card.arguments);
    let yes = world.go_on(response.conversation_id, "sim, pode mandar").await;
    assert_eq!((yes.mode, yes.state), (ChatMode::Assistant, MessageState::Composed));
    let now = world.app.store().item(item.id).await.unwrap();
    assert!((now.price.unwrap().to_f64() - 199.9).abs() < 1e-9, "{}", yes.answer);
    assert_eq!(world.action(pending.action_id).await.state, ActionState::Executed);
    let history =
        world.app.store().history(celeiro_domain::search::Kind::Items, item.id, 0, 1).await.unwrap();
    assert_eq!((history[0].source.as_str(), history[0].confirmed_by.as_deref()), ("assistant", Some("ana")));
    world.undo(pending.action_id).await;
    let history =
        world.app.store().history(celeiro_domain::search::Kind::Items, item.id, 0, 1).await.unwrap();
    assert_eq!((history[0].source.as_str(), &history[0].confirmed_by), ("person", &None));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fields_items_and_questions_are_written_as_their_cards_say() {
    let world = World::new(|asked| match asked.user() {
        text if text.contains("luva") => Reply::call(
            "create_item",
            &json!({ "name": "Luva nitrílica M", "category": "EPI", "price": "12,50" }),
        ),
        text if text.contains("embalagens") => Reply::call(
            "create_faq",
            &json!({ "question": "Recolhem embalagens?", "answer": "Sim, com a nota.", "tags": ["entrega"] }),
        ),
        text => {
            let code = text.split_whitespace().last().unwrap_or_default().to_owned();
            Reply::call("update_item", &json!({ "item": code, "status": "inativo", "notes": "Em falta." }))
        }
    })
    .await;
    let item = world.item().await;
    for message in ["cadastra a luva", "cadastra a pergunta das embalagens"] {
        let response = world.ask(message).await;
        let pending = card(&response);
        assert!(pending.card.changes.iter().all(|change| change.from.is_null() && change.id.is_none()));
        world.confirm(pending.action_id).await.unwrap();
    }
    let message = format!("tira de linha e anota: Em falta. {}", item.external_id.clone().unwrap());
    let response = world.ask(&message).await;
    let changes: Vec<_> =
        card(&response).card.changes.iter().map(|c| (c.field.as_str(), c.to.clone())).collect();
    assert_eq!(changes, [("status", json!("inativo")), ("notes", json!("Em falta."))]);
    let action = world.confirm(card(&response).action_id).await.unwrap();
    let now = world.app.store().item(item.id).await.unwrap();
    assert_eq!(
        (now.status.as_str(), now.notes.as_deref(), now.name),
        ("inativo", Some("Em falta."), item.name.clone())
    );
    world.undo(action.operation_id.unwrap()).await;
    assert_eq!(world.app.store().item(item.id).await.unwrap().status, item.status);
    let items = world
        .count("SELECT count(*) FROM catalog_items WHERE name = 'Luva nitrílica M' AND price = 12.5")
        .await;
    let faqs = world
        .count("SELECT count(*) FROM faqs WHERE question = 'Recolhem embalagens?' AND approved_at IS NULL")
        .await;
    assert_eq!((items, faqs), (1, 1));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_tools_gave_is_what_an_answer_cites() {
    let world = World::new(|asked| match asked.tool_results().as_slice() {
        [] => Reply::call("get_item", &json!({ "item": "DEMO-FUN-0002" })),
        [_] => Reply::call("search_faqs", &json!({ "query": "vocês entregam?" })),
        _ => Reply::in_pieces(&["O **Azocipra** custa R$ 496,00 [1]. ", "Outro custa R$ 77,31 [1][77]."]),
    })
    .await;
    let response = world.ask("quanto custa o Azocipra e vocês entregam?").await;
    assert_eq!(response.answer, "O **Azocipra** custa R$ 496,00 [1]. Outro custa R$ 77,31 [1].");
    assert!(response.sources[0].cited && response.sources[0].external_id.as_deref() == Some("DEMO-FUN-0002"));
    let cautions: Vec<_> = response.cautions.iter().map(|caution| caution.claim.as_str()).collect();
    assert_eq!(cautions, ["[77]", "R$ 77,31"], "claims are compared with what tools read");
    let asked = world.provider.received_requests();
    assert_eq!(
        asked.last().unwrap().offered_tools(),
        Tool::CATALOG.iter().map(|tool| tool.name()).collect::<Vec<_>>()
    );
    let trace = world.app.store().trace(response.debug.trace_id).await.unwrap();
    assert_eq!(trace.debug.rounds.len(), 2);
    assert_eq!(
        trace.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(),
        ["get_item", "search_faqs"]
    );
    assert!(trace.tools[0].payload.contains("<contexto>") && trace.tools[0].payload.contains("Azocipra"));
    assert_eq!(trace.calls.len(), 3, "every call of the model with its texts");
    let replay = replay_trace(&world.app, &world.caller, ById { id: trace.id }).await.unwrap();
    assert!(replay.same && !replay.searches.is_empty(), "the searches of its rounds run again: {replay:?}");
    assert_eq!(replay.calls.len(), 2, "and each call of them: {replay:?}");
    assert!(MAKER.starts_with("Aurem"));
    world.close().await;
}
