//! What a conversation is about: the topic of its messages, and how a message goes on with it.

use super::narrowing::{add_to_topic, narrows_by_word};
use super::pointing::begins_as_pointer;
use super::turning::{begins_with_deed, begins_with_purpose, names_thing_behind};
use super::which::asks_which_of_shown;
use crate::catalog::Item;
use crate::chat::intent::catalog_question::{
    CatalogQuestion, MAX_CONTENT_WORDS, MAX_QUERY_CHARS, is_about_dealer,
};
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::wording::message_facts::{NamedTerms, has_product_code, named_groups};
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::chat::{ChatSource, HistoryMessage, Role};
use crate::synonyms::{GroupKind, SynonymIndex};
use crate::text::{normalize_text, plain_words};

/// `Tem produto pra corrigir isso?`: what was said before is meant, not a thing that was shown.
pub(super) fn points_at_said(message: &str) -> bool {
    let folded = normalize_text(message);
    let points =
        plain_words(&folded).any(|word| matches!(word, "isso" | "disso" | "nisso" | "that" | "this"));
    points && !points_at_own_thing(message)
}

/// `And diesel fuel, do you sell that?`: what stands before the comma is meant, whatever was said before.
fn points_at_own_thing(message: &str) -> bool {
    let Some((thing, question)) = message.rsplit_once(',') else { return false };
    let folded = normalize_text(question);
    let words: Vec<&str> = plain_words(&folded).collect();
    let is_offer = |pair: &[&str]| {
        matches!(pair[0], "vende" | "vendem" | "tem" | "sell" | "have" | "carry")
            && matches!(pair[1], "isso" | "that" | "this")
    };
    words.windows(2).any(is_offer) && !telling_words(thing).is_empty()
}

/// The records of what was shown that still exist, list by list.
pub(super) fn find_records<'a>(shown: &[Vec<ChatSource>], items: &'a [Item]) -> Vec<Vec<&'a Item>> {
    let record = |source: &ChatSource| items.iter().find(|item| item.id == source.id);
    let lists = shown.iter().map(|list| list.iter().filter_map(record).collect::<Vec<_>>());
    lists.filter(|list| !list.is_empty()).collect()
}

/// What the conversation asks the catalog. `earlier` are the person's last messages in the words of the catalog, the
/// newest first.
pub(super) fn find_topic(
    history: &[HistoryMessage],
    earlier: &[&str],
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    let asked = history.iter().enumerate().filter(|(_, said)| said.role == Role::User).rev();
    let places: Vec<usize> = asked.take(earlier.len()).map(|(at, _)| at).collect();
    let mut listed: Vec<&str> = Vec::new();
    let mut topic = None;
    for (at, message) in places.into_iter().zip(earlier).rev() {
        let answer = history.get(at + 1).filter(|next| next.role == Role::Assistant);
        let names = answer.map_or_else(Vec::new, |answer| list_names(&answer.content));
        let is_of_listed = !names.is_empty() && names.iter().all(|name| listed.contains(name));
        if !names.is_empty() {
            listed = names;
        }
        topic = next_topic(topic, message, is_of_listed, index);
    }
    topic
}

/// The names of the items that an answer lists, as they stand in it.
pub(super) fn list_names(answer: &str) -> Vec<&str> {
    let names = answer.lines().filter_map(|line| line.strip_prefix("- **")?.split_once("**"));
    names.map(|(name, _)| name).collect()
}

/// What the conversation asks the catalog after one more message. `is_of_listed` where the answer to it listed nothing
/// but what the answer before had listed: it asked of that (`tem pedido mínimo?`).
fn next_topic(
    topic: Option<CatalogQuestion>,
    message: &str,
    is_of_listed: bool,
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    if let Some(follow_up) = topic.as_ref().and_then(|topic| go_on_with_topic(message, topic, index)) {
        return Some(follow_up);
    }
    let narrows = |topic: &CatalogQuestion| {
        let reading = MessageReading::of(message);
        narrows_by_word(message, &reading).then(|| add_to_topic(&reading, &topic.query))
    };
    if let Some(query) = topic.as_ref().and_then(narrows) {
        return topic.map(|topic| CatalogQuestion { query, ..topic });
    }
    // Courtesy and questions about the dealer leave the topic as it is.
    let reading = if topic.is_some() { MessageReading::of(message) } else { MessageReading::alone(message) };
    let these = WORDS.these.are_in(&stems_of(message));
    let points = topic.is_some()
        && (is_of_listed || begins_as_pointer(message) || these || asks_which_of_shown(message));
    if points || reading.telling_words().is_empty() || is_courtesy(message) || is_about_dealer(message, index)
    {
        return topic;
    }
    let words: Vec<&str> = reading.rest.split_whitespace().collect();
    let query = words.join(" ").chars().take(MAX_QUERY_CHARS).collect();
    let (budget, order, excluded) = (reading.budget, reading.order, reading.excluded);
    Some(CatalogQuestion { query, budget, order, excluded, ..CatalogQuestion::default() })
}

/// Whether the message holds words of courtesy and no others.
pub(super) fn is_courtesy(message: &str) -> bool {
    WORDS.courtesy.outside(&stems_of(message)).is_empty()
}

/// What a message asks that goes on with a topic: its crop or purpose exchanged, or less of it.
pub(super) fn go_on_with_topic(
    message: &str,
    topic: &CatalogQuestion,
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    if stems_of(message).is_empty() || is_courtesy(message) || has_product_code(message) {
        return None;
    }
    let reading = MessageReading::of(message);
    let told = reading.telling_words();
    // `Fora pimenta` still asks for the cheapest of what remains.
    let narrows = !reading.excluded.is_empty() && told.is_empty();
    let question = |query: String| {
        let excluded = topic.excluded.iter().chain(&reading.excluded).cloned().collect();
        let order = reading.order.or(topic.order.filter(|_| narrows));
        let budget = reading.budget.or(topic.budget);
        CatalogQuestion { query, order, budget, excluded, ..CatalogQuestion::default() }
    };
    if told.is_empty() {
        return Some(question(without_words(&topic.query, &reading.excluded)));
    }
    let leads = WORDS.lead.at_start(&stems_of(&reading.rest)) > 0;
    if !leads || told.len() > MAX_CONTENT_WORDS || asks_which_crop(message, &told, index) {
        return None;
    }
    exchange_term(&topic.query, &told, index).map(question)
}

/// `E qual soja tem o menor preço?` asks for soybeans, and not for what was talked about on soybeans.
fn asks_which_crop(message: &str, told: &[String], index: &SynonymIndex) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let is_asked = |word: &String| {
        words.windows(2).any(|pair| matches!(pair[0], "qual" | "quais" | "which") && pair[1] == word)
    };
    told.first().is_some_and(|word| is_asked(word) && names_crop(word, index))
}

/// `query` without the words that a later message leaves out: `adubo com zinco` after `sem zinco`. All of it where
/// nothing else would be looked for.
fn without_words(query: &str, excluded: &[String]) -> String {
    let unwanted: Vec<String> = excluded.iter().flat_map(|word| stems_of(word)).collect();
    let is_wanted = |word: &&str| stems_of(word).iter().all(|stem| !unwanted.contains(stem));
    let left = query.split_whitespace().filter(is_wanted).collect::<Vec<_>>().join(" ");
    if telling_words(&left).is_empty() { query.to_owned() } else { left }
}

/// `De passar na folha, galão de 5`, `e uma que aguente seca`, `e pro morro, terra fraca?`: a message that names no
/// thing says more of what is talked about.
pub(super) fn narrow_topic(
    message: &str,
    reading: &MessageReading,
    topic: &CatalogQuestion,
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    let told = reading.telling_words();
    let counts = !reading.counts.is_empty() || reading.asks_total || reading.asks_difference;
    if !(1..=MAX_CONTENT_WORDS).contains(&told.len()) || counts || has_product_code(message) {
        return None;
    }
    // A crop, a pest or a kind of product is looked for by itself.
    let named = named_groups(&told, index);
    let names_crop = named.iter().any(|named| named.kind == Some(GroupKind::Culture));
    let is_of_trade =
        |named: &NamedTerms| named.kind.is_some() || WORDS.agronomy.are_in(&stems_of(&named.words.join(" ")));
    let says_where =
        begins_with_purpose(message) && !begins_with_deed(message) && !names_thing_behind(message);
    let narrows = (lacks_thing(message) && !names_crop) || (says_where && !named.iter().any(is_of_trade));
    if !narrows || is_about_dealer(message, index) {
        return None;
    }
    let query = format!("{} {}", find_core(&topic.query, index), told.join(" "));
    let query = query.chars().take(MAX_QUERY_CHARS).collect();
    let excluded = topic.excluded.iter().chain(&reading.excluded).cloned().collect();
    let budget = reading.budget.or(topic.budget);
    Some(CatalogQuestion { excluded, budget, ..CatalogQuestion::read(query, reading.clone()) })
}

/// Whether a message has a word for one and none for the thing: `tem um sem cheiro?`, `quero de passar no lombo`.
fn lacks_thing(message: &str) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let is_lead = |word: &&&str| {
        matches!(
            **word,
            "e" | "mas" | "entao" | "agora" | "quero" | "queria" | "prefiro" | "tem" | "and" | "is"
        )
    };
    let led = words.iter().take_while(is_lead).count();
    match &words[led..] {
        // `De manhã`, `com certeza`, `de que é feito?` say nothing of a thing.
        ["de" | "com" | "em" | "sem", next, ..] => !matches!(
            *next,
            "que"
                | "qual"
                | "quais"
                | "quanto"
                | "quantos"
                | "quantas"
                | "quem"
                | "onde"
                | "manha"
                | "tarde"
                | "noite"
                | "certeza"
                | "boa"
                | "problema"
                | "pressa"
                | "duvida"
                | "nada"
                | "novo"
                | "acordo"
                | "licenca"
                | "graca"
                | "resto"
                | "vez"
        ),
        [
            "um" | "uma" | "uns" | "umas" | "algum" | "alguma" | "one" | "some",
            "que" | "com" | "sem" | "de" | "that" | "with" | "without",
            ..,
        ] => true,
        _ => false,
    }
}

/// The words of a topic that name its crop, its pest or its kind of product; all of it where none does.
fn find_core(topic: &str, index: &SynonymIndex) -> String {
    let told = telling_words(topic);
    let is_of_trade = |words: &[String]| {
        WORDS.agronomy.are_in(&stems_of(&words.join(" ")))
            || words.iter().any(|word| word.starts_with("sement"))
    };
    let core: Vec<String> = named_groups(&told, index)
        .into_iter()
        .filter(|named| named.kind.is_some() || is_of_trade(&named.words))
        .flat_map(|named| named.words)
        .collect();
    if core.is_empty() { topic.to_owned() } else { core.join(" ") }
}

/// The topic with what the new words name in the place of its own: a crop for the crop, a purpose
/// or a pest for the purpose and the pest. Nothing where the words are not all of one of the two.
fn exchange_term(topic: &str, told: &[String], index: &SynonymIndex) -> Option<String> {
    let new = named_groups(told, index);
    let crops = new.iter().all(|named| named.kind == Some(GroupKind::Culture));
    let purposes = new.iter().all(|named| is_purpose(named) || names_kind_of_pest(named, index));
    if !crops && !purposes {
        return None;
    }
    let old = named_groups(&telling_words(topic), index);
    // A pest may have its crop in its name: `ferrugem da soja`.
    let is_crop =
        |named: &NamedTerms, word: &str| named.kind == Some(GroupKind::Culture) || names_crop(word, index);
    let old = old
        .iter()
        .flat_map(|named| named.words.iter().map(move |word| (is_crop(named, word), word.as_str())));
    let kept: Vec<&str> = old.filter(|(crop, _)| *crop != crops).map(|(_, word)| word).collect();
    if kept.is_empty() {
        return None;
    }
    let new = new.iter().flat_map(|named| named.words.iter().map(String::as_str));
    let words: Vec<&str> =
        if crops { kept.into_iter().chain(new).collect() } else { new.chain(kept).collect() };
    Some(words.join(" ").chars().take(MAX_QUERY_CHARS).collect())
}

/// Whether the word is a crop of the synonyms.
fn names_crop(word: &str, index: &SynonymIndex) -> bool {
    index.longest_phrase(&[word]).1.iter().any(|group| group.kind == GroupKind::Culture)
}

/// Whether the terms name pests of one kind, of which the synonyms know each: `ferrugem`, `mancha`.
fn names_kind_of_pest(named: &NamedTerms, index: &SynonymIndex) -> bool {
    let is_kind = |word: &String| index.begins_phrase(word) && WORDS.agronomy.are_in(&stems_of(word));
    named.kind.is_none() && named.words.iter().all(is_kind)
}

/// Whether the terms name what a product is for, and not a crop.
fn is_purpose(named: &NamedTerms) -> bool {
    matches!(named.kind, Some(GroupKind::Treatment | GroupKind::Generic))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synonyms::{SHIPPED, SynonymGroup};

    fn index() -> SynonymIndex {
        let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).expect("synonyms.json");
        SynonymIndex::new(&groups)
    }

    #[test]
    fn what_stands_before_the_question_is_meant_and_not_what_was_said_before() {
        for message in ["and diesel fuel, do you sell that?", "e trator, vocês vendem isso?"] {
            assert!(!points_at_said(message), "{message}");
        }
        for message in
            ["vocês vendem isso?", "tá, vocês têm isso?", "tem produto pra corrigir isso?", "what is that?"]
        {
            assert!(points_at_said(message), "{message}");
        }
    }

    fn topic_after(messages: &[&str]) -> String {
        let index = index();
        let topic = messages.iter().fold(None, |topic, message| next_topic(topic, message, false, &index));
        topic.map(|topic| topic.query).unwrap_or_default()
    }

    #[test]
    fn one_more_word_narrows_the_topic_and_a_new_thing_is_a_new_one() {
        assert_eq!(
            topic_after(&["bicho mineiro no café", "algum biológico?"]),
            "biologico bicho mineiro no café"
        );
        assert_eq!(topic_after(&["semente de alface", "quais são de folha?"]), "semente de alface");
        assert_eq!(topic_after(&["semente de alface", "tem alguma botina?"]), "tem alguma botina?");
        assert_eq!(topic_after(&["semente de alface", "pulverizador costal"]), "pulverizador costal");
    }

    #[test]
    fn a_question_about_what_was_listed_leaves_the_topic() {
        let make_message = |role, content: &str| HistoryMessage { role, content: content.into() };
        let list = "Itens:\n\n- **Soja AR 8055 bag** · R$ 6.900,00 [1]\n";
        let topic = |answer: &str| {
            let history = [
                make_message(Role::User, "semente de soja"),
                make_message(Role::Assistant, list),
                make_message(Role::User, "tem pedido mínimo?"),
                make_message(Role::Assistant, answer),
            ];
            let earlier = ["tem pedido mínimo?", "semente de soja"];
            find_topic(&history, &earlier, &index()).map(|topic| topic.query)
        };
        assert_eq!(topic(list).as_deref(), Some("semente de soja"));
        let other = "- **Termômetro Digital** · R$ 89,00 [1]";
        assert_eq!(topic(other).as_deref(), Some("tem pedido mínimo?"), "something else was listed");
    }

    #[test]
    fn which_crop_asks_for_the_crop_itself() {
        let topic = CatalogQuestion { query: "herbicida para soja".into(), ..CatalogQuestion::default() };
        let next = |message: &str| go_on_with_topic(message, &topic, &index()).map(|next| next.query);
        assert_eq!(next("e qual milho tem o menor preço?"), None);
        assert_eq!(next("e no milho?").as_deref(), Some("herbicida milho"));
    }

    #[test]
    fn what_is_left_out_later_is_no_longer_looked_for() {
        let excluded = ["zinco".to_owned()];
        assert_eq!(without_words("adubo com zinco pra milho", &excluded), "adubo com pra milho");
        assert_eq!(without_words("zinco", &excluded), "zinco", "else nothing is looked for");
        assert_eq!(without_words("adubo pra milho", &excluded), "adubo pra milho");
    }

    #[test]
    fn a_message_without_a_thing_says_more_of_what_is_talked_about() {
        let index = index();
        let topic =
            CatalogQuestion { query: "quero capim que aguenta brejo".into(), ..CatalogQuestion::default() };
        let narrow_query = |message: &str| {
            narrow_topic(message, &MessageReading::of(message), &topic, &index).map(|question| question.query)
        };
        for (message, query) in [
            ("e pro morro?", "capim morro"),
            ("e uma que seja rasteira?", "capim rasteira"),
            ("tem um de ciclo curto?", "capim ciclo curto"),
            ("de folha larga", "capim folha larga"),
        ] {
            assert_eq!(narrow_query(message).as_deref(), Some(query), "{message}");
        }
        for message in
            ["e pra ferrugem?", "com certeza", "de que é feito?", "botina de couro", "obrigado", ""]
        {
            assert_eq!(narrow_query(message), None, "{message}");
        }
    }
}
