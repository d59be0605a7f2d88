//! Items that an answer shows as cards, for a terminal: a table of several, a list of everything of one.

use super::cards::{format_money, one_line, shorten_text};
use super::make_visible;
use celeiro_app::messages::{translate, translate_with};
use celeiro_domain::assistant::shop::{Formation, Showcase, ShowcaseItem, Slot};
use celeiro_domain::catalog::Package;
use celeiro_domain::chat::grounding::packages::write_package;
use celeiro_domain::search::Lang;

/// Widest column, in characters.
const COLUMN: usize = 40;
/// Longest text of a line, in characters.
const LINE: usize = 300;

/// Renders the cards of an answer: the slots that they show, in their order.
pub fn render_showcase(lang: Lang, showcase: &Showcase) -> String {
    let title = showcase.title.as_deref().map(|title| format!("{}\n", make_visible(title)));
    let slots: Vec<Slot> = showcase.slots.iter().map(|shown| shown.slot).collect();
    let cards = match showcase.formation {
        Formation::Single => {
            showcase.items.iter().map(|item| render_item(lang, item, &slots)).collect::<Vec<_>>().join("\n")
        }
        Formation::Grid | Formation::List | Formation::Carousel => {
            render_table(lang, &showcase.items, &slots)
        }
    };
    title.unwrap_or_default() + &cards
}

/// One row for each item; what does not fit a row, such as a description, is left to the card itself.
fn render_table(lang: Lang, items: &[ShowcaseItem], slots: &[Slot]) -> String {
    let fits = |slot: &Slot| !matches!(slot, Slot::Image | Slot::Description | Slot::Tags | Slot::Attributes);
    let mut columns: Vec<Slot> = slots.iter().copied().filter(fits).collect();
    // The name stands first, wherever the card has it.
    columns.retain(|slot| items.iter().any(|item| !value_of(lang, item, *slot).is_empty()));
    columns.sort_by_key(|slot| (*slot != Slot::Title, *slot));
    let row = |item: &ShowcaseItem| -> Vec<String> {
        let cells = columns.iter().map(|slot| shorten_text(&value_of(lang, item, *slot), COLUMN));
        std::iter::once(format!("[{}]", item.mark)).chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = items.iter().map(row).collect();
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..=columns.len()).map(|at| width(at).unwrap_or_default()).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// Everything of one item, a line for each slot.
fn render_item(lang: Lang, item: &ShowcaseItem, slots: &[Slot]) -> String {
    let mut out = format!("[{}] {}\n", item.mark, make_visible(&item.name));
    for slot in slots.iter().filter(|slot| !matches!(slot, Slot::Title | Slot::Image)) {
        // The packages stand below, each in its line.
        let is_below = *slot == Slot::Price && item.price.is_none() && !item.packages.is_empty();
        let value = if is_below { String::new() } else { shorten_text(&value_of(lang, item, *slot), LINE) };
        if !value.is_empty() {
            let name = translate(lang, &format!("cli.ask.slot.{}", slot.as_str()));
            out += &format!("    {name}: {value}\n");
        }
        let packages = if *slot == Slot::Price { write_packages(lang, item) } else { Vec::new() };
        if !packages.is_empty() {
            out += &format!("    {}:\n", translate(lang, "cli.ask.slot.packages"));
            out.extend(packages.iter().map(|package| format!("        {}\n", shorten_text(package, LINE))));
        }
        if let Some(lack) = write_lack(lang, item).filter(|_| is_below) {
            out += &format!("    {lack}\n");
        }
    }
    out
}

/// The packages of a card with their prices, each in one line.
fn write_packages(lang: Lang, item: &ShowcaseItem) -> Vec<String> {
    let currency = item.currency.as_deref().unwrap_or_default();
    let write = |package: &Package| write_package(&package.label, package, currency, lang);
    item.packages.iter().map(|package| make_visible(&one_line(&write(package)))).collect()
}

/// The price of a card; where it has none, those of its packages.
fn write_price(lang: Lang, item: &ShowcaseItem) -> String {
    match &item.price {
        Some(price) => format_money(lang, price, item.currency.as_deref().unwrap_or_default()),
        None if item.packages.iter().any(|package| package.price.is_some()) => {
            write_packages(lang, item).join("; ")
        }
        None => translate(lang, "cli.ask.slot.noPrice"),
    }
}

/// That nothing was left of an item when it was counted, and when that was.
fn write_lack(lang: Lang, item: &ShowcaseItem) -> Option<String> {
    let stock = item.stock.as_ref().filter(|stock| stock.is_out)?;
    let day = match lang {
        Lang::PtBr => stock.write_day(),
        Lang::En => stock.counted_on.to_string(),
    };
    Some(translate_with(lang, "cli.ask.slot.outOfStock", &[("day", day)]))
}

/// What a slot shows, in one line; blank where the item has nothing for it.
fn value_of(lang: Lang, item: &ShowcaseItem, slot: Slot) -> String {
    let optional = |text: &Option<String>| text.clone().unwrap_or_default();
    let value = match slot {
        Slot::Image => String::new(),
        Slot::Category => optional(&item.category),
        Slot::Title => item.name.clone(),
        Slot::Manufacturer => optional(&item.manufacturer),
        Slot::Price => {
            let parts = std::iter::once(write_price(lang, item)).chain(write_lack(lang, item));
            parts.collect::<Vec<_>>().join(", ")
        }
        Slot::Description => optional(&item.description),
        Slot::Tags => item.tags.join(", "),
        Slot::Attributes => {
            let pairs = item.attributes.iter().map(|pair| format!("{}: {}", pair.name, pair.value));
            pairs.collect::<Vec<_>>().join("; ")
        }
        Slot::Code => optional(&item.external_id),
    };
    make_visible(&one_line(&value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::assistant::shop::{CardAttribute, CardLayout};
    use celeiro_domain::catalog::{PackageStatus, Price};
    use serde_json::json;
    use uuid::Uuid;

    fn item(mark: u32, name: &str, price: Option<&str>) -> ShowcaseItem {
        ShowcaseItem {
            id: Uuid::nil(),
            mark,
            name: name.into(),
            external_id: Some("INS-1".into()),
            category: Some("Inseticidas".into()),
            manufacturer: None,
            price: price.map(str::to_owned),
            currency: price.map(|_| "BRL".to_owned()),
            packages: Vec::new(),
            stock: None,
            description: Some("Linha um\nLinha dois".into()),
            tags: vec!["tomate".into()],
            attributes: vec![CardAttribute { name: "teor".into(), value: "480 g/L".into() }],
            picture: None,
        }
    }

    #[test]
    fn several_are_a_table_and_one_is_a_list() {
        let items = vec![item(1, "Longo nome", Some("1490.5")), item(2, "B\u{1b}[2J", None)];
        let table = Showcase::of_cards(&CardLayout::usual(Formation::Grid), items.clone());
        assert_eq!(
            render_showcase(Lang::PtBr, &Showcase { title: Some("Ofertas".into()), ..table }),
            "Ofertas\n\
             [1]  Longo nome  Inseticidas  R$ 1.490,50\n\
             [2]  B\\u{1b}[2J  Inseticidas  preço indisponível\n"
        );
        let single = Showcase::of_cards(&CardLayout::usual(Formation::Single), items[..1].to_vec());
        assert_eq!(
            render_showcase(Lang::En, &single),
            "[1] Longo nome\n    category: Inseticidas\n    price: BRL 1,490.50\n    \
             description: Linha um Linha dois\n    tags: tomate\n    attributes: teor: 480 g/L\n    code: INS-1\n"
        );
    }

    #[test]
    fn what_is_gone_is_said_beside_its_price() {
        let mut gone = item(1, "Longo nome", Some("10"));
        let stock =
            json!({ "quantity": 0, "unit": "", "isOut": true, "countedOn": "2026-11-28", "isRecent": true });
        gone.stock = serde_json::from_value(stock).unwrap();
        let table = Showcase::of_cards(&CardLayout::usual(Formation::Grid), vec![gone]);
        let render_in_language = |lang| render_showcase(lang, &table);
        assert!(render_in_language(Lang::PtBr).contains("R$ 10,00, acabou (contagem de 28/11)"));
        assert!(
            render_in_language(Lang::En).contains("BRL 10.00, out of stock (count of 2026"),
            "cut where a column ends"
        );
    }

    #[test]
    fn packages_are_told_with_their_prices() {
        let package = |label: &str, price: &str| Package {
            label: label.into(),
            code: None,
            ean: None,
            price: Price::parse(price).ok(),
            status: PackageStatus::Ativo,
        };
        let mut ureia = item(1, "Ureia", None);
        ureia.packages = vec![package("saco 25 kg", "189.90"), package("saco 50 kg", "350")];
        ureia.currency = Some("BRL".into());
        let table = Showcase::of_cards(&CardLayout::usual(Formation::Grid), vec![ureia.clone()]);
        let table = render_showcase(Lang::PtBr, &table);
        assert!(table.contains("saco 25 kg: R$ 189,90 (R$ 7,60/kg); "), "{table}");
        let single = Showcase::of_cards(&CardLayout::usual(Formation::Single), vec![ureia]);
        let single = render_showcase(Lang::En, &single);
        let packages = "    packages:\n        saco 25 kg: BRL 189.90 (BRL 7.60/kg)\n        \
                        saco 50 kg: BRL 350.00 (BRL 7.00/kg)\n";
        assert!(single.contains(packages) && !single.contains("unavailable"), "{single}");
    }
}
