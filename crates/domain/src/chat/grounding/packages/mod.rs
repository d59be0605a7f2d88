//! Packages of a product in words: for models, for answers without one, and as evidence of their prices.

mod naming;

pub(crate) use naming::{lacks_named_package, named_packages};

use super::money::{format_amount, write_amount};
use crate::catalog::{BaseUnit, Item, Package};
use crate::chat::answer::sanitize::sanitize_field;
use crate::search::Lang;

/// Longest label that is told, in characters.
const LABEL_CHARS: usize = 120;

/// Most packages of an item that a model is told.
const MAX_PACKAGES: usize = 12;

/// `5 L: R$ 298,00 (R$ 59,60/L); saco 25 kg: …`: the first of those on sale, in the dealer's order, and how many more
/// there are; blank where there are none.
pub(crate) fn write_packages(item: &Item) -> String {
    let write = |package| write_package(&package_label(package), package, &item.currency, Lang::PtBr);
    let mut told: Vec<String> = item.packages_on_sale().take(MAX_PACKAGES).map(write).collect();
    let more = item.packages_on_sale().count() - told.len();
    told.extend((more > 0).then(|| format!("e mais {more}")));
    told.join("; ")
}

/// The price of an item in Portuguese: its own, else that its packages have theirs, else that there is none.
pub(crate) fn write_item_price(item: &Item) -> String {
    match item.price {
        Some(price) => format_amount(price, &sanitize_field(&item.currency, 8), Lang::PtBr),
        None if item.packages_on_sale().any(|package| package.price.is_some()) => "por embalagem".to_owned(),
        None => "preço indisponível".to_owned(),
    }
}

/// The label as it is told.
pub(crate) fn package_label(package: &Package) -> String {
    sanitize_field(&package.label, LABEL_CHARS)
}

/// `5 L: R$ 298,00 (R$ 59,60/L)`, as far as it is known, under this label.
pub fn write_package(label: &str, package: &Package, currency: &str, lang: Lang) -> String {
    let Some(price) = package.price else { return label.to_owned() };
    let currency = sanitize_field(currency, 8);
    let by_unit = write_unit_price(package, &currency, lang).map(|by_unit| format!(" ({by_unit})"));
    format!("{label}: {}{}", format_amount(price, &currency, lang), by_unit.unwrap_or_default())
}

/// `R$ 59,60/L`: what one unit of a package costs, where that is known.
pub fn write_unit_price(package: &Package, currency: &str, lang: Lang) -> Option<String> {
    let unit = package.unit_price()?;
    Some(format!("{}/{}", write_amount(unit.round_to_cents(), currency, lang), write_base(unit.base, lang)))
}

/// What an item can prove of prices, a line each: its own, and those of its packages on sale. What is no longer sold
/// has no price.
pub(super) fn price_lines(item: &Item) -> Vec<String> {
    let own = item.price.map(|price| format!("preço {}", format_amount(price, &item.currency, Lang::PtBr)));
    let packages = item.packages_on_sale().map(|package| {
        format!("embalagem {}", write_package(&package.label, package, &item.currency, Lang::PtBr))
    });
    own.into_iter().chain(packages).collect()
}

fn write_base(base: BaseUnit, lang: Lang) -> &'static str {
    match (base, lang) {
        (BaseUnit::Litre, _) => "L",
        (BaseUnit::Kilogram, _) => "kg",
        (BaseUnit::ThousandSeeds, Lang::PtBr) => "1.000 sementes",
        (BaseUnit::ThousandSeeds, Lang::En) => "1,000 seeds",
        (BaseUnit::Piece, Lang::PtBr) => "un",
        (BaseUnit::Piece, Lang::En) => "pc",
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::catalog::{PackageStatus, Price};
    use crate::chat::types::sources::tests::item_hit;
    use crate::search::Hit;

    /// An item in two packages that are on sale and one that is not.
    pub(crate) fn packed_hit(name: &str) -> Hit {
        let mut hit = item_hit(name, None, "x");
        let package = |label: &str, price: &str, status| Package {
            label: label.into(),
            code: None,
            ean: None,
            price: Price::parse(price).ok(),
            status,
        };
        if let Some(item) = &mut hit.item {
            item.id = uuid::Uuid::from_u128(9);
            item.packages = vec![
                package("saco 25 kg", "189.90", PackageStatus::Ativo),
                package("saco 50 kg | [9]", "350", PackageStatus::Ativo),
                package("big bag 1 t", "6500", PackageStatus::Inativo),
            ];
        }
        hit
    }

    /// An item with a price of its own, in two bags, loose and by the tonne, and in a box that is no longer sold.
    pub(crate) fn zanfertil() -> Hit {
        let mut hit = item_hit("Zanfertil Ureia Pecuária", Some("99"), "x");
        let package = |label: &str, code: &str, price: &str| Package {
            label: label.into(),
            code: Some(code.into()),
            ean: None,
            price: Price::parse(price).ok(),
            status: PackageStatus::Ativo,
        };
        if let Some(item) = &mut hit.item {
            item.packages = vec![
                Package { ean: Some("7891000315507".into()), ..package("saco 25 kg", "ZU-25", "189.90") },
                package("saco 50 kg", "ZU-50", "350"),
                package("big bag 1.000 kg", "ZU-BB", "6500"),
                Package { price: None, ..package("granel", "55123", "1") },
                Package { status: PackageStatus::Inativo, ..package("cx 12x1 L", "ZU-C", "240") },
            ];
        }
        hit
    }

    #[test]
    fn packages_on_sale_are_told_with_what_a_unit_costs_and_forge_nothing() {
        let hit = packed_hit("Ureia");
        let item = hit.item.as_ref().expect("an item");
        let told = write_packages(item);
        assert!(told.starts_with("saco 25 kg: R$ 189,90 (R$ 7,60/kg); saco 50 kg"), "{told}");
        assert!(!told.contains(['|', '[', ']']) && !told.contains("big bag"), "{told}");
        let first = &item.packages[0];
        assert_eq!(write_package("x", first, &item.currency, Lang::En), "x: BRL 189.90 (BRL 7.60/kg)");
        assert_eq!(
            write_package("x", &Package { price: None, ..first.clone() }, &item.currency, Lang::En),
            "x"
        );
    }

    #[test]
    fn many_packages_are_cut_and_counted_and_a_price_by_the_package_is_none_that_is_missing() {
        let mut item = packed_hit("Ureia").item.expect("an item");
        assert_eq!(write_item_price(&item), "por embalagem");
        item.packages = vec![item.packages[0].clone(); 15];
        let told = write_packages(&item);
        assert_eq!((told.matches("saco 25 kg").count(), told.ends_with("; e mais 3")), (12, true), "{told}");
        item.packages.iter_mut().for_each(|package| package.status = PackageStatus::Inativo);
        assert_eq!(
            (write_item_price(&item), write_packages(&item)),
            ("preço indisponível".into(), String::new())
        );
        item.price = Price::parse("10").ok();
        assert_eq!(write_item_price(&item), "R$ 10,00");
    }
}
