//! The half of the reading of danger that depends on no statistics: words that together can hardly mean
//! anything else, from `data/desk_words.json`.

use super::concern::Concern;
use crate::chat::intent::wording::words::{DangerWords, WORDS, stems_of};
use crate::text::normalize_text;

/// The danger that the words of a message speak of.
///
/// What has happened to a person goes before what a person means to do.
pub(super) fn concern_by_words(message: &str) -> Option<Concern> {
    let all = stems_of(message);
    let words = &WORDS.danger;
    let stems: Vec<String> = words.harmless.outside(&all).into_iter().map(|at| all[at].clone()).collect();
    if WORDS.violence.are_in(&all) {
        Some(Concern::Abuse)
    } else if WORDS.self_harm.are_in(&all) {
        Some(Concern::SelfHarm)
    } else if WORDS.poisoning.are_in(&all) || is_poisoning(&stems, words) {
        Some(Concern::Poisoning)
    } else {
        is_harm(&stems, words).then_some(Concern::Harm)
    }
}

/// Whether a person suspects an illness of their own: "acho que estou com diabetes". An animal's is the veterinarian's.
pub(super) fn suspects_illness(message: &str) -> bool {
    let words = &WORDS.danger;
    let stems = &stems_of(message);
    let names_illness = |at: usize| {
        let rest = &stems[at + words.suspicions.at_start(&stems[at..])..];
        let near = &rest[..rest.len().min(NEAR)];
        words.illnesses.places(near).into_iter().any(|illness| {
            let length = words.illnesses.at_start(&rest[illness..]);
            let behind = skip_prepositions(&rest[illness + length..], words);
            let is_before = (0..illness).any(|at| animal_at_start(&near[at..], words) > 0);
            !is_before && animal_at_start(behind, words) == 0
        })
    };
    words.suspicions.places(stems).into_iter().any(names_illness)
}

/// Whether a message names an animal and no person. The speaker is a person wherever the words may be of their own
/// body: a doctor too many costs an answer, one too few more.
pub(super) fn names_animals_alone(message: &str) -> bool {
    let words = &WORDS.danger;
    let stems = stems_of(message);
    let has_animal = (0..stems.len()).any(|at| animal_at_start(&stems[at..], words) > 0);
    has_animal && !names_person(&stems, words) && !names_namesake(message, words)
}

/// Whether an animal, and no person, is ill in a message: `meu cavalo está com febre`, `diarreia de bezerro`, or a
/// disease that a shop is asked about for animals. An animal that is only named may be the one whose medicine a person
/// means to take: `colírio de boi`.
pub(super) fn is_of_sick_animal(message: &str) -> bool {
    let words = &WORDS.danger;
    let stems = stems_of(message);
    let has_state = |at: usize| {
        let length = animal_at_start(&stems[at..], words);
        let is_owner = at > 0 && ["de", "do", "da", "of"].contains(&stems[at - 1].as_str());
        length > 0 && !is_owner && words.states.at_start(&stems[at + length..]) > 0
    };
    let has_animal = |at: usize| {
        let rest = &stems[at + words.ailments.at_start(&stems[at..])..];
        let behind = skip_prepositions(rest, words);
        behind.len() < rest.len() && animal_at_start(behind, words) > 0
    };
    let is_ill = words.diseases.are_in(&stems)
        || words.ailments.places(&stems).into_iter().any(has_animal)
        || (0..stems.len()).any(has_state);
    is_ill
        && are_ailments_of_animals(&stems, words)
        && !names_person(&stems, words)
        && !names_namesake(message, words)
}

/// Words between an animal and what it suffers from, at most.
const NEAR_OWNER: usize = 8;

/// Whether each ailment stands near an animal or an animal's disease: what stands alone may be a person's.
fn are_ailments_of_animals(stems: &[String], words: &DangerWords) -> bool {
    let is_owner =
        |at: &usize| animal_at_start(&stems[*at..], words) > 0 || words.diseases.at_start(&stems[*at..]) > 0;
    let owners: Vec<usize> = (0..stems.len()).filter(is_owner).collect();
    let mut ailments = words.ailments.places(stems).into_iter().chain(words.illnesses.places(stems));
    ailments.all(|at| owners.iter().any(|owner| owner.abs_diff(at) <= NEAR_OWNER))
}

/// Titles before a person's name.
const TITLES: [&str; 14] = [
    "seu", "sr", "senhor", "dona", "sra", "senhora", "dr", "dra", "doutor", "doutora", "mr", "mrs", "ms",
    "miss",
];

/// Whether a person is called as an animal is: `seu carneiro`, `o João Leitão`.
fn names_namesake(message: &str, words: &DangerWords) -> bool {
    let spoken: Vec<&str> = message.split_whitespace().collect();
    spoken.windows(2).any(|pair| {
        let title = normalize_text(pair[0].trim_end_matches('.'));
        let mut letters = pair[1].chars();
        let is_capital = letters.next().is_some_and(char::is_uppercase) && letters.any(char::is_lowercase);
        let is_name = is_capital && !pair[0].ends_with(['.', '!', '?', ':']);
        let is_person = is_name || TITLES.iter().any(|known| title == *known);
        is_person && animal_at_start(&stems_of(pair[1]), words) > 0
    })
}

/// Length of the name of an animal with which the stems begin; 0 where they begin with none.
fn animal_at_start(stems: &[String], words: &DangerWords) -> usize {
    let names = [&words.animals, &words.pets, &words.livestock];
    names.iter().map(|names| names.at_start(stems)).max().unwrap_or(0)
}

/// The stems behind prepositions and articles.
fn skip_prepositions<'a>(stems: &'a [String], words: &DangerWords) -> &'a [String] {
    let leads = |stem: &String| {
        ["no", "na", "nos", "nas", "pro", "in"].contains(&stem.as_str())
            || words.between.at_start(std::slice::from_ref(stem)) > 0
    };
    &stems[stems.iter().position(|stem| !leads(stem)).unwrap_or(stems.len())..]
}

/// Whether the words of a message name an illness or its signs.
pub(super) fn names_ailment(message: &str) -> bool {
    let words = &WORDS.danger;
    let stems = stems_of(message);
    [&words.ailments, &words.diseases, &words.illnesses].iter().any(|names| names.are_in(&stems))
}

/// Whether the stems name a person by their kin or work, or the speaker's own body. `Estou com uma vaca
/// doente` speaks of the cow.
fn names_person(stems: &[String], words: &DangerWords) -> bool {
    let keeps_animal = |at: usize| {
        let length = words.keeping.at_start(&stems[at..]);
        let rest = skip_articles(&stems[at + length..], words);
        length > 0 && animal_at_start(rest, words) > 0
    };
    let suspects = |at: usize| {
        let rest = &stems[at + words.suspicions.at_start(&stems[at..])..];
        animal_at_start(skip_articles(rest, words), words) == 0
    };
    let suffers = |at: usize| {
        let rest = skip_articles(&stems[at + words.having.at_start(&stems[at..])..], words);
        let names = [&words.ailments, &words.diseases, &words.illnesses];
        let length = names.iter().map(|names| names.at_start(rest)).max().unwrap_or(0);
        length > 0 && animal_at_start(skip_prepositions(&rest[length..], words), words) == 0
    };
    words.people.are_in(stems)
        || words.speakers.places(stems).into_iter().any(|at| !keeps_animal(at))
        || words.suspicions.places(stems).into_iter().any(suspects)
        || words.having.places(stems).into_iter().any(suffers)
}

/// Whether the stems speak of poison that a person or an animal takes in.
fn is_poisoning(stems: &[String], words: &DangerWords) -> bool {
    let poison = words.poisons.are_in(stems);
    let body = words.bodies.are_in(stems);
    let person = words.people.are_in(stems);
    let victim = person || words.animals.are_in(stems) || words.pets.are_in(stems);
    let applied = poison || words.handling.are_in(stems);
    (poison && (words.breathed.are_in(stems) || is_taken_in(stems, words)))
        || (words.touched.are_in(stems) && (body || (poison && victim)))
        || (applied && words.ill.are_in(stems))
        || (applied && ((body && words.hurting.are_in(stems)) || is_failing(stems, words)))
        || (words.help.are_in(stems) && (person || (poison && (body || victim))))
}

/// Whether a victim, and not a plant, shows signs.
fn is_failing(stems: &[String], words: &DangerWords) -> bool {
    let victims = [&words.people, &words.animals, &words.pets];
    let near = |at: usize| &stems[at.saturating_sub(NEAR - 1)..at];
    words.failing.places(stems).into_iter().any(|at| victims.iter().any(|names| names.are_in(near(at))))
}

/// Words between who eats and what is eaten, at most.
const NEAR: usize = 4;

/// Whether a person, and not a pest, took something in.
fn is_taken_in(stems: &[String], words: &DangerWords) -> bool {
    let victims = [&words.people, &words.animals, &words.pets];
    let someone = |at: usize| victims.iter().any(|names| names.are_in(&stems[..at]));
    let pest = |at: usize| words.pests.are_in(&stems[at.saturating_sub(NEAR)..at]);
    // The first person of the past ends in -i (`bebi`, `tomei`), and pests do not write.
    let by_pest = |at: usize| pest(at) && !someone(at) && !stems[at].ends_with('i');
    let is_eaten = |at: usize| someone(at) || words.poisons.are_in(&stems[at..stems.len().min(at + NEAR)]);
    words.ingested.places(stems).into_iter().any(|at| !by_pest(at))
        || words.eaten.places(stems).into_iter().any(|at| !by_pest(at) && is_eaten(at))
}

/// Whether the stems speak of doing harm; killing that is denied is none.
fn is_harm(stems: &[String], words: &DangerWords) -> bool {
    // Bait that catches rats `sem matar o cachorro`.
    let is_denied = |at: usize| at > 0 && ["sem", "nao", "without", "not"].contains(&stems[at - 1].as_str());
    let aims = |at: &usize| !is_denied(*at) && is_aimed(&stems[*at..], words);
    words.harms.are_in(stems)
        || (words.lethal.are_in(stems) && words.people.are_in(stems))
        || words.kills.places(stems).iter().any(aims)
        || words.bombs.places(stems).iter().any(|at| is_bomb(&stems[*at..], stems, words))
}

/// Whether killing, with which the stems begin, is of a person, a pet or a person's animal.
fn is_aimed(stems: &[String], words: &DangerWords) -> bool {
    let means_to = words.slays.at_start(stems) > 0;
    let rest = skip_articles(&stems[words.kills.at_start(stems)..], words);
    let animal = words.animals.at_start(rest);
    let owned = animal > 0 && words.people.at_start(skip_articles(&rest[animal..], words)) > 0;
    words.people.at_start(rest) > 0 || (means_to && (owned || words.pets.at_start(rest) > 0))
}

/// The stems behind articles and the like.
fn skip_articles<'a>(stems: &'a [String], words: &DangerWords) -> &'a [String] {
    let start = stems.iter().position(|stem| words.between.at_start(std::slice::from_ref(stem)) == 0);
    &stems[start.unwrap_or(stems.len())..]
}

/// Whether a bomb is one that explodes: `bomba de 20 litros` is a sprayer, filled.
fn is_bomb(stems: &[String], message: &[String], words: &DangerWords) -> bool {
    let rest = &stems[words.bombs.at_start(stems)..];
    let made_of =
        rest.first().is_some_and(|word| word == "com") && words.poisons.are_in(&rest[..rest.len().min(3)]);
    rest.is_empty() || made_of || words.explosives.are_in(message)
}
