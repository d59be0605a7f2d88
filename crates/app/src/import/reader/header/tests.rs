//! Tests of the column mapping.

use super::*;

fn plain(kind: Kind) -> Knowledge<'static> {
    Knowledge::of_names(kind)
}

fn targets(kind: Kind, header: &[&str]) -> Vec<Target> {
    Columns::read(plain(kind), &header.iter().map(|h| (*h).to_owned()).collect::<Vec<_>>()).targets
}

#[test]
fn names_are_understood_in_both_languages_and_any_spelling() {
    for (names, field) in [
        (["External ID", "CÓDIGO", "sku"], RecordField::ExternalId),
        (["NOME", " Produto ", "name"], RecordField::Name),
        (["Descrição", "descricao", "Description"], RecordField::Description),
        (["Marca", "FABRICANTE", "titular"], RecordField::Manufacturer),
        (["Preço (R$)", "valor", "Preço de venda"], RecordField::Price),
        (["Preço R$", "Vlr. Unit.", "PREÇO À VISTA"], RecordField::Price),
        (["Preço", "À vista", "a vista (R$)"], RecordField::Price),
        (["Código do produto", "Código interno", "Cód. Produto"], RecordField::ExternalId),
        (["Cód.", "COD", "Cód"], RecordField::ExternalId),
        (["Descrição do produto", "Nome Produto", "produto"], RecordField::Name),
        (["Grupo", "GRUPO DE PRODUTOS", "Família"], RecordField::Category),
        (["Palavras-chave", "etiquetas", "Tags"], RecordField::Tags),
        (["Situação", "STATUS", "Sit."], RecordField::Status),
    ] {
        for name in names {
            assert_eq!(field_of(Kind::Items, name).map(|f| f.0), Some(field), "{name}");
        }
    }
    assert_eq!(field_of(Kind::Faqs, "Pergunta").map(|f| f.0), Some(RecordField::Question));
    assert_eq!(field_of(Kind::Faqs, "price"), None);
}

#[test]
fn names_of_suppliers_are_spelt_out_word_by_word() {
    use RecordField::{Category, ExternalId, Manufacturer, Name, Price, Status};
    for (name, field) in [
        ("B1_MSBLQL", Status),
        ("Bloqueado", Status),
        ("Espécie / Cultivar", Name),
        ("COD_ITEM", ExternalId),
        ("Ref.", ExternalId),
        ("DS_ITEM", Name),
        ("Desc. do Produto", Name),
        ("Híbrido/Cultivar", Name),
        ("DS_GRUPO", Category),
        ("Linha", Category),
        ("Marca/Fabr.", Manufacturer),
        ("Fabr.", Manufacturer),
        ("VL_TAB", Price),
        ("Pr. Unit.", Price),
        ("Preço sc", Price),
        ("R$", Price),
    ] {
        assert_eq!(field_of(Kind::Items, name).map(|found| found.0), Some(field), "{name}");
        assert_eq!(field_of(Kind::Faqs, name).filter(|found| found.0 == field && field != ExternalId), None);
    }
    for name in [
        "CD_BARRAS",
        "Cód. Barras",
        "UN",
        "PR",
        "Emb.",
        "Princ. Ativo",
        "DT_VALID",
        "QT_EST",
        "",
        "Vlr nutricional",
    ] {
        assert_eq!(field_of(Kind::Items, name), None, "{name}");
    }
}

#[test]
fn a_description_is_the_name_in_a_list_of_prices_and_what_people_said_before_counts() {
    let header = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let fields = |known: Knowledge<'_>, names: &[&str]| -> Vec<Option<RecordField>> {
        Columns::read(known, &header(names)).targets.iter().map(Target::field).collect()
    };
    let (items, id, name) = (plain(Kind::Items), Some(RecordField::ExternalId), Some(RecordField::Name));
    let (price, description) = (Some(RecordField::Price), Some(RecordField::Description));
    assert_eq!(fields(items, &["Código", "Descrição", "Preço"]), [id, name, price]);
    assert_eq!(fields(items, &["Código", "Descrição", "Marca"])[1], description, "no list of prices");
    assert_eq!(fields(items, &["Produto", "Descrição", "Preço"]), [name, description, price]);
    let said = [("Descrição".to_owned(), RecordField::Description)];
    assert_eq!(fields(Knowledge { map: &said, ..items }, &["Código", "Descrição", "Preço"])[1], description);
    let learned = [("denominacao".to_owned(), RecordField::Name), ("valor 2".to_owned(), RecordField::Price)];
    let known = Knowledge { learned: &learned, ..items };
    assert_eq!(fields(known, &["Denominação", "Valor 2"]), [name, price]);
    assert_eq!(
        fields(known, &["Produto", "Valor 2", "Preço"])[2],
        price,
        "a name that says the field is surer"
    );
}

#[test]
fn a_band_in_brackets_is_no_name_of_the_columns_below_it() {
    let header = ["Código", "Produto", "Preço (R$) / 28 dd", "Preço (R$) / À vista", "Vlr. (R$ / sc)"];
    let found = targets(Kind::Items, &header);
    assert_eq!(found[2], Target::Attribute("Preço (R$) / 28 dd".into()));
    assert_eq!(found[3], Target::Field(RecordField::Price));
    assert_eq!(field_of(Kind::Items, "Preço (R$ / sc)").map(|f| f.0), Some(RecordField::Price));
    assert_eq!(field_of(Kind::Items, "Preço (R$) novo").map(|f| f.0), Some(RecordField::Price));
    // Without a name that is known, the first column below the band is the price.
    let header = ["Código", "Produto", "Preço (R$) / 28 dd", "Preço (R$) / safra"];
    assert_eq!(targets(Kind::Items, &header)[2], Target::Field(RecordField::Price));
}

#[test]
fn the_first_column_below_a_band_of_prices_is_the_price() {
    let field = |at: usize, header: &[&str]| targets(Kind::Items, header)[at].field();
    for band in ["Preço", "PREÇOS", "Preço de venda", "Tabela de preços", "Valores", "Preço por embalagem"]
    {
        let (first, second) = (format!("{band} / 5 L"), format!("{band} / 20 L"));
        let header = ["Código", "Produto", &first, &second];
        assert_eq!((field(2, &header), field(3, &header)), (Some(RecordField::Price), None), "{band}");
    }
    let others = ["Código", "Produto", "Valor nutricional / N", "Valor nutricional / K"];
    assert_eq!(field(2, &others), None);
}

#[test]
fn of_prices_without_and_with_taxes_those_with_them_are_the_price() {
    let price = |header: &[&str]| {
        targets(Kind::Items, header).iter().position(|target| target.field() == Some(RecordField::Price))
    };
    let band = ["Cód.", "Produto", "À VISTA (R$/L) / s/ imp.", "À VISTA (R$/L) / c/ imp.", "c/ imp."];
    assert_eq!(price(&band), Some(3));
    assert_eq!(price(&["Cód.", "Produto", "Preço / c/ imp.", "Preço / s/ imp."]), Some(2));
    assert_eq!(price(&["Cód.", "Produto", "Preço / s/ IPI", "Preço / 30 dias"]), Some(2));
    let flat = ["Código", "Descrição", "Preço s/ imp.", "% IPI", "Preço c/ imp."];
    assert_eq!(price(&flat), Some(4));
    assert_eq!(targets(Kind::Items, &flat)[1], Target::Field(RecordField::Name), "a list of prices");
    assert_eq!(price(&["Código", "Produto", "Preço com impostos", "Preço"]), Some(3));
}

#[test]
fn columns_of_protheus_are_known() {
    use RecordField::{Category, ExternalId, Manufacturer, Name, Price};
    let header =
        ["B1_FILIAL", "B1_COD", "B1_DESC", "BM_DESC", "B1_FABRIC", "B1_UPRC", "B1_PRV1", "DA1_PRCVEN"];
    let fields: Vec<_> = targets(Kind::Items, &header).iter().map(Target::field).collect();
    let of_product = [None, Some(ExternalId), Some(Name), Some(Category), Some(Manufacturer)];
    assert_eq!(fields[..5], of_product);
    assert_eq!(fields[5..], [None, None, Some(Price)]);
}

#[test]
fn the_better_name_is_the_field() {
    assert_eq!(
        targets(Kind::Items, &["sku", "nome", "id"]),
        [
            Target::Attribute("sku".into()),
            Target::Field(RecordField::Name),
            Target::Field(RecordField::ExternalId)
        ]
    );
}

#[test]
fn the_description_of_a_product_is_its_name_where_it_has_no_other() {
    let (name, description) = (Target::Field(RecordField::Name), Target::Field(RecordField::Description));
    let attribute = |name: &str| Target::Attribute(name.to_owned());
    for (header, expected) in [
        (vec!["Descrição do Produto"], vec![name.clone()]),
        (vec!["Nome", "Descrição do produto"], vec![name.clone(), description.clone()]),
        (vec!["DESCRIÇÃO PRODUTO", "Produto"], vec![description.clone(), name.clone()]),
        (vec!["Descrição do produto", "Mercadoria"], vec![description.clone(), name.clone()]),
        (
            vec!["Nome", "Descrição", "Descrição do produto"],
            vec![name.clone(), description.clone(), attribute("Descrição do produto")],
        ),
        (vec!["Descrição do produto", "Descrição"], vec![name.clone(), description.clone()]),
        (vec!["Descrição do produto", "Descrição produto"], vec![name.clone(), description.clone()]),
    ] {
        assert_eq!(targets(Kind::Items, &header), expected, "{header:?}");
    }
    let header = ["Nome", "Descrição do produto", "Texto"].map(String::from);
    let map = [("Texto".to_owned(), RecordField::Description)];
    let known = Knowledge { map: &map, ..plain(Kind::Items) };
    let said = Columns::read(known, &header).targets;
    assert_eq!(said, [name.clone(), attribute("Descrição do produto"), description]);
    let unfilled = [("Descrição do produto".to_owned(), UnfilledColumn::Attribute)];
    let known = Knowledge { unfilled: &unfilled, ..plain(Kind::Items) };
    let said = Columns::read(known, &header[..2]).targets;
    assert_eq!(said, [name, attribute("Descrição do produto")]);
}

#[test]
fn nothing_is_written_over() {
    let header = ["nome", "cor", "Cor", "", "nome", "column_4", "cor 2", "cor"].map(String::from);
    let ColumnNames { names, repeated } = ColumnNames::new(&header, None);
    assert_eq!(names, ["nome", "cor", "Cor 2", "", "nome 2", "column_4 2", "cor 2 2", "cor 3"]);
    assert_eq!(repeated, ["Cor", "nome", "column_4", "cor 2", "cor"]);
    let columns = Columns::read(plain(Kind::Items), &names);
    assert_eq!(columns.targets[2], Target::Attribute("Cor 2".into()));
    assert_eq!(columns.targets[3], Target::Attribute("column_4".into()));
    assert_eq!(columns.targets[4], Target::Attribute("nome 2".into()));
    assert_eq!(columns.missing_field(Kind::Items), None);
}

#[test]
fn faqs_have_no_attributes() {
    let header = ["pergunta", "tema"].map(String::from);
    let columns = Columns::read(plain(Kind::Faqs), &header);
    assert_eq!(columns.targets[1], Target::Nowhere);
    assert_eq!(columns.warnings[0].names, ["tema"]);
    assert_eq!(columns.missing_field(Kind::Faqs), Some(RecordField::Answer));
}

#[test]
fn what_a_person_said_goes_before_names() {
    let map = [("Vlr. Unit".to_owned(), RecordField::Price), ("descrição".to_owned(), RecordField::Name)];
    let known = Knowledge { map: &map, ..plain(Kind::Items) };
    let header = ["Descricao", "preço", "VLR. UNIT"].map(String::from);
    let columns = Columns::read(known, &header);
    assert_eq!(
        columns.targets,
        [
            Target::Field(RecordField::Name),
            Target::Attribute("preço".into()),
            Target::Field(RecordField::Price)
        ]
    );
    assert_eq!(known.find_absent_column(&header), None);
    assert_eq!(known.find_absent_column(&["x".to_owned()]), Some("Vlr. Unit"));
}

#[test]
fn a_column_fills_no_field_where_a_person_said_so() {
    let unfilled =
        [("preço".to_owned(), UnfilledColumn::Attribute), ("Obs".to_owned(), UnfilledColumn::Nothing)];
    let known = Knowledge { unfilled: &unfilled, ..plain(Kind::Items) };
    let header = ["nome", "Preço", "obs", "Celeiro: motivo"].map(String::from);
    let columns = Columns::read(known, &header);
    assert_eq!(
        columns.targets,
        [
            Target::Field(RecordField::Name),
            Target::Attribute("Preço".into()),
            Target::Nowhere,
            Target::Nowhere
        ]
    );
    assert!(columns.warnings.is_empty());
}

#[test]
fn a_list_of_prices_needs_no_names() {
    let missing = |names: &[&str]| {
        let header: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
        Columns::read(plain(Kind::Items), &header).missing_field(Kind::Items)
    };
    assert_eq!(missing(&["codigo", "preço"]), None);
    assert_eq!(missing(&["preço"]), Some(RecordField::Name));
    assert_eq!(missing(&["codigo"]), Some(RecordField::Name), "an id alone says nothing");
    let faqs = ["id", "pergunta", "resposta", "tags"];
    assert_eq!(missing(&faqs), Some(RecordField::Name), "these are FAQs");
}

#[test]
fn a_column_called_packages_is_another_thing_where_its_cells_are_no_lists() {
    let fields = |known: Knowledge<'_>| -> Vec<Option<RecordField>> {
        let header = ["Nome", "packages"].map(String::from);
        Columns::read(known, &header).targets.iter().map(Target::field).collect()
    };
    let by_cells = FieldsByCells { other_packages: Some(1), ..FieldsByCells::default() };
    let (name, packages) = (Some(RecordField::Name), Some(RecordField::Packages));
    let known = Knowledge { by_cells, ..plain(Kind::Items) };
    assert_eq!(fields(known), [name, None]);
    assert_eq!(fields(plain(Kind::Items)), [name, packages], "the control");
    let map = [("packages".to_owned(), RecordField::Packages)];
    assert_eq!(fields(Knowledge { map: &map, ..known }), [name, packages], "a person said so");
}

#[test]
fn a_column_is_the_price_by_its_cells_where_no_name_is() {
    let fields = |known: Knowledge<'_>, header: &[&str]| -> Vec<Option<RecordField>> {
        let header: Vec<String> = header.iter().map(|name| (*name).to_owned()).collect();
        Columns::read(known, &header).targets.iter().map(Target::field).collect()
    };
    let known = Knowledge {
        by_cells: FieldsByCells { price: Some(2), ..FieldsByCells::default() },
        ..plain(Kind::Items)
    };
    let (id, name, price) =
        (Some(RecordField::ExternalId), Some(RecordField::Name), Some(RecordField::Price));
    let header = ["Código", "Produto", "Nov/26", "Dez/26"];
    assert_eq!(fields(known, &header), [id, name, price, None]);
    assert_eq!(fields(plain(Kind::Items), &header), [id, name, None, None], "the control");
    assert_eq!(fields(known, &["Código", "Produto", "Nov/26", "À vista"]), [id, name, None, price]);
    let map = [("Dez/26".to_owned(), RecordField::Price)];
    assert_eq!(fields(Knowledge { map: &map, ..known }, &header), [id, name, None, price]);
    let map = [("Nov/26".to_owned(), RecordField::Category)];
    let said = fields(Knowledge { map: &map, ..known }, &header);
    assert_eq!(said, [id, name, Some(RecordField::Category), None]);
    let unfilled = [("Nov/26".to_owned(), UnfilledColumn::Attribute)];
    assert_eq!(fields(Knowledge { unfilled: &unfilled, ..known }, &header), [id, name, None, None]);
    // A list of prices of records that exist needs no names.
    let codes = ["Código", "Emb.", "Nov/26"].map(String::from);
    assert!(is_complete(known, &codes) && !is_complete(plain(Kind::Items), &codes));
}

#[test]
fn names_are_folded_and_bands_stand_before_the_names_below_them() {
    for (name, folded) in [
        ("Preço (R$)", "preco"),
        ("External-ID", "external_id"),
        ("(R$)", "r"),
        ("Preços (R$) / À vista", "precos_a_vista"),
        ("%", ""),
    ] {
        assert_eq!(fold_name(name), folded, "{name}");
    }
    assert_eq!(split_bands("Preços / Safra / À vista"), Some(("Preços", "À vista")));
    assert_eq!(split_bands("Marca/Fabr."), None);
    assert_eq!(display_name(" ", 2), "column_3");
    assert_eq!(display_name("Cor", 2), "Cor");
}

#[test]
fn names_of_price_levels_and_bands_hold_nothing_else() {
    for name in ["De", "Por", "Varejo", "Tabela 2", "À vista", "À vista com desconto"] {
        assert!(names_price_level(name), "{name}");
    }
    for name in ["", "Com desconto", "30 dias", "Prazo de entrega", "Venda proibida"] {
        assert!(!names_price_level(name), "{name}");
    }
    for name in ["Preços", "Tabela de preços", "Preço por embalagem", "Valores (R$)"] {
        assert!(is_price_band(name), "{name}");
    }
    for name in ["", "Tabela", "Valor nutricional", "Preço e estoque"] {
        assert!(!is_price_band(name), "{name}");
    }
}

#[test]
fn no_two_columns_are_called_the_same() {
    let name_columns = |cells: &[&str]| {
        let cells: Vec<String> = cells.iter().map(|cell| (*cell).to_owned()).collect();
        let ColumnNames { names, repeated } = ColumnNames::new(&cells, None);
        (names, repeated)
    };
    let (names, repeated) = name_columns(&["Cor", "COR", "cor 2", "", ""]);
    assert_eq!(names, ["Cor", "COR 2", "cor 2 2", "", ""]);
    assert_eq!(repeated, ["COR", "cor 2"]);
    let (names, _) = name_columns(&["", "Column_1", "%", "%"]);
    assert_eq!(names, ["", "Column_1 2", "%", "% 2"], "one without a name is called by its place");
    let cells = ["Preço", "Preço"].map(str::to_owned);
    let joined = ["Preço / 5 L", "Preço / 20 L"].map(str::to_owned);
    assert_eq!(ColumnNames::new(&cells, Some(&joined[..])).names, joined);
}
