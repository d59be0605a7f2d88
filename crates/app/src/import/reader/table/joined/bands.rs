//! Multi-row headers: column names below bands. *Sul* below *À vista* below *Preço* is `Preço / À vista / Sul`.
//!
//! A name under one band is mostly clear by itself (*À vista* below *Preço*) and stays as other lists write it. The
//! bands are added where the name occurs several times in the header, or where two of them stand above it and it is no
//! field's name.
//!
//! Header rows below the first are read in `below`.

use crate::import::reader::Cell;
use crate::import::reader::header::{JOINT, field_of, is_price_band};
use crate::import::reader::table::heading::{HeadRow, NAME_CHARS, is_text};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use std::collections::{HashMap, HashSet};

/// Rows of bands above a header at most.
const LEVELS: usize = 4;

/// The labels of a row of bands, by column.
type Labels = Vec<Option<String>>;

/// The names of the columns below the bands above `rows[at]`, the header of records of `kind`; `None` where the
/// bands add nothing.
pub(in crate::import::reader) fn join_bands(rows: &[HeadRow], at: usize, kind: Kind) -> Option<Vec<String>> {
    let leaves = texts_of(rows.get(at)?);
    let levels = find_band_levels(rows, at, &leaves);
    let repeated: HashSet<String> = find_repeated_names(&leaves).into_keys().collect();
    let is_price = |name: &str| matches!(field_of(kind, name), Some((RecordField::Price, _)));
    let is_price_band = |band: &str| is_price(band) || (kind == Kind::Items && is_price_band(band));
    // Below *Preço*, *balcão* and *atacado* are prices only by the band.
    let priced: HashSet<String> = bands_over_prices(&levels, &leaves, is_price);
    let join = |(column, leaf): (usize, &String)| {
        let folded = normalize_text(leaf);
        let mut bands: Vec<&str> = Vec::new();
        for label in levels.iter().rev().filter_map(|labels| labels.get(column)?.as_deref()) {
            if bands.last().is_none_or(|last| normalize_text(last) != normalize_text(label)) {
                bands.push(label);
            }
        }
        // A cell merged over several rows stands in all of them.
        if bands.last().is_some_and(|last| normalize_text(last) == folded) {
            bands.pop();
        }
        let is_unpriced = |band: &&str| is_price_band(band) && !priced.contains(&normalize_text(band));
        let is_clear = field_of(kind, leaf).is_some() || (bands.len() < 2 && !bands.iter().any(is_unpriced));
        if bands.is_empty() || folded.is_empty() || (is_clear && !repeated.contains(&folded)) {
            return leaf.clone();
        }
        bands.push(leaf);
        bands.join(JOINT)
    };
    let names: Vec<String> = leaves.iter().enumerate().map(join).collect();
    (names != leaves).then_some(names)
}

/// The folded bands below which a column is a price by its own name.
fn bands_over_prices(
    levels: &[Labels],
    leaves: &[String],
    is_price: impl Fn(&str) -> bool,
) -> HashSet<String> {
    let prices = leaves.iter().enumerate().filter(|(_, leaf)| is_price(leaf));
    let bands = prices.flat_map(|(at, _)| levels.iter().filter_map(move |labels| labels.get(at)?.as_deref()));
    bands.map(normalize_text).collect()
}

/// The rows of bands right above the header, the lowest first.
fn find_band_levels(rows: &[HeadRow], at: usize, leaves: &[String]) -> Vec<Labels> {
    let mut levels = Vec::new();
    for above in (0..at).rev().take(LEVELS) {
        let is_adjacent = rows[above].number.saturating_add(1) == rows[above + 1].number;
        let labels = if is_adjacent { read_band_labels(&rows[above], leaves) } else { None };
        let Some(labels) = labels else { break };
        levels.push(labels);
    }
    levels
}

/// The labels of a row where it has bands; `None` for a title, for facts about the list (*Date:*), and for a
/// row whose cells stand over one column each.
fn read_band_labels(row: &HeadRow, leaves: &[String]) -> Option<Labels> {
    let texts = texts_of(row);
    let filled: Vec<usize> = (0..texts.len()).filter(|at| !texts[*at].is_empty()).collect();
    let is_label = |text: &String| text.chars().count() <= NAME_CHARS && !text.ends_with(':');
    if !filled.iter().all(|at| is_label(&texts[*at])) || !row.cells.iter().any(is_text) {
        return None;
    }
    let named: Vec<usize> = (0..leaves.len()).filter(|at| !leaves[*at].is_empty()).collect();
    let is_title = filled.len() == 1 && named.first().is_none_or(|first| filled[0] <= *first);
    let last_of = |place: usize| {
        let at = filled[place];
        match row.spans.is_empty() {
            // Without merged cells a band goes as far as the next one.
            true => filled.get(place + 1).map_or(leaves.len(), |next| *next).saturating_sub(1),
            false => row.spans.iter().find(|(first, _)| *first == at).map_or(at, |(_, last)| *last),
        }
    };
    let mut labels: Labels = vec![None; leaves.len()];
    let mut is_wide = false;
    for (place, at) in filled.iter().enumerate() {
        let last = last_of(place).min(leaves.len().saturating_sub(1));
        is_wide |= named.iter().filter(|column| (*at..=last).contains(*column)).count() > 1;
        for label in labels.iter_mut().take(last + 1).skip(*at) {
            *label = Some(texts[*at].clone());
        }
    }
    // Without merged cells, one label over columns that no other is over is a band where it names prices.
    let names_prices = filled.len() == 1 && is_price_band(&texts[filled[0]]);
    let tells = !row.spans.is_empty() || names_prices || tells_apart(&labels, leaves);
    (is_wide && !is_title && tells).then_some(labels)
}

/// Whether the labels tell all columns of one name apart: without merged cells nothing else shows that a row
/// has bands and no facts about the list.
fn tells_apart(labels: &Labels, leaves: &[String]) -> bool {
    let repeats = find_repeated_names(leaves);
    let differ = |columns: &Vec<usize>| {
        let above: HashSet<&String> = columns.iter().filter_map(|at| labels.get(*at)?.as_ref()).collect();
        above.len() == columns.len()
    };
    !repeats.is_empty() && repeats.values().all(differ)
}

/// The columns of each folded name that several have.
pub(in crate::import::reader) fn find_repeated_names(leaves: &[String]) -> HashMap<String, Vec<usize>> {
    let mut columns: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, leaf) in leaves.iter().enumerate().filter(|(_, leaf)| !leaf.is_empty()) {
        columns.entry(normalize_text(leaf)).or_default().push(at);
    }
    columns.retain(|_, columns| columns.len() > 1);
    columns
}

/// The trimmed texts of a row's cells.
pub(in crate::import::reader) fn texts_of(row: &HeadRow) -> Vec<String> {
    let text = |cell: &Cell<'static>| cell.clone().into_text().unwrap_or_default();
    row.cells.iter().map(|cell| text(cell).trim().to_owned()).collect()
}

#[cfg(test)]
pub(in crate::import::reader::table) mod tests {
    use super::*;

    /// Rows of cells separated by bars; `*` behind a text merges it over the blank cells to its right.
    pub(in crate::import::reader) fn rows(lines: &[&str]) -> Vec<HeadRow> {
        let row = |(at, line): (usize, &&str)| {
            let texts: Vec<&str> = line.split('|').map(str::trim).collect();
            let span = |(first, text): (usize, &&str)| {
                let blank = texts[first + 1..].iter().take_while(|text| text.is_empty()).count();
                text.ends_with('*').then_some((first, first + blank))
            };
            let spans = texts.iter().enumerate().filter_map(span).collect();
            let cells = texts.iter().map(|text| Cell::text(text.trim_end_matches('*').to_owned())).collect();
            HeadRow { number: at as u32 + 1, cells, spans }
        };
        lines.iter().enumerate().map(row).collect()
    }

    fn names(lines: &[&str]) -> Option<String> {
        let rows = rows(lines);
        join_bands(&rows, rows.len() - 1, Kind::Items).map(|names| names.join("|"))
    }

    #[test]
    fn three_levels_are_joined() {
        let three = [
            "AGRO SUL*||||||",
            "Código|Produto|Preço*||||Estoque",
            "Código|Produto|À vista*||A prazo*||Estoque",
            "Código|Produto|Sul|Norte|Sul|Norte|Estoque",
        ];
        let joined = "Código|Produto|Preço / À vista / Sul|Preço / À vista / Norte|Preço / A prazo / Sul|\
                      Preço / A prazo / Norte|Estoque";
        assert_eq!(names(&three).as_deref(), Some(joined));
        // The names of the lowest level are different, and say nothing without their bands.
        let distinct = ["Produto|Preço*|||", "Produto|À vista*||A prazo*|", "Produto|Sul|Norte|30 d|60 d"];
        let joined = "Produto|Preço / À vista / Sul|Preço / À vista / Norte|Preço / A prazo / 30 d|Preço / A prazo / 60 d";
        assert_eq!(names(&distinct).as_deref(), Some(joined));
    }

    #[test]
    fn a_name_that_is_clear_below_one_band_or_fills_a_field_stays() {
        assert_eq!(names(&["Produto*||Preço*||Estoque*|", "Ref.|Nome|À vista|Prazo|Sul|Norte"]), None);
        let fields = ["Lista*|||Preço*|", "Cadastro*|||Tabela*|", "Código|Nome|Emb.|À vista|Prazo"];
        assert_eq!(
            names(&fields).as_deref(),
            Some("Código|Nome|Lista / Cadastro / Emb.|À vista|Preço / Tabela / Prazo")
        );
        // Nothing but the band says that these are prices.
        let header = "Código|Nome|balcão|atacado";
        let joined = Some("Código|Nome|Preço / balcão|Preço / atacado");
        assert_eq!(names(&["Código|Nome|Preço*|", header]).as_deref(), joined);
        assert_eq!(names(&["Código|Nome|Estoque*|", "Código|Nome|Sul|Norte"]), None);
        for band in
            ["Preço", "PREÇOS", "Preço (R$)", "Tabela de preços", "Valores", "Preço por embalagem", "Price"]
        {
            let expected = format!("Código|Nome|{band} / balcão|{band} / atacado");
            for above in [format!("||{band}*|"), format!("||{band}|")] {
                assert_eq!(names(&["AGRO SUL*|||", &above, header]).as_ref(), Some(&expected), "{above}");
            }
        }
        assert_eq!(names(&["||Valor nutricional*|", "Código|Nome|N|K"]), None);
    }

    #[test]
    fn a_name_that_comes_again_is_told_by_its_band() {
        let joined = Some("Nome|Preço / Sul|Preço / Norte|Estoque / Sul|Estoque / Norte");
        let header = "Nome|Sul|Norte|Sul|Norte";
        assert_eq!(names(&["|Preço*||Estoque*|", header]).as_deref(), joined);
        // As a CSV that was saved from such a workbook.
        assert_eq!(names(&["|Preço||Estoque|", header]).as_deref(), joined);
        assert_eq!(names(&["|Preço*||2026*|", header]).unwrap().matches("2026 / ").count(), 2);
    }

    #[test]
    fn titles_facts_and_gaps_are_no_bands() {
        let header = "Nome|Preço|Prazo|Preço|Prazo";
        for above in
            ["AGRO SUL*||||", "AGRO SUL||||", "Empresa:|Agro Sul*|||", "Loja|Agro Sul|||", "1|2|3|4|5"]
        {
            assert_eq!(names(&[above, header]), None, "{above}");
        }
        let mut apart = rows(&["|Sul*||Norte*|", header]);
        apart[1].number = 3;
        assert_eq!(join_bands(&apart, 1, Kind::Items), None);
        assert_eq!(join_bands(&[], 0, Kind::Items), None);
        assert_eq!(names(&["Preço"]), None);
        assert_eq!(names(&["Lista*|", "|"]), None);
    }
}
