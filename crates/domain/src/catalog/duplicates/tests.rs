use super::name_parts::split_name;
use super::*;
use crate::catalog::Item;
use serde_json::{Value, json};
use std::collections::HashSet;
use uuid::Uuid;

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

/// A product of the register of crop protection: name, maker, formulation, concentration, registration.
fn product(number: u128, name: &str, maker: &str, facts: [&str; 3]) -> CatalogProduct {
    let [formulation, concentration, registration] = facts;
    let attributes = json!({
        "ingredientes": [{ "nome": "glifosato", "concentracao": concentration }],
        "formulacao": formulation, "registro": registration,
    });
    CatalogProduct {
        id: id(number),
        name: name.into(),
        manufacturer: Some(maker.into()).filter(|maker: &String| !maker.is_empty()),
        currency: "BRL".into(),
        attributes: attributes.as_object().cloned().unwrap(),
    }
}

const SL: [&str; 3] = ["SL - Concentrado Solúvel", "480 g/L", "3078394"];
const UNKNOWN: [&str; 3] = ["", "", ""];

fn groups(products: &[CatalogProduct]) -> Vec<Vec<u128>> {
    let found = find_duplicates(products, &HashSet::new());
    found.iter().map(|group| group.products.iter().map(|id| id.as_u128()).collect()).collect()
}

#[test]
fn the_package_in_a_name_is_told_from_concentrations_codes_and_formulations() {
    for (name, rest, label) in [
        ("Glifosato Nortox 5 L", "Glifosato Nortox", Some("5 L")),
        ("Semente de Soja PD 5821 saco 40 kg", "Semente de Soja PD 5821", Some("saco 40 kg")),
        ("GLIFOSATO NORTOX 20L", "GLIFOSATO NORTOX", Some("20L")),
        ("Ureia - saco 50 kg", "Ureia", Some("saco 50 kg")),
        ("Priori Xtra SC 5 L", "Priori Xtra SC", Some("5 L")),
        ("Adubo 04-14-08 SC 50KG", "Adubo 04-14-08", Some("SC 50KG")),
        ("DMA 806 BR cx 12x1 L", "DMA 806 BR", Some("cx 12x1 L")),
        ("Glifosato Nortox 480 SL (1 L)", "Glifosato Nortox 480 SL", Some("1 L")),
        ("Roundup 480 g/L", "Roundup 480 g/L", None),
        ("Roundup 480 g / L", "Roundup 480 g / L", None),
        ("Roundup 480 g /L", "Roundup 480 g /L", None),
        ("Roundup 480 g por litro", "Roundup 480 g por litro", None),
        ("Abamectina 500 g i.a./L", "Abamectina 500 g i.a./L", None),
        ("Abamectina (500 g i.a. / L)", "Abamectina (500 g i.a. / L)", None),
        ("NPK 20 05 20 saco 50 kg", "NPK 20 05 20", Some("saco 50 kg")),
        ("Roundup 480 g / L 5 L", "Roundup 480 g / L", Some("5 L")),
        ("Glifosato Nortox 480 BR", "Glifosato Nortox 480 BR", None),
        ("20 L", "20 L", None),
    ] {
        let parts = split_name(name);
        assert_eq!((parts.rest.as_str(), parts.label.as_deref()), (rest, label), "{name}");
    }
}

#[test]
fn packages_of_one_product_are_a_group_with_its_reasons() {
    let products = [
        product(3, "GLIFOSATO NORTOX 20L", "", UNKNOWN),
        product(1, "Glifosato Nortox 1 L", "Nortox S.A. - Arapongas", SL),
        product(2, "Glifosato Nortox 5 L", "NORTOX", SL),
    ];
    let found = find_duplicates(&products, &HashSet::new());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].products, [id(1), id(2), id(3)]);
    let told: Vec<(DuplicateEvidenceKind, &str)> =
        found[0].evidence.iter().map(|one| (one.kind, one.value.as_str())).collect();
    assert_eq!(
        told,
        [
            (DuplicateEvidenceKind::SameName, "Glifosato Nortox"),
            (DuplicateEvidenceKind::SameMaker, "Nortox S.A. - Arapongas"),
            (DuplicateEvidenceKind::SameIngredient, "glifosato"),
            (DuplicateEvidenceKind::SameFormulation, "SL"),
            (DuplicateEvidenceKind::SameRegistration, "3078394"),
            (DuplicateEvidenceKind::DifferentPackages, "1 L, 5 L, 20L"),
        ]
    );
    let mut turned = products.to_vec();
    turned.reverse();
    assert_eq!(find_duplicates(&turned, &HashSet::new()), found, "the order of the products changes nothing");
}

#[test]
fn products_that_differ_in_what_they_are_stand_in_no_group() {
    let names =
        ["Glifosato Nortox", "Glifosato Nortox 480 BR", "Glifosato Nortox WG", "Glifosato Nortox Ultra"];
    let family: Vec<CatalogProduct> =
        names.iter().zip(1..).map(|(name, at)| product(at, name, "Nortox S.A.", UNKNOWN)).collect();
    assert_eq!(groups(&family), Vec::<Vec<u128>>::new(), "real names of one maker");
    for other in [
        product(2, "Glifosato 5 L", "Adama Brasil S/A", SL),
        product(2, "Glifosato 5 L", "Nortox", ["WG - Grânulos", "480 g/L", "3078394"]),
        product(2, "Glifosato 5 L", "Nortox", ["SL", "720 g/L", "3078394"]),
        product(2, "Glifosato 5 L", "Nortox", ["SL", "480 g/L", "12321"]),
    ] {
        let pair = [product(1, "Glifosato 1 L", "Nortox S.A.", SL), other];
        assert_eq!(groups(&pair), Vec::<Vec<u128>>::new(), "{:?}", pair[1]);
    }
    let mine = product(2, "Glifosato 5 L", "Nortox", SL);
    let pair = [product(1, "Glifosato 1 L", "Nortox S.A.", SL), mine];
    assert_eq!(groups(&pair), [[1_u128, 2]], "the control");
    let apart = HashSet::from([pair_of(id(2), id(1))]);
    assert_eq!(find_duplicates(&pair, &apart), [], "a pair that a person told apart");
}

#[test]
fn small_words_and_the_order_of_numbers_tell_products_apart() {
    for (one, other) in [
        ("Vitamina A 1 kg", "Vitamina E 1 kg"),
        ("Ração com antibiótico 25 kg", "Ração sem antibiótico 25 kg"),
        ("Semente tratada", "Semente não tratada"),
        ("NPK 20 05 20 saco 50 kg", "NPK 20 20 05 saco 50 kg"),
        ("NPK 20 05 20 saco 50 kg", "NPK 20 05 15 saco 50 kg"),
        ("NPK 10 10 10", "NPK 10"),
        ("Tela 10 x 20", "Tela 20 x 10"),
        ("Roundup 480 g / L", "Roundup 720 g / L"),
        ("Roundup 480 g por litro", "Roundup 720 g por litro"),
        ("Abamectina 500 g i.a./L", "Abamectina 250 g i.a./L"),
    ] {
        let pair = [product(1, one, "Nortox", UNKNOWN), product(2, other, "Nortox", UNKNOWN)];
        assert_eq!(groups(&pair), Vec::<Vec<u128>>::new(), "{one} / {other}");
    }
    for (one, other) in [
        ("Adubo para citros 25 kg", "Adubo p/ citros 50 kg"),
        ("Óleo de neem 1 L", "Óleo neem 5 L"),
        ("NPK 20 05 20 saco 50 kg", "NPK 20 05 20 saco 25 kg"),
    ] {
        let pair = [product(1, one, "Nortox", UNKNOWN), product(2, other, "Nortox", UNKNOWN)];
        assert_eq!(groups(&pair), [[1_u128, 2]], "{one} / {other}");
    }
    let register_product = |number, name| product(number, name, "Nortox", ["", "", "3078394"]);
    let pair = [register_product(1, "NPK 20 05 20"), register_product(2, "NPK 20 20 05")];
    assert_eq!(groups(&pair), Vec::<Vec<u128>>::new(), "nor does one registration join them");
}

#[test]
fn one_registration_of_one_maker_joins_names_of_which_one_holds_the_other() {
    let longer = product(2, "Glifosato Nortox Herbicida 20 L", "Nortox", SL);
    let found = find_duplicates(&[product(1, "Glifosato Nortox 5 L", "Nortox", SL), longer], &HashSet::new());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].evidence[0].kind, DuplicateEvidenceKind::SimilarName);
}

#[test]
fn many_products_of_one_name_stay_in_groups_that_a_person_can_look_at() {
    let many: Vec<CatalogProduct> =
        (1..=5_000).map(|at| product(at, "Enxada <b>'; DROP</b>", "", UNKNOWN)).collect();
    let found = find_duplicates(&many, &HashSet::new());
    assert_eq!(found.iter().map(|group| group.products.len()).sum::<usize>(), 5_000);
    assert!(found.iter().all(|group| (2..=MAX_MEMBERS).contains(&group.products.len())));
}

fn item(number: u128, fields: Value) -> Item {
    let mut item = json!({
        "id": id(number), "externalId": null, "name": "", "description": null, "category": null,
        "manufacturer": null, "price": null, "currency": "BRL", "tags": [], "status": "ativo",
        "attributes": {}, "notes": null, "createdAt": "2026-11-29T00:00:00Z",
        "updatedAt": "2026-11-29T00:00:00Z", "version": 1, "packages": [],
    });
    let given = fields.as_object().cloned().unwrap();
    item.as_object_mut().unwrap().extend(given);
    serde_json::from_value(item).unwrap()
}

#[test]
fn a_join_makes_packages_of_products_and_names_what_is_lost() {
    let stays =
        item(1, json!({ "name": "Glifosato Nortox 1 L", "externalId": "G1", "price": 40, "notes": "a" }));
    let others = [
        item(
            2,
            json!({ "name": "Glifosato Nortox 5 L", "externalId": "G5", "price": 180, "notes": "b",
                "category": "Herbicidas", "attributes": { "EAN": "7891000315507" }, "status": "inativo" }),
        ),
        item(3, json!({ "name": "GLIFOSATO NORTOX 5,0 litros", "externalId": "X5", "price": 175 })),
        item(4, json!({ "name": "Glifosato Nortox granel" })),
    ];
    let choices = JoinChoices {
        fields: vec![FieldChoice { field: "notes".into(), from: id(2) }],
        ..JoinChoices::default()
    };
    let joined = plan_join(&stays, &others, &choices).unwrap();
    assert_eq!(joined.draft.name, "Glifosato Nortox");
    assert_eq!(joined.draft.external_id.as_deref(), Some("G1"));
    assert_eq!(
        (joined.draft.notes.as_deref(), joined.draft.category.as_deref()),
        (Some("b"), Some("Herbicidas"))
    );
    assert_eq!(
        serde_json::to_value(&joined.draft.packages).unwrap(),
        json!([
            { "label": "1 L", "code": "G1", "ean": null, "price": 40.0, "status": "ativo" },
            { "label": "5 L", "code": "G5", "ean": "7891000315507", "price": 180.0, "status": "ativo" },
        ])
    );
    let same = &joined.packages[2];
    assert!(same.is_same && same.item == id(3));
    let lost: Vec<(&str, &Value)> = same.lost.iter().map(|one| (one.field.as_str(), &one.value)).collect();
    assert_eq!(lost, [("code", &json!("X5")), ("price", &json!(175.0))]);
    assert_eq!(joined.packages[3].package, None, "nothing says how much it is");
    let moves: Vec<(Uuid, &str, &str)> =
        joined.price_moves.iter().map(|one| (one.item, one.from.as_str(), one.to.as_str())).collect();
    assert_eq!(moves, [(id(1), "", "1 L"), (id(2), "", "5 L"), (id(3), "", "5 L")], "the first one wins");
    let notes = joined.fields.iter().find(|field| field.field == "notes").unwrap();
    assert_eq!((notes.from, notes.values.len()), (id(2), 4));
    let labels = vec![LabelChoice { item: id(4), label: "granel".into() }];
    let joined = plan_join(&stays, &others, &JoinChoices { labels, ..JoinChoices::default() }).unwrap();
    assert_eq!(joined.draft.packages.unwrap().len(), 3);
}

#[test]
fn packages_of_one_product_stay_apart_also_where_they_hold_the_same() {
    let packages = json!([
        { "label": "galão 5 L", "code": "G5", "price": 180 },
        { "label": "bombona 5 L", "code": "B5", "price": 175 },
    ]);
    let has_packages = |number| item(number, json!({ "name": "Glifosato", "packages": packages }));
    let is_one = |number| item(number, json!({ "name": "Glifosato 20 L", "externalId": "G20" }));
    for (stays, other) in [(has_packages(1), is_one(2)), (is_one(1), has_packages(2))] {
        let joined = plan_join(&stays, &[other], &JoinChoices::default()).unwrap();
        let kept = joined.draft.packages.unwrap();
        let of = |code: &str| kept.iter().find(|package| package.code.as_deref() == Some(code));
        assert_eq!(kept.len(), 3);
        assert_eq!(of("G5").map(|package| package.label.as_str()), Some("galão 5 L"));
        assert_eq!(of("B5").map(|package| json!(package.price)), Some(json!(175.0)));
        assert!(joined.packages.iter().all(|package| !package.is_same && package.lost.is_empty()));
    }
}

#[test]
fn own_prices_move_to_the_label_as_it_is_stored() {
    let stays = item(1, json!({ "name": "Ureia 50 kg" }));
    let other = item(2, json!({ "name": "Ureia granel" }));
    let labels = vec![LabelChoice { item: id(2), label: " a\u{200b}  granel\0 ".into() }];
    let joined = plan_join(&stays, &[other], &JoinChoices { labels, ..JoinChoices::default() }).unwrap();
    assert_eq!(joined.price_moves[1].to, "a granel");
    assert_eq!(joined.draft.packages.unwrap()[1].label, "a granel");
}

#[test]
fn codes_and_eans_that_no_package_gets_are_named() {
    let package = json!([{ "label": "5 L", "code": "G5", "ean": "0036000291452" }]);
    let stays = item(1, json!({ "name": "Glifosato", "packages": package }));
    let long = "X".repeat(61);
    let others = [
        item(2, json!({ "name": "Glifosato", "externalId": "PAI", "packages": [{ "label": "20 L" }] })),
        item(3, json!({ "name": "Glifosato", "externalId": "SOLTO", "attributes": { "ean": "789" } })),
        item(4, json!({ "name": "Glifosato 1 L", "externalId": long })),
        item(
            5,
            json!({ "name": "Glifosato 5 L", "externalId": "g5", "attributes": { "EAN": "036000291452" } }),
        ),
    ];
    let joined = plan_join(&stays, &others, &JoinChoices::default()).unwrap();
    let told: Vec<Vec<(&str, &Value)>> = joined
        .packages
        .iter()
        .map(|package| package.lost.iter().map(|lost| (lost.field.as_str(), &lost.value)).collect())
        .collect();
    let expected = [
        vec![],
        vec![("code", json!("PAI"))],
        vec![("code", json!("SOLTO")), ("ean", json!("789"))],
        vec![("code", json!(long))],
        vec![],
    ];
    let expected: Vec<Vec<(&str, &Value)>> =
        expected.iter().map(|losses| losses.iter().map(|(field, value)| (*field, value)).collect()).collect();
    assert_eq!(told, expected);
}

#[test]
fn a_join_that_makes_no_sense_is_refused_with_all_that_is_wrong() {
    let stays = item(1, json!({ "name": "Ureia 25 kg", "price": 1 }));
    let dollars = item(2, json!({ "name": "Ureia 50 kg", "price": 1, "currency": "USD" }));
    let choices = JoinChoices {
        fields: vec![FieldChoice { field: "externalId".into(), from: id(9) }],
        ..JoinChoices::default()
    };
    let errors = plan_join(&stays, std::slice::from_ref(&dollars), &choices).unwrap_err();
    let fields: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
    assert_eq!(fields, ["currency", "fields", "items"]);
    assert!(plan_join(&stays, &[], &JoinChoices::default()).is_err());
    assert!(plan_join(&stays, std::slice::from_ref(&stays), &JoinChoices::default()).is_err());
}
