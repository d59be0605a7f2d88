//! Tests of the lookup of people, and of birthdays.

use super::*;

fn person(name: &str) -> Person {
    let at = "2026-01-01T00:00:00Z".parse().unwrap();
    let draft = PersonDraft { name: name.into(), ..PersonDraft::default() };
    Person { id: Uuid::nil(), draft, version: 1, created_at: at, updated_at: at }
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn next(birthday: &str, today: &str, days: u32) -> Option<(String, u32, Option<u32>)> {
    let mut ana = person("Ana");
    ana.draft.birthday = Some(birthday.to_owned());
    let found = next_birthday(&ana, day(today), days)?;
    Some((found.day.to_string(), found.in_days, found.turns))
}

#[test]
fn the_next_birthday_is_today_or_later_and_counts_the_years() {
    for (birthday, today, days, expected) in [
        ("1990-05-15", "2026-05-15", 0, Some(("2026-05-15", 0, Some(36)))),
        ("1990-05-15", "2026-05-14", 1, Some(("2026-05-15", 1, Some(36)))),
        ("1990-05-15", "2026-05-14", 0, None),
        ("1990-05-15", "2026-05-16", 366, Some(("2027-05-15", 364, Some(37)))),
        ("1990-05-15", "2026-05-16", 363, None),
        ("01-01", "2026-12-31", 1, Some(("2027-01-01", 1, None))),
        ("12-31", "2026-12-31", 30, Some(("2026-12-31", 0, None))),
        ("2026-05-15", "2026-05-01", 30, Some(("2026-05-15", 14, Some(0)))),
        ("2030-01-01", "2026-12-20", 30, Some(("2027-01-01", 12, None))),
        ("someday", "2026-12-20", 366, None),
    ] {
        let expected = expected.map(|(day, left, turns)| (day.to_owned(), left, turns));
        assert_eq!(next(birthday, today, days), expected, "{birthday} from {today} in {days}");
    }
    assert_eq!(next_birthday(&person("Bia"), day("2026-05-15"), 366), None, "nothing is known of it");
}

#[test]
fn who_was_born_on_the_29th_of_february_has_a_birthday_in_every_year() {
    for (today, days, expected) in [
        ("2027-02-01", 30, ("2027-02-28", 27, 27)),
        ("2028-02-01", 30, ("2028-02-29", 28, 28)),
        ("2028-02-29", 0, ("2028-02-29", 0, 28)),
        ("2027-03-01", 366, ("2028-02-29", 365, 28)),
        ("2100-02-28", 0, ("2100-02-28", 0, 100)),
    ] {
        let (day, left, turns) = expected;
        assert_eq!(next("2000-02-29", today, days), Some((day.to_owned(), left, Some(turns))), "{today}");
    }
}

fn find_names(people: &[Person], text: &str) -> Vec<String> {
    find_among(people.to_vec(), text).into_iter().map(|person| person.draft.name).collect()
}

#[test]
fn a_name_goes_before_a_farm_and_the_nearer_name_before_the_other() {
    let mut maria = person("Maria Aparecida");
    maria.draft.farm = Some("Fazenda São João".into());
    let people = [maria, person("João da Silva"), person("João")];
    assert_eq!(find_names(&people, "JOAO"), ["João", "João da Silva", "Maria Aparecida"]);
    assert_eq!(find_names(&people, "joão silva"), ["João da Silva"]);
    assert_eq!(find_names(&people, "fazenda"), ["Maria Aparecida"]);
    assert!(find_names(&people, "Pedro").is_empty());
}

#[test]
fn crops_relationships_and_numbers_find_a_person_and_notes_do_not() {
    let mut rui = person("Rui");
    rui.draft.crops = vec!["Café conilon".into(), "Soja".into()];
    rui.draft.relationship = Some("Cliente".into());
    rui.draft.phone = Some("+55 65 99999-0000".into());
    rui.draft.notes = Some("prefere ligar".into());
    let people = [person("Ana"), rui];
    for text in ["cafe", "SOJA", "cliente", "99999-0000"] {
        assert_eq!(find_names(&people, text), ["Rui"], "{text}");
    }
    assert!(find_names(&people, "prefere").is_empty());
}

#[test]
fn those_equally_near_stay_in_their_order() {
    let make_person = |name: &str, farm: &str| {
        let mut person = person(name);
        person.draft.farm = Some(farm.to_owned());
        person
    };
    let people = [
        make_person("Zeca", "Boa Vista"),
        make_person("Abel", "Boa Vista"),
        make_person("Caio", "Boa Vista"),
    ];
    assert_eq!(find_names(&people, "boa vista"), ["Zeca", "Abel", "Caio"]);
}
