//! Item cards in an answer: the tools `render_preset` and `freestyle` over the result of the conversation's last
//! catalog search, and the same layouts where a person asks the desk for them.

use super::reads::CallResult;
use super::workspace::{Workspace, named_hit};
use crate::catalog::attachments::pictures::find_pictures;
use crate::catalog::stock::totals::find_stock_totals;
use crate::chat::documents::add_documents;
use crate::chat::steps::search::TurnResults;
use crate::chat::steps::turn_runner::{TurnRunner, WrittenAnswer};
use crate::error::AppError;
use crate::messages::translate_with;
use celeiro_domain::assistant::payload::{item_line, result_text};
use celeiro_domain::assistant::shop::layout::MAX_SHOWCASES;
use celeiro_domain::assistant::shop::wish::{LayoutWish, read_layout_wish};
use celeiro_domain::assistant::shop::{
    CardFacts, CardLayout, Formation, Freestyle, RenderPreset, Showcase, ShowcaseItem,
};
use celeiro_domain::catalog::Item;
use celeiro_domain::chat::grounding::citations::BoundText;
use celeiro_domain::chat::grounding::claims::asks_of_use;
use celeiro_domain::chat::types::sources;
use celeiro_domain::chat::{ChatEvent, MessageState, Role, SourceKind, Stage, StageState};
use celeiro_domain::search::Hit;
use celeiro_domain::text::normalize_text;
use uuid::Uuid;

/// Names of items that a refusal quotes.
const NAMED_ITEMS: usize = 10;

impl TurnRunner {
    /// `render_preset`.
    pub(super) async fn render_preset(
        &mut self,
        work: &mut Workspace,
        given: &RenderPreset,
    ) -> Result<CallResult, AppError> {
        match CardLayout::of_preset(given) {
            Ok(layout) => self.draw_cards(work, &layout, "preset=").await,
            Err(why) => Ok(CallResult::of_refusal("invalid_arguments", &why)),
        }
    }

    /// `freestyle`.
    pub(super) async fn freestyle(
        &mut self,
        work: &mut Workspace,
        given: &Freestyle,
    ) -> Result<CallResult, AppError> {
        match CardLayout::of_freestyle(given) {
            Ok(layout) => self.draw_cards(work, &layout, "freestyle style=").await,
            Err(why) => Ok(CallResult::of_refusal("invalid_arguments", &why)),
        }
    }

    /// Shows cards, and tells the model how many. Of items that it has not read in this turn it is given the
    /// line too: it can cite them then.
    async fn draw_cards(
        &mut self,
        work: &mut Workspace,
        layout: &CardLayout,
        way: &str,
    ) -> Result<CallResult, AppError> {
        if self.record.showcases.len() >= MAX_SHOWCASES {
            let why = format!("an answer shows at most {MAX_SHOWCASES} groups of cards");
            return Ok(CallResult::of_refusal("too_many_showcases", &why));
        }
        let found = self.app.store().items(self.found_items()).await?;
        let read = work.read.iter().filter_map(|hit| hit.item.clone()).filter(|item| !holds(&found, item.id));
        let read: Vec<Item> = read.collect();
        if found.is_empty() && read.is_empty() {
            let text = "empty: 0 items; call catalog_search first".to_owned();
            return Ok(CallResult { outcome: "empty".to_owned(), count: 0, text });
        }
        let mut items = match choose_items(layout, found, read) {
            Ok(items) => items,
            Err(why) => return Ok(CallResult::of_refusal("unknown_item", &why)),
        };
        items.truncate(layout.limit as usize);
        let count = items.len() as u32;
        let known = work.read.len() as u32;
        let mut hits: Vec<Hit> = items.into_iter().map(|item| named_hit(Some(item), None)).collect();
        let asks_use = asks_of_use(&self.use_question());
        add_documents(&self.app, self.caller.lang, asks_use, &mut hits).await?;
        let marked = work.mark(&hits);
        let cards: Vec<(u32, &Item)> =
            marked.iter().filter_map(|read| Some((read.mark, read.hit.item.as_ref()?))).collect();
        let new = cards.iter().filter(|(mark, _)| *mark > known);
        let lines: Vec<String> = new.map(|(mark, item)| item_line(*mark, item, "")).collect();
        let mut showcase = self.make_showcase(layout, &cards).await?;
        // The heading is the model's, and no card below it shows a dose.
        showcase.title = showcase.title.map(|title| self.withhold_doses(&work.stated, &title));
        self.tell_sources(work);
        self.show(showcase);
        let (what, look) = (layout.entity_type.plural(), layout.preset.as_str());
        let formation = layout.formation.as_str();
        let status = format!("ok: rendered {count} {what} with {way}{look}, formation={formation}");
        Ok(CallResult { outcome: "ok".to_owned(), count, text: result_text(&status, &lines) })
    }

    /// The items that the conversation's last catalog search found, best first.
    fn found_items(&self) -> &[Uuid] {
        match self.record.catalog_state.as_slice() {
            [] => &self.catalog_state,
            found => found,
        }
    }

    async fn make_showcase(&self, layout: &CardLayout, items: &[(u32, &Item)]) -> Result<Showcase, AppError> {
        let ids: Vec<Uuid> = items.iter().map(|(_, item)| item.id).collect();
        let pictures = find_pictures(&self.app, &ids).await?;
        let asked: Vec<&Item> = items.iter().map(|(_, item)| *item).collect();
        let totals = find_stock_totals(&self.app, &asked).await?;
        let card = |(mark, item): &(u32, &Item)| {
            let (picture, stock) = (pictures.get(&item.id).copied(), totals.get(&item.id).cloned());
            ShowcaseItem::of_item(item, *mark, CardFacts { picture, stock }, layout)
        };
        Ok(Showcase::of_cards(layout, items.iter().map(card).collect()))
    }

    /// The same cards twice in an answer are shown once.
    fn show(&mut self, showcase: Showcase) {
        if !self.record.showcases.contains(&showcase) {
            self.events.send(ChatEvent::Showcase(Box::new(showcase.clone())));
            self.record.showcases.push(showcase);
        }
    }

    /// A sentence of the program's own that cites every card.
    pub(super) fn cite_cards(&self) -> BoundText {
        let mut cited: Vec<u32> = Vec::new();
        for card in self.record.showcases.iter().flat_map(|cards| &cards.items) {
            if !cited.contains(&card.mark) {
                cited.push(card.mark);
            }
        }
        let marks: Vec<String> = cited.iter().map(|mark| format!("[{mark}]")).collect();
        let text = translate_with(self.caller.lang, "chat.cards", &[("marks", marks.concat())]);
        BoundText { text, cited, ..BoundText::default() }
    }

    /// Takes a layout off the end of the message of a person at the desk, and off earlier messages: its words
    /// name nothing in the catalog. A message stays as it is where it asks for nothing else.
    pub(crate) fn take_layout_wish(&mut self) -> Option<LayoutWish> {
        for said in self.history.iter_mut().filter(|said| said.role == Role::User) {
            if let Some(wish) = read_layout_wish(&said.content).filter(|wish| !wish.rest.is_empty()) {
                said.content = wish.rest;
            }
        }
        let wish = read_layout_wish(&self.message).filter(|_| self.help.is_none())?;
        if wish.rest.is_empty() {
            return Some(wish).filter(|_| !self.catalog_state.is_empty());
        }
        self.message.clone_from(&wish.rest);
        Some(wish)
    }

    /// Answers a message that asks for nothing but cards of what was found before.
    pub(crate) async fn show_found_again(
        &mut self,
        formation: Formation,
    ) -> Result<(WrittenAnswer, TurnResults), AppError> {
        self.step(Stage::Classify, StageState::Skipped, None);
        self.step(Stage::Search, StageState::Skipped, None);
        let items = self.priced_items(&self.catalog_state).await?;
        let read: Vec<Hit> = items.into_iter().map(|item| named_hit(Some(item), None)).collect();
        self.record.sources = sources::number_sources(&read, &[]);
        self.events.send(ChatEvent::Sources { sources: self.record.sources.clone() });
        let cards: Vec<(u32, &Item)> =
            (1..).zip(&read).filter_map(|(mark, hit)| Some((mark, hit.item.as_ref()?))).collect();
        let showcase = self.make_showcase(&CardLayout::usual(formation), &cards).await?;
        self.show(showcase);
        let bound = self.cite_cards();
        self.record.first_words();
        self.record.raw_answer.clone_from(&bound.text);
        self.events.send(ChatEvent::Delta { text: bound.text.clone() });
        let written = WrittenAnswer::of_bound(bound, None, MessageState::Composed);
        Ok((written, TurnResults { read, ..TurnResults::default() }))
    }

    /// Shows the items that an answer of the desk cites; where it cites none, all that were found.
    pub(crate) async fn show_found(
        &mut self,
        formation: Formation,
        written: &WrittenAnswer,
        retrieved: &TurnResults,
    ) -> Result<(), AppError> {
        let cited = &written.bound.cited;
        if cited.is_empty() && written.state == MessageState::Composed {
            return Ok(());
        }
        let is_meant = |mark: u32| cited.is_empty() || cited.contains(&mark);
        let meant = self.record.sources.iter().filter(|source| source.kind == SourceKind::Item);
        let meant = meant.filter(|source| is_meant(source.mark));
        let item = |id: Uuid| {
            retrieved.items().iter().find_map(|hit| hit.item.as_ref().filter(|item| item.id == id))
        };
        let cards: Vec<(u32, &Item)> =
            meant.filter_map(|source| Some((source.mark, item(source.id)?))).collect();
        if !cards.is_empty() {
            let showcase = self.make_showcase(&CardLayout::usual(formation), &cards).await?;
            self.show(showcase);
        }
        Ok(())
    }
}

/// The items of a layout, in order: those that it names of what was found or read, else all that was found,
/// else all that was read.
///
/// # Errors
/// Which reference names none, for the model.
fn choose_items(layout: &CardLayout, found: Vec<Item>, read: Vec<Item>) -> Result<Vec<Item>, String> {
    if layout.items.is_empty() {
        return Ok(if found.is_empty() { read } else { found });
    }
    let all: Vec<Item> = found.into_iter().chain(read).collect();
    let mut chosen: Vec<Item> = Vec::new();
    for reference in &layout.items {
        let item = all.iter().find(|item| names(reference, item)).ok_or_else(|| {
            let names: Vec<&str> = all.iter().take(NAMED_ITEMS).map(|item| item.name.as_str()).collect();
            format!("'{}' is not among what was found: {}", quote(reference), quote(&names.join("; ")))
        })?;
        if !holds(&chosen, item.id) {
            chosen.push(item.clone());
        }
    }
    Ok(chosen)
}

fn holds(items: &[Item], id: Uuid) -> bool {
    items.iter().any(|item| item.id == id)
}

/// Whether a reference is the id, the code or the exact name of an item.
fn names(reference: &str, item: &Item) -> bool {
    let reference = reference.trim();
    reference == item.id.to_string()
        || item.external_id.as_deref() == Some(reference)
        || normalize_text(reference) == normalize_text(&item.name)
}

/// Text of records or of a model in a refusal: it ends no line and forges no mark.
fn quote(text: &str) -> String {
    celeiro_domain::chat::answer::sanitize::sanitize_field(text, 400)
}
