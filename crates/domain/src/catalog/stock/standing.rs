//! What all levels of an item say together, for a hit: how much there is, or that there is none left.

use super::level::StockLevel;
use super::quantity::StockQuantity;
use crate::catalog::number::unmistakable;
use crate::catalog::{Package, PackageStatus};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// A count older than this is told with its day, and not as what is so today.
const RECENT: Duration = Duration::days(30);

/// What is known of the stock of an item, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StockState {
    /// Nothing is left at any place.
    Out,
    /// Something is there.
    #[serde(rename = "some")]
    Left,
    /// It was not counted, or not in each of its packages on sale.
    Unknown,
}

impl StockState {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Out, Self::Left, Self::Unknown];

    /// Name of the item's stock state on the wire and in the grid.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Out => "out",
            Self::Left => "some",
            Self::Unknown => "unknown",
        }
    }

    /// The one of this name, blanks around it left out; `in_stock` and `out_of_stock`, as pages and feeds say it,
    /// name them too.
    pub fn parse(name: &str) -> Option<Self> {
        match name.trim() {
            "in_stock" => Some(Self::Left),
            "out_of_stock" => Some(Self::Out),
            name => Self::ALL.into_iter().find(|state| state.as_str() == name),
        }
    }

    /// The names of all of them, as a refusal of another one tells them.
    pub fn list_names() -> String {
        Self::ALL.map(Self::as_str).join(", ")
    }

    /// State of an item's stock by all its levels together; `None` is unknown.
    pub fn of(stock: Option<&HitStock>) -> Self {
        match stock {
            None => Self::Unknown,
            Some(stock) if stock.is_out => Self::Out,
            Some(_) => Self::Left,
        }
    }
}

/// The known stock of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HitStock {
    /// How much there is at all places; absent where packages or units differ, which have no sum.
    pub quantity: Option<StockQuantity>,
    /// What it is counted in; blank are pieces.
    pub unit: String,
    /// The label of the package that is counted; the item itself where absent.
    #[serde(default)]
    pub package: Option<String>,
    /// Whether nothing is left at any place.
    pub is_out: bool,
    /// The day of the oldest count of it, by the program's zone.
    pub counted_on: NaiveDate,
    /// Whether that is at most 30 days ago.
    pub is_recent: bool,
}

impl HitStock {
    /// The day of the count as people of the trade write it: `28/11`, with the year where it is older than 30 days.
    pub fn write_day(&self) -> String {
        self.counted_on.format(if self.is_recent { "%d/%m" } else { "%d/%m/%Y" }).to_string()
    }

    /// The stock as a model and a check of its answer read it: `0 (28/11)`, `5 L: 12,5 gl (28/11)`, three decimals as
    /// four, which are no thousands; `None` where there is no sum.
    pub fn write_count(&self) -> Option<String> {
        let quantity = if self.is_out { Some(StockQuantity::ZERO) } else { self.quantity }?;
        let package = self.package.as_ref().map(|label| format!("{label}: ")).unwrap_or_default();
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        let quantity = unmistakable(quantity.amount()).replace('.', ",");
        Some(format!("{package}{quantity}{unit} ({})", self.write_day()))
    }
}

/// What the levels of an item with these packages say; `None` where its stock is not known. It is known where the item
/// itself was counted, or each of its packages on sale. Levels of packages that are gone say nothing. `day_of` gives the
/// day of a moment by the program's zone.
pub fn summarize_stock(
    levels: &[StockLevel],
    packages: &[Package],
    now: DateTime<Utc>,
    day_of: impl Fn(DateTime<Utc>) -> NaiveDate,
) -> Option<HitStock> {
    let has_package = |label: &String| packages.iter().any(|package| package.label == *label);
    let counts: Vec<&StockLevel> =
        levels.iter().filter(|level| level.package.as_ref().is_none_or(has_package)).collect();
    let is_counted =
        |package: &Package| counts.iter().any(|level| level.package.as_ref() == Some(&package.label));
    let mut on_sale = packages.iter().filter(|package| package.status == PackageStatus::Ativo).peekable();
    let is_known = counts.iter().any(|level| level.package.is_none())
        || (on_sale.peek().is_some() && on_sale.all(is_counted));
    let oldest = counts.iter().map(|level| level.counted_at).min().filter(|_| is_known)?;
    let first = counts.first()?;
    // `UN` and `un` are one unit.
    let unit = first.unit.to_lowercase();
    let is_alike = |level: &&StockLevel| level.package == first.package && level.unit.to_lowercase() == unit;
    let quantity = match counts.iter().all(is_alike) {
        true => counts.iter().try_fold(StockQuantity::ZERO, |sum, level| sum.plus(level.quantity)),
        false => None,
    };
    Some(HitStock {
        quantity,
        unit: if quantity.is_some() { first.unit.clone() } else { String::new() },
        package: first.package.clone().filter(|_| quantity.is_some()),
        is_out: counts.iter().all(|level| level.quantity.is_zero()),
        counted_on: day_of(oldest),
        is_recent: now - oldest <= RECENT,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn summary(levels: Value, packages: &[&str]) -> Option<HitStock> {
        let levels: Vec<StockLevel> = serde_json::from_value(levels).unwrap();
        let packages: Vec<Package> =
            packages.iter().map(|label| serde_json::from_value(json!({ "label": label })).unwrap()).collect();
        let now = "2026-12-01T12:00:00Z".parse().unwrap();
        summarize_stock(&levels, &packages, now, |at| at.date_naive())
    }

    fn level(package: Option<&str>, place: &str, quantity: f64, day: &str) -> Value {
        json!({
            "package": package, "place": place, "quantity": quantity, "unit": "gl",
            "countedAt": format!("{day}T10:00:00Z"),
        })
    }

    #[test]
    fn places_are_added_up_and_the_oldest_count_is_the_day() {
        let levels =
            json!([level(None, "Loja", 2.5, "2026-11-28"), level(None, "Galpão", 4.0, "2026-11-20")]);
        let found = summary(levels, &[]).unwrap();
        assert_eq!(found.quantity.unwrap().to_string(), "6.5");
        assert_eq!((found.unit.as_str(), found.is_out, found.is_recent), ("gl", false, true));
        assert_eq!(found.write_count().unwrap(), "6,5 gl (20/11)");
        let grams = summary(json!([level(None, "Loja", 1.125, "2026-11-28")]), &[]).unwrap();
        assert_eq!(grams.write_count().unwrap(), "1,1250 gl (28/11)", "no thousand");
    }

    #[test]
    fn nothing_is_left_where_every_place_has_nothing() {
        let empty = json!([level(None, "Loja", 0.0, "2026-10-01"), level(None, "Galpão", 0.0, "2026-11-28")]);
        let found = summary(empty, &[]).unwrap();
        assert_eq!((found.is_out, found.is_recent, found.write_day().as_str()), (true, false, "01/10/2026"));
        let some = json!([level(None, "Loja", 0.0, "2026-11-28"), level(None, "Galpão", 1.0, "2026-11-28")]);
        assert!(!summary(some, &[]).unwrap().is_out);
    }

    #[test]
    fn what_was_not_counted_is_unknown() {
        assert_eq!(summary(json!([]), &[]), None);
        let one = json!([level(Some("5 L"), "", 0.0, "2026-11-28")]);
        assert_eq!(summary(one.clone(), &["5 L", "20 L"]), None, "the other package may be there");
        assert!(summary(one.clone(), &["5 L"]).unwrap().is_out);
        assert_eq!(summary(one, &["20 L"]), None, "the package is gone");
    }

    #[test]
    fn a_unit_is_the_same_however_it_is_written_and_two_have_no_sum() {
        let unit = |place: &str, unit: &str| {
            let mut level = level(None, place, 2.0, "2026-11-28");
            level["unit"] = json!(unit);
            level
        };
        let same = summary(json!([unit("Loja", "UN"), unit("Galpão", "un")]), &[]).unwrap();
        assert_eq!((same.quantity.unwrap().to_string().as_str(), same.unit.as_str()), ("4", "UN"));
        assert_eq!(summary(json!([unit("Loja", "UN"), unit("Galpão", "cx")]), &[]).unwrap().quantity, None);
    }

    #[test]
    fn packages_have_no_sum() {
        let both =
            json!([level(Some("5 L"), "", 3.0, "2026-11-28"), level(Some("20 L"), "", 0.0, "2026-11-28")]);
        let found = summary(both, &["5 L", "20 L"]).unwrap();
        assert_eq!((found.quantity, found.is_out, found.write_count()), (None, false, None));
    }
}
