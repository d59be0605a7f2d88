//! A layout asked for in words at the end of a message: "inseticida para tomate, em cartões".

use super::look::Formation;
use crate::text::{is_chatter, is_stop_word, normalize_text};

/// Endings that name a layout, folded.
const ENDINGS: [(&str, Formation); 26] = [
    ("em cartoes", Formation::Grid),
    ("em cartao", Formation::Grid),
    ("em cards", Formation::Grid),
    ("em fichas", Formation::Grid),
    ("em grade", Formation::Grid),
    ("em uma grade", Formation::Grid),
    ("numa grade", Formation::Grid),
    ("como cartoes", Formation::Grid),
    ("como cards", Formation::Grid),
    ("em lista", Formation::List),
    ("em uma lista", Formation::List),
    ("numa lista", Formation::List),
    ("como lista", Formation::List),
    ("em carrossel", Formation::Carousel),
    ("num carrossel", Formation::Carousel),
    ("em um carrossel", Formation::Carousel),
    ("in cards", Formation::Grid),
    ("as cards", Formation::Grid),
    ("in a grid", Formation::Grid),
    ("as a grid", Formation::Grid),
    ("in a list", Formation::List),
    ("as a list", Formation::List),
    ("as list", Formation::List),
    ("in a carousel", Formation::Carousel),
    ("as a carousel", Formation::Carousel),
    ("as carousel", Formation::Carousel),
];

/// Words of which at least one stands in a message that speaks of paying, folded.
const PAYING: [&str; 10] =
    ["pag", "parcel", "credito", "debito", "divid", "vezes", "pay", "credit", "debit", "cobr"];

/// Words that ask to be shown something and name nothing, folded.
const ASKING: [&str; 34] = [
    "mostra", "mostrar", "mostre", "mostrem", "exibe", "exiba", "exibir", "ver", "veja", "quero", "queria",
    "pode", "poderia", "coloca", "coloque", "poe", "bota", "deixa", "agora", "isso", "esses", "essas",
    "estes", "estas", "eles", "elas", "show", "display", "put", "see", "them", "these", "those", "please",
];

/// A layout that a message asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutWish {
    /// The layout.
    pub formation: Formation,
    /// The message without the words for it; blank where it asks for nothing else.
    pub rest: String,
}

/// Reads a layout from the end of a message. A message that speaks of paying ("parcela em cartões?") asks for
/// none.
pub fn read_layout_wish(message: &str) -> Option<LayoutWish> {
    let words: Vec<&str> = message.split_whitespace().collect();
    let folded: Vec<String> = words.iter().map(|word| bare(&normalize_text(word))).collect();
    let closing = ["por favor", "please", "pfv", "pf"];
    let (mut end, mut whole) = (folded.len(), folded.join(" "));
    for polite in closing {
        if let Some(before) =
            whole.strip_suffix(polite).filter(|before| before.is_empty() || before.ends_with(' '))
        {
            end -= polite.split(' ').count();
            whole = before.trim_end().to_owned();
        }
    }
    let named = ENDINGS.iter().filter(|(ending, _)| {
        whole.strip_suffix(ending).is_some_and(|before| before.is_empty() || before.ends_with(' '))
    });
    let (ending, formation) = named.max_by_key(|(ending, _)| ending.len())?;
    let rest = words.get(..end.checked_sub(ending.split(' ').count())?)?;
    let folded = folded.get(..rest.len())?;
    if folded.iter().any(|word| PAYING.iter().any(|paying| word.starts_with(paying))) {
        return None;
    }
    let names_something = folded.iter().any(|word| {
        !word.is_empty() && !ASKING.contains(&word.as_str()) && !is_stop_word(word) && !is_chatter(word)
    });
    let rest = rest.join(" ");
    let rest = rest.trim_end_matches([',', ';', ':', '-', ' ']);
    Some(LayoutWish {
        formation: *formation,
        rest: if names_something { rest.to_owned() } else { String::new() },
    })
}

/// A word without the signs around it.
fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_at_the_end_is_read_and_taken_off() {
        for (message, formation, rest) in [
            ("inseticida para tomate em cartões", Formation::Grid, "inseticida para tomate"),
            ("três inseticidas, em cartões, por favor!", Formation::Grid, "três inseticidas"),
            ("herbicida para soja em lista?", Formation::List, "herbicida para soja"),
            ("tomato insecticide in cards", Formation::Grid, "tomato insecticide"),
            ("fungicides as a list", Formation::List, "fungicides"),
            ("Em cartões", Formation::Grid, ""),
            ("mostra em grade", Formation::Grid, ""),
            ("agora me mostre isso num carrossel", Formation::Carousel, ""),
            ("show them in a carousel please", Formation::Carousel, ""),
        ] {
            let wish = read_layout_wish(message).unwrap_or_else(|| panic!("{message}"));
            assert_eq!((wish.formation, wish.rest.as_str()), (formation, rest), "{message}");
        }
    }

    #[test]
    fn what_names_no_layout_or_means_paying_is_left_alone() {
        for message in [
            "",
            "em",
            "vocês parcelam em cartões?",
            "posso pagar em cartão",
            "lista de herbicidas",
            "cartões",
            "herbicida em cartões de visita",
            "disco para grade aradora",
            "what is in cardstock",
        ] {
            assert_eq!(read_layout_wish(message), None, "{message}");
        }
    }
}
