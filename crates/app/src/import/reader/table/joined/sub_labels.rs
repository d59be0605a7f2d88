//! Sub-labels below column names: units, terms of payment, and qualifiers of a name or a code.

use celeiro_domain::text::normalize_text;

/// Units of what is sold, and currencies.
const UNITS: [&str; 60] = [
    "kg",
    "kgs",
    "g",
    "gr",
    "mg",
    "t",
    "ton",
    "tonelada",
    "toneladas",
    "quilo",
    "quilos",
    "l",
    "lt",
    "lts",
    "litro",
    "litros",
    "ml",
    "m",
    "m2",
    "m3",
    "cm",
    "mm",
    "km",
    "ha",
    "hectare",
    "un",
    "und",
    "unid",
    "unidade",
    "unidades",
    "pc",
    "pca",
    "peca",
    "pecas",
    "cx",
    "caixa",
    "sc",
    "saca",
    "saco",
    "sacos",
    "fd",
    "fardo",
    "pct",
    "pacote",
    "gl",
    "galao",
    "bd",
    "balde",
    "tb",
    "tambor",
    "bb",
    "bombona",
    "fr",
    "frasco",
    "dz",
    "r",
    "us",
    "brl",
    "usd",
    "reais",
];
/// Terms on which something is sold.
const TERMS: [&str; 41] = [
    "vista",
    "avista",
    "prazo",
    "aprazo",
    "dia",
    "dias",
    "d",
    "dd",
    "ddl",
    "mes",
    "meses",
    "safra",
    "safrinha",
    "balcao",
    "atacado",
    "varejo",
    "boleto",
    "cartao",
    "pix",
    "credito",
    "debito",
    "dinheiro",
    "antecipado",
    "parcelado",
    "promocao",
    "promocional",
    "normal",
    "tabela",
    "barter",
    "cif",
    "fob",
    "cash",
    "days",
    "day",
    "credit",
    "card",
    "retail",
    "wholesale",
    "term",
    "list",
    "net",
];
/// What qualifies the code or the name of a product.
const QUALIFIERS: [&str; 44] = [
    "interno",
    "interna",
    "int",
    "externo",
    "externa",
    "ext",
    "comercial",
    "com",
    "tecnico",
    "tecnica",
    "fornecedor",
    "fabricante",
    "fabrica",
    "empresa",
    "produto",
    "item",
    "artigo",
    "material",
    "mercadoria",
    "completo",
    "completa",
    "reduzido",
    "reduzida",
    "nome",
    "descricao",
    "codigo",
    "cod",
    "numero",
    "num",
    "nosso",
    "nossa",
    "internal",
    "external",
    "commercial",
    "trade",
    "supplier",
    "maker",
    "product",
    "full",
    "short",
    "name",
    "code",
    "number",
    "description",
];
/// Words beside those that make nothing else of them.
const FILLERS: [&str; 23] = [
    "a", "o", "as", "os", "de", "do", "da", "dos", "das", "em", "no", "na", "com", "c", "por", "p", "para",
    "x", "e", "of", "the", "per", "in",
];
/// Characters of a remark in brackets at most.
const REMARK_CHARS: usize = 24;

/// Whether a text is a unit or a currency: `kg`, `(L/kg)`, `R$/sc`.
pub(in crate::import::reader) fn is_unit(text: &str) -> bool {
    consists_of(text, &UNITS, false) || text.trim() == "%"
}

/// Whether a text says on which terms something is sold: `à vista`, `30/60 dias`, `28 dd`.
pub(in crate::import::reader) fn is_term(text: &str) -> bool {
    consists_of(text, &TERMS, true)
}

/// Whether a text qualifies the code or the name of a product: `interno`, `(comercial)`, `do fabricante`.
pub(in crate::import::reader) fn is_qualifier(text: &str) -> bool {
    consists_of(text, &QUALIFIERS, false)
}

/// Whether a text says what is meant by the name above it: a unit, or something in brackets.
pub(in crate::import::reader) fn is_annotation(text: &str) -> bool {
    let text = text.trim();
    let is_in_brackets = text.starts_with('(') && text.ends_with(')');
    is_unit(text) || (is_in_brackets && text.chars().count() <= REMARK_CHARS)
}

/// Whether a text has a word of `words` in it, and beside those nothing but fillers, and numbers where it
/// `may_count`.
fn consists_of(text: &str, words: &[&str], may_count: bool) -> bool {
    let folded = normalize_text(text);
    let mut has_word = false;
    for word in folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        if words.contains(&word) {
            has_word = true;
        } else if !(FILLERS.contains(&word) || may_count && is_number) {
            return false;
        }
    }
    has_word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_told_from_products_and_prices() {
        for unit in ["kg", "R$", "US$", "R$/sc", "(L/kg)", "kg/ha", "em R$", "Unid.", "%"] {
            assert!(is_unit(unit), "{unit}");
        }
        for term in ["à vista", "A PRAZO", "28 dd", "30/60/90 dias", "Safra 2026", "balcão", "30 days"] {
            assert!(is_term(term), "{term}");
        }
        for qualifier in ["interno", "(int.)", "comercial", "do fabricante"] {
            assert!(is_qualifier(qualifier), "{qualifier}");
        }
        assert!(is_annotation("(sob pedido)") && !is_annotation("sob pedido"));
        for other in ["Enxada", "20 L", "sob consulta", "10,00", "2", "30/60/90", "", "a", "Herbicidas"] {
            assert!(!is_unit(other) && !is_term(other) && !is_qualifier(other), "{other}");
        }
    }
}
