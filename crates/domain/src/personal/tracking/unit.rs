//! Units of entries: values of one kind of unit are converted and count together, others count apart.

use super::day::MetricEntry;
use crate::text::normalize_text;

/// What units of one kind measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dimension {
    Time,
    Mass,
    Volume,
    Length,
    Money,
    Points,
}

/// The units that are known, by their folded spellings, each with its size beside the others of its kind. A lone `m`
/// stands for metres and minutes alike, and is therefore none of them.
const UNITS: [(Dimension, f64, &[&str]); 15] = [
    (Dimension::Time, 1.0, &["s", "seg", "segundo", "segundos", "second", "seconds"]),
    (Dimension::Time, 60.0, &["min", "mins", "minuto", "minutos", "minute", "minutes"]),
    (Dimension::Time, 3_600.0, &["h", "hs", "hr", "hrs", "hora", "horas", "hour", "hours"]),
    (Dimension::Mass, 0.001, &["mg", "miligrama", "miligramas", "milligram", "milligrams"]),
    (Dimension::Mass, 1.0, &["g", "gr", "grama", "gramas", "gram", "grams"]),
    (
        Dimension::Mass,
        1_000.0,
        &[
            "kg",
            "kgs",
            "quilo",
            "quilos",
            "kilo",
            "kilos",
            "quilograma",
            "quilogramas",
            "kilogram",
            "kilograms",
        ],
    ),
    (Dimension::Mass, 1_000_000.0, &["t", "ton", "tonelada", "toneladas", "tonne", "tonnes"]),
    (Dimension::Volume, 1.0, &["ml", "mililitro", "mililitros", "milliliter", "milliliters"]),
    (
        Dimension::Volume,
        1_000.0,
        &["l", "lt", "lts", "litro", "litros", "liter", "liters", "litre", "litres"],
    ),
    (Dimension::Length, 1.0, &["mm", "milimetro", "milimetros", "millimeter", "millimeters"]),
    (Dimension::Length, 10.0, &["cm", "centimetro", "centimetros", "centimeter", "centimeters"]),
    (Dimension::Length, 1_000.0, &["metro", "metros", "meter", "meters"]),
    (Dimension::Length, 1_000_000.0, &["km", "quilometro", "quilometros", "kilometer", "kilometers"]),
    (Dimension::Money, 1.0, &["brl", "r$", "real", "reais"]),
    (Dimension::Points, 1.0, &["/10", "ponto", "pontos", "point", "points"]),
];

/// What a known metric is counted in where no unit is named.
const UNNAMED: [(&str, &str); 6] = [
    ("weight", "kg"),
    ("sleep", "h"),
    ("exercise", "min"),
    ("expense", "BRL"),
    ("mood", "/10"),
    ("energy", "/10"),
];

/// Entries whose values can be put together: all of them in one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitGroup {
    /// The unit, as its first entry spells it; the usual one where that names none and another does.
    pub unit: Option<String>,
    /// The entries, in this unit, in the order in which they were given.
    pub entries: Vec<MetricEntry>,
}

/// The unit in which a value of a metric counts.
fn unit_of<'a>(kind: &str, unit: Option<&'a str>) -> Option<&'a str> {
    let unit = unit.filter(|unit| !unit.trim().is_empty());
    unit.or_else(|| UNNAMED.iter().find(|(name, _)| *name == kind).map(|(_, unit)| *unit))
}

fn find_unit(folded: &str) -> Option<(Dimension, f64)> {
    let known = UNITS.iter().find(|(_, _, spellings)| spellings.contains(&folded));
    known.map(|(dimension, size, _)| (*dimension, *size))
}

/// What a value of the metric `kind` is in another unit; none where the two are of different kinds.
pub fn convert_value(kind: &str, value: f64, from: Option<&str>, to: Option<&str>) -> Option<f64> {
    let fold = |unit| normalize_text(unit_of(kind, unit).unwrap_or_default());
    let (from, to) = (fold(from), fold(to));
    if from.trim() == to.trim() {
        return Some(value);
    }
    let ((of, size), (other, wanted)) = (find_unit(from.trim())?, find_unit(to.trim())?);
    // Both sizes are exact: a quotient of two is rounded once.
    (of == other).then(|| if size >= wanted { value * (size / wanted) } else { value / (wanted / size) })
}

/// Entries of the metric `kind` by unit: those of one kind in the unit of the first of them, others apart. The group of
/// the first entry is the first. Entries without a unit are in the one that the others name, where they name one kind.
pub fn split_by_unit<'a>(kind: &str, entries: impl IntoIterator<Item = &'a MetricEntry>) -> Vec<UnitGroup> {
    let entries: Vec<&MetricEntry> = entries.into_iter().collect();
    let groups = group_by_unit(kind, &entries, None);
    let is_named = |group: &&UnitGroup| group.unit.as_deref().is_some_and(|unit| !unit.trim().is_empty());
    let mut named = groups.iter().filter(is_named);
    match (groups.len(), named.next(), named.next()) {
        (2, Some(one), None) => group_by_unit(kind, &entries, one.unit.as_deref()),
        _ => groups,
    }
}

/// The same; where `unnamed` is given, entries without a unit, or with a blank one, are in that one.
fn group_by_unit(kind: &str, entries: &[&MetricEntry], unnamed: Option<&str>) -> Vec<UnitGroup> {
    let mut groups: Vec<UnitGroup> = Vec::new();
    for &entry in entries {
        let unit = entry.unit.as_deref();
        let unit = match unnamed {
            Some(_) => unit.filter(|unit| !unit.trim().is_empty()).or(unnamed),
            None => unit,
        };
        let found = groups.iter_mut().find_map(|group| {
            let value = convert_value(kind, entry.value, unit, group.unit.as_deref())?;
            Some((group, value))
        });
        match found {
            Some((group, value)) => {
                if group.unit.is_none() && unit.is_some() {
                    group.unit = unit_of(kind, None).map(str::to_owned);
                }
                let unit = group.unit.clone();
                group.entries.push(MetricEntry { value, unit, ..entry.clone() });
            }
            None => {
                let unit = unit.map(str::to_owned);
                let first = MetricEntry { unit: unit.clone(), ..entry.clone() };
                groups.push(UnitGroup { unit, entries: vec![first] });
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn entry(value: f64, unit: &str) -> MetricEntry {
        MetricEntry {
            id: Uuid::nil(),
            kind: "x".into(),
            value,
            unit: Some(unit.to_owned()).filter(|unit| !unit.is_empty()),
            date: "2026-11-28".parse().unwrap(),
            notes: None,
        }
    }

    #[test]
    fn units_of_one_kind_are_converted() {
        for (value, from, to, want) in [
            (90.0, "minutos", "h", Some(1.5)),
            (1.5, "Horas", "min", Some(90.0)),
            (250.0, "g", "kg", Some(0.25)),
            (0.25, "kg", "g", Some(250.0)),
            (2.0, "L", "ml", Some(2_000.0)),
            (3.0, "sacas", "Sacas", Some(3.0)),
            (3.0, "sacas", "kg", None),
            (3.0, "h", "kg", None),
            (3.0, "m", "km", None),
            (3.0, "", "kg", None),
        ] {
            assert_eq!(convert_value("colheita", value, Some(from), Some(to)), want, "{value} {from} {to}");
        }
        assert_eq!(convert_value("weight", 82.0, None, Some("kg")), Some(82.0));
    }

    #[test]
    fn unlike_units_are_never_put_together() {
        let entries = [entry(2.0, "h"), entry(5.0, "km"), entry(30.0, "min"), entry(1.0, "")];
        let groups = split_by_unit("corrida", &entries);
        let sums: Vec<_> = groups
            .iter()
            .map(|group| (group.unit.as_deref(), group.entries.iter().map(|entry| entry.value).sum::<f64>()))
            .collect();
        assert_eq!(sums, [(Some("h"), 2.5), (Some("km"), 5.0), (None, 1.0)]);
        let sacks = [entry(2.0, ""), entry(3.0, "sc"), entry(4.0, "")];
        let sacks = split_by_unit("colheita", &sacks);
        assert_eq!((sacks.len(), sacks[0].unit.as_deref(), sacks[0].entries.len()), (1, Some("sc"), 3));
        let weights = split_by_unit("weight", &[entry(82.0, ""), entry(81_500.0, "g")]);
        assert_eq!((weights.len(), weights[0].unit.as_deref()), (1, Some("kg")));
        assert_eq!(weights[0].entries[1].value, 81.5);
    }
}
