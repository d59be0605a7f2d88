//! Lines of a list of prices that are no products: titles of groups, which are categories of what stands below
//! them, and footnotes.

use crate::text::normalize_text;

/// Characters and words of the title of a group at most.
const TITLE_CHARS: usize = 48;
const TITLE_WORDS: usize = 6;
/// Characters of a title behind its label at most.
const LABELLED_CHARS: usize = 120;
/// Words and characters from which on a line alone is a sentence.
const SENTENCE_WORDS: usize = 6;
const SENTENCE_CHARS: usize = 60;
/// Words of heads and feet of printed lists, which stand between groups and name none.
const OF_PAGES: [&str; 24] = [
    "tabela",
    "tabelas",
    "lista",
    "listas",
    "relatorio",
    "preco",
    "precos",
    "pagina",
    "pag",
    "fone",
    "tel",
    "telefone",
    "whatsapp",
    "emitido",
    "impresso",
    "vigencia",
    "validade",
    "continua",
    "continuacao",
    "cnpj",
    "ltda",
    "price",
    "prices",
    "transporte",
];
/// Words with which conditions of sale begin.
const OF_CONDITIONS: [&str; 18] = [
    "obs",
    "observacao",
    "observacoes",
    "nota",
    "notas",
    "legenda",
    "frete",
    "pedido",
    "prazo",
    "pagamento",
    "condicoes",
    "validade",
    "vigencia",
    "precos",
    "itens",
    "produtos",
    "atencao",
    "note",
];
/// First words of the names of groups in this trade.
const GROUPS: [&str; 30] = [
    "herbicida",
    "herbicidas",
    "fungicida",
    "fungicidas",
    "inseticida",
    "inseticidas",
    "acaricida",
    "acaricidas",
    "nematicida",
    "nematicidas",
    "adjuvante",
    "adjuvantes",
    "fertilizante",
    "fertilizantes",
    "adubo",
    "adubos",
    "foliar",
    "foliares",
    "semente",
    "sementes",
    "inoculante",
    "inoculantes",
    "biologicos",
    "nutricao",
    "veterinarios",
    "racoes",
    "ferramentas",
    "corretivos",
    "defensivos",
    "medicamentos",
];

/// Words for what a program of a supplier calls the group and the maker of the products below, folded.
const LABELS_OF_CATEGORIES: [&str; 9] =
    ["grupo", "grp", "categoria", "linha", "familia", "secao", "departamento", "depto", "segmento"];
const LABELS_OF_MAKERS: [&str; 9] =
    ["fornec", "fornecedor", "fabricante", "fabric", "fabr", "marca", "laboratorio", "lab", "industria"];
/// Words of titles over products that stand in their own groups once more.
const HIGHLIGHTS: [&str; 9] = [
    "destaque",
    "destaques",
    "promocao",
    "promocoes",
    "oferta",
    "ofertas",
    "lancamentos",
    "novidades",
    "highlights",
];

/// What the label before a title says of the products below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TitleLabel {
    /// The title is their category.
    Category,
    /// The title is their manufacturer.
    Manufacturer,
}

/// The label of a title that stands alone in its row, and the title without its code: `GRUPO....: 0010 - HERBICIDAS`,
/// `Fabricante: Alfa S/A`.
pub fn split_title_label(text: &str) -> Option<(TitleLabel, &str)> {
    let (label, title) = text.trim().split_once(':')?;
    if label.chars().count() > TITLE_CHARS {
        return None;
    }
    let folded = normalize_text(label);
    let mut words = words_of(&folded);
    let (word, others) = (words.next()?, words.next());
    let label = match others {
        None if LABELS_OF_CATEGORIES.contains(&word) => TitleLabel::Category,
        None if LABELS_OF_MAKERS.contains(&word) => TitleLabel::Manufacturer,
        _ => return None,
    };
    let title = without_code(title.trim());
    let is_title = title.chars().any(char::is_alphabetic) && title.chars().count() <= LABELLED_CHARS;
    is_title.then_some((label, title))
}

/// A title without the number before it: `0010 - HERBICIDAS`.
fn without_code(title: &str) -> &str {
    let behind = title.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start();
    match behind.strip_prefix(['-', '–', '—']) {
        Some(bare) if title.starts_with(|c: char| c.is_ascii_digit()) => bare.trim(),
        _ => title,
    }
}

/// Whether a title is that of products in front of the others, which is no category: `★ DESTAQUES DO MÊS ★`.
pub fn names_highlights(text: &str) -> bool {
    let folded = normalize_text(text);
    text.chars().count() <= TITLE_CHARS && words_of(&folded).any(|word| HIGHLIGHTS.contains(&word))
}

/// Whether a text alone in its row may be the title of a group: `HERBICIDAS`, `Fertilizantes Foliares`. A title of
/// the list, a foot of a page and a footnote are none.
pub fn is_category_title(text: &str) -> bool {
    let text = text.trim();
    if text.chars().count() > TITLE_CHARS || text.ends_with(['.', ';']) || is_footnote(text) {
        return false;
    }
    let folded = normalize_text(text);
    let words: Vec<&str> = words_of(&folded).collect();
    let letters = folded.chars().filter(|c| c.is_alphabetic()).count();
    let is_year =
        |word: &&str| word.len() == 4 && word.starts_with("20") && word.bytes().all(|b| b.is_ascii_digit());
    letters > 2
        && words.len() <= TITLE_WORDS
        && !words.iter().any(|word| OF_PAGES.contains(word) || is_year(word))
}

/// Whether a text alone in the column of the names is the title of a group, in words of the trade.
pub fn names_group(text: &str) -> bool {
    let folded = normalize_text(text);
    let first = words_of(&folded).next();
    first.is_some_and(|word| GROUPS.contains(&word))
        && is_category_title(text)
        && !text.contains(|c: char| c.is_ascii_digit())
}

/// Whether a text alone in its row is a remark about the list: `* só à vista`, `Pedido mínimo: 10 caixas`.
pub fn is_footnote(text: &str) -> bool {
    let text = text.trim();
    let folded = normalize_text(text);
    let mut words = words_of(&folded);
    let first = words.next().unwrap_or_default();
    let others = words.count();
    let is_marked =
        text.starts_with(['*', '¹', '²', '³', '†']) || text.starts_with("(*") || text.starts_with("(1)");
    let is_condition = OF_CONDITIONS.contains(&first) && (others >= 2 || text.contains(':'));
    let is_sentence = others >= SENTENCE_WORDS && text.chars().count() > SENTENCE_CHARS / 2
        || others >= 2 && text.chars().count() > SENTENCE_CHARS;
    others > 0 && (is_marked || is_condition || is_sentence)
}

/// The words of a folded text.
fn words_of(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_groups_are_told_from_heads_of_pages_and_remarks() {
        for title in ["HERBICIDAS", "Fertilizantes Foliares", "LINHA PASTAGEM", "Sementes – Milho"] {
            assert!(is_category_title(title), "{title}");
        }
        for other in [
            "TABELA DE PREÇOS - SAFRA 2026/27",
            "AGRO SUL - novembro 2026",
            "* só à vista",
            "Frete CIF para pedidos acima de R$ 20.000,00",
            "Página 2",
            "--",
            "Itens em vermelho: não repor.",
        ] {
            assert!(!is_category_title(other), "{other}");
        }
        assert!(names_group("HERBICIDAS SELETIVOS") && names_group("Adubos foliares"));
        assert!(!names_group("ENXADA") && !names_group("Adubo 20-05-20"));
    }

    #[test]
    fn a_label_says_what_a_title_is() {
        use TitleLabel::{Category, Manufacturer};
        for (text, expected) in [
            ("GRUPO.....: 0010 - HERBICIDAS", Some((Category, "HERBICIDAS"))),
            ("  FORNEC..: 00043 - SYNGENTA PROTECAO S/A", Some((Manufacturer, "SYNGENTA PROTECAO S/A"))),
            ("Linha: Pastagem", Some((Category, "Pastagem"))),
            ("Marca: 3M", Some((Manufacturer, "3M"))),
            ("Grupo: 10", None),
            ("TOTAL DO GRUPO 0010 ..: 56 ITENS", None),
            ("Prazo: 30 dias", None),
            ("HERBICIDAS", None),
        ] {
            assert_eq!(split_title_label(text), expected, "{text}");
        }
    }

    #[test]
    fn products_in_front_of_the_others_are_no_group() {
        assert!(names_highlights("★ DESTAQUES DO MÊS ★") && names_highlights("Ofertas da semana"));
        assert!(!names_highlights("HERBICIDAS") && !names_highlights(""));
    }

    #[test]
    fn remarks_begin_so_or_are_sentences() {
        for text in ["* só à vista", "Pedido mínimo: 10 caixas", "(1) preço por saca", "Obs.: sem frete"]
        {
            assert!(is_footnote(text), "{text}");
        }
        for text in ["HERBICIDAS", "Nutrição Animal", "Enxada larga com cabo", "Frete", "*"] {
            assert!(!is_footnote(text), "{text}");
        }
    }
}
