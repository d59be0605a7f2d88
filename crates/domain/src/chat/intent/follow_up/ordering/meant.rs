//! Which of the shown items each thing of an order means: by its name, its place, its package, or what it was called when it
//! was asked for.

use super::shelf::Shelf;
use crate::catalog::Item;
use crate::chat::intent::follow_up::pointing::find_holding;
use crate::chat::intent::reading::counting::Count;
use crate::chat::intent::reading::wanted::{Holding, ItemWords, WantedTerms};
use crate::chat::intent::wording::ordinals::LAST_PLACE;
use crate::chat::intent::wording::words::stems_of;
use crate::synonyms::SynonymIndex;
use uuid::Uuid;

/// The items that each count means, and the words of those that nothing shown holds.
pub(super) fn resolve_counts<'a>(
    counts: &[Count],
    shelf: Shelf<'a>,
) -> (Vec<(Count, Vec<&'a Item>)>, Vec<String>) {
    let mut resolved: Vec<(Count, Vec<&Item>)> = Vec::new();
    let mut unknown = Vec::new();
    let mut last_words: Vec<String> = Vec::new();
    for count in counts {
        let mut count = count.clone();
        // `1 galão de ureia e 2 sacos`: what is only packed otherwise is the same thing.
        if count.words.is_empty() && count.unit.is_some() && counts.len() > 1 && count.place.is_none() {
            count.words.clone_from(&last_words);
        }
        let items = find_counted(&count, shelf);
        if items.is_empty() {
            unknown.extend(count.words.iter().cloned());
        }
        last_words.clone_from(&count.words);
        resolved.push((count, items));
    }
    part_things(&mut resolved, &mut unknown, shelf.index);
    // `3 do pequeno e 2 desse`: what points back means what no other count names.
    let named: Vec<Uuid> = resolved
        .iter()
        .filter(|(count, _)| !count.words.is_empty() || count.place.is_some())
        .filter_map(|(_, items)| Some(items.first()?.id))
        .collect();
    for (count, items) in &mut resolved {
        if count.words.is_empty() && count.place.is_none() {
            let free: Vec<&Item> = items.iter().copied().filter(|item| !named.contains(&item.id)).collect();
            if !free.is_empty() {
                *items = free;
            }
        }
    }
    (resolved, unknown)
}

/// `Kit + bota`, where only a kit was shown, which boots go with: two things that are named in different words are two
/// items. Of counts that mean one item the one that names it best keeps it, and the others mean something that was not
/// shown.
fn part_things(resolved: &mut [(Count, Vec<&Item>)], unknown: &mut Vec<String>, index: &SynonymIndex) {
    let levels: Vec<Option<(Uuid, usize)>> = resolved
        .iter()
        .map(|(count, items)| {
            let item = items.first().filter(|_| !count.words.is_empty() && count.place.is_none())?;
            Some((item.id, WantedTerms::of(&count.words[..1], index).level_held(&ItemWords::of(item))))
        })
        .collect();
    let words: Vec<Vec<String>> = resolved.iter().map(|(count, _)| count.words.clone()).collect();
    for (at, (count, items)) in resolved.iter_mut().enumerate() {
        let Some((own, level)) = levels[at] else { continue };
        let is_named_better = (0..levels.len()).any(|other| {
            words[other] != count.words && levels[other].is_some_and(|(id, best)| id == own && best > level)
        });
        if is_named_better {
            items.retain(|item| item.id != own);
            if items.is_empty() {
                unknown.extend(count.words.iter().cloned());
            }
        }
    }
}

/// The shown items that a count means.
pub(super) fn find_counted<'a>(count: &Count, shelf: Shelf<'a>) -> Vec<&'a Item> {
    if let Some(place) = count.place {
        let named = find_place_of_named(place, &count.words, shelf);
        return named.or_else(|| find_place(place, shelf.lists)).into_iter().collect();
    }
    if count.words.is_empty() {
        let newest = shelf.lists.first().cloned().unwrap_or_default();
        return count.keep_in_package(newest, |item| item);
    }
    let wanted = WantedTerms::of(&count.words, shelf.index);
    let packed: Vec<Vec<&Item>> = shelf
        .lists
        .iter()
        .map(|list| list.iter().copied().filter(|item| count.is_packed(item)).collect())
        .collect();
    let found = match find_in_lists(&wanted, &packed) {
        found if found.is_empty() => find_in_lists(&wanted, shelf.lists),
        found => found,
    };
    if !found.is_empty() {
        return found;
    }
    let called = find_called(&count.words, shelf).or_else(|| find_described(count, &wanted, shelf.lists));
    called.into_iter().collect()
}

/// `5 sachês da bactéria`: the one shown item in the package that is counted whose description speaks of it.
fn find_described<'a>(count: &Count, wanted: &WantedTerms, lists: &[Vec<&'a Item>]) -> Option<&'a Item> {
    let mut found: Vec<&Item> = Vec::new();
    for item in lists.iter().flatten().filter(|item| count.is_packed(item)) {
        if wanted.is_held(&ItemWords::of(item), Holding::Described)
            && found.iter().all(|known| known.id != item.id)
        {
            found.push(item);
        }
    }
    let [one] = found.as_slice() else { return None };
    Some(*one)
}

/// `5 sacos da primeira ração`: the item at a place among those that are called so, of the newest list where it has
/// several of them, or else in the order of the conversation.
fn find_place_of_named<'a>(place: usize, words: &[String], shelf: Shelf<'a>) -> Option<&'a Item> {
    let wanted = WantedTerms::of(words, shelf.index);
    let is_called = |item: &&'a Item| wanted.is_held(&ItemWords::of(item), Holding::Listed);
    let newest: Vec<&Item> = shelf.lists.first()?.iter().copied().filter(is_called).collect();
    let named: Vec<&Item> = match newest.len() {
        0 | 1 => list_in_order(shelf.lists).into_iter().filter(is_called).collect(),
        _ => newest,
    };
    if place == LAST_PLACE { named.last().copied() } else { named.get(place.checked_sub(1)?).copied() }
}

/// What was shown alone when it was asked for in these words: `5 sachês da bactéria` after `aquela bactéria de silagem,
/// tem?`, though no record of it says so.
fn find_called<'a>(words: &[String], shelf: Shelf<'a>) -> Option<&'a Item> {
    let is_said = |message: &str| {
        let stems = stems_of(message);
        !words.is_empty() && words.iter().all(|word| stems_of(word).iter().all(|stem| stems.contains(stem)))
    };
    shelf.called.iter().find(|(message, _)| is_said(message)).map(|(_, item)| *item)
}

/// The items of the first list that holds what is wanted: by name before by anything else.
pub(crate) fn find_in_lists<'a>(wanted: &WantedTerms, lists: &[Vec<&'a Item>]) -> Vec<&'a Item> {
    let by = |least: Holding| {
        lists.iter().map(|list| find_holding(list, wanted, least)).find(|found| !found.is_empty())
    };
    by(Holding::Named).or_else(|| by(Holding::Made)).unwrap_or_default()
}

/// The item at a place: of the last list, or where items were shown one by one, of those in their order.
fn find_place<'a>(place: usize, lists: &[Vec<&'a Item>]) -> Option<&'a Item> {
    if place == LAST_PLACE {
        return lists.first()?.last().copied();
    }
    let at = place.checked_sub(1)?;
    if let Some(list) = lists.iter().find(|list| list.len() > 1) {
        return list.get(at).copied();
    }
    list_in_order(lists).get(at).copied()
}

/// All items that were shown, in the order of the conversation.
fn list_in_order<'a>(lists: &[Vec<&'a Item>]) -> Vec<&'a Item> {
    let mut items: Vec<&Item> = Vec::new();
    for item in lists.iter().rev().flatten() {
        if items.iter().all(|known| known.id != item.id) {
            items.push(item);
        }
    }
    items
}
