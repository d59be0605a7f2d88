//! Export as a Google Merchant Center product feed: RSS 2.0 with an element for each package on sale.
//!
//! Items that lack a required element are left out and counted. Specification of the feed:
//! <https://support.google.com/merchants/answer/7052112>.

use super::profiles::profile::ShopFeed;
use celeiro_domain::catalog::attribute_label::AttributeLabel;
use celeiro_domain::catalog::stock::StockLevel;
use celeiro_domain::catalog::{Item, Package, PackageUnit, Price, Status};
use celeiro_domain::text::normalize_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use uuid::Uuid;

/// Characters of texts at most, as the form has them.
const MAX_ID: usize = 50;
const MAX_TITLE: usize = 150;
const MAX_DESCRIPTION: usize = 5_000;
const MAX_BRAND: usize = 70;
const MAX_TYPE: usize = 750;
const MAX_SIZE: usize = 100;
const MAX_MPN: usize = 70;
/// Attributes with the number that the maker of a product gave it.
const MAKERS_NUMBERS: [&str; 6] = [
    "mpn",
    "código do fabricante",
    "cód. fabricante",
    "referência do fabricante",
    "ref. fabricante",
    "part number",
];

/// Why something is left out of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum LeftOutReason {
    /// The item, or each of its packages, is not on sale.
    NotOnSale,
    /// It has no price, or the price is 0.
    NoPrice,
    /// The item has no description.
    NoDescription,
    /// The item has no address of a picture.
    NoImage,
    /// Another one of the feed has its id.
    SameId,
}

/// A feed that is being written.
pub(super) struct Feed {
    shop: ShopFeed,
    bytes: Vec<u8>,
    ids: HashSet<String>,
    left_out: BTreeMap<LeftOutReason, u32>,
    /// What was counted of the items that come next.
    stock: HashMap<Uuid, Vec<StockLevel>>,
}

/// An element of the feed.
struct Offer<'a> {
    id: String,
    title: String,
    price: Price,
    package: Option<&'a Package>,
    /// Whether the item is sold in several packages, which shops show as one product.
    is_variant: bool,
    is_out: bool,
}

impl Feed {
    /// A feed that has written what stands above its elements.
    pub fn new(shop: ShopFeed) -> Self {
        let mut head = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        head.push_str("<rss version=\"2.0\" xmlns:g=\"http://base.google.com/ns/1.0\">\n<channel>\n");
        let front = find_front_page(&shop.link);
        for (name, text) in [("title", "Celeiro"), ("link", front), ("description", "Celeiro")] {
            let _ = writeln!(head, "<{name}>{}</{name}>", escape_xml(text));
        }
        Self {
            shop,
            bytes: head.into_bytes(),
            ids: HashSet::new(),
            left_out: BTreeMap::new(),
            stock: HashMap::new(),
        }
    }

    /// Takes the stock levels of the items that come next in the Google feed; what was never counted is told to be
    /// there.
    pub fn take_levels(&mut self, stock: HashMap<Uuid, Vec<StockLevel>>) {
        self.stock = stock;
    }

    /// Adds what of an item can be offered; how many elements that are.
    pub fn add(&mut self, item: &Item) -> u32 {
        let packages: Vec<&Package> = item.packages_on_sale().collect();
        let is_on_sale = item.status == Status::Ativo && (item.packages.is_empty() || !packages.is_empty());
        let description = item.description.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let image = self.find_image(item);
        let (description, image) = match (is_on_sale, description, image) {
            (false, ..) => return self.leave_out(LeftOutReason::NotOnSale),
            (true, None, _) => return self.leave_out(LeftOutReason::NoDescription),
            (true, _, None) => return self.leave_out(LeftOutReason::NoImage),
            (true, Some(description), Some(image)) => (description.to_owned(), image),
        };
        // An item without packages is an offer by itself.
        let sold: Vec<Option<&Package>> =
            if packages.is_empty() { vec![None] } else { packages.into_iter().map(Some).collect() };
        let is_variant = sold.len() > 1;
        let mut written = 0;
        for package in sold {
            let price = package.map_or(item.price, |package| package.price);
            let Some(price) = price.filter(|price| price.with_cents() != "0.00") else {
                self.leave_out(LeftOutReason::NoPrice);
                continue;
            };
            let levels = self.stock.get(&item.id).map(Vec::as_slice).unwrap_or_default();
            let is_out = is_out_of_stock(levels, package);
            let (id, title) = (name_offer(item, package), title_of(item, package));
            let offer = Offer { id, title, price, package, is_variant, is_out };
            if !self.ids.insert(offer.id.clone()) {
                self.leave_out(LeftOutReason::SameId);
                continue;
            }
            self.write(item, &offer, &description, &image);
            written += 1;
        }
        written
    }

    /// Takes the bytes of the Google feed that were written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Counts the records that the Google feed left out so far, by reason.
    pub fn left_out_counts(&self) -> &BTreeMap<LeftOutReason, u32> {
        &self.left_out
    }

    /// Writes the end of the Google feed, below its elements.
    pub fn end(&mut self) {
        self.bytes.extend_from_slice(b"</channel>\n</rss>\n");
    }

    fn leave_out(&mut self, reason: LeftOutReason) -> u32 {
        *self.left_out.entry(reason).or_default() += 1;
        0
    }

    fn write(&mut self, item: &Item, offer: &Offer<'_>, description: &str, image: &str) {
        let brand = item.manufacturer.as_deref().map(|brand| cut(brand, MAX_BRAND));
        let gtin = offer.package.and_then(|package| package.ean.clone());
        // The number that the maker gave; a code of the dealer in its place gets offers refused.
        let mpn =
            MAKERS_NUMBERS.iter().find_map(|name| text_attribute(item, name)).map(|mpn| cut(mpn, MAX_MPN));
        // A shop takes a product for a faulty one where it has no number and nothing says so.
        let has_identifier = gtin.is_some() || (brand.is_some() && mpn.is_some());
        let availability = if offer.is_out { "out_of_stock" } else { "in_stock" };
        let variant = offer.package.filter(|_| offer.is_variant);
        let fields = [
            ("id", Some(offer.id.clone())),
            ("title", Some(cut(&offer.title, MAX_TITLE))),
            ("description", Some(cut(description, MAX_DESCRIPTION))),
            ("link", Some(fill_address(&self.shop.link, &key_of(item)))),
            ("image_link", Some(image.to_owned())),
            ("availability", Some(availability.to_owned())),
            ("price", Some(format!("{} {}", offer.price.with_cents(), item.currency))),
            ("brand", brand),
            ("gtin", gtin),
            ("mpn", mpn),
            ("identifier_exists", (!has_identifier).then(|| "no".to_owned())),
            ("item_group_id", variant.map(|_| cut(&key_of(item), MAX_ID))),
            ("size", variant.map(|package| cut(&package.label, MAX_SIZE))),
            ("product_type", item.category.as_deref().map(|category| cut(category, MAX_TYPE))),
            ("unit_pricing_measure", offer.package.and_then(measure)),
        ];
        let mut element = String::from("<item>\n");
        for (name, text) in fields.iter().filter_map(|(name, text)| Some((name, text.as_ref()?))) {
            let _ = writeln!(element, "<g:{name}>{}</g:{name}>", escape_xml(text));
        }
        element.push_str("</item>\n");
        self.bytes.extend_from_slice(element.as_bytes());
    }

    /// The address of the picture of an item: that of the attribute, else the one that the profile makes of the id.
    fn find_image(&self, item: &Item) -> Option<String> {
        let is_web = |text: &&str| text.starts_with("https://") || text.starts_with("http://");
        let of_item = self.shop.image_attribute.as_deref().and_then(|key| text_attribute(item, key));
        let made = self.shop.image_link.as_deref().map(|link| fill_address(link, &key_of(item)));
        of_item.filter(is_web).map(str::to_owned).or(made)
    }
}

/// Whether nothing is left of what is sold: of the package where it was counted, else of the item as a whole. What was
/// never counted is not known to be out.
fn is_out_of_stock(levels: &[StockLevel], package: Option<&Package>) -> bool {
    let counts_of = |label: Option<&str>| -> Vec<&StockLevel> {
        levels.iter().filter(|level| level.package.as_deref() == label).collect()
    };
    let own = package.map(|package| counts_of(Some(&package.label))).unwrap_or_default();
    let counts = if own.is_empty() { counts_of(None) } else { own };
    !counts.is_empty() && counts.iter().all(|level| level.quantity.is_zero())
}

/// The text of an attribute, which is named by its key or as people read it.
fn text_attribute<'a>(item: &'a Item, name: &str) -> Option<&'a str> {
    let folded = normalize_text(name);
    let is_it = |key: &str| {
        normalize_text(key) == folded || normalize_text(&AttributeLabel::of(key).to_string()) == folded
    };
    let value = item.attributes.iter().find(|(key, _)| is_it(key)).map(|(_, value)| value);
    value.and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
}

/// What an item is called in other systems.
fn key_of(item: &Item) -> String {
    item.external_id.clone().unwrap_or_else(|| item.id.simple().to_string())
}

/// The id of an offer: the code of the package, or the id of the item with the label of the package.
fn name_offer(item: &Item, package: Option<&Package>) -> String {
    let key = key_of(item);
    let id = match package {
        None => key,
        Some(Package { code: Some(code), .. }) => code.clone(),
        Some(package) => format!("{key}-{}", normalize_text(&package.label).replace(' ', "-")),
    };
    cut(&id, MAX_ID)
}

/// The name of an item with the label of the package, where the name does not say it.
fn title_of(item: &Item, package: Option<&Package>) -> String {
    let is_said = |package: &&Package| normalize_text(&item.name).contains(&normalize_text(&package.label));
    match package.filter(|package| !is_said(package)) {
        Some(package) => format!("{} {}", item.name, package.label),
        None => item.name.clone(),
    }
}

/// How much a package holds, in the units of the form.
fn measure(package: &Package) -> Option<String> {
    let content = package.content()?;
    let (amount, unit) = match content.unit {
        PackageUnit::L => (content.amount, "l"),
        PackageUnit::Ml => (content.amount, "ml"),
        PackageUnit::Kg => (content.amount, "kg"),
        PackageUnit::G => (content.amount, "g"),
        PackageUnit::T => (content.in_base().1, "kg"),
        PackageUnit::Seeds | PackageUnit::Un => (content.amount, "ct"),
    };
    Some(format!("{} {unit}", amount.normalize()))
}

/// The address of a record below that of the shop: in the place of `{id}`, or behind a slash.
fn fill_address(address: &str, id: &str) -> String {
    let id = escape_address(id);
    match address.contains(PLACE) {
        true => address.replace(PLACE, &id),
        false => format!("{}/{id}", address.trim_end_matches('/')),
    }
}

/// The front page of the shop that has this address: `https://loja.example` of `https://loja.example/p/{id}`.
fn find_front_page(address: &str) -> &str {
    let Some((scheme, rest)) = address.split_once("://") else { return address };
    let host = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    &address[..scheme.len() + "://".len() + host]
}

/// What stands in an address where the id comes.
const PLACE: &str = "{id}";

/// Signs that have a meaning in an address, as `%2F`.
fn escape_address(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                escaped.push(char::from(byte));
            }
            _ => {
                let _ = write!(escaped, "%{byte:02X}");
            }
        }
    }
    escaped
}

/// A text within XML, which has no control characters.
fn escape_xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// At most so many characters.
fn cut(text: &str, most: usize) -> String {
    text.trim().chars().take(most).collect()
}

#[cfg(test)]
mod tests;
