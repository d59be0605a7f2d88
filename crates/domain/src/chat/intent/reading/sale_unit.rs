//! Prices by the kilogram, litre, metre or piece: `qual sai mais barato por quilo?`, `a quanto sai cada saco?`.

use super::count_words::measure_of;
use crate::catalog::{BaseUnit, Item, Package};
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::search::Hit;
use crate::text::{normalize_text, plain_words};
use rust_decimal::Decimal;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// In kilograms.
    Mass,
    /// In litres.
    Volume,
    /// In metres.
    Length,
    /// By the piece.
    Pieces,
    /// Whatever the package is measured in.
    Content,
}

/// A unit of which prices are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaleUnit {
    /// What it measures.
    pub dimension: Dimension,
    /// As it is written behind a price: `kg`.
    pub symbol: &'static str,
    /// How many kilograms, litres, metres or pieces it is.
    pub size: Decimal,
}

impl SaleUnit {
    /// The unit by which the prices of packages are compared.
    pub(crate) fn of_base(base: BaseUnit) -> Self {
        let (dimension, symbol, size) = match base {
            BaseUnit::Litre => (Dimension::Volume, "L", Decimal::ONE),
            BaseUnit::Kilogram => (Dimension::Mass, "kg", Decimal::ONE),
            BaseUnit::ThousandSeeds => (Dimension::Pieces, "mil", Decimal::ONE_THOUSAND),
            BaseUnit::Piece => (Dimension::Pieces, "un", Decimal::ONE),
        };
        Self { dimension, symbol, size }
    }
}

/// Words of a price beside the unit; without one, `por litro` may be a rate of use.
const OF_PRICE: [&str; 20] = [
    "custo", "custar", "custa", "custam", "sai", "preco", "valor", "barato", "barata", "caro", "cara",
    "fica", "conta", "each", "price", "cost", "costs", "cheaper", "cheapest", "cada",
];

/// Verbs with which `quanto` asks for a price: `dá quanto o metro?`, `quanto tá o quilo?`
const COSTING: [&str; 16] = [
    "da", "dao", "esta", "ta", "vale", "fica", "ficam", "sai", "saem", "saiu", "custa", "custam", "ficaria",
    "daria", "sairia", "custaria",
];
/// Words of how a product is used, beside which `quanto por litro?` asks for a rate.
const OF_USE: [&str; 25] = [
    "uso",
    "usar",
    "usa",
    "ponho",
    "boto",
    "coloco",
    "colocar",
    "aplico",
    "aplicar",
    "aplica",
    "dose",
    "misturo",
    "mistura",
    "misturar",
    "diluir",
    "diluo",
    "dissolver",
    "agua",
    "calda",
    "hectare",
    "water",
    "apply",
    "mix",
    "use",
    "put",
];

/// Whether `quanto` and a verb of cost, or `how much`, ask for a price, and nothing speaks of use.
fn asks_cost(words: &[&str]) -> bool {
    let asks = words.windows(2).any(|pair| match pair {
        ["quanto", "e"] | ["a", "quanto"] | ["how", "much"] => true,
        ["quanto", verb] | [verb, "quanto"] => COSTING.contains(verb),
        _ => false,
    });
    asks && !words.iter().any(|word| OF_USE.contains(word))
}

/// The unit by which a message asks for prices, and where its words stand.
pub(crate) fn read_sale_unit(message: &str) -> Option<(SaleUnit, Vec<String>)> {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let named = words.iter().any(|word| OF_PRICE.contains(word));
    if !named && !WORDS.cheapest.are_in(&stems_of(message)) && !asks_cost(&words) {
        return None;
    }
    if words.iter().any(|word| matches!(*word, "divisao" | "dividindo" | "proporcional" | "proporcao")) {
        let unit = SaleUnit { dimension: Dimension::Content, symbol: "", size: Decimal::ONE };
        return Some((unit, Vec::new()));
    }
    words.windows(2).enumerate().find_map(|(at, pair)| {
        let before = at.checked_sub(1).map(|before| words[before]);
        let counted = before.is_some_and(|before| before.bytes().all(|b| b.is_ascii_digit()));
        let leads = matches!(pair[0], "por" | "per" | "pelo" | "pela" | "no" | "na" | "cada" | "each");
        // `Mais barato o quilo`, `quanto custa o litro de óleo`; `o litro de leite` names a thing.
        let costs = before.is_some_and(|before| COSTING.contains(&before));
        let article =
            matches!(pair[0], "o" | "a") && (costs || words.get(at + 2).is_none_or(|next| *next != "de"));
        // `Cinco sacos de cada um` counts each thing.
        let of_each = matches!((before, pair[0]), (Some("de" | "of"), "cada" | "each"));
        if counted || of_each || !(leads || article) {
            return None;
        }
        let unit = unit_of(pair[1], matches!(pair[0], "cada" | "each"))?;
        let counted =
            unit.dimension == Dimension::Pieces && !matches!(pair[0], "por" | "per" | "cada" | "each");
        let whole = pair[1] == "unidade" || pair[1] == "peca";
        if (counted && !whole) || (article && pair[1].len() < 2) {
            return None;
        }
        Some((unit, vec![pair[0].to_owned(), pair[1].to_owned()]))
    })
}

fn unit_of(word: &str, each: bool) -> Option<SaleUnit> {
    let unit = |dimension, symbol, size| Some(SaleUnit { dimension, symbol, size });
    match word {
        "kg" | "quilo" | "quilos" | "kilo" => unit(Dimension::Mass, "kg", Decimal::ONE),
        "g" | "grama" | "gramas" | "gram" => unit(Dimension::Mass, "g", Decimal::new(1, 3)),
        "t" | "ton" | "tonelada" | "toneladas" | "tonne" => unit(Dimension::Mass, "t", Decimal::ONE_THOUSAND),
        "l" | "litro" | "litros" | "liter" | "litre" => unit(Dimension::Volume, "L", Decimal::ONE),
        "ml" | "mililitro" => unit(Dimension::Volume, "mL", Decimal::new(1, 3)),
        "m" | "metro" | "metros" | "meter" | "metre" => unit(Dimension::Length, "m", Decimal::ONE),
        "uma" | "um" | "one" if each => unit(Dimension::Pieces, "un", Decimal::ONE),
        "unidade" | "un" | "peca" | "unit" | "piece" | "dose" | "semente" | "sache" | "pastilha" | "muda"
        | "isolador" => unit(Dimension::Pieces, "un", Decimal::ONE),
        "milheiro" => unit(Dimension::Pieces, "mil", Decimal::ONE_THOUSAND),
        _ if each && WORDS.packages.are_in(&stems_of(word)) => unit(Dimension::Pieces, "un", Decimal::ONE),
        _ => None,
    }
}

/// What a measure in its base unit (`kg`, `l`) measures.
pub(crate) fn dimension_of(base: &str) -> Dimension {
    if base == "kg" { Dimension::Mass } else { Dimension::Volume }
}

/// What is counted in packages, folded.
const PIECES: [&str; 22] = [
    "un",
    "und",
    "unidade",
    "unidades",
    "semente",
    "sementes",
    "dose",
    "doses",
    "sache",
    "saches",
    "pastilha",
    "pastilhas",
    "celula",
    "celulas",
    "colmos",
    "mudas",
    "pecas",
    "vespas",
    "acaros",
    "tabletes",
    "pares",
    "comprimidos",
];

/// Whether a folded word names what is counted in packages: `sementes`, `doses`.
pub(crate) fn counts_pieces(word: &str) -> bool {
    PIECES.contains(&word)
}

/// How much of `dimension` one package of the item holds, as its name and attributes say; nothing where they
/// do not say it.
pub(crate) fn content_of_item(item: &Item, dimension: Dimension) -> Option<Decimal> {
    let name = normalize_text(&item.name);
    let words: Vec<&str> = plain_words(&name).collect();
    let measure_size = |base: &str| {
        let mut sizes = words.windows(2).filter_map(|pair| {
            let (measure, factor) = measure_of(pair[1])?;
            let number = read_name_number(pair[0])?;
            (measure == base).then_some(number * factor)
        });
        let loose = match base {
            "kg" if words.contains(&"tonelada") => Some(Decimal::ONE_THOUSAND),
            "l" if words.contains(&"litro") => Some(Decimal::ONE),
            _ => None,
        };
        sizes.next_back().or(loose)
    };
    let attribute = |key: &str| {
        let number = item.attributes.get(key)?.as_f64()?;
        Decimal::try_from(number).ok()
    };
    let content = match dimension {
        Dimension::Mass => measure_size("kg"),
        Dimension::Volume => measure_size("l"),
        Dimension::Length => {
            let plane = words.contains(&"x");
            let named = words.windows(2).rev().find_map(|pair| {
                matches!(pair[1], "m" | "metros").then(|| read_name_number(pair[0])).flatten()
            });
            let loose = words.last().is_some_and(|last| *last == "metro").then_some(Decimal::ONE);
            named.filter(|_| !plane).or(loose).or_else(|| attribute("comprimento_m"))
        }
        Dimension::Pieces => {
            let named = words
                .windows(2)
                .rev()
                .find_map(|pair| PIECES.contains(&pair[1]).then(|| read_name_number(pair[0])).flatten());
            let thousands = words
                .windows(2)
                .rev()
                .find_map(|pair| (pair[1] == "mil").then(|| read_name_number(pair[0])).flatten());
            let thousands = thousands.map(|number| number * Decimal::ONE_THOUSAND);
            thousands.or(named).or_else(|| attribute("quantidade"))
        }
        Dimension::Content => measure_size("kg").or_else(|| measure_size("l")),
    };
    content.filter(|content| *content > Decimal::ZERO)
}

/// A number of a product's name: `1.000` is a thousand, `792,5` has a decimal.
fn read_name_number(word: &str) -> Option<Decimal> {
    let grouped = word.split_once('.').is_some_and(|(_, behind)| behind.len() == 3);
    let plain = if grouped { word.replace('.', "") } else { word.to_owned() };
    plain.replace(',', ".").parse().ok()
}

/// The price of one unit of an item, where that is cheapest: by its own price, or in one of its packages on sale;
/// nothing where no price is known with what it is for.
pub(crate) fn price_per_unit(item: &Item, unit: SaleUnit) -> Option<Decimal> {
    let own = || -> Option<Decimal> {
        let content = content_of_item(item, unit.dimension)?;
        item.price?.amount().checked_mul(unit.size)?.checked_div(content)
    };
    let packed = item.packages_on_sale().filter_map(|package| package_price_per(package, unit));
    let price = own().into_iter().chain(packed).min()?;
    let places = if price < Decimal::ONE { 3 } else { 2 };
    Some(price.round_dp(places))
}

fn package_price_per(package: &Package, unit: SaleUnit) -> Option<Decimal> {
    let price = package.unit_price()?;
    let of_one = match (unit.dimension, price.base) {
        (Dimension::Mass | Dimension::Content, BaseUnit::Kilogram)
        | (Dimension::Volume | Dimension::Content, BaseUnit::Litre)
        | (Dimension::Pieces, BaseUnit::Piece) => price.amount,
        (Dimension::Pieces, BaseUnit::ThousandSeeds) => price.amount.checked_div(Decimal::ONE_THOUSAND)?,
        _ => return None,
    };
    of_one.checked_mul(unit.size)
}

/// The unit by which the packages of all hits can be compared, where no hit has a price beside them: a small package
/// is no cheap one.
pub(crate) fn find_shared_unit(hits: &[Hit]) -> Option<SaleUnit> {
    let base_of = |hit: &Hit| {
        let item = hit.item.as_ref().filter(|item| item.price.is_none())?;
        let mut bases = item.packages_on_sale().filter_map(Package::unit_price).map(|price| price.base);
        let first = bases.next()?;
        bases.all(|base| base == first).then_some(first)
    };
    let first = base_of(hits.first()?)?;
    hits.iter().all(|hit| base_of(hit) == Some(first)).then(|| SaleUnit::of_base(first))
}

/// Puts hits in the order of their prices for `unit`; those without one come last.
pub(crate) fn order_by_unit(hits: &mut [Hit], unit: SaleUnit, dearest_first: bool) {
    let price = |hit: &Hit| hit.item.as_ref().and_then(|item| price_per_unit(item, unit));
    hits.sort_by(|a, b| match (price(a), price(b)) {
        (Some(a), Some(b)) if dearest_first => b.cmp(&a),
        (Some(a), Some(b)) => a.cmp(&b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Price;
    use crate::chat::grounding::packages::tests::packed_hit;
    use crate::chat::types::sources::tests::item_hit;

    fn symbol(message: &str) -> Option<&'static str> {
        read_sale_unit(message).map(|(unit, _)| unit.symbol)
    }

    #[test]
    fn prices_by_a_unit_are_asked_for_in_many_words() {
        for (message, unit) in [
            ("qual sai mais barato por quilo?", "kg"),
            ("quanto custa o litro?", "L"),
            ("a quanto sai cada saco?", "un"),
            ("no metro qual fica mais em conta", "m"),
            ("which is cheaper per litre?", "L"),
            ("preço por unidade", "un"),
            ("então dá quanto o metro?", "m"),
            ("quanto dá o litro desse do galão?", "L"),
            ("o quilo dela tá quanto", "kg"),
            ("quanto custa o litro de óleo mineral?", "L"),
            ("the 25 kg bag, how much per kilo?", "kg"),
        ] {
            assert_eq!(symbol(message), Some(unit), "{message}");
        }
        for message in [
            "quantos ml por litro de água?",
            "saco de 25 kg",
            "2 kg por hectare",
            "o litro de leite",
            "quanto vai por litro?",
            "quanto ponho por litro?",
            "quanto dá por litro de água?",
            "quanto fica 5 sacos de cada uma?",
        ] {
            assert_eq!(symbol(message), None, "{message}");
        }
    }

    #[test]
    fn a_name_tells_what_a_package_holds() {
        for (name, dimension, content) in [
            ("Arame Liso rolo 1.000 m", Dimension::Length, "1000"),
            ("Ureia 46% saco 50 kg", Dimension::Mass, "50"),
            ("Glifo 792,5 WG saco 5 kg", Dimension::Mass, "5"),
            ("Espalhante frasco 500 mL", Dimension::Volume, "0.5"),
            ("Alface envelope 5.000 sementes", Dimension::Pieces, "5000"),
            ("Milho AR saco 60 mil", Dimension::Pieces, "60000"),
            ("Calcário a granel tonelada", Dimension::Mass, "1000"),
            ("Ráfia 60 kg pacote 100 un", Dimension::Pieces, "100"),
        ] {
            let item = item_hit(name, Some("10"), "").item.expect("an item");
            let expected: Decimal = content.parse().expect("a number");
            assert_eq!(content_of_item(&item, dimension), Some(expected), "{name}");
        }
        let mut item = item_hit("Lona 8 x 50 m", Some("10"), "").item.expect("an item");
        assert_eq!(content_of_item(&item, Dimension::Length), None, "an area is no length");
        item.name = "Adubo saco 50 kg".into();
        item.price = Price::parse("189").ok();
        let kilogram = unit_of("quilo", false).expect("a unit");
        assert_eq!(price_per_unit(&item, kilogram), Some(Decimal::new(378, 2)));
        let packed = packed_hit("Ureia").item.expect("an item");
        assert_eq!(price_per_unit(&packed, kilogram), Some(Decimal::new(760, 2)));
        let litre = unit_of("litro", false).expect("a unit");
        assert_eq!(price_per_unit(&packed, litre), None);
    }
}
