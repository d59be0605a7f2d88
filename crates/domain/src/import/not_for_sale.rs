//! Rows of a supplier's list that nobody sells: services, what the supplier uses itself, records of tests and those
//! that say that they are not to be used.

use crate::text::normalize_text;

/// Categories of what a company uses itself, folded.
const OWN_USE: [&str; 5] = [
    "uso e consumo",
    "material de uso e consumo",
    "materiais de uso e consumo",
    "ativo imobilizado",
    "imobilizado",
];
/// Types of Protheus that are no goods: services, work, fixed assets, and what the company consumes.
const PROTHEUS_TYPES: [&str; 4] = ["SV", "MC", "MO", "AI"];
/// Words that say that a record is not to be used, folded.
const UNUSED: [&str; 5] = ["nao usar", "nao utilizar", "cadastro duplicado", "item teste", "produto teste"];
/// Beginnings of names of services, folded.
const SERVICES: [&str; 8] = [
    "frete",
    "bonificacao",
    "taxa de",
    "recebimento tecnico",
    "servico de",
    "servicos de",
    "mao de obra",
    "assistencia tecnica",
];
/// First words of titles over what is added to the prices of products, folded.
const SURCHARGES: [&str; 9] =
    ["adicional", "adicionais", "acrescimo", "acrescimos", "taxa", "taxas", "servico", "servicos", "fretes"];
/// Bytes of a name that is looked at: folding a long text takes time.
const MAX_BYTES: usize = 200;

/// Whether a category is that of what a company uses itself: `USO E CONSUMO`.
pub fn is_own_use(category: &str) -> bool {
    category.len() <= MAX_BYTES && OWN_USE.contains(&normalize_text(category).as_str())
}

/// Whether a type of Protheus (`B1_TIPO`) is that of no goods: `SV`, `MC`.
pub fn is_type_of_no_goods(code: &str) -> bool {
    PROTHEUS_TYPES.contains(&code.trim())
}

/// Whether a name says that its record is not to be used: `*** NÃO USAR ***`, `ITEM TESTE FISCAL`.
pub fn says_unused(name: &str) -> bool {
    if name.len() > MAX_BYTES {
        return false;
    }
    let words = join_words(name);
    UNUSED.iter().any(|unused| words.contains(&format!(" {unused} ")))
}

/// Whether a name is that of a service: `FRETE S/ VENDAS`, `Taxa de entrega`.
pub fn names_service(name: &str) -> bool {
    name.len() <= MAX_BYTES && {
        let words = join_words(name);
        SERVICES.iter().any(|service| words.starts_with(&format!(" {service} ")))
    }
}

/// Whether a title stands over what is added to the prices of products: `ADICIONAIS DE TRATAMENTO INDUSTRIAL (R$/sc)`.
pub fn names_surcharges(title: &str) -> bool {
    let first = title.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    first.is_some_and(|word| word.len() <= MAX_BYTES && SURCHARGES.contains(&normalize_text(word).as_str()))
}

/// The folded words of a text with a space around each.
fn join_words(text: &str) -> String {
    let folded = normalize_text(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(String::from(" "), |joined, word| joined + word + " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_and_records_out_of_use_are_told_from_products() {
        for name in ["FRETE S/ VENDAS", "BONIFICACAO", "Taxa de entrega", "Recebimento técnico", "Frete"] {
            assert!(names_service(name), "{name}");
        }
        for name in ["*** NAO USAR *** CADASTRO DUPLICADO", "ITEM TESTE FISCAL", "Não utilizar - Enxada"] {
            assert!(says_unused(name), "{name}");
        }
        for name in ["Teste de pH", "Freteira", "Taxador", "Enxada", "Herbicida não seletivo", ""] {
            assert!(!names_service(name) && !says_unused(name), "{name}");
        }
    }

    #[test]
    fn categories_types_and_titles_of_no_goods_are_known() {
        assert!(is_own_use("Uso e Consumo") && is_own_use("ATIVO IMOBILIZADO"));
        assert!(!is_own_use("Consumo animal") && !is_own_use(""));
        assert!(is_type_of_no_goods("SV ") && is_type_of_no_goods("MC"));
        assert!(!is_type_of_no_goods("ME") && !is_type_of_no_goods("PA") && !is_type_of_no_goods(""));
        assert!(names_surcharges("ADICIONAIS DE TRATAMENTO INDUSTRIAL (R$/sc)") && names_surcharges("Taxas"));
        assert!(!names_surcharges("ADITIVOS") && !names_surcharges("HERBICIDAS") && !names_surcharges("--"));
    }
}
