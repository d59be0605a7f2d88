//! Everything that a provider can do wrong while it answers: the friendly text, a typed code, the
//! trace, nothing lost, and no request too many.

use crate::provider::{Provider, Purpose, Reply, ReplyEnd, Says, Tail};
use crate::support::{RUST, World, events, message_request, openai};
use celeiro_domain::chat::{ChatEvent, MessageState, Role, TraceOutcome};
use futures::future::join_all;

const ERROR: &str = "Ops, algo deu errado do meu lado. Tenta de novo?";
const RATE_LIMIT: &str = "Estou recebendo muitas mensagens agora. Aguarda um pouquinho?";
const PERMISSION: &str = "Não consigo acessar isso. Precisa liberar nas configurações.";
const NO_CREDIT: &str =
    "A conta no provedor do modelo está sem saldo. Com crédito novo, o modelo volta a responder.";
const EMPTY: &str = "Desculpe, não consegui gerar uma resposta. Pode tentar novamente?";
const REFUSED: &str = "O modelo não quis responder a essa mensagem. Pode perguntar de outro jeito?";
const TIMEOUT: &str = "Desculpa, estou demorando para responder. Pode tentar novamente?";
const LIMIT_REACHED: &str = "Você atingiu o limite de hoje. Que tal fazer upgrade?";
const CUT: &str = "A resposta foi interrompida antes do fim. O que chegou está acima.";

/// How the provider fails, and what has to come of it.
struct Case {
    name: &'static str,
    reply: Reply,
    code: &'static str,
    /// Requests for the answer.
    requests: usize,
    end: End,
}

enum End {
    /// Nothing was shown: an answer from the search stands below this text.
    Composed(&'static str),
    /// What was shown is kept.
    Kept(&'static str),
}

fn nothing(
    name: &'static str,
    reply: Reply,
    code: &'static str,
    requests: usize,
    told: &'static str,
) -> Case {
    Case { name, reply, code, requests, end: End::Composed(told) }
}

fn partly(name: &'static str, reply: Reply, code: &'static str, kept: &'static str) -> Case {
    Case { name, reply, code, requests: 1, end: End::Kept(kept) }
}

fn status(status: u16) -> Reply {
    Reply::refuses(status, "não")
}

fn stream(body: &str, tail: Tail) -> Reply {
    Reply::Stream(body.as_bytes().to_vec(), tail)
}

fn reply_in_pieces(pieces: &[&str], change: impl Fn(&mut Says)) -> Reply {
    let mut says = Says::new(pieces);
    change(&mut says);
    Reply::Says(says)
}

fn piece(text: &str) -> String {
    format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{text}\"}}}}]}}\n\n")
}

fn cases() -> Vec<Case> {
    let half: Vec<u8> = {
        let whole = piece("Soja [1] é ação");
        let at = whole.find("ção").unwrap() + 1;
        [piece("Temos ").as_bytes(), &whole.as_bytes()[..at]].concat()
    };
    let header = |name: &'static str, value: &str| vec![(name, value.to_owned())];
    let page = "<!doctype html><title>502</title><h1>Bad gateway</h1>".to_owned();
    let moved = header("location", "http://127.0.0.1:9/latest/meta-data");
    vec![
        nothing("key", status(401), "model_refused_key", 1, PERMISSION),
        nothing("money", status(402), "model_unpaid", 1, NO_CREDIT),
        nothing(
            "patience",
            Reply::Status(429, header("retry-after", "1"), "{}".into()),
            "model_rate_limited",
            4,
            RATE_LIMIT,
        ),
        nothing(
            "impatience",
            Reply::Status(429, header("retry-after", "3600"), "{}".into()),
            "model_rate_limited",
            1,
            RATE_LIMIT,
        ),
        nothing(
            "day",
            Reply::Status(
                429,
                header("content-type", "application/json"),
                r#"{"error":{"code":429,"message":"Rate limit exceeded: free-models-per-day"}}"#.into(),
            ),
            "model_daily_limit",
            1,
            LIMIT_REACHED,
        ),
        nothing(
            "too-long",
            Reply::refuses(400, "This model's maximum context length is 8192 tokens."),
            "model_context_too_long",
            2,
            ERROR,
        ),
        nothing("broken", status(500), "model_failed", 4, ERROR),
        nothing(
            "page",
            Reply::Status(200, header("content-type", "text/html"), page.clone()),
            "model_answer_unusable",
            1,
            ERROR,
        ),
        nothing(
            "page-502",
            Reply::Status(502, header("content-type", "text/html"), page),
            "model_failed",
            4,
            ERROR,
        ),
        nothing("elsewhere", Reply::Status(307, moved, String::new()), "model_answer_unusable", 1, ERROR),
        nothing("empty", Reply::in_pieces(&[""]), "model_answer_empty", 1, EMPTY),
        nothing("blank", Reply::in_pieces(&[" ", "\n"]), "model_answer_empty", 1, EMPTY),
        nothing(
            "refused",
            reply_in_pieces(&[], |says| says.ended = ReplyEnd::Refused),
            "model_refused_content",
            1,
            REFUSED,
        ),
        nothing(
            "garbage",
            Reply::Status(200, header("content-type", "application/json"), "[1, \"x\"]".into()),
            "model_answer_unusable",
            1,
            ERROR,
        ),
        nothing(
            "half-a-document",
            Reply::Status(200, header("content-type", "application/json"), "{\"choices\":[{".into()),
            "model_interrupted",
            4,
            CUT,
        ),
        nothing(
            "broken-event",
            stream("data: {\"choices\":[{\n\n", Tail::Whole),
            "model_answer_unusable",
            1,
            ERROR,
        ),
        nothing("cut-at-once", stream("", Tail::Cut), "model_interrupted", 4, CUT),
        partly(
            "length",
            reply_in_pieces(&["Temos ", "o [1]"], |says| says.ended = ReplyEnd::Length),
            "model_answer_cut",
            "Temos o [1]",
        ),
        partly(
            "filtered",
            reply_in_pieces(&["Temos ", "o [1]"], |says| says.ended = ReplyEnd::Refused),
            "model_refused_content",
            "Temos o [1]",
        ),
        partly(
            "cut",
            reply_in_pieces(&["Temos ", "o [1]"], |says| says.tail = Tail::Cut),
            "model_interrupted",
            "Temos o [1]",
        ),
        partly(
            "unmarked-end",
            stream(&(piece("Temos ") + &piece("o")), Tail::Whole),
            "model_interrupted",
            "Temos o",
        ),
        partly("half-character", Reply::Stream(half, Tail::Cut), "model_interrupted", "Temos "),
        partly(
            "late-error",
            stream(
                &(piece("Temos ") + "data: {\"error\":{\"code\":502,\"message\":\"x\"}}\n\n"),
                Tail::Whole,
            ),
            "model_failed",
            "Temos ",
        ),
    ]
}

/// Runs all cases at once: each message names its case.
async fn check(cases: Vec<Case>, more: &[(&str, &str)]) {
    let replies: Vec<(String, Reply)> = cases.iter().map(|c| (about(c), c.reply.clone())).collect();
    let provider = Provider::start(move |asked| {
        let user = asked.user();
        replies
            .iter()
            .find(|(words, _)| user.ends_with(words))
            .map_or(Reply::Silence, |(_, reply)| reply.clone())
    });
    let url = provider.url();
    let world = World::new(&openai(&url).into_iter().chain(more.iter().copied()).collect::<Vec<_>>()).await;
    join_all(cases.iter().map(|case| check_one(&world, &provider, case))).await;
    world.close().await;
}

fn about(case: &Case) -> String {
    format!("fungicida para ferrugem da soja, {}", case.name)
}

async fn check_one(world: &World, provider: &Provider, case: &Case) {
    let name = case.name;
    let response = world.ask(&about(case)).await;
    let error = response.error.as_ref().unwrap_or_else(|| panic!("{name}: {response:?}"));
    assert_eq!(error.code, case.code, "{name}: {error:?}");
    assert!(!error.message.is_empty(), "{name}");
    assert!(!response.sources.is_empty(), "{name}: what was found is shown in any case");
    let (state, outcome) = match case.end {
        End::Composed(told) => {
            assert!(response.answer.starts_with(&format!("{told}\n\n")), "{name}: {}", response.answer);
            assert!(response.answer.contains(&response.sources[0].title), "{name}: {}", response.answer);
            (MessageState::Composed, TraceOutcome::Composed)
        }
        End::Kept(text) => {
            assert_eq!(response.answer, text, "{name}");
            (MessageState::Interrupted, TraceOutcome::Failed)
        }
    };
    assert_eq!(response.state, state, "{name}");
    let sent =
        provider.asked_for(Purpose::Answer).iter().filter(|a| a.user().ends_with(&about(case))).count();
    assert_eq!(sent, case.requests, "{name}: requests");
    let call = response.debug.llm_calls.last().unwrap();
    assert_eq!(call.retries as usize + 1, case.requests, "{name}: {call:?}");
    let trace = world.trace(response.debug.trace_id).await;
    assert_eq!(trace.outcome, outcome, "{name}");
    assert_eq!(trace.debug.fallbacks.last().map(|f| f.reason.as_str()), Some(case.code), "{name}");
    let kept = world.conversation(response.conversation_id).await;
    let said: Vec<(Role, &str)> = kept.messages.iter().map(|m| (m.role, m.content.as_str())).collect();
    let expected = [(Role::User, about(case)), (Role::Assistant, response.answer.clone())];
    assert_eq!(said, expected.each_ref().map(|(role, text)| (*role, text.as_str())), "{name}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_provider_does_wrong_the_person_is_told_and_nothing_is_lost() {
    check(cases(), &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_hangs_is_left() {
    let hangs = reply_in_pieces(&["Temos ", "o [1]"], |says| says.tail = Tail::Hang);
    let cases = vec![
        nothing("never", Reply::Silence, "model_timed_out", 2, TIMEOUT),
        partly("halfway", hangs, "model_timed_out", "Temos o [1]"),
    ];
    check(cases, &[("CHAT_ANSWER_TIMEOUT_SECONDS", "1")]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_without_end_has_an_end() {
    let provider = Provider::start(|_| Reply::Endless(piece(&"soja ".repeat(4_000)).into_bytes()));
    let world = World::with_provider(&provider).await;
    let response = world.ask("fungicida para ferrugem da soja").await;
    assert_eq!(response.state, MessageState::Interrupted);
    assert_eq!(response.error.as_ref().map(|error| error.code.as_str()), Some("model_answer_cut"));
    assert_eq!(response.debug.llm_calls.last().unwrap().finish.as_deref(), Some("length"));
    assert!((60_000..=65_536).contains(&response.answer.len()), "{}", response.answer.len());
    let kept = world.conversation(response.conversation_id).await;
    assert_eq!(kept.messages[1].content, response.answer, "what came is kept");
    assert!(kept.messages[1].content.starts_with("soja soja "));
    assert_eq!(world.trace(response.debug.trace_id).await.outcome, TraceOutcome::Failed);
    crate::support::eventually("its connection is closed", || provider.replies_left() == 1).await;
    assert_eq!(provider.asked_for(Purpose::Answer).len(), 1);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_in_crumbs_is_read_as_it_was_written() {
    let provider = Provider::start(|_| {
        reply_in_pieces(&["Ação é já: ", "açúcar 🌱 ", "pão [1]."], |says| says.crumb = 1)
    });
    let world = World::with_provider(&provider).await;
    let response = world.ask("fungicida para ferrugem da soja").await;
    assert_eq!(
        (response.answer.as_str(), response.state),
        ("Ação é já: açúcar 🌱 pão [1].", MessageState::Complete)
    );
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_cannot_take_the_whole_is_given_less() {
    let provider = Provider::start(|asked| match asked.purpose {
        Purpose::Classify => Reply::intent("catalog"),
        _ if asked.user().contains(" || 4. ") => {
            Reply::refuses(400, "This model's maximum context length is 8192 tokens.")
        }
        _ => Reply::in_pieces(&["Temos [1]."]),
    });
    let world = World::with_provider(&provider).await;
    let response = world.ask("fungicida para ferrugem da soja").await;
    assert_eq!((response.state, response.answer.as_str()), (MessageState::Complete, "Temos [1]."));
    assert_eq!(provider.asked_for(Purpose::Answer).len(), 2);
    let trace = world.trace(response.debug.trace_id).await;
    assert!(trace.context.contains(" || 3. ") && !trace.context.contains(" || 4. "), "{}", trace.context);
    assert_eq!(trace.calls.last().map(|call| &call.user), Some(&trace.context), "what was sent is kept");
    let shorter = response.debug.fallbacks.iter().find(|fallback| fallback.instead == "shorter-prompt");
    assert_eq!(shorter.map(|fallback| fallback.reason.as_str()), Some("model_context_too_long"));
    let last = trace.calls.last().unwrap();
    assert!(
        last.call.prompt.starts_with("answer_short@") && last.system.contains("0800 722 6001"),
        "{last:?}"
    );

    // What is known of the model is remembered: the next question is short at once, and nothing is made up for.
    let response = world.ask("fungicida para ferrugem da soja").await;
    assert_eq!(provider.asked_for(Purpose::Answer).len(), 3);
    assert!(!response.debug.fallbacks.iter().any(|fallback| fallback.stage == "answer"));
    let trace = world.trace(response.debug.trace_id).await;
    assert!(!trace.context.contains(" || 4. "), "{}", trace.context);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_person_says_so_every_model_is_given_less_from_the_first_on() {
    let provider = Provider::simple("catalog", &["Temos [1]."]);
    let url = provider.url();
    let short = [("CHAT_PROMPT", "short")];
    let world = World::new(&openai(&url).into_iter().chain(short).collect::<Vec<_>>()).await;
    let response = world.ask("fungicida para ferrugem da soja").await;
    assert_eq!(response.state, MessageState::Complete);
    let asked = provider.asked_for(Purpose::Answer);
    assert_eq!(asked.len(), 1);
    let trace = world.trace(response.debug.trace_id).await;
    let call = trace.calls.last().unwrap();
    assert!(call.call.prompt.starts_with("answer_short@"), "{}", call.call.prompt);
    assert!(call.system.len() + call.user.len() < 6_000, "{} + {}", call.system.len(), call.user.len());
    assert!(!trace.context.contains(" || 4. "), "{}", trace.context);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_is_too_slow_with_the_whole_is_given_less_in_the_time_that_is_left() {
    let provider = Provider::start(|asked| match asked.purpose {
        Purpose::Classify => Reply::intent("catalog"),
        _ if asked.user().contains(" || 4. ") => Reply::Silence,
        _ => Reply::in_pieces(&["Temos [1]."]),
    });
    let url = provider.url();
    let time = [("CHAT_ANSWER_TIMEOUT_SECONDS", "4")];
    let world = World::new(&openai(&url).into_iter().chain(time).collect::<Vec<_>>()).await;
    let response = world.ask("fungicida para ferrugem da soja").await;
    assert_eq!((response.state, response.answer.as_str()), (MessageState::Complete, "Temos [1]."));
    let shorter = response.debug.fallbacks.iter().find(|fallback| fallback.instead == "shorter-prompt");
    assert_eq!(shorter.map(|fallback| fallback.reason.as_str()), Some("model_timed_out"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_says_which_it_is_of_how_many_and_none_is_beyond_the_last() {
    let provider = Provider::start(|asked| match asked.purpose {
        Purpose::Classify => Reply::intent("catalog"),
        _ => Reply::Status(429, vec![("retry-after-ms", "10".to_owned())], "{}".into()),
    });
    let world = World::with_provider(&provider).await;
    let all = events(world.begin(message_request(RUST)).await).await;
    let tries = all.iter().filter_map(|event| match event {
        ChatEvent::Step { attempt: Some(attempt), attempts, .. } => Some((*attempt, *attempts)),
        _ => None,
    });
    assert_eq!(tries.collect::<Vec<_>>(), [(2, Some(4)), (3, Some(4)), (4, Some(4))]);
    assert_eq!(provider.asked_for(Purpose::Answer).len(), 4);
    world.close().await;
}
