//! Reasons of suggestions: stored as codes, rendered in the reader's language.
//!
//! A run suggests without a person present, and the queue is read in either language. A model's own words are stored
//! unchanged.

use crate::messages::translate_with;
use celeiro_domain::assist::AssistReason;
use celeiro_domain::catalog::Price;
use celeiro_domain::chat::format_amount;
use celeiro_domain::search::Lang;
use serde::Deserialize as _;
use serde_json::Value;

/// The model's own words, and behind them the program's; these alone where the model says nothing.
pub(super) fn render_reason(lang: Lang, said: Option<&str>, because: &AssistReason) -> String {
    let own = own_words(lang, because);
    said.map_or_else(|| own.clone(), |said| format!("{said} ({own})"))
}

/// The program's reason, with counts and prices as `lang` writes them.
fn own_words(lang: Lang, because: &AssistReason) -> String {
    let (key, places) = match because {
        AssistReason::Description => ("description", Vec::new()),
        AssistReason::Category { count, of } => {
            ("category", vec![("count", count.to_string()), ("of", of.to_string())])
        }
        AssistReason::Price { count, low, high, currency, by_amount } => {
            let money = |price: &Price| format_amount(*price, currency, lang);
            let places = vec![("count", count.to_string()), ("low", money(low)), ("high", money(high))];
            (if *by_amount { "priceByAmount" } else { "price" }, places)
        }
        AssistReason::Tags { count } => ("tags", vec![("count", count.to_string())]),
    };
    translate_with(lang, &format!("assist.reason.{key}"), &places)
}

/// A suggestion as it is kept: without the words that [`in_words`] makes again.
pub(super) fn without_words(mut suggestion: Value) -> Value {
    if let Some(fields) = suggestion.as_object_mut() {
        fields.shift_remove("reason");
    }
    for piece in evidence_of(&mut suggestion).filter(|piece| piece.get("price").is_some()) {
        if let Some(fields) = piece.as_object_mut() {
            fields.shift_remove("quote");
        }
    }
    suggestion
}

/// A kept suggestion as it is read. One of an earlier version holds its sentences, and is shown as it is.
pub(crate) fn in_words(mut kept: Value, lang: Lang) -> Value {
    if let Ok(because) = AssistReason::deserialize(&kept["because"]) {
        kept["reason"] = render_reason(lang, kept["said"].as_str(), &because).into();
    }
    for piece in evidence_of(&mut kept) {
        let price = piece.get("price").and_then(|price| Price::deserialize(price).ok());
        if let (Some(price), Some(currency)) = (price, piece["currency"].as_str()) {
            piece["quote"] = format_amount(price, currency, lang).into();
        }
    }
    kept
}

/// The pieces of evidence of a suggestion as JSON, to be changed in place.
fn evidence_of(suggestion: &mut Value) -> impl Iterator<Item = &mut Value> {
    suggestion.get_mut("evidence").and_then(Value::as_array_mut).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_kept_has_no_words_and_is_read_in_either_language() {
        let because = json!({ "code": "price", "count": 3, "low": 300, "high": 1250.5, "currency": "BRL",
            "byAmount": false });
        let made = json!({ "value": 310.5, "reason": "Meio de 3 itens", "because": because, "evidence": [
            { "name": "Ferrugil", "quote": "R$ 300,00", "price": 300, "currency": "BRL" },
            { "name": "bula.pdf", "quote": "como está" }] });
        let kept = without_words(made);
        assert!(!kept.to_string().contains("Meio") && !kept.to_string().contains("R$"), "{kept}");
        let (english, portuguese) = (in_words(kept.clone(), Lang::En), in_words(kept, Lang::PtBr));
        assert_eq!(english["reason"], "Middle of 3 comparable items, from BRL 300.00 to BRL 1,250.50");
        assert_eq!(portuguese["reason"], "Meio de 3 itens comparáveis, de R$ 300,00 a R$ 1.250,50");
        let quotes =
            |read: &Value| [0, 1].map(|at| read["evidence"][at]["quote"].as_str().unwrap().to_owned());
        assert_eq!(quotes(&english), ["BRL 300.00", "como está"]);
        assert_eq!(quotes(&portuguese), ["R$ 300,00", "como está"]);
    }

    #[test]
    fn a_models_words_stay_and_a_suggestion_of_before_is_shown_as_it_is() {
        let kept =
            json!({ "value": "x", "said": "Como os parecidos", "because": { "code": "tags", "count": 2 } });
        assert_eq!(in_words(kept, Lang::En)["reason"], "Como os parecidos (Used by 2 similar items)");
        let before =
            json!({ "value": "x", "reason": "Usadas por 2 itens", "evidence": [{ "quote": "R$ 1,00" }] });
        assert_eq!(in_words(before.clone(), Lang::En), before);
    }
}
