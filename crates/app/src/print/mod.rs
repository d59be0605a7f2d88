//! Printing of the catalog as PDF: a price list, and shelf labels.
//!
//! Active items are printed, with the prices of the counter or of a price list. The pages are laid out first
//! (`page.rs`: texts and blocks with their positions) and then written as a file. The font is part of the program, so
//! that a file is the same on every machine, and the file embeds the glyphs that it uses.
//!
//! Texts of the catalog are data: hidden characters are left out, and a letter that the font does not have is printed
//! as an empty square.

pub mod api;
mod labels;
mod page;
mod pdf;
mod price_table;
mod rows;
#[cfg(test)]
mod tests;
mod text;
mod typeface;
