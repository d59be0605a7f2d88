//! What an item costs in its packages, and the one that a message asks for.

use super::findings::{TurnFindings, escape_line};
use crate::catalog::{Item, Package, Price};
use crate::chat::grounding::packages::{lacks_named_package, named_packages, package_label, write_package};
use crate::chat::intent::reading::counting::Count;
use crate::chat::intent::wording::words::{WORDS, stems_of};

/// Most packages that are told of an item.
const MAX_PACKAGES: usize = 6;

/// What one piece of an item is in a sum.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    /// The package, where it is one.
    pub package: Option<&'a Package>,
    /// What it costs; nothing where that is not known, or it is not known which package is meant.
    pub price: Option<Price>,
}

impl<'a> Piece<'a> {
    /// Chooses the package of the item that the message names. Without a name it is the item itself, or its only package;
    /// nothing where one is named in which it is not sold.
    pub fn choose(found: &TurnFindings<'_>, item: &'a Item) -> Self {
        match named_packages(item, found.message).as_slice() {
            [one] => Self::of_package(one),
            [] if lacks_asked_package(found, item) => Self { package: None, price: None },
            [] if item.price.is_some() => Self { package: None, price: item.price },
            [] => {
                let mut packages = item.packages_on_sale();
                let only = packages.next().filter(|_| packages.next().is_none());
                only.map_or(Self { package: None, price: None }, Self::of_package)
            }
            _ => Self { package: None, price: None },
        }
    }

    /// Chooses the package of the item that a count means, whose package may have been named before the message.
    pub fn of_count(found: &TurnFindings<'_>, item: &'a Item, count: &Count) -> Self {
        let is_named = !named_packages(item, found.message).is_empty() || lacks_asked_package(found, item);
        let label = count.package.as_deref().filter(|_| !is_named);
        let before = label.and_then(|label| item.packages_on_sale().find(|package| package.label == label));
        before.map_or_else(|| Self::choose(found, item), Self::of_package)
    }

    fn of_package(package: &'a Package) -> Self {
        Self { package: Some(package), price: package.price }
    }
}

/// What stands behind the name of an item: the package that is asked for; else `price`, which is the item's own,
/// and its packages. A package without a price hides no price of the item.
pub(super) fn priced_part(found: &TurnFindings<'_>, item: &Item, price: String) -> String {
    let write =
        |package: &Package| write_package(&escape_label(package), package, &item.currency, found.lang);
    let asked = find_asked_package(found).filter(|(of, _)| of.id == item.id);
    if let Some((_, package)) = asked {
        return match (package.price, item.price) {
            (Some(_), _) => write(package),
            (None, Some(_)) => format!("{price}; {}", write(package)),
            (None, None) => format!("{}: {price}", write(package)),
        };
    }
    let told: Vec<String> = item.packages_on_sale().take(MAX_PACKAGES).map(write).collect();
    let is_by_package = item.price.is_none() && item.packages_on_sale().any(|one| one.price.is_some());
    match (told.is_empty(), is_by_package) {
        (true, _) => price,
        (false, true) => told.join("; "),
        (false, false) => format!("{price}; {}", told.join("; ")),
    }
}

/// Whether the message asks for a package in which the item is not sold, though it is sold in others. Where several
/// things are counted, what is said of a package may be said of another one.
pub(super) fn lacks_asked_package(found: &TurnFindings<'_>, item: &Item) -> bool {
    found.question.counts.len() <= 1
        && item.packages_on_sale().next().is_some()
        && !WORDS.dose.are_in(&stems_of(found.message))
        && named_packages(item, found.message).is_empty()
        && lacks_named_package(item, found.message)
}

/// The label of a package as Markdown that shows just that.
pub(super) fn escape_label(package: &Package) -> String {
    escape_line(&package_label(package))
}

/// The package that the message names, where it is one alone of all that was found.
fn find_asked_package<'a>(found: &TurnFindings<'a>) -> Option<(&'a Item, &'a Package)> {
    let items = found.items.iter().filter_map(|hit| hit.item.as_ref());
    let mut named = items
        .flat_map(|item| named_packages(item, found.message).into_iter().map(move |package| (item, package)));
    let one = named.next()?;
    named.next().is_none().then_some(one)
}
