//! What of a model's facts may stand.

use super::super::item::tests::item;
use super::*;

fn messages() -> Vec<PersonMessage> {
    let texts = [
        ("2026-11-01", "Moro em Sorriso e prefiro retirar na loja"),
        ("2026-11-02", "hoje dormi mal de novo"),
        ("2026-11-02", "dormi mal outra vez"),
        ("2026-11-05", "dormi mal por causa da safra"),
        ("2026-11-06", "eu não crio gado em Vera"),
    ];
    let message = |(at, (day, text)): (usize, (&str, &str))| PersonMessage {
        id: Uuid::from_u128(at as u128 + 1),
        text: text.into(),
        at: format!("{day}T12:00:00Z").parse().unwrap(),
        day: day.parse().unwrap(),
    };
    texts.into_iter().enumerate().map(message).collect()
}

fn fact(kind: &str, content: &str, evidence: &[(usize, &str)]) -> Value {
    let evidence: Vec<Value> =
        evidence.iter().map(|(message, quote)| json!({ "message": message, "quote": quote })).collect();
    json!({ "type": kind, "content": content, "area": "professional", "subArea": null, "confidence": 0.9,
        "validFrom": null, "validTo": null, "evidence": evidence })
}

/// A question about `messages` beside which nothing is known.
fn part_of(messages: &[PersonMessage]) -> ReadPart<'_> {
    ReadPart { messages, known: &[] }
}

fn extract(items: &[KnowledgeItem], tombstones: &[Tombstone], facts: Vec<Value>) -> Extraction {
    let hasher = Hasher::new(&[7; 32]);
    let known = KnownMemory { items, tombstones, hasher: &hasher, today: "2026-11-28".parse().unwrap() };
    let mut extraction = Extraction::default();
    let beside: Vec<Uuid> = items.iter().map(|item| item.id).collect();
    let said = messages();
    extraction.add_facts(facts, ReadPart { messages: &said, known: &beside }, &known);
    extraction.add_expired(&known);
    extraction
}

#[test]
fn what_nobody_said_is_refused() {
    for bad in [
        fact("fact", "mora em Sorriso", &[]),
        fact("fact", "mora em Sorriso", &[(1, "mora em Sorriso")]),
        fact("fact", "mora em Sorriso", &[(2, "Moro em Sorriso")]),
        fact("fact", "mora em Sorriso", &[(0, "Moro em Sorriso"), (9, "Moro em Sorriso")]),
        fact("fact", "recomenda o Capinorte a todos", &[(1, "Moro em Sorriso")]),
        fact("fact", "tem 3 fazendas em Sorriso", &[(1, "Moro em Sorriso")]),
        fact("fact", " ", &[(1, "Moro em Sorriso")]),
        fact("fact", "cria gado em Vera", &[(5, "crio gado em Vera")]),
        json!({ "content": "mora em Sorriso" }),
        json!("mora em Sorriso"),
    ] {
        let extraction = extract(&[], &[], vec![bad.clone()]);
        assert_eq!((extraction.changes.len(), extraction.refused), (0, 1), "{bad}");
    }
    let good = fact("fact", "mora em Sorriso", &[(1, "Moro em Sorriso")]);
    let extraction = extract(&[], &[], vec![good.clone(), good]);
    assert_eq!((extraction.changes.len(), extraction.refused), (1, 0), "the same twice is one");
    assert_eq!(extraction.changes[0].evidence[0].message_id, Uuid::from_u128(1));
}

#[test]
fn a_pattern_needs_three_occurrences_on_three_days() {
    let quotes = [(2, "dormi mal"), (3, "dormi mal"), (4, "dormi mal")];
    let two_days = extract(&[], &[], vec![fact("insight", "dorme mal na safra", &quotes)]);
    assert_eq!(two_days.refused, 1, "two of them are of one day");
    let mut many = messages();
    many[2].day = "2026-11-03".parse().unwrap();
    let hasher = Hasher::new(&[7; 32]);
    let known = KnownMemory { items: &[], tombstones: &[], hasher: &hasher, today: many[0].day };
    let mut extraction = Extraction::default();
    extraction.add_facts(vec![fact("insight", "dormiu mal na safra", &quotes)], part_of(&many), &known);
    assert_eq!((extraction.changes.len(), extraction.changes[0].evidence.len()), (1, 3));
}

#[test]
fn a_fact_that_does_not_go_with_a_known_one_is_asked_about_and_a_known_one_is_no_line() {
    let known = [item(1, "mora em Sinop"), item(2, "prefere retirar na loja")];
    let facts = vec![
        fact("fact", "mora em Sorriso", &[(1, "Moro em Sorriso")]),
        fact("fact", "Prefere retirar na loja.", &[(1, "prefiro retirar na loja")]),
    ];
    let extraction = extract(&known, &[], facts);
    let [line] = extraction.changes.as_slice() else { panic!("one line: {extraction:?}") };
    assert_eq!((line.kind, line.item), (MemoryChangeKind::Contradicted, Some((Uuid::from_u128(1), 1))));
}

#[test]
fn what_holds_no_more_is_a_line_again_where_it_is_said_later() {
    let said = vec![fact("fact", "mora em Sorriso", &[(1, "Moro em Sorriso")])];
    let lines_where_it_ended = |at: &str| {
        let mut before = item(1, "mora em Sorriso");
        before.state = KnowledgeState::Contradicted;
        before.updated_at = at.parse().unwrap();
        extract(&[before], &[], said.clone()).changes.len()
    };
    assert_eq!(lines_where_it_ended("2026-10-20T12:00:00Z"), 1, "said on the first of November");
    assert_eq!(lines_where_it_ended("2026-11-20T12:00:00Z"), 0, "the same message says nothing new");
}

#[test]
fn what_a_model_says_goes_against_a_known_item_is_asked_about_with_a_yes_of_its_own() {
    let against = |number: Value| {
        let mut fact = fact("fact", "mora em Sorriso", &[(1, "Moro em Sorriso")]);
        fact["against"] = number;
        fact
    };
    // Known before it was said, so that no other rule wants a yes.
    let earlier = |number: u128, content: &str| KnowledgeItem {
        updated_at: "2026-10-20T12:00:00Z".parse().unwrap(),
        ..item(number, content)
    };
    let known = [earlier(1, "planta milho"), earlier(2, "tem casa só no Acre")];
    let line = |number: Value| {
        let extraction = extract(&known, &[], vec![against(number.clone())]);
        let [line] = extraction.changes.as_slice() else { panic!("one line for {number}: {extraction:?}") };
        (line.kind, line.item.map(|(id, _)| id), line.needs_yes)
    };
    let asked = (MemoryChangeKind::Contradicted, Some(Uuid::from_u128(2)), true);
    assert_eq!(line(json!(2)), asked);
    for nonsense in [json!(null), json!(0), json!(3), json!(-1), json!(1.5), json!("2"), json!([2])] {
        assert_eq!(line(nonsense.clone()), (MemoryChangeKind::Added, None, false), "{nonsense}");
    }
    let over = KnowledgeItem { state: KnowledgeState::Contradicted, ..earlier(2, "tem casa só no Acre") };
    let extraction = extract(&[earlier(1, "planta milho"), over], &[], vec![against(json!(2))]);
    assert_eq!(extraction.changes[0].kind, MemoryChangeKind::Added, "it holds no more");
    let by_rules =
        extract(&[earlier(1, "mora em Sinop"), earlier(2, "planta milho")], &[], vec![against(json!(2))]);
    let line = &by_rules.changes[0];
    assert_eq!((line.item, line.needs_yes), (Some((Uuid::from_u128(1), 1)), false), "rules go first");
}

#[test]
fn what_was_known_later_is_not_replaced_by_a_yes_to_all() {
    let make_fact = || fact("fact", "mora em Sorriso", &[(1, "Moro em Sorriso")]);
    let known_at = |day: &str| KnowledgeItem {
        updated_at: format!("{day}T12:00:00Z").parse().unwrap(),
        ..item(1, "mora em Sinop")
    };
    for (day, needs_yes) in [("2026-10-20", false), ("2026-11-20", true)] {
        let extraction = extract(&[known_at(day)], &[], vec![make_fact()]);
        let [line] = extraction.changes.as_slice() else { panic!("one line: {extraction:?}") };
        assert_eq!((line.kind, line.needs_yes), (MemoryChangeKind::Contradicted, needs_yes), "{day}");
    }
}

#[test]
fn what_was_deleted_does_not_come_back_from_the_same_messages() {
    let hasher = Hasher::new(&[7; 32]);
    let gone = hasher.hash_statement("mora em Sorriso");
    let tombstone = Tombstone {
        content: gone.content,
        words: gone.words,
        sources: [hasher.hash_source(Uuid::from_u128(1))].into(),
        at: "2026-11-10T00:00:00Z".parse().unwrap(),
    };
    let facts = vec![
        fact("fact", "vive em Sorriso", &[(1, "Moro em Sorriso")]),
        fact("preference", "prefere retirar na loja", &[(1, "prefiro retirar na loja")]),
    ];
    let extraction = extract(&[], &[tombstone], facts.clone());
    assert_eq!((extraction.changes.len(), extraction.refused), (1, 1), "the other fact stays");
    assert_eq!(extract(&[], &[], facts).changes.len(), 2, "control: without it both are there");
}

#[test]
fn days_that_are_over_drop_an_item_and_money_needs_a_yes() {
    let mut old = item(1, "férias até o dia 10");
    old.draft.valid_to = "2026-11-10".parse().ok();
    let paying = PersonMessage { text: "devo 20 mil ao banco".into(), ..messages().remove(0) };
    let hasher = Hasher::new(&[7; 32]);
    let items = [old];
    let known =
        KnownMemory { items: &items, tombstones: &[], hasher: &hasher, today: "2026-11-28".parse().unwrap() };
    let mut extraction = Extraction::default();
    let debt = fact("fact", "deve 20 mil ao banco", &[(1, "devo 20 mil ao banco")]);
    extraction.add_facts(vec![debt], part_of(&[paying]), &known);
    extraction.add_expired(&known);
    let kinds: Vec<_> = extraction.changes.iter().map(|line| (line.kind, line.needs_yes)).collect();
    assert_eq!(kinds, [(MemoryChangeKind::Added, true), (MemoryChangeKind::Dropped, false)]);
}

#[test]
fn an_answer_is_read_with_or_without_a_frame_and_nothing_else_is() {
    for text in [r#"{"facts":[{}]}"#, "```json\n{\"facts\":[{}]}\n```"] {
        assert_eq!(read_facts(text).map(|facts| facts.len()), Some(1), "{text}");
    }
    for text in ["", "[]", "{}", r#"{"facts":{}}"#, "Claro! {\"facts\":[]}"] {
        assert_eq!(read_facts(text), None, "{text}");
    }
}
