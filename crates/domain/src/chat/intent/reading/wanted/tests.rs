//! Which items fit what a message looks for.

use super::{Holding, ItemWords, WantedTerms};
use crate::catalog::Item;
use crate::chat::types::sources::tests::item_hit;
use crate::search::Hit;
use crate::synonyms::{SHIPPED, SynonymGroup, SynonymIndex};

fn index() -> SynonymIndex {
    let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).expect("synonyms.json");
    SynonymIndex::new(&groups)
}

fn item(name: &str, category: &str, tags: &[&str], description: &str) -> Hit {
    let mut hit = item_hit(name, Some("10"), "");
    if let Some(item) = hit.item.as_mut() {
        item.category = Some(category.into());
        item.tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
        item.description = Some(description.into());
        item.manufacturer = None;
    }
    hit
}

fn shelf() -> Vec<Hit> {
    vec![
        item("Prodence 480 SL galão 20 L", "Herbicidas", &["soja", "glifosato"], "Herbicida sistêmico."),
        item("Semente de Soja PD 7 saco 40 kg", "Sementes", &["soja"], "Tolera glifosato."),
        item("Ferrugen 200 SC galão 5 L", "Fungicidas", &["fungicida", "soja", "ferrugem"], "Sem cobre."),
        item("Armadilha Delta branca", "Monitoramento", &["mariposa"], "Para mosca não serve."),
        item("Isca Malatrim 1 L", "Inseticidas", &["mosca"], "Em armadilha com proteína."),
        item("Arame Liso rolo 1.000 m", "Cercas", &["arame"], "Para mourões."),
        item("Arame Farpado rolo 500 m", "Cercas", &["arame"], "Para divisas."),
    ]
}

fn fitting(query: &str) -> (Vec<String>, Vec<String>) {
    let mut hits = shelf();
    let missing = WantedTerms::of_query(query, &index()).keep_fitting(&mut hits);
    (hits.into_iter().map(|hit| hit.item.expect("an item").name).collect(), missing)
}

#[test]
fn what_an_item_is_fits_and_what_it_speaks_of_does_not() {
    for (query, names) in [
        ("glifosato", vec!["Prodence 480 SL galão 20 L"]),
        ("fungicida para soja", vec!["Ferrugen 200 SC galão 5 L"]),
        ("semente de soja", vec!["Semente de Soja PD 7 saco 40 kg"]),
        ("armadilha pra mosca", vec!["Armadilha Delta branca"]),
    ] {
        assert_eq!(fitting(query).0, names, "{query}");
    }
}

#[test]
fn what_is_named_stays_where_only_something_else_is_so_packed() {
    let hits = [
        item("Caixa d'água 1.000 L", "Armazenagem", &["água"], "Polietileno."),
        item("Prodence 480 SL galão 20 L", "Herbicidas", &["glifosato"], "Herbicida."),
        item("Malatrim 1000 EC", "Inseticidas", &["mosca"], "Inseticida de contato."),
        item("Espalhante frasco 5 L", "Adjuvantes", &["adjuvante"], "Óleo."),
        item("Zanfertil Ureia Pecuária", "Nutrição", &["ureia"], "Suplemento."),
        item("Ureia Protegida saco 30 kg", "Adubos", &["ureia"], "Adubo."),
        item("Sal Mineral saco 30 kg", "Nutrição", &["sal"], "Suplemento."),
        item("Balde graduado", "Utensílios", &["balde"], "De plástico."),
        item("Ração Inicial", "Nutrição", &["ração"], "Farelada."),
    ];
    for (query, name) in [
        ("quanto custa a caixa do Malatrim 1000 EC?", "Malatrim 1000 EC"),
        ("quanto custa o frasco de 5 litros do Malatrim?", "Malatrim 1000 EC"),
        ("quanto custa o saco de 30 da zanfertil ureia?", "Zanfertil Ureia Pecuária"),
        ("quanto custa a zanfertil ureia de 30 kg?", "Zanfertil Ureia Pecuária"),
        ("quanto custa a caixa da zanfertil ureia?", "Zanfertil Ureia Pecuária"),
        ("quanto custa a ureia de 30 kg?", "Ureia Protegida saco 30 kg"),
        ("caixa d'água de 1.000 litros", "Caixa d'água 1.000 L"),
        ("glifosato em galão de 20 litros", "Prodence 480 SL galão 20 L"),
        ("balde para ração", "Balde graduado"),
    ] {
        let mut fitting = hits.to_vec();
        WantedTerms::of_query(query, &index()).keep_fitting(&mut fitting);
        let names: Vec<String> =
            fitting.into_iter().filter_map(|hit| hit.item).map(|item| item.name).collect();
        assert_eq!(names, [name], "{query}");
    }
}

#[test]
fn a_pest_in_the_name_of_an_ingredient_puts_no_product_before_the_others() {
    let with = |mut hit: Hit, ingredient: &str| {
        if let Some(item) = hit.item.as_mut() {
            item.attributes.insert("ingrediente_ativo".into(), vec![ingredient].into());
            item.attributes.insert("alvos".into(), vec!["lagarta-da-soja (Anticarsia gemmatalis)"].into());
        }
        hit
    };
    let hits = [
        with(item("Baculozen 6 WP", "Biológicos", &["lagarta-da-soja"], ""), "Baculovirus Anticarsia"),
        with(item("Metomar 215 SL", "Inseticidas", &["lagarta-da-soja"], ""), "metomil"),
    ];
    for (query, count) in
        [("lagarta da soja", 2), ("tem alguma coisa pra lagarta na soja?", 2), ("metomil", 1)]
    {
        let mut fitting = hits.to_vec();
        WantedTerms::of_query(query, &index()).keep_fitting(&mut fitting);
        assert_eq!(fitting.len(), count, "{query}");
    }
}

#[test]
fn one_of_a_kind_that_is_named_is_no_other_of_it() {
    let hits = [
        item("Calcário Dolomítico a granel tonelada", "Corretivos", &["corretivo", "calcário"], ""),
        item("Calcário Calcítico a granel tonelada", "Corretivos", &["corretivo", "calcário"], ""),
    ];
    for (query, count) in [
        ("3 toneladas de calcário dolomítico", 1),
        ("calcário", 2),
        ("calcário dolomítico e calcário calcítico", 2),
    ] {
        let mut fitting = hits.to_vec();
        WantedTerms::of_query(query, &index()).keep_fitting(&mut fitting);
        assert_eq!(fitting.len(), count, "{query}");
    }
}

#[test]
fn what_no_item_holds_is_named_and_nothing_stands_for_it() {
    assert_eq!(fitting("semente de canola"), (vec![], vec!["canola".to_owned()]));
    assert_eq!(fitting("xerox"), (vec![], vec!["xerox".to_owned()]));
    assert_eq!(fitting("fungicda").0, ["Ferrugen 200 SC galão 5 L"], "a typing error is none");
}

#[test]
fn the_words_that_were_said_come_before_others_of_their_kind() {
    let items: Vec<Item> = shelf().into_iter().filter_map(|hit| hit.item).collect();
    let wire = WantedTerms::of_query("arame farpado", &index());
    let best = wire.best_of(items.iter(), Holding::Made).map(|item| item.name.as_str());
    assert_eq!(best, Some("Arame Farpado rolo 500 m"));
}

#[test]
fn what_an_item_is_without_it_does_not_hold() {
    let copper = WantedTerms::of_query("cobre", &index());
    let words = ItemWords::of_hit(&shelf()[2]);
    assert_eq!(words.holds(&copper.terms[0]), Holding::Not);
}

fn names_fitting(query: &str, hits: &[Hit]) -> Vec<String> {
    let mut fitting = hits.to_vec();
    WantedTerms::of_query(query, &index()).keep_fitting(&mut fitting);
    fitting.into_iter().filter_map(|hit| hit.item).map(|item| item.name).collect()
}

#[test]
fn seed_of_a_crop_is_that_however_the_field_is_described() {
    let hits = [
        item("Feijão Carioca PF 12 saco 40 kg", "Sementes", &["semente", "feijão"], ""),
        item("Feijão Preto PF 31 saco 40 kg", "Sementes", &["semente", "feijão"], ""),
        item(
            "Arroz Irrigado AI 7 saco 40 kg",
            "Sementes",
            &["semente", "arroz", "irrigado"],
            "Para o inverno.",
        ),
        item("Rizólia Feijão Turfa", "Inoculantes", &["inoculante", "feijão", "semente"], ""),
        item("Capinorte 480 SL", "Herbicidas", &["herbicida", "arroz"], ""),
    ];
    let seed = names_fitting("semente de feijão carioca pra plantar no inverno irrigado, tem?", &hits);
    assert_eq!(seed, ["Feijão Carioca PF 12 saco 40 kg"]);
    assert_eq!(names_fitting("inoculante pra semente de feijão", &hits), ["Rizólia Feijão Turfa"]);
    assert_eq!(names_fitting("herbicida pra arroz irrigado", &hits), ["Capinorte 480 SL"]);
}

#[test]
fn what_is_named_first_is_for_the_purpose_behind_it() {
    let hits = [
        item("Injetor Venturi 3/4 pol.", "Irrigação", &["venturi"], "Suga a solução de adubo com água."),
        item("Adubo NPK 10-10-10", "Adubos", &["adubo"], "Diluir em água."),
    ];
    assert_eq!(names_fitting("venturi pra pôr adubo na água", &hits), ["Injetor Venturi 3/4 pol."]);
    assert_eq!(names_fitting("adubo pra pôr no venturi", &hits), ["Adubo NPK 10-10-10"]);
}

#[test]
fn what_is_for_no_crop_gives_way_to_what_is_for_the_crop_of_the_question() {
    let hits = [
        item("Rizólia Soja Turfa", "Inoculantes", &["inoculante", "soja"], ""),
        item("Inoculante para Silagem", "Armazenagem", &["inoculante", "silagem"], ""),
    ];
    assert_eq!(names_fitting("inoculante para soja", &hits), ["Rizólia Soja Turfa"]);
    assert!(names_fitting("inoculante", &hits).contains(&"Inoculante para Silagem".to_owned()));
}

#[test]
fn a_letter_that_is_written_once_is_known_by_its_sound() {
    let hits = [item("Motosserra 55 cc", "Ferramentas", &["poda"], "")];
    assert_eq!(names_fitting("motosera", &hits), ["Motosserra 55 cc"]);
    assert!(names_fitting("motor", &hits).is_empty());
}

#[test]
fn the_last_word_of_a_name_is_no_kind_of_which_it_names_one() {
    let hits = [
        item("Kit Reparo Bomba Costal", "Pulverização", &["reparo"], ""),
        item("Pulverizador Costal Manual", "Pulverização", &["bomba costal"], ""),
    ];
    let names = names_fitting("bomba costal", &hits);
    assert!(names.contains(&"Pulverizador Costal Manual".to_owned()), "{names:?}");
    let limes = [
        item("Calcário Dolomítico a granel", "Corretivos", &["calcário"], ""),
        item("Calcário Calcítico a granel", "Corretivos", &["calcário"], ""),
    ];
    assert_eq!(names_fitting("calcário dolomítico", &limes), ["Calcário Dolomítico a granel"]);
}

#[test]
fn what_is_for_the_crop_alone_is_not_the_thing_that_is_asked_for() {
    let hits = [
        item("Hexiti 500 WP", "Acaricidas", &["café"], ""),
        item("Pulverizador Costal Elétrico", "Pulverização", &["pulverizador"], "Ideal para café."),
    ];
    let asked = "trabalho com café perto de Patrocínio. Quais pulverizador costal vocês têm?";
    assert_eq!(names_fitting(asked, &hits), ["Pulverizador Costal Elétrico"]);
    assert_eq!(names_fitting("pulverizador costal pra café 500", &hits), ["Pulverizador Costal Elétrico"]);
    assert_eq!(names_fitting("o que tem pra café?", &hits)[0], "Hexiti 500 WP");
}

#[test]
fn what_an_item_must_not_be_taken_for_it_is_not() {
    let hits = [
        item("Rizólia Turfa", "Inoculantes", &["inoculante", "soja"], ""),
        item("Inoculante Lático", "Silagem", &["inoculante"], "Não confunda com inoculante de soja."),
        item("Coinoculante", "Inoculantes", &["inoculante"], "Na soja entra ao lado de outro."),
    ];
    assert_eq!(names_fitting("inoculante para soja", &hits), ["Rizólia Turfa", "Coinoculante"]);
}

#[test]
fn an_item_lacks_what_its_description_says_that_it_is_without() {
    let lacks = |description: &str, said: &str| {
        let hit = item("Diatomim", "Fumigantes", &[], description);
        let words = ItemWords::of(hit.item.as_ref().expect("an item"));
        let wanted = WantedTerms::of(&[said.to_owned()], &SynonymIndex::default());
        wanted.terms.iter().any(|term| words.lacks(term))
    };
    assert!(lacks("Sem gás nem cheiro.", "cheiro") && lacks("Sem gás nem cheiro.", "gas"));
    assert!(!lacks("Com cheiro forte.", "cheiro"));
    assert!(!lacks("Não confunda com gás.", "gas"), "it says nothing of what it holds");
}
