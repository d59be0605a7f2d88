//! Questions about a product whose record answers in other words, and questions to the shop in other words.

use super::*;

fn answer_about(message: &str, hits: &[Hit]) -> String {
    answer(message, Intent::General, hits, &[], Lang::PtBr)
}

/// Gives each item an id of its own.
fn number_items(hits: &mut [Hit]) {
    for (hit, id) in hits.iter_mut().zip(1..) {
        if let Some(item) = &mut hit.item {
            item.id = uuid::Uuid::from_u128(id);
        }
    }
}

#[test]
fn of_one_item_among_many_that_a_question_names_the_record_is_told() {
    let mut hits = [
        item_hit("Torta de Mamona saco 25 kg", Some("92"), "Nitrogênio orgânico. Tóxica para cães."),
        item_hit("Composto Curtido saco 40 L", Some("24.90"), "Sem cheiro forte."),
        item_hit("Húmus de Minhoca saco 20 kg", Some("28"), "Não queima a raiz."),
        item_hit("Bokashi Farelado saco 10 kg", Some("74"), "Fermentado."),
    ];
    number_items(&mut hits);
    let asked = answer_about("torta de mamona tem perigo pra quem tem cachorro?", &hits);
    assert!(asked.contains("Tóxica para cães") && !asked.contains("Fermentado"), "{asked}");
    assert!(!answer_about("torta de mamona", &hits).contains("Tóxica"), "nothing is asked of it");
    assert!(!answer_about("tem perigo pra cachorro?", &hits).contains("Tóxica"), "none is named");
}

#[test]
fn of_many_items_those_are_quoted_whose_descriptions_speak_of_what_is_asked() {
    let mut hits =
        ["Calcário Dolomítico", "Calcário Calcítico", "Calcário Ensacado", "Calcário Filler"].map(|name| {
            let description = if name.ends_with("tico") {
                "PRNT no laudo. Preço na jazida, frete à parte."
            } else {
                "Fino."
            };
            item_hit(name, Some("185"), description)
        });
    number_items(&mut hits);
    let asked = answer_about("o valor do calcário já inclui o frete?", &hits);
    assert_eq!(asked.matches("frete à parte").count(), 2, "{asked}");
    assert!(!answer_about("quanto é o calcário?", &hits).contains("frete"), "it is not asked");
}

#[test]
fn a_description_says_when_a_thing_is_to_be_had_and_why_it_has_no_price() {
    let wasp =
        [item_hit("Vespim copo", Some("9.80"), "Vespa da broca. Encomenda com três dias de antecedência.")];
    assert!(answer_about("tem pra pegar hoje?", &wasp).contains("Encomenda com três dias"));
    assert!(!answer_about("tem vespim?", &wasp).contains("Encomenda"));
    let garlic = |price| [item_hit("Alho Roxo caixa 10 kg", price, "Sem vírus. O preço é fechado em março.")];
    assert!(answer_about("qual o preço da caixa?", &garlic(None)).contains("fechado em março"));
    assert!(!answer_about("qual o preço da caixa?", &garlic(Some("90"))).contains("março"), "it has a price");
}

#[test]
fn what_a_named_thing_is_for_is_what_its_description_begins_with() {
    let hits = [item_hit("Etefolha 720 SL", Some("398"), "Libera etileno e abre os capulhos. Dose na bula.")];
    assert!(answer_about("e o Etefolha, serve pra quê?", &hits).contains("Libera etileno"));
    assert!(answer_about("e o Etefolha?", &hits).contains("Libera etileno"), "it goes on with another");
    assert!(!answer_about("quanto custa o Etefolha?", &hits).contains("etileno"));
}

#[test]
fn a_sentence_is_quoted_by_a_word_of_the_same_meaning() {
    let hits = [item_hit("Albendazol oral", Some("72"), "De largo espectro. Evitar na gestação.")];
    assert!(answer_about("posso usar na prenhez?", &hits).contains("Evitar na gestação"));
    assert!(!answer_about("posso usar na seca?", &hits).contains("Evitar"));
    let grass = [item_hit("Capim Decumbens", Some("165"), "Rústica, para morro. Atenção com ovinos novos.")];
    assert!(answer_about("minhas ovelhas podem comer dele?", &grass).contains("Atenção com ovinos"));
    assert!(!answer_about("minhas vacas podem comer dele?", &grass).contains("Atenção"));
}

#[test]
fn what_the_shop_is_asked_to_sell_and_a_description_only_speaks_of_is_said_to_be_none() {
    let hits = [item_hit("Pulverizador Acoplado 600 L", Some("24900"), "Para tratores de 75 cv.")];
    let tractor = answer_about("e trator, vende?", &hits);
    assert!(tractor.starts_with("Não encontrei no catálogo: **trator**."), "{tractor}");
    assert!(tractor.contains("Pulverizador"), "{tractor}");
    for message in ["pulverizador, vende?", "o que vende pra trator?", "pulverizador de trator"] {
        assert!(!answer_about(message, &hits).contains("Não encontrei"), "{message}");
    }
}

#[test]
fn what_a_thing_is_only_for_is_said_to_be_none_also_where_a_tag_names_it() {
    let with_tag = |tag: &str| {
        let description = "Acoplado para tratores de 75 cv, com barra.";
        let mut hits = [item_hit("Pulverizador Acoplado 600 L", Some("24900"), description)];
        hits[0].item.as_mut().expect("an item").tags = vec![tag.to_owned()];
        hits
    };
    for message in ["e trator, vende?", "vocês têm trator?"] {
        let tractor = answer_about(message, &with_tag("trator"));
        assert!(tractor.starts_with("Não encontrei no catálogo: **trator**."), "{tractor}");
    }
    for (message, tag) in [("tem que usar trator?", "trator"), ("vende bomba?", "bomba")] {
        assert!(!answer_about(message, &with_tag(tag)).contains("Não encontrei"), "{message}");
    }
}

/// The answer to a question that points at the items.
fn answer_about_shown(message: &str, hits: &[Hit]) -> String {
    let records = hits.iter().filter_map(|hit| hit.item.as_ref()).map(|item| item.id).collect();
    let question = CatalogQuestion { query: "X-1".into(), records, ..CatalogQuestion::default() };
    answer_to(&question, message, hits)
}

#[test]
fn what_an_item_kills_is_answered_by_the_targets_of_its_record() {
    let mut hits = [item_hit("Piraclos 250 EC frasco 1 L", Some("139"), "Fungicida.")];
    let item = hits[0].item.as_mut().expect("an item");
    item.attributes.insert("alvos".into(), serde_json::json!(["ferrugem-do-cafeeiro", "pinta-preta"]));
    item.tags = Vec::new();
    let is_told = |told: &str, phrase: Phrase| told.contains(&translate(Lang::PtBr, phrase.key()));
    let none = answer_about_shown("pega percevejo?", &hits);
    assert!(is_told(&none, Phrase::NoTarget) && none.contains("**percevejo**"), "{none}");
    let one = answer_about_shown("mata ferrugem?", &hits);
    assert!(is_told(&one, Phrase::Target) && !is_told(&one, Phrase::NoTarget), "{one}");
    let price = answer_about_shown("quanto custa?", &hits);
    assert!(!is_told(&price, Phrase::Target) && !is_told(&price, Phrase::NoTarget), "{price}");
}

#[test]
fn a_question_that_a_record_answers_in_other_words_is_told_the_whole_record() {
    let mut hits = [item_hit(
        "Kit Aplicador tamanho GG",
        Some("195"),
        "Conjunto com reforço. A manga vai por dentro da luva. Lavar à mão.",
    )];
    let item = hits[0].item.as_mut().expect("an item");
    item.attributes.insert("conteudo".into(), serde_json::json!(["jaleco", "viseira"]));
    item.category = Some("EPI".into());
    let with = answer_about_shown("vem luva e bota junto?", &hits);
    assert!(with.contains("jaleco, viseira") && with.contains("Lavar à mão"), "{with}");
    assert!(
        with.contains(&translate(Lang::PtBr, Phrase::NotStated.key())),
        "of boots it says nothing: {with}"
    );
    let sleeve = answer_about_shown("e a manga?", &hits);
    assert!(sleeve.contains("A manga vai") && !sleeve.contains("Lavar"), "one sentence answers: {sleeve}");
    assert!(!answer_about_shown("quanto custa?", &hits).contains("manga"), "a price is asked");
    let named = answer_about("o Kit Aplicador é feito de quê?", &hits);
    assert!(!answer_about("tem Kit Aplicador de criança?", &hits).contains("Lavar"), "an offer is asked for");
    assert!(named.contains("Conjunto com reforço"), "{named}");
}

#[test]
fn of_several_the_one_with_a_name_of_its_own_is_told_where_a_verb_asks_of_it() {
    let mut hits = [
        item_hit("Capim Marandu saco 10 kg", Some("189"), "Morre em solo encharcado."),
        item_hit("Capim Massai saco 10 kg", Some("228"), "Fino."),
        item_hit("Capim Ruzi saco 10 kg", Some("176"), "Macio."),
    ];
    number_items(&mut hits);
    let asked = answer_about("o marandu aguenta lá?", &hits);
    assert!(asked.contains("Morre em solo") && !asked.contains("Fino"), "{asked}");
    assert!(!answer_about("capim marandu?", &hits).contains("Morre"), "nothing is asked of it");
    assert!(!answer_about("o capim aguenta lá?", &hits).contains("Morre"), "all are called so");
}

#[test]
fn a_frequent_question_is_found_by_initials_and_by_words_that_stand_together() {
    let faqs = [
        faq_hit("E os sacos que não podem ser lavados?", "Vão em saco de resgate."),
        faq_hit("O que significa valor cultural da semente de pastagem?", "A parte pura que germina."),
        faq_hit("A loja vende a prazo safra?", "Com limite aprovado, na colheita."),
    ];
    let answer_with_faqs = |message: &str| answer(message, Intent::General, &items(), &faqs, Lang::PtBr);
    let seed = answer_with_faqs("o que é esse VC que vem escrito no saco?");
    assert!(seed.starts_with("**O que significa valor cultural"), "{seed}");
    let harvest = answer_with_faqs("e se eu quiser pagar só na colheita?");
    assert!(harvest.contains("limite aprovado") && !harvest.contains("Ferrugen"), "{harvest}");
    assert!(
        !answer_with_faqs("quanto pago no Ferrugen?").contains("limite aprovado"),
        "paying alone is not it"
    );
    assert!(!answer_with_faqs("quanto é o VC 60%?").contains("A parte pura"), "its meaning is not asked");
}

#[test]
fn a_second_question_for_a_thing_is_answered_beside_one_about_what_was_shown() {
    let hits = [item_hit("Ração Suínos saco 40 kg", Some("99"), "Para leitões.")];
    let records = hits.iter().filter_map(|hit| hit.item.as_ref()).map(|item| item.id).collect();
    let question = CatalogQuestion { query: "X-1".into(), records, ..CatalogQuestion::default() };
    let two = answer_to(&question, "gato também come essa? tem ração pra gato?", &hits);
    assert!(two.starts_with("Nenhum destes itens cita: **gato**."), "{two}");
    for message in ["gato também come essa?", "serve pra leitões? tem dela pra leitões?"] {
        assert!(!answer_to(&question, message, &hits).contains("Nenhum destes"), "{message}");
    }
}
