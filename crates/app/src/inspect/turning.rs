//! Counterfactuals in words: the change that would swap two hits.

use super::explain_item::ScoreRow;
use crate::messages::{translate, translate_with};
use celeiro_domain::inspect::Counterfactual;
use celeiro_domain::search::Lang;

/// What would put the lower of two hits above the other: a weight, or what would have to be edited, as far
/// as anything can be named. `difference` has the rows that set the two apart; weights are written by
/// `number`. None where they stand so already.
pub fn turning_in_words(
    lang: Lang,
    answer: &Counterfactual,
    difference: &[ScoreRow],
    number: &dyn Fn(f64) -> String,
) -> Option<String> {
    let decides = match answer {
        Counterfactual::Already => return None,
        Counterfactual::Weight { knob, from, to } => {
            let places = [("knob", knob.clone()), ("from", number(*from)), ("to", number(*to))];
            return Some(translate_with(lang, "cli.explain.turnedBy", &places));
        }
        Counterfactual::NoWeight { decides: None } => return Some(translate(lang, "cli.explain.noWeight")),
        Counterfactual::NoWeight { decides: Some(decides) } => decides,
    };
    let row = difference.iter().find(|row| row.name == decides.row);
    let row = ("row", row.map_or_else(|| decides.row.clone(), |row| row.detail.clone()));
    Some(match &decides.field {
        Some(field) => {
            translate_with(lang, "cli.explain.noWeightInField", &[row, ("field", translate(lang, field))])
        }
        None => translate_with(lang, "cli.explain.noWeightOfRow", &[row]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::inspect::DecidingRow;

    fn say(lang: Lang, decides: Option<(&str, Option<&str>)>) -> String {
        let row = ScoreRow {
            name: "vector".into(),
            value: 1.0,
            weight: None,
            detail: "proximidade".into(),
            parts: Vec::new(),
        };
        let decides =
            decides.map(|(row, field)| DecidingRow { row: row.into(), field: field.map(ToOwned::to_owned) });
        let answer = Counterfactual::NoWeight { decides };
        turning_in_words(lang, &answer, &[row], &|value| value.to_string()).unwrap()
    }

    #[test]
    fn where_no_weight_helps_what_can_be_named_is_named_and_nothing_else() {
        let of_field = Some(("evidence:soja", Some("field.name")));
        assert_eq!(
            say(Lang::PtBr, of_field),
            "nenhum peso utilizável inverte os dois; o que decide: evidence:soja (campo a editar: nome)"
        );
        let of_no_field = Some(("vector", None));
        assert_eq!(
            say(Lang::PtBr, of_no_field),
            "nenhum peso utilizável inverte os dois; o que decide: proximidade, que não vem de um só campo"
        );
        assert_eq!(
            say(Lang::En, of_no_field),
            "no usable weight turns them; what decides: proximidade, which no single field makes"
        );
        assert_eq!(say(Lang::PtBr, None), "nenhum peso utilizável inverte os dois");
        for decides in [of_field, of_no_field, None] {
            assert!(!say(Lang::PtBr, decides).contains('–'), "nothing stands for a field that there is not");
        }
        let already = turning_in_words(Lang::En, &Counterfactual::Already, &[], &|value| value.to_string());
        assert_eq!(already, None);
    }
}
