//! Changes of the packages of many items: their prices by a percentage, and whether they are on sale.

use super::slot::{SlotRefusal, raise_price};
use crate::catalog::{FieldErrorCode, ItemDraft, Package, PackageStatus};
use crate::text::normalize_text;
use rust_decimal::Decimal;

/// The field that stands for the prices of packages.
pub(super) const PACKAGE_PRICE: &str = "packages.price";
/// The field that stands for whether packages are on sale.
pub(super) const PACKAGE_STATUS: &str = "packages.status";

/// What happens to packages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum PackageChange {
    /// Those on sale that have a price cost so many hundredths more.
    Percent(Decimal),
    /// They are on sale, or no more.
    Status(PackageStatus),
}

/// A change of some packages of an item.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PackageEdit {
    /// The label of the packages, as [`label_key`] has it; all of the item where absent.
    label: Option<String>,
    change: PackageChange,
}

impl PackageEdit {
    /// The change of the packages with a label, whatever its case, accents and blanks; of all where it is blank.
    pub(super) fn new(label: Option<&str>, change: PackageChange) -> Self {
        let label = label.map(str::trim).filter(|label| !label.is_empty());
        Self { label: label.map(label_key), change }
    }

    /// Changes the packages of an item; others stay as they are, and so does their order.
    pub(super) fn run(&self, item: &mut ItemDraft) -> Result<(), SlotRefusal> {
        let is_meant = |package: &&mut Package| {
            self.label.as_ref().is_none_or(|label| *label == label_key(&package.label))
        };
        for package in item.packages.iter_mut().flatten().filter(is_meant) {
            match (self.change, package.price, package.status) {
                (PackageChange::Status(status), _, _) => package.status = status,
                (PackageChange::Percent(percent), Some(price), PackageStatus::Ativo) => {
                    package.price = Some(raise_price(price, percent)?);
                }
                (PackageChange::Percent(_), _, _) => {}
            }
        }
        Ok(())
    }
}

/// Reads whether packages are on sale.
pub(super) fn read_package_status(text: &str) -> Result<PackageStatus, SlotRefusal> {
    match text.trim() {
        "ativo" => Ok(PackageStatus::Ativo),
        "inativo" => Ok(PackageStatus::Inativo),
        other => {
            Err(SlotRefusal(FieldErrorCode::InvalidStatus, other.to_owned(), "ativo | inativo".to_owned()))
        }
    }
}

/// The packages that an edit made different, before and after: an item may have forty.
pub(super) fn differing_packages<'a>(
    before: &'a [Package],
    after: &'a [Package],
) -> (Vec<&'a Package>, Vec<&'a Package>) {
    before.iter().zip(after).filter(|(one, other)| one != other).unzip()
}

/// `5 L` and `5l` are one label.
fn label_key(label: &str) -> String {
    normalize_text(label).split_whitespace().collect()
}
