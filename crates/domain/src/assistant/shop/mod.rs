//! Items of the conversation as cards in an answer: the tools that ask for them, what each card shows, and
//! the words with which a person asks for them.
//!
//! | module | content |
//! |---|---|
//! | `arguments` | the arguments of `render_preset` and `freestyle` |
//! | `look` | formations, presets, and the slots of a card |
//! | `layout` | a call resolved: which slots, how many cards |
//! | `showcase` | the cards as they are stored with an answer and drawn |
//! | `wish` | "em cartões", "in a list": a layout asked for in words, read without a model |
//!
//! A card is data. Nothing in it is markup, and nothing in it leads anywhere but to its item.

pub mod arguments;
pub mod layout;
pub mod look;
pub mod showcase;
pub mod wish;

pub use arguments::{Freestyle, RenderPreset};
pub use layout::CardLayout;
pub use look::{Display, EntityType, Formation, Preset, Slot, SlotDisplay};
pub use showcase::{CardAttribute, CardFacts, Showcase, ShowcaseItem};
