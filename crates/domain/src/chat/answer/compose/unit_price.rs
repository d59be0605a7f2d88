//! Prices by a unit, where a message compares by one.

use super::findings::TurnFindings;
use crate::catalog::Item;
use crate::chat::answer::sanitize::sanitize_field;
use crate::chat::grounding::money::write_amount;
use crate::chat::intent::reading::sale_unit::{Dimension, SaleUnit, price_per_unit};

/// `R$ 3,78/kg`, where the message compares prices by a unit.
pub(super) fn unit_price(found: &TurnFindings<'_>, item: &Item) -> Option<String> {
    let unit = found.question.per?;
    let (unit, symbol) = match unit.dimension {
        // Whatever the package is measured in.
        Dimension::Content => {
            let mass = SaleUnit { dimension: Dimension::Mass, ..unit };
            match price_per_unit(item, mass) {
                Some(_) => (mass, "kg"),
                None => (SaleUnit { dimension: Dimension::Volume, ..unit }, "L"),
            }
        }
        _ => (unit, unit.symbol),
    };
    let price = price_per_unit(item, unit)?;
    Some(format!("{}/{symbol}", write_amount(price, &sanitize_field(&item.currency, 8), found.lang)))
}
