//! Stock cells of an export: the sheet's text with the year of the count, because a file is read later.

use crate::export::request::ExportDialect;
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::stock::HitStock;
use celeiro_domain::search::Lang;

/// `5 L 12,5 gl (28/11/2026)`; nothing left, and what has no sum, in words.
pub(super) fn spell_stock(stock: &HitStock, item: &Item, dialect: ExportDialect) -> String {
    let is_english = dialect.lang() == Lang::En;
    let (out, by_package, by_unit) = match is_english {
        true => ("out of stock", "by package", "different units"),
        false => ("acabou", "por embalagem", "unidades diferentes"),
    };
    let what = match stock.quantity {
        _ if stock.is_out => out.to_owned(),
        Some(quantity) => {
            let plain = quantity.to_string();
            let amount = if is_english { plain } else { plain.replace('.', ",") };
            let parts = [stock.package.as_deref().unwrap_or_default(), &amount, &stock.unit];
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
        }
        // Without packages it is the units that differ.
        None if item.packages.is_empty() => by_unit.to_owned(),
        None => by_package.to_owned(),
    };
    let day = stock.counted_on.format(if is_english { "%Y-%m-%d" } else { "%d/%m/%Y" });
    format!("{what} ({day})")
}
