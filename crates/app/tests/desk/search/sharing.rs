//! Comparisons and evaluations as files: harmless whatever the catalog holds, and true elsewhere.

use crate::support::World;
use celeiro_app::Caller;
use celeiro_app::bench::evaluate_profile::{InlineQuery, InlineSet};
use celeiro_app::catalog::items::{CreateItem, UpdateItem, create_item, update_item};
use celeiro_app::share::api::{
    OtherHere, ShareComparison, ShareEvaluation, ShareFormat, ShareVerification, SharedFile, VerifyShared,
    share_comparison, share_evaluation, verify_shared,
};
use celeiro_domain::catalog::{Item, ItemDraft};
use celeiro_domain::search::{Lang, SearchRequest};

const HOSTILE: [&str; 4] = [
    "Herbicida <script>alert(1)</script>",
    "Herbicida \"><img src=x onerror=alert(1)>",
    "Herbicida \u{202e}gpj.exe </title><style>*{display:none}</style>",
    "Herbicida ' onmouseover='alert(1) {{7*7}} &lt;b&gt; <!-- --><base href=//evil.example>",
];

fn caller() -> Caller {
    Caller::local(Lang::PtBr)
}

impl World {
    async fn item(&self, id: &str, name: &str) -> Item {
        let draft = ItemDraft {
            external_id: Some(id.into()),
            name: name.into(),
            description: Some(format!("Controla ervas na soja. {name}")),
            category: Some(name.into()),
            manufacturer: Some(name.into()),
            tags: vec!["soja".into()],
            ..ItemDraft::default()
        };
        create_item(
            &self.app,
            &caller(),
            CreateItem { draft, operation_id: None, sources: Default::default() },
        )
        .await
        .unwrap()
    }

    async fn share_comparison(&self, query: &str, pair: [&str; 2], format: ShareFormat) -> SharedFile {
        let search = SearchRequest { query: query.into(), ..SearchRequest::default() };
        let request = ShareComparison { search, item: pair[0].into(), against: pair[1].into(), format };
        share_comparison(&self.app, &caller(), request).await.unwrap()
    }

    async fn verify_shared(&self, content: &str) -> ShareVerification {
        let request = VerifyShared { content: content.into() };
        verify_shared(&self.app, &caller(), request).await.unwrap()
    }
}

/// What stands between the tags of a page is text alone: the elements are those of our template.
fn assert_harmless(page: &str) {
    let known = [
        "html", "head", "meta", "title", "style", "body", "main", "footer", "p", "h1", "h2", "h3", "div",
        "section", "span", "bdi", "table", "thead", "tbody", "tr", "th", "td", "svg", "line", "rect", "dl",
        "dt", "dd",
    ];
    for piece in page.split('<').skip(1) {
        let tag: String =
            piece.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        assert!(
            known.contains(&tag.as_str()) || piece.starts_with("!DOCTYPE html>"),
            "<{}",
            &piece[..40.min(piece.len())]
        );
        let inside = piece.split('>').next().unwrap();
        for word in [" on", "href", "src=", "style=", "url("] {
            assert!(!inside.contains(word), "<{inside}>");
        }
    }
    assert_eq!(page.matches("<style>").count(), 1);
    assert_eq!(page.matches("</title>").count(), 1);
    assert!(page.contains("default-src &#39;none&#39;") || page.contains("default-src 'none'"));
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("@import"));
}

#[tokio::test]
async fn no_name_breaks_out_of_a_shared_page() {
    let world = World::own(&[("EMBEDDING_PROVIDER", "none")]).await;
    for (at, name) in HOSTILE.iter().enumerate() {
        world.item(&format!("H{at}"), name).await;
    }
    for pair in [["H0", "H1"], ["H2", "H3"]] {
        let query = "herbicida <script>alert(2)</script> \"><img src=x onerror=alert(3)> soja";
        let page = world.share_comparison(query, pair, ShareFormat::Html).await;
        assert_eq!(page.media_type, "text/html");
        assert!(page.name.ends_with(".html") && !page.name.contains(['<', '/', '"', ' ']), "{}", page.name);
        assert_harmless(&page.content);
        assert!(page.content.contains("&lt;script&gt;"));
    }
    let set = InlineSet {
        queries: vec![InlineQuery {
            id: "q1".into(),
            query: HOSTILE[1].into(),
            class: Some(HOSTILE[0].into()),
            protected: true,
            judgments: [("H1".to_owned(), 2)].into(),
        }],
        ..InlineSet::default()
    };
    for after in ["default", "rrf"] {
        let request = ShareEvaluation {
            before: "default".into(),
            after: after.into(),
            fusion: None,
            set: Some(set.clone()),
            set_id: None,
            format: ShareFormat::Html,
        };
        let page = share_evaluation(&world.app, &caller(), request).await.unwrap();
        assert_harmless(&page.content);
        assert!(page.content.contains("nDCG@10"));
    }
    world.close().await;
}

#[tokio::test]
async fn a_comparison_is_the_same_where_nothing_changed_and_tells_what_did() {
    let world = World::own(&[]).await;
    world.item("A", "Herbicida Alfa").await;
    let b = world.item("B", "Herbicida Beta").await;
    let file = world.share_comparison("herbicida alfa soja", ["A", "B"], ShareFormat::Json).await;
    let same = world.verify_shared(&file.content).await;
    assert!(same.same && same.other.is_empty() && same.compared > 4, "{same:?}");

    let draft = ItemDraft {
        external_id: b.external_id.clone(),
        name: "Herbicida Beta alfa soja".into(),
        ..ItemDraft::default()
    };
    let request = UpdateItem {
        id: b.id,
        version: b.version,
        draft,
        changed_attributes: None,
        operation_id: None,
        sources: Default::default(),
    };
    update_item(&world.app, &caller(), request).await.unwrap();
    let other = world.verify_shared(&file.content).await;
    assert!(!other.same && other.other == [OtherHere::Catalog], "{other:?}");
    assert!(other.rows.iter().any(|row| row.of == "B" && row.name == "score"));

    let tampered = file.content.replace("\"name\": \"default\"", "\"name\": \"de um colega\"");
    let profile = world.verify_shared(&tampered).await;
    assert!(profile.other.contains(&OtherHere::Profile), "{profile:?}");
    world.close().await;

    let elsewhere = World::own(&[("EMBEDDING_PROVIDER", "none")]).await;
    let missing = elsewhere.verify_shared(&file.content).await;
    assert!(!missing.same && missing.other.contains(&OtherHere::Catalog));
    assert!(missing.other.contains(&OtherHere::Model), "{missing:?}");
    assert!(missing.rows.iter().all(|row| row.now.is_none()));
    elsewhere.close().await;
}

#[tokio::test]
async fn an_evaluation_is_run_again_with_the_profiles_inside() {
    let world = World::own(&[]).await;
    world.item("A", "Herbicida Alfa").await;
    let query = InlineQuery {
        id: "q1".into(),
        query: "herbicida alfa".into(),
        class: None,
        protected: false,
        judgments: [("A".to_owned(), 2)].into(),
    };
    let request = ShareEvaluation {
        before: "default".into(),
        after: "rrf".into(),
        fusion: None,
        set: Some(InlineSet { queries: vec![query], ..InlineSet::default() }),
        set_id: None,
        format: ShareFormat::Json,
    };
    let file = share_evaluation(&world.app, &caller(), request).await.unwrap();
    let same = world.verify_shared(&file.content).await;
    assert!(same.same && same.compared == 10, "{same:?}");
    let claimed = file.content.replacen("\"before\": 1.0", "\"before\": 0.25", 1);
    assert_ne!(claimed, file.content);
    let other = world.verify_shared(&claimed).await;
    assert!(!other.same && other.rows.iter().any(|row| row.before == Some(0.25)), "{other:?}");
    world.close().await;
}

#[tokio::test]
async fn what_is_no_shared_file_is_refused_with_a_reason() {
    let world = World::new(&[]).await;
    for content in
        ["", "{", "[]", "{\"format\": \"celeiro-comparison-9\"}", "{\"format\": \"celeiro-comparison-1\"}"]
    {
        let request = VerifyShared { content: content.into() };
        let error = verify_shared(&world.app, &caller(), request).await.unwrap_err();
        assert_eq!(error.code().as_str(), "invalid_request", "{content}");
    }
    world.close().await;
}
