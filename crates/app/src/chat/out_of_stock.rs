//! Out-of-stock list of the whole catalog, for a question that names no product: `o que acabou?`
//!
//! The grid holds the stock state of every item; a search by words would find items that are named so.

use crate::assistant::workspace::named_hit;
use crate::catalog::stock::totals::find_stock_totals;
use crate::chat::steps::turn_runner::TurnRunner;
use crate::error::AppError;
use crate::sheet::grid::grid;
use celeiro_domain::catalog::stock::StockState;
use celeiro_domain::catalog::{Item, Status};
use celeiro_domain::chat::intent::catalog_question::MOST_OUT;
use celeiro_domain::search::Hit;
use celeiro_domain::sheet::{GridFilter, GridQuery, GridTest};

impl TurnRunner {
    /// The items on sale of which nothing is left by their last count, with the prices that the answer gives.
    pub(crate) async fn list_out_of_stock(&self) -> Result<Vec<Hit>, AppError> {
        let is = |column: &str, value: &str| GridFilter {
            column: column.to_owned(),
            test: GridTest::Is,
            values: vec![value.to_owned()],
        };
        let request = GridQuery {
            filters: vec![is("stock", StockState::Out.as_str()), is("status", Status::Ativo.as_str())],
            limit: Some(MOST_OUT as u32),
            ..GridQuery::default()
        };
        let page = grid(&self.app, &self.caller, request).await?;
        let ids: Vec<_> = page.rows.iter().map(|row| row.item.id).collect();
        let items = self.priced_items(&ids).await?;
        let asked: Vec<&Item> = items.iter().collect();
        let mut totals = find_stock_totals(&self.app, &asked).await?;
        let hit = |item: Item| {
            let stock = totals.remove(&item.id);
            Hit { stock, ..named_hit(Some(item), None) }
        };
        Ok(items.into_iter().map(hit).collect())
    }
}
