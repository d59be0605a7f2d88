//! Known column names of stock lists: those of products as in the import of products, the others from words of the
//! trade.

use super::names::{field_of, fold_name};
use super::stock_column::StockColumn;
use super::synonyms::find_stock_name;
use celeiro_domain::catalog::{RecordField, names_ean};
use celeiro_domain::search::Kind;

/// What descriptions are the name of in a list of stock, where no column has a better name: behind every name that is
/// known for the one of a product.
const DESCRIPTION_RANK: usize = 1_000;

/// Which of the columns of these names hold what, each by its place from 0. A column holds one thing, and of several
/// for one thing the best-named counts, the first of equals.
pub(crate) fn find_stock_columns(names: &[String]) -> Vec<(StockColumn, usize)> {
    let known: Vec<(StockColumn, usize, usize)> = names
        .iter()
        .enumerate()
        .filter_map(|(at, name)| find_column(name).map(|(column, rank)| (column, rank, at)))
        .collect();
    let best = |wanted: StockColumn| {
        let of_it = known.iter().filter(|(column, ..)| *column == wanted);
        of_it.min_by_key(|(_, rank, at)| (*rank, *at)).map(|(column, _, at)| (*column, *at))
    };
    StockColumn::ALL.into_iter().filter_map(best).collect()
}

/// What a column of this name holds, and how good a name for it that is; 0 is best.
fn find_column(name: &str) -> Option<(StockColumn, usize)> {
    if names_ean(name) {
        return Some((StockColumn::Ean, 0));
    }
    // A list of stock has no prices and no groups: what its own words say goes before.
    find_stock_name(&fold_name(name)).or_else(|| match field_of(Kind::Items, name)? {
        (RecordField::ExternalId, rank) => Some((StockColumn::Code, rank)),
        (RecordField::Name, rank) => Some((StockColumn::Name, rank)),
        (RecordField::Description, rank) => Some((StockColumn::Name, DESCRIPTION_RANK + rank)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column_of(name: &str) -> Option<StockColumn> {
        find_column(name).map(|(column, _)| column)
    }

    #[test]
    fn each_thing_is_known_by_what_the_trade_calls_it() {
        use StockColumn::{Code, CountedAt, Ean, Name, Package, Place, Quantity, Unit};
        for (column, names) in [
            (Code, ["Cód.", "codigo do produto", "Cod. Item", "SKU", "Ref.", "Product code", "ID externo"]),
            (Ean, ["EAN", "Cód. Barras", "código de barras", "GTIN", "cEAN", "codbarras", "Barcode"]),
            (Name, ["Produto", "Nome", "Descrição", "Desc. Produto", "Item", "Mercadoria", "Product"]),
            (Package, ["Embalagem", "Emb.", "package", "EMB", "Embal.", "Package", "embalagem"]),
            (Place, ["Depósito", "Local de estoque", "Almoxarifado", "Loja", "Filial", "Warehouse", "Local"]),
            (
                Quantity,
                ["Qtd. disp.", "Saldo atual", "Estoque", "Qtde", "Quantidade em estoque", "Qty", "On hand"],
            ),
            (Unit, ["Un", "Und.", "Unidade", "Unit", "UOM", "Unid", "Un. medida"]),
            (
                CountedAt,
                ["Data", "Data da contagem", "Dt. saldo", "Date", "Counted at", "Contagem", "countedAt"],
            ),
        ] {
            for name in names {
                assert_eq!(column_of(name), Some(column), "{name}");
            }
        }
    }

    #[test]
    fn columns_of_prices_and_groups_are_none() {
        for name in ["Preço", "Vlr. Unit. (R$)", "Unitário", "Grupo", "Fabricante", "Status", ""] {
            assert_eq!(column_of(name), None, "{name}");
        }
    }

    #[test]
    fn of_two_columns_for_one_thing_the_better_named_counts() {
        let names = ["Descrição", "Saldo", "Produto", "Qtd. disp."].map(str::to_owned);
        assert_eq!(find_stock_columns(&names), [(StockColumn::Name, 2), (StockColumn::Quantity, 3)]);
    }
}
