//! Names of columns that have a date in them, which is another one in the next list of a supplier.

use crate::import::reader::is_date_name;
use celeiro_domain::text::normalize_text;

/// What stands in the place of a date.
const DATE: &str = "#";

/// The folded name with a sign in the place of its dates: `À vista até 15/11/26` and `À vista até 15/12/26` are one;
/// `None` where it has none.
pub(in crate::import) fn undate_name(name: &str) -> Option<String> {
    const AROUND: [char; 5] = ['(', ')', ',', ';', '.'];
    let is_date = |word: &str| {
        let bare = word.trim_matches(|c: char| AROUND.contains(&c));
        bare.contains(|c: char| c.is_ascii_digit()) && is_date_name(bare)
    };
    let folded = normalize_text(name);
    let words: Vec<&str> =
        folded.split_whitespace().map(|word| if is_date(word) { DATE } else { word }).collect();
    words.contains(&DATE).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_where_their_dates_alone_differ() {
        let same = [
            "Preço / À vista\naté 15/11/26",
            "PREÇO / à vista até 15/12/26",
            "Preço / À vista até (01/02/2027)",
        ];
        for name in same {
            assert_eq!(undate_name(name).as_deref(), Some("preco / a vista ate #"), "{name}");
        }
        assert_eq!(undate_name("Tabela Nov/26").as_deref(), Some("tabela #"));
        for other in ["", "Preço", "28/56 dias", "30/60/90", "Março", "NPK 04-14-08", "Safra 26/27"] {
            assert_eq!(undate_name(other), None, "{other}");
        }
    }
}
