//! Everything that goes wrong, and what is left of the answer then.

use std::time::Instant;

use celeiro_llm::chat::{ErrorClass, Finish, Shortening, ShorterPrompt};

use super::*;

/// A streamed call to a server with this one reply; no key shows in what it failed with.
async fn failure_of(reply: Reply) -> (Failure, usize) {
    let server = Server::start(vec![reply]).await;
    let failure = stream_answer(&hasty(&server)).await.0.unwrap_err();
    let shown = format!("{failure} {failure:?}");
    assert!(!shown.contains(KEY) && !shown.contains("4711"), "{shown}");
    (failure, server.seen_requests().len())
}

async fn class_of(reply: Reply) -> ErrorClass {
    failure_of(reply).await.0.error.class
}

#[tokio::test]
async fn a_server_that_hangs_before_the_answer_costs_the_patience_and_no_more() {
    for reply in [Reply::Hang, Reply::Stall(head()), Reply::Stall(streaming(b": keep-alive\n\n"))] {
        let start = Instant::now();
        assert_eq!(class_of(reply).await, ErrorClass::Timeout);
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

#[tokio::test]
async fn comments_without_end_are_no_tokens() {
    assert_eq!(class_of(Reply::Endless(head(), b": PROCESSING\n\n".to_vec())).await, ErrorClass::Timeout);
}

#[tokio::test]
async fn a_stream_that_falls_silent_keeps_what_was_shown() {
    let (failure, requests) = failure_of(Reply::Stall(streaming(&sse(&[&delta("Use ")])))).await;
    assert_eq!((failure.error.class, requests), (ErrorClass::Timeout, 1));
    assert_eq!(failure.partial.text, "Use ");
    assert!(failure.partial.first_token.is_some());
}

#[tokio::test]
async fn silence_after_the_end_of_the_answer_is_not_held_against_it() {
    let server = Server::start(vec![Reply::Stall(streaming(&sse(&[&delta("Use "), END])))]).await;
    assert_eq!(stream_answer(&hasty(&server)).await.0.unwrap().text, "Use ");
}

#[tokio::test]
async fn a_cut_in_the_middle_keeps_the_part_and_is_not_tried_again() {
    let cut = sse(&[&delta("Use "), &delta("fungicida")]);
    let announced = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9999\r\n\r\n";
    for bytes in [streaming(&cut), [announced, cut.as_slice()].concat()] {
        let (failure, requests) = failure_of(Reply::Bytes(bytes)).await;
        assert_eq!((failure.error.class, requests), (ErrorClass::Interrupted, 1));
        assert_eq!(failure.partial.text, "Use fungicida");
    }
}

#[tokio::test]
async fn half_a_character_is_never_shown() {
    let whole = sse(&[&delta("Ação")]);
    let place = whole.windows(2).position(|two| two == "ç".as_bytes()).unwrap();
    let (failure, _) = failure_of(Reply::Bytes(streaming(&whole[..=place]))).await;
    assert_eq!((failure.error.class, failure.partial.text.as_str()), (ErrorClass::Interrupted, ""));
}

#[tokio::test]
async fn answers_that_are_none_are_refused_by_name() {
    let page = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<html><body>Entre</body></html>";
    let (failure, _) = failure_of(Reply::Bytes(page.to_vec())).await;
    assert_eq!(failure.error.class, ErrorClass::Parse);
    assert!(failure.to_string().contains("web page"), "{failure}");
    assert_eq!(class_of(Reply::Bytes(streaming(b"data: {nonsense}\n\n"))).await, ErrorClass::Parse);
    assert_eq!(class_of(Reply::Bytes(streaming(b"\xff\xfe\x00garbage"))).await, ErrorClass::Parse);
    assert_eq!(class_of(Reply::Bytes(b"SSH-2.0-OpenSSH\r\n".to_vec())).await, ErrorClass::Interrupted);
}

#[tokio::test]
async fn an_endless_line_and_an_endless_document_are_cut_off() {
    let server = Server::start(vec![Reply::Endless(head(), vec![b'x'; 1 << 16])]).await;
    let failure = stream_answer(&client(Vendor::OpenAi, &server)).await.0.unwrap_err();
    assert_eq!(failure.error.class, ErrorClass::TooLong);
    let failure = client(Vendor::OpenAi, &server).complete(&prompt(), &mut |_| {}).await.unwrap_err();
    assert_eq!(failure.error.class, ErrorClass::TooLong);
}

#[tokio::test]
async fn an_answer_without_end_is_cut_and_no_more_is_read() {
    let server = Server::start(vec![Reply::Endless(head(), sse(&[&delta("e mais ação ")]))]).await;
    let (result, told) = stream_answer(&client(Vendor::OpenAi, &server)).await;
    let Ok(answer) = result else { panic!("what came is an answer") };
    assert_eq!((answer.finish, answer.attempts, server.seen_requests().len()), (Finish::Length, 1, 1));
    assert!((65_530..=65_536).contains(&answer.text.len()), "{}", answer.text.len());
    let said = told.iter().map(|told| match told {
        Progress::Text(piece) => piece.as_str(),
        _ => "",
    });
    assert!(said.collect::<String>() == answer.text, "what was shown is what is kept");
}

#[tokio::test]
async fn what_cannot_get_better_is_asked_once() {
    let body = format!(r#"{{"error":{{"message":"no: {KEY}","code":0}}}}"#);
    let classes = [
        (400, ErrorClass::BadRequest),
        (401, ErrorClass::Auth),
        (402, ErrorClass::Payment),
        (403, ErrorClass::Permission),
        (404, ErrorClass::NotFound),
        (413, ErrorClass::TooLarge),
        (422, ErrorClass::BadRequest),
    ];
    for (status, class) in classes {
        let (failure, requests) = failure_of(Reply::status(status, &body)).await;
        assert_eq!((failure.error.class, failure.error.http_status), (class, Some(status)));
        assert_eq!((failure.error.message.as_str(), requests), ("no: ***", 1));
    }
}

#[tokio::test]
async fn a_server_that_asks_for_a_wait_is_waited_for() {
    let busy = Reply::Answer(429, "retry-after: 1", br#"{"error":{"message":"devagar"}}"#.to_vec());
    let server = Server::start(vec![busy, Reply::Bytes(streaming(&good_stream()))]).await;
    let (result, told) = stream_answer(&client(Vendor::OpenAi, &server)).await;
    assert_eq!(result.unwrap().attempts, 2);
    let waited =
        Progress::Trying { attempt: 2, of: 4, wait: Duration::from_secs(1), reason: ErrorClass::RateLimited };
    assert_eq!(told, [waited, text("Use "), text("fungicida.")]);
}

#[tokio::test]
async fn a_server_that_keeps_failing_is_asked_four_times() {
    let page = Reply::Answer(502, "content-type: text/html", b"<html>502</html>".to_vec());
    let server = Server::start(vec![page]).await;
    let failure = stream_answer(&client(Vendor::OpenAi, &server)).await.0.unwrap_err();
    assert_eq!((failure.error.class, server.seen_requests().len()), (ErrorClass::BadGateway, 4));
    assert_eq!(failure.partial.attempts, 4);
}

#[tokio::test]
async fn an_error_inside_a_good_status_is_tried_again_before_anything_was_shown() {
    let overloaded = sse(&[r#"{"error":{"code":529,"message":"busy"}}"#]);
    let replies = vec![Reply::Bytes(streaming(&overloaded)), Reply::Bytes(streaming(&good_stream()))];
    let server = Server::start(replies).await;
    let (result, _) = stream_answer(&client(Vendor::OpenRouter, &server)).await;
    assert_eq!(result.unwrap().attempts, 2);
}

#[tokio::test]
async fn an_error_after_the_first_token_is_not_tried_again() {
    let broken = sse(&[&delta("Use "), r#"{"error":{"code":529,"message":"busy"}}"#]);
    let (failure, requests) = failure_of(Reply::Bytes(streaming(&broken))).await;
    assert_eq!((failure.error.class, requests), (ErrorClass::Overloaded, 1));
    assert_eq!(failure.partial.text, "Use ");
}

#[tokio::test]
async fn a_wait_beyond_the_patience_is_not_begun() {
    let busy = Reply::Answer(429, "retry-after: 3600", b"{}".to_vec());
    let (failure, requests) = failure_of(busy).await;
    assert_eq!((failure.error.retry_after, requests), (Some(Duration::from_secs(3600)), 1));
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_the_key_stays_here() {
    let other = Server::start(vec![Reply::Bytes(streaming(&good_stream()))]).await;
    let location: &'static str = format!("location: http://127.0.0.1:{}/v1/x", other.port).leak();
    for status in [301, 302, 307, 308] {
        assert_eq!(class_of(Reply::Answer(status, location, Vec::new())).await, ErrorClass::Redirect);
    }
    assert!(other.seen_requests().is_empty());
}

#[tokio::test]
async fn nobody_listening_is_said_at_once() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let base = http::parse_base(&format!("http://127.0.0.1:{port}/v1")).unwrap();
    let client = ChatClient::new(ChatModelConfig::new(Vendor::OpenAi, base)).unwrap();
    let failure = stream_answer(&client).await.0.unwrap_err();
    assert_eq!((failure.error.class, failure.partial.attempts), (ErrorClass::Connect, 1));
    assert!(!failure.to_string().contains(&port.to_string()), "{failure}");
}

fn shorter_prompt() -> ShorterPrompt {
    ShorterPrompt { system: "seja breve".into(), messages: vec![PromptMessage::User("curto".into())] }
}

#[tokio::test]
async fn what_is_too_long_or_too_slow_is_asked_again_in_fewer_words() {
    let too_long = Reply::status(
        400,
        r#"{"error":{"message":"This model's maximum context length is 10","code":"context_length_exceeded"}}"#,
    );
    let too_large = Reply::status(413, r#"{"error":{"message":"Payload too large"}}"#);
    for refusal in [too_long, too_large] {
        let server = Server::start(vec![refusal.clone(), Reply::Bytes(streaming(&good_stream()))]).await;
        let shorter = Prompt { shorter: Some(shorter_prompt()), ..prompt() };
        let answer = client(Vendor::OpenAi, &server).stream(&shorter, &mut |_| {}).await.unwrap();
        assert_eq!((answer.attempts, answer.shortened), (2, Some(Shortening::TooLong)));
        let bodies: Vec<String> = server
            .seen_requests()
            .iter()
            .map(|seen| String::from_utf8_lossy(&seen.body).into_owned())
            .collect();
        assert!(bodies[0].contains("qual fungicida?") && bodies[1].contains("curto"), "{bodies:?}");
        assert!(bodies[1].contains("seja breve"), "its instructions as well: {bodies:?}");
        let (failure, requests) = failure_of(refusal).await;
        assert!(failure.error.is_too_long() && requests == 1, "nothing shorter, nothing sent again");
    }
}

#[tokio::test]
async fn a_model_that_is_too_slow_is_asked_again_in_fewer_words_in_the_time_that_is_left() {
    let server = Server::start(vec![Reply::Hang, Reply::Bytes(streaming(&good_stream()))]).await;
    let shorter = Prompt { shorter: Some(shorter_prompt()), ..prompt() };
    let patience = Patience { first_token: Duration::from_secs(1), ..Patience::default() };
    let config = ChatModelConfig { patience, ..config(Vendor::OpenAi, &server) };
    let answer = ChatClient::new(config).unwrap().stream(&shorter, &mut |_| {}).await.unwrap();
    assert_eq!((answer.attempts, answer.shortened), (2, Some(Shortening::TooSlow)));
    let second = String::from_utf8_lossy(&server.seen_requests()[1].body).into_owned();
    assert!(second.contains("curto"), "{second}");
}

#[tokio::test]
async fn the_limit_of_a_day_is_not_waited_for() {
    let reply = Reply::status(429, r#"{"error":{"message":"Rate limit exceeded: free-models-per-day"}}"#);
    let (failure, requests) = failure_of(reply).await;
    assert_eq!((failure.error.subclass, requests), (Some(celeiro_llm::chat::Subclass::DailyLimit), 1));
}
