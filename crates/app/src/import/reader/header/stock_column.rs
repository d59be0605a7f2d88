//! Targets of columns of a stock list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// What a column of a list of stock holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum StockColumn {
    /// The code of an item, or of one of its packages.
    Code,
    /// The number under the bars of an item, or of one of its packages.
    Ean,
    /// The whole name of an item.
    Name,
    /// The label of a package.
    Package,
    /// The place that was counted.
    Place,
    /// How much there is.
    Quantity,
    /// What it is counted in.
    Unit,
    /// When it was counted.
    CountedAt,
}

impl StockColumn {
    /// All of them; of two columns with equally good names for one, the first takes it.
    pub const ALL: [Self; 8] = [
        Self::Code,
        Self::Ean,
        Self::Name,
        Self::Package,
        Self::Place,
        Self::Quantity,
        Self::Unit,
        Self::CountedAt,
    ];

    /// Parses the name of a stock list's column, as JSON spells it.
    pub(super) fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "code" => Self::Code,
            "ean" => Self::Ean,
            "name" => Self::Name,
            "package" => Self::Package,
            "place" => Self::Place,
            "quantity" => Self::Quantity,
            "unit" => Self::Unit,
            "countedAt" => Self::CountedAt,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_read_by_its_name_in_json() {
        for column in StockColumn::ALL {
            let name = serde_json::to_value(column).unwrap();
            assert_eq!(StockColumn::parse(name.as_str().unwrap()), Some(column), "{name}");
        }
        for name in ["", "Code", "counted_at", "price"] {
            assert_eq!(StockColumn::parse(name), None, "{name}");
        }
    }
}
