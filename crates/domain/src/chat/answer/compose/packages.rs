//! What an item costs in its packages, and the one that a message asks for.

use super::findings::{TurnFindings, escape_line};
use crate::catalog::{Item, Package};
use crate::chat::grounding::packages::{package_label, packages_on_sale, write_package};

/// Most packages that are told of an item.
const MAX_PACKAGES: usize = 6;

/// What stands behind the name of an item: the package that is asked for; else `price`, which is the item's own,
/// and its packages.
pub(super) fn priced_part(found: &TurnFindings<'_>, item: &Item, price: String) -> String {
    let write =
        |package: &Package| write_package(&escape_line(&package_label(package)), package, item, found.lang);
    if let Some(package) = asked_package(found).filter(|(of, _)| of.id == item.id).map(|(_, package)| package)
    {
        return write(package);
    }
    let told: Vec<String> = packages_on_sale(item).take(MAX_PACKAGES).map(write).collect();
    match (told.is_empty(), item.price.is_none() && item.packages.iter().any(|one| one.price.is_some())) {
        (true, _) => price,
        (false, true) => told.join("; "),
        (false, false) => format!("{price} · {}", told.join("; ")),
    }
}

/// The package whose amount the message names, where one alone of all that was found has it.
fn asked_package<'a>(found: &TurnFindings<'a>) -> Option<(&'a Item, &'a Package)> {
    let is_named =
        |package: &&Package| package.content().is_some_and(|content| content.is_named_in(found.message));
    let items = found.items.iter().filter_map(|hit| hit.item.as_ref());
    let mut named =
        items.flat_map(|item| packages_on_sale(item).filter(is_named).map(move |package| (item, package)));
    let one = named.next()?;
    named.next().is_none().then_some(one)
}
