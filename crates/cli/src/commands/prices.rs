//! `celeiro prices`: price lists, what an item costs in them, changes of prices, and own prices from a table.

use crate::failure::Failure;
use crate::output;
use crate::render::cards::{format_money, moment, one_line, shorten_text};
use crate::session::Session;
use celeiro_app::api::Empty;
use celeiro_app::catalog::prices::changes::{
    ListPriceChanges, MakePriceChange, list_price_changes, make_price_change,
};
use celeiro_app::catalog::prices::item_prices::{ItemPrices, item_prices_by_name};
use celeiro_app::catalog::prices::lists::{list_price_lists, price_list_by_name};
use celeiro_app::catalog::prices::preview::{
    PreviewPriceChange, PricePreview, PricePreviewRow, PriceUpdate, preview_price_change,
};
use celeiro_app::catalog::prices::price_file::read_price_file;
use celeiro_app::files::bounded_read;
use celeiro_app::messages::{name_of, translate, translate_with};
use celeiro_app::{App, Caller};
use celeiro_domain::catalog::Price;
use celeiro_domain::catalog::prices::{PriceChange, PriceChangeState, PriceList, PriceSource};
use celeiro_domain::search::Lang;
use chrono::NaiveDate;
use clap::{Subcommand, ValueEnum};
use std::path::{Path, PathBuf};

#[derive(Debug, Subcommand)]
pub enum Prices {
    Lists,
    Show {
        #[arg(value_name = "ITEM")]
        item: String,
    },
    Changes {
        #[arg(long, value_name = "STATE")]
        state: Option<ChangeFilter>,
    },
    Set {
        #[arg(value_name = "LIST")]
        list: String,
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ChangeFilter {
    Planned,
    Applied,
    Cancelled,
    Failed,
}

impl ChangeFilter {
    fn state(self) -> PriceChangeState {
        match self {
            ChangeFilter::Planned => PriceChangeState::Planned,
            ChangeFilter::Applied => PriceChangeState::Applied,
            ChangeFilter::Cancelled => PriceChangeState::Cancelled,
            ChangeFilter::Failed => PriceChangeState::Failed,
        }
    }
}

/// Longest file, in bytes.
const MAX_BYTES: u64 = 4 << 20;
/// Characters that a change may have as its name.
const MAX_NAME: usize = 120;

/// Runs `celeiro prices`.
pub async fn run_prices(session: &Session, action: Prices) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Prices::Lists => {
            let lists = session.ask(list_price_lists, Empty {}).await?;
            session.print(&lists, || lists.iter().map(|list| render_list(lang, list)).collect())
        }
        Prices::Show { item } => {
            let prices = session
                .with_app(async |app, caller| Ok(item_prices_by_name(app, caller, &item).await?))
                .await?;
            session.print(&prices, || render_prices(lang, &prices))
        }
        Prices::Changes { state } => {
            let request = ListPriceChanges { state: state.map(ChangeFilter::state) };
            let changes = session.ask(list_price_changes, request).await?;
            session.print(&changes, || changes.iter().map(|change| render_change(lang, change)).collect())
        }
        Prices::Set { list, file, yes } => {
            let from = (list.as_str(), file.as_path());
            session.with_app(async |app, caller| set_prices(session, (app, caller), from, yes).await).await
        }
    }
}

/// Shows what the prices of a file would change in a list, and writes them where that was said.
async fn set_prices(
    session: &Session,
    (app, caller): (&App, &Caller),
    (list, file): (&str, &Path),
    yes: bool,
) -> Result<(), Failure> {
    let lang = session.lang;
    let list = price_list_by_name(app, caller, list).await?;
    let rows = read_price_file(app, &bounded_read::text_of(file, MAX_BYTES)?).await?;
    let what = PriceUpdate { rows: Some(rows), ..PriceUpdate::default() };
    let asked = PreviewPriceChange { list: Some(list.id), what: what.clone(), selection: None };
    let preview = preview_price_change(app, caller, asked).await?;
    output::say(render_counts(lang, &preview).trim_end());
    if !yes || preview.changed == 0 {
        if preview.changed > 0 {
            output::print_translated(lang, "cli.prices.addYes", &[]);
        }
        return session.print(&preview, || preview.rows.iter().map(|row| render_row(lang, row)).collect());
    }
    let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let made = MakePriceChange {
        list: Some(list.id),
        what,
        selection: None,
        name: if name.trim().is_empty() { list.name } else { shorten_text(&name, MAX_NAME) },
        effective_on: None,
        digest: preview.digest,
        operation_id: None,
    };
    let change = make_price_change(app, caller, made).await?;
    session.print(&change, || render_change(lang, &change))
}

/// A list in one line: its name, when it is valid, what it makes of the base, and its own prices.
fn render_list(lang: Lang, list: &PriceList) -> String {
    let own = translate_with(lang, "cli.prices.own", &[("count", list.own_prices.to_string())]);
    let facts = [render_validity(lang, list), render_rule(lang, list), own];
    format!("{:<24} {}\n", one_line(&list.name), facts.join(" · "))
}

fn render_validity(lang: Lang, list: &PriceList) -> String {
    let from = list.valid_from.map(|day| ("day", render_day(lang, day)));
    let until = list.valid_until.map(|day| ("day", render_day(lang, day)));
    let (key, day) = match (list.active, list.is_valid_today) {
        (false, _) => ("cli.prices.notInUse", None),
        (true, true) if until.is_some() => ("cli.prices.validUntil", until),
        (true, true) => ("cli.prices.valid", None),
        // One that is in use and not valid has not begun, or is over.
        (true, false) if list.valid_until.is_some_and(|until| until < today()) => ("cli.prices.ended", until),
        (true, false) => ("cli.prices.begins", from),
    };
    translate_with(lang, key, day.as_slice())
}

/// The day by this machine's clock, which is where the command runs.
fn today() -> NaiveDate {
    chrono::Local::now().date_naive()
}

fn render_rule(lang: Lang, list: &PriceList) -> String {
    let Some(rule) = list.rule else { return translate(lang, "cli.prices.base") };
    let decimal = |plain: String| if lang == Lang::PtBr { plain.replace('.', ",") } else { plain };
    let factor = ("factor", decimal(rule.factor.to_string()));
    match rule.cents {
        None => translate_with(lang, "cli.prices.rule", &[factor]),
        Some(cents) => translate_with(
            lang,
            "cli.prices.ruleCents",
            &[factor, ("cents", decimal(format!(".{cents:02}")))],
        ),
    }
}

fn render_day(lang: Lang, day: NaiveDate) -> String {
    day.format(if lang == Lang::En { "%Y-%m-%d" } else { "%d/%m/%Y" }).to_string()
}

fn render_price(lang: Lang, price: Option<Price>, currency: &str) -> String {
    price.map_or_else(|| "-".into(), |price| format_money(lang, &price.to_string(), currency))
}

/// The base, then each list with its price and those of its packages.
fn render_prices(lang: Lang, prices: &ItemPrices) -> String {
    let amount = |price| render_price(lang, price, &prices.currency);
    let of = |source: Option<PriceSource>| {
        source.map_or_else(String::new, |source| {
            format!("  {}", translate(lang, &format!("cli.prices.source.{}", name_of(&source))))
        })
    };
    let mut out = format!("{:<24} {}\n", translate(lang, "cli.prices.base"), amount(prices.base));
    for list in &prices.lists {
        let not_valid = match list.is_valid_today {
            true => String::new(),
            false => format!("  {}", translate(lang, "cli.prices.notValid")),
        };
        let price = amount(list.price);
        out += &format!("{:<24} {price}{}{not_valid}\n", one_line(&list.name), of(list.source));
        for package in &list.packages {
            let (price, remark) = match package.is_gone {
                true => (package.own, format!("  {}", translate(lang, "cli.prices.packageGone"))),
                false => (package.price, of(package.source)),
            };
            out += &format!("  {:<22} {}{remark}\n", package.label, amount(price));
        }
    }
    out
}

/// A change in one line: id, state, day, name, list and how many prices.
fn render_change(lang: Lang, change: &PriceChange) -> String {
    let state = translate(lang, &format!("cli.prices.state.{}", name_of(&change.state)));
    let when =
        change.effective_on.map_or_else(|| moment(lang, change.created_at), |day| render_day(lang, day));
    let count = translate_with(lang, "cli.prices.rows", &[("count", change.rows.to_string())]);
    let list = change.list_name.clone().unwrap_or_else(|| translate(lang, "cli.prices.base"));
    let failure = change.failure.as_ref().map(|code| format!("  {code}")).unwrap_or_default();
    let name = one_line(&change.name);
    format!("{}  {state}  {when}  {list}  {count}  {name}{failure}\n", change.id)
}

/// How many prices would change, stay and belong to nothing, and how many stand out.
fn render_counts(lang: Lang, preview: &PricePreview) -> String {
    let line =
        |key: &str, count: u32| format!("{}\n", translate_with(lang, key, &[("count", count.to_string())]));
    let mut out = line("cli.prices.changed", preview.changed);
    for (key, count) in
        [("cli.prices.unchanged", preview.unchanged), ("cli.prices.problems", preview.problem_count)]
    {
        if count > 0 {
            out += &line(key, count);
        }
    }
    for marked in &preview.marks {
        out += &line(&format!("cli.prices.mark.{}", name_of(&marked.mark)), marked.count);
    }
    out
}

fn render_row(lang: Lang, row: &PricePreviewRow) -> String {
    let amount = |price| render_price(lang, price, &row.currency);
    let package = row.package.as_ref().map(|label| format!(" ({label})")).unwrap_or_default();
    format!("{}{package}: {} → {}\n", one_line(&row.name), amount(row.old), amount(row.new))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{AT, ID, answer, in_both};
    use serde_json::json;

    #[test]
    fn lists_prices_and_changes_are_printed_in_both_languages() {
        let list: PriceList = answer(json!({
            "id": ID, "name": "Atacado", "note": null, "validFrom": null, "validUntil": "2026-12-31",
            "rule": { "factor": 0.92, "cents": 90 }, "active": true, "version": 1, "updatedAt": AT,
            "updatedBy": "ana", "isValidToday": true, "ownPrices": 2,
        }));
        let [pt, en] = [Lang::PtBr, Lang::En].map(|lang| render_list(lang, &list));
        assert!(pt.contains("31/12/2026") && pt.contains("0,92") && pt.contains(",90"), "{pt}");
        assert!(en.contains("2026-12-31") && en.contains("0.92") && en.contains("2 own"), "{en}");
        let prices: ItemPrices = answer(json!({
            "base": 100.0, "currency": "BRL", "lists": [{
                "list": ID, "name": "Atacado", "isValidToday": true, "validFrom": null, "validUntil": null,
                "own": 90.0, "price": 90.0, "source": "own",
                "packages": [
                    {
                        "label": "5 L", "isGone": false, "base": 50.0, "own": null, "price": 46.9,
                        "source": "rule",
                    },
                    {
                        "label": "9 L", "isGone": true, "base": null, "own": 71.0, "price": null,
                        "source": null,
                    },
                ],
            }],
        }));
        let printed = in_both(|lang| render_prices(lang, &prices));
        assert!(printed.contains("R$ 90,00") && printed.contains("BRL 46.90"), "{printed}");
        assert!(printed.contains("R$ 71,00  a embalagem não existe mais"), "{printed}");
        let change: PriceChange = answer(json!({
            "id": ID, "name": "Safra", "list": null, "listName": null, "effectiveOn": "2026-12-01",
            "state": "planned", "rows": 1, "applied": 0, "changedMeanwhile": 0, "gone": 0,
            "otherCurrency": 0, "createdBy": "ana", "createdAt": AT, "appliedAt": null, "failure": null,
            "undoes": null, "isUndone": false, "undoable": false,
        }));
        let printed = in_both(|lang| render_change(lang, &change));
        assert!(printed.contains("01/12/2026") && printed.contains("2026-12-01"), "{printed}");
    }

    #[test]
    fn what_stands_out_is_counted_in_words() {
        let preview: PricePreview = answer(json!({
            "total": 3, "changed": 2, "unchanged": 1, "skipped": 0, "problems": [], "problemCount": 1,
            "marks": [
                { "mark": "tenfold", "count": 1 }, { "mark": "to_zero", "count": 1 },
                { "mark": "below_cost", "count": 2 }, { "mark": "unlike_the_others", "count": 1 },
                { "mark": "first_price", "count": 1 }, { "mark": "unchanged", "count": 1 },
            ],
            "rows": [], "digest": "x",
        }));
        let printed = in_both(|lang| render_counts(lang, &preview));
        assert_eq!(printed.lines().count(), 2 * 9 + 1, "{printed}");
    }
}
