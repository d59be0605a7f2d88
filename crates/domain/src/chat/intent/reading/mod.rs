//! A message as it is looked up: what it wants, what it leaves out, how many of it.
//!
//! `dez sacos de ureia sem inibidor até R$ 200` wants `ureia`, leaves `inibidor` out, counts ten, and
//! allows no more than R$ 200. By words alone, so that the same message is always read the same.

pub(crate) mod alternatives;
pub mod budget;
mod correction;
pub(crate) mod count_words;
pub mod counting;
mod digits;
pub mod discount;
pub(crate) mod enumeration;
mod exclusion;
pub(crate) mod installments;
pub(crate) mod measure_words;
mod message;
mod money_at_hand;
pub mod pick;
pub mod price_intent;
pub mod sale_unit;
pub mod stock_wish;
pub(crate) mod wanted;
pub(crate) mod wishes;

pub(crate) use correction::{resolve_correction, strip_correction_lead, strip_rejection};
pub(crate) use digits::{points_at_several, write_digits};
pub(crate) use message::MessageReading;
