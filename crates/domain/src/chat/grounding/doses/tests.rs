use super::{DoseFilter, StatedDoses};
use proptest::prelude::*;

const LABEL: &str = "Ferrugen 200 SC\nFungicida. Soja: 0,3 a 0,5 L/ha; trigo: 400 mL/ha. Em hortaliças 50 mL/100 L de água. \
    Tratamento de sementes 2 mL/kg.\nGalão de 5 L. Preço R$ 289,90";
const OMISSION: &str = "(dose retirada)";

fn filter(source: &str, answer: &str) -> String {
    let mut filter = DoseFilter::new(StatedDoses::of_text(source), OMISSION);
    let begun = filter.push(answer);
    begun + &filter.finish()
}

#[track_caller]
fn assert_withheld(answer: &str, parts: &[&str]) {
    let shown = filter(LABEL, answer);
    for part in parts {
        assert!(!shown.contains(part) && shown.contains(OMISSION), "{shown}");
    }
}

#[track_caller]
fn assert_kept(answer: &str) {
    assert_eq!(filter(LABEL, answer), answer);
}

#[test]
fn a_ratio_that_no_source_states_is_taken_out() {
    assert_withheld("Aplique 3 L/ha de Ferrugen 200 SC [1].", &["3 L"]);
    assert_withheld("São dois litros e meio por hectare.", &["dois litros"]);
    assert_withheld("De 0,3 a 0,8 L/ha na soja.", &["0,3 a 0,8"]);
    assert_withheld("Use **700 mL ha⁻¹** na soja.", &["700"]);
    assert_withheld("Nas hortaliças, 80 ml para cada 100 litros de água.", &["80"]);
    assert_withheld("Vai a 3\nL/ha.", &["3"]);
    assert_withheld("Não são 400 mL/ha, são 900 mL/ha.", &["900"]);
}

#[test]
fn an_amount_that_is_to_be_applied_is_taken_out_without_a_ratio() {
    assert_withheld("Use 3 litros na área toda.", &["3 litros"]);
    assert_withheld("A dose é de 700 mL.", &["700"]);
    assert_withheld("Coloque 10 ml na bomba de 20 litros.", &["10 ml"]);
    assert_withheld("Uma tampinha por bomba resolve.", &["Uma tampinha"]);
    assert_withheld("Prepare a calda a 3%.", &["3%"]);
}

#[test]
fn a_number_below_a_heading_with_the_unit_is_taken_out() {
    assert_withheld("Dose (L/ha): 3", &["3"]);
    assert_withheld("Dose em mL/ha = 900 a 950", &["900", "950"]);
    assert_withheld("| Cultura | Dose (L/ha) |\n|---|---|\n| soja | 0,9 |\n", &["0,9"]);
    assert_kept("| Cultura | Dose (L/ha) |\n|---|---|\n| soja | 0,5 |\n");
}

#[test]
fn what_a_source_states_stays_in_any_writing() {
    assert_kept("Na soja, 0,3 a 0,5 L/ha; no trigo 0,4 litro por hectare, ou 400 ml/ha [1].");
    assert_kept("São 500 mL por hectare, e 5 mL para cada 10 L de água.");
    assert_kept("Use 400 mL no trigo. Dose (L/ha): 0,5");
    assert_kept("Trate a semente com 2 mL por kg.");
}

#[test]
fn an_answer_may_end_behind_the_sign_of_a_dilution() {
    assert_kept("São três passos. Passo 1:");
    assert_kept("1:");
    assert_withheld("Dilua a 1:750.", &["1:750"]);
}

#[test]
fn prices_packages_areas_and_other_numbers_stay() {
    assert_kept("O galão de 20 L custa R$ 289,90, e o saco de 25 kg sai por R$ 80,00.");
    assert_kept("Use o galão de 20 L. Aplique o desconto de 5% no preço.");
    assert_kept("Pulverize com o pulverizador costal de 20 L, em 3 aplicações a cada 14 dias.");
    assert_kept("Para 50 ha você leva 3 caixas. A produtividade chega a 3.600 kg/ha.");
    assert_kept("Temos dois produtos, um para soja e uma opção para milho. Espere 30 mm de chuva.");
}

#[test]
fn nothing_is_held_back_longer_than_it_takes_to_know() {
    let mut filter = DoseFilter::new(StatedDoses::default(), OMISSION);
    assert_eq!(filter.push("Bom dia, temos "), "Bom dia, temos ");
    assert_eq!(filter.push("3 "), "");
    assert_eq!(filter.push("produtos "), "3 produtos ");
    assert_eq!(filter.push("e 2"), "e ");
    assert_eq!(filter.push(" L"), "");
    assert_eq!(filter.push("/ha."), "");
    assert_eq!(filter.finish(), "(dose retirada).");
    assert_eq!((filter.withheld_count(), filter.cautions("Leve (dose retirada).").len()), (1, 1));
}

#[test]
fn a_number_before_a_pause_waits_for_its_unit() {
    for [before, behind] in [
        ["Aplique 3", "L/ha de Ferrugen 200 SC."],
        ["São dois litros e meio", "por hectare."],
        ["Dose (L/ha):", "3 na soja"],
        ["Use três", "litros na área toda."],
    ] {
        let mut pieces = DoseFilter::new(StatedDoses::of_text(LABEL), OMISSION);
        let mut shown = pieces.push(before) + &pieces.pause();
        shown += &pieces.push(&format!("\n\n{behind}"));
        shown += &pieces.finish();
        assert_eq!(shown, filter(LABEL, &format!("{before}\n\n{behind}")), "a pause changes nothing");
        assert!(shown.contains(OMISSION), "{shown}");
    }
    let mut pieces = DoseFilter::new(StatedDoses::default(), OMISSION);
    assert_eq!(pieces.push("Vou procurar os produtos"), "Vou procurar os ");
    assert_eq!(pieces.pause(), "produtos", "a word is whole where its paragraph ends");
}

#[test]
fn a_number_before_a_pause_may_be_what_is_read_in_the_pause() {
    let mut pieces = DoseFilter::new(StatedDoses::default(), OMISSION);
    let before = pieces.push("Na soja são 0,5") + &pieces.pause();
    assert_eq!(before, "Na soja são ");
    pieces.allow(StatedDoses::of_text(LABEL));
    assert_eq!(pieces.push("\n\nL/ha.") + &pieces.finish(), "0,5\n\nL/ha.");
}

proptest! {
    #[test]
    fn pieces_of_any_size_give_the_same(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "use", "3", "L/ha", "0,5", "dois", "litros", "por", "hectare", "a", "uma", "tampinha", "R$", "89,90",
                "galão", "de", "20", "L", "\n", "| dose (L/ha) |", "| 4 |", "e", "meio", "água", "[1]", "**", ".",
            ]),
            0..40,
        ),
        cuts in prop::collection::vec(1usize..7, 1..20),
    ) {
        let answer = words.join(" ");
        let whole = filter(LABEL, &answer);
        let mut pieces = DoseFilter::new(StatedDoses::of_text(LABEL), OMISSION);
        let (mut shown, mut rest) = (String::new(), answer.as_str());
        for cut in cuts.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let end = rest.char_indices().nth(*cut).map_or(rest.len(), |(at, _)| at);
            shown.push_str(&pieces.push(&rest[..end]));
            rest = &rest[end..];
        }
        shown.push_str(&pieces.finish());
        prop_assert_eq!(shown, whole);
    }

    #[test]
    fn any_text_without_figures_stays(answer in "[a-zà-ú *\\n.|,!?\\[\\]()-]{0,200}") {
        let shown = filter("", &answer);
        prop_assert!(shown == answer || shown.contains(OMISSION));
    }
}
