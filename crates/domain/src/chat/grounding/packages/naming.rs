//! Which packages of an item a message names: by a code, by how much they hold, or by the words of their labels.

use crate::catalog::{Item, Package, PackageContent, is_container, is_package_unit};
use crate::text::{Stemmer, is_stop_word, normalize_text, plain_words};

/// Fewest digits of a code that nothing calls a code.
const LEAST_DIGITS: usize = 4;

/// The packages on sale that the message names: by their code or the number under their bars, else by their amount, else
/// the one whose label alone has its words. `2 sacos de 25 kg` names that of 25 kg, and a case of 50 kg only where there
/// is none of 25.
pub(crate) fn named_packages<'a>(item: &'a Item, message: &str) -> Vec<&'a Package> {
    let folded = normalize_text(message);
    let chunks = split_chunks(&folded);
    let coded: Vec<&Package> =
        item.packages_on_sale().filter(|package| bears_code(package, &chunks)).collect();
    if !coded.is_empty() {
        return coded;
    }
    let find = |is_named: fn(PackageContent, &str) -> bool| -> Vec<&'a Package> {
        let names_package =
            |package: &&Package| package.content().is_some_and(|content| is_named(content, message));
        item.packages_on_sale().filter(names_package).collect()
    };
    let alone = find(PackageContent::is_named_alone_in);
    let measured = if alone.is_empty() { find(PackageContent::is_named_in) } else { alone };
    // The bag of 25 kg is not meant where one of 30 is asked for.
    if measured.is_empty() && !PackageContent::is_any_stated_in(message) {
        return find_by_label(item, message).into_iter().collect();
    }
    measured
}

/// Whether the message asks for a package in which the item, whose packages it names none of, is not sold: `saco de 30`,
/// `a caixa`. A label without a container may be that of any.
pub(crate) fn lacks_named_package(item: &Item, message: &str) -> bool {
    let (folded, name) = (normalize_text(message), normalize_text(&item.name));
    let in_name: Vec<&str> = plain_words(&name).collect();
    // `O de 480 SL` names a strength.
    let said: Vec<&str> = folded.split(' ').filter(|chunk| !in_name.contains(&trim_chunk(chunk))).collect();
    let said = said.join(" ");
    if PackageContent::is_any_named_in(&said) {
        return !PackageContent::read(&item.name).is_some_and(|content| content.is_named_in(message));
    }
    let is_asked = |word: &&str| *word == "cx" || (word.len() > 2 && is_container(word));
    let asked: Vec<String> = plain_words(&said).filter(is_asked).map(|word| stem_word(word, false)).collect();
    let is_held = |package: &Package| {
        let words = label_words(&package.label, true);
        let is_open = package.content().is_some() && !names_container(&package.label);
        is_open || asked.iter().any(|word| words.contains(word))
    };
    !asked.is_empty() && !item.packages_on_sale().any(is_held)
}

/// Whether a label names a container.
fn names_container(label: &str) -> bool {
    plain_words(&normalize_text(label)).any(is_container)
}

/// The package whose label has words of the message; none where others have some that it has not.
fn find_by_label<'a>(item: &'a Item, message: &str) -> Option<&'a Package> {
    let name = label_words(&item.name, false);
    let mut said = label_words(message, false);
    said.retain(|word| !name.contains(word));
    let share = |package: &Package| -> Vec<String> {
        let label = label_words(&package.label, true);
        label.into_iter().filter(|word| said.contains(word)).collect()
    };
    let named: Vec<(Vec<String>, &'a Package)> = item
        .packages_on_sale()
        .map(|package| (share(package), package))
        .filter(|(shared, _)| !shared.is_empty())
        .collect();
    let (most, best) = named.iter().max_by_key(|(shared, _)| shared.len())?;
    let mut others = named.iter().filter(|(_, package)| !std::ptr::eq(*package, *best));
    let is_alone =
        others.all(|(shared, _)| shared.len() < most.len() && shared.iter().all(|word| most.contains(word)));
    is_alone.then_some(*best)
}

/// The stems of what a text says of a package beside its amount: `big bag`, `granel`.
fn label_words(text: &str, is_label: bool) -> Vec<String> {
    let folded = normalize_text(text);
    let words = plain_words(&folded).filter(|word| {
        let is_amount = word.bytes().any(|b| b.is_ascii_digit()) || is_package_unit(word);
        !is_amount && !is_stop_word(word) && word.len() > 1
    });
    let mut stems: Vec<String> = words.map(|word| stem_word(word, is_label)).collect();
    stems.sort();
    stems.dedup();
    stems
}

/// The stem of a word, a container's short form written out. In a message `sc` is a formulation.
fn stem_word(word: &str, is_label: bool) -> String {
    let spelled = match word {
        "saca" | "sacas" => "saco",
        "cx" => "caixa",
        "pct" | "pcts" => "pacote",
        "sc" if is_label => "saco",
        "gl" if is_label => "galao",
        "fr" if is_label => "frasco",
        "bb" if is_label => "bombona",
        "bd" if is_label => "balde",
        "tb" if is_label => "tambor",
        "fd" if is_label => "fardo",
        "gf" if is_label => "garrafa",
        _ => word,
    };
    Stemmer::Inflection.stem(spelled)
}

/// The parts of a folded text between blanks, without the signs around them.
fn split_chunks(folded: &str) -> Vec<&str> {
    folded.split_whitespace().map(trim_chunk).filter(|chunk| !chunk.is_empty()).collect()
}

fn trim_chunk(chunk: &str) -> &str {
    chunk.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Whether the chunks hold the code of a package or the number under its bars.
fn bears_code(package: &Package, chunks: &[&str]) -> bool {
    let code = package.code.as_deref().map(normalize_text).unwrap_or_default();
    let code = split_chunks(&code);
    let is_code = |at: usize| chunks[at..].starts_with(&code) && !is_amount(chunks, at..at + code.len());
    let is_under_bars = |number: &String| {
        // With zeros before it, a number of twelve digits is one of thirteen or fourteen.
        package.ean.as_deref().is_some_and(|ean| format!("{ean:0>14}") == format!("{number:0>14}"))
    };
    (!code.is_empty() && (0..chunks.len()).any(is_code)) || bar_numbers(chunks).iter().any(is_under_bars)
}

/// Whether the chunks are a number that says how much: `saco de 1000`, `1000 kg`, and one of few digits that nothing
/// calls a code.
fn is_amount(chunks: &[&str], range: std::ops::Range<usize>) -> bool {
    let at = range.start;
    let [number] = &chunks[range] else { return false };
    let before = |back: usize| at.checked_sub(back).map_or("", |at| chunks[at]);
    if !number.bytes().all(|b| b.is_ascii_digit()) || matches!(before(1), "codigo" | "cod" | "code" | "ref") {
        return false;
    }
    let measures = chunks.get(at + 1).is_some_and(|next| is_package_unit(next) || is_container(next));
    let is_content = is_container(before(1)) || (before(1) == "de" && is_container(before(2)));
    number.len() < LEAST_DIGITS || measures || is_content
}

/// The numbers that may stand under bars, also those that people group by blanks and hyphens.
fn bar_numbers(chunks: &[&str]) -> Vec<String> {
    let plain = |chunk: &&str| {
        let digits = chunk.replace(['-', '.'], "");
        (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
    };
    let numbers: Vec<Option<String>> = chunks.iter().map(plain).collect();
    let runs = numbers.split(Option::is_none).flat_map(|run| {
        let whole: String = run.iter().flatten().map(String::as_str).collect();
        run.iter().flatten().cloned().chain(std::iter::once(whole))
    });
    runs.filter(|number| (8..=14).contains(&number.len())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{PackageStatus, Price};
    use crate::chat::grounding::packages::tests::zanfertil;

    fn read_labels(message: &str) -> Vec<String> {
        let item = zanfertil().item.expect("an item");
        named_packages(&item, message).into_iter().map(|package| package.label.clone()).collect()
    }

    #[test]
    fn a_package_is_named_by_code_number_amount_or_label() {
        for (message, label) in [
            ("7891000315507", "saco 25 kg"),
            ("quanto custa 789 1000 31550 7?", "saco 25 kg"),
            ("tem o 07891000315507?", "saco 25 kg"),
            ("preço do ZU-50", "saco 50 kg"),
            ("quanto custa zu-bb?", "big bag 1.000 kg"),
            ("quanto custa 55123?", "granel"),
            ("saco de 25?", "saco 25 kg"),
            ("e o big bag?", "big bag 1.000 kg"),
            ("quanto dá 3 big bags", "big bag 1.000 kg"),
            ("quanto custa o granel?", "granel"),
        ] {
            assert_eq!(read_labels(message), [label], "{message}");
        }
        for message in [
            "quanto custa a zanfertil ureia?",
            "quanto custa o saco?",
            "saco ou big bag?",
            "o saco de 30",
            "55123 kg",
            "ZU-5",
            "cx 12x1 L",
            "a caixa",
        ] {
            assert_eq!(read_labels(message), Vec::<String>::new(), "{message}");
        }
    }

    #[test]
    fn what_it_is_not_sold_in_is_told_from_what_it_may_be() {
        let mut item = zanfertil().item.expect("an item");
        for (message, lacks) in [
            ("quanto custa o saco de 30 da zanfertil ureia?", true),
            ("quanto custa a caixa da zanfertil ureia?", true),
            ("e o frasco de 5 litros?", true),
            ("quanto custa o saco?", false),
            ("quanto custa a zanfertil ureia?", false),
            ("20 litros de água", false),
        ] {
            assert_eq!(lacks_named_package(&item, message), lacks, "{message}");
        }
        let price = Price::parse("10").ok();
        let (label, status) = ("5 kg".to_owned(), PackageStatus::Ativo);
        item.packages.push(Package { label, code: None, ean: None, price, status });
        assert!(!lacks_named_package(&item, "quanto custa a caixa?"), "that of 5 kg may be one");
        item.name = "Prodence 480 SL".into();
        assert!(!lacks_named_package(&item, "quanto custa o de 480 SL?"), "a strength");
    }
}
