//! What can be typed before and behind every command, and the values that several commands share.
//! What one command alone takes stands in its own module.
//!
//! Help texts are in the translation files and are put in by [`crate::usage`], so there are no doc
//! comments on arguments, here or in the commands: they would be shown to people.

pub(crate) mod search;

use celeiro_domain::search::{Fusion, Kind};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Global {
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    #[arg(long, global = true, value_name = "LANG", value_parser = PossibleValuesParser::new(["pt-BR", "en"]))]
    pub lang: Option<String>,
    #[arg(long, global = true)]
    pub json: bool,
    // Not `global`: of two levels the parser would keep one. `usage` gives it to every command.
    #[arg(long = "set", value_name = "NAME=VALUE", action = ArgAction::Append)]
    pub settings: Vec<String>,
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Corpus {
    Items,
    Faqs,
}

impl Corpus {
    pub fn kind(self) -> Kind {
        match self {
            Corpus::Items => Kind::Items,
            Corpus::Faqs => Kind::Faqs,
        }
    }
}

// Judged queries: two files, or a stored set.
#[derive(Debug, Args)]
pub struct JudgedQueries {
    #[arg(long, value_name = "FILE", required_unless_present = "query_set", requires = "qrels")]
    pub queries: Option<PathBuf>,
    #[arg(long, value_name = "FILE", required_unless_present = "query_set", requires = "queries")]
    pub qrels: Option<PathBuf>,
    #[arg(long, value_name = "NAME", conflicts_with_all = ["queries", "qrels"])]
    pub query_set: Option<String>,
}

/// Reads the name of a fusion.
pub fn fusion() -> impl TypedValueParser<Value = Fusion> {
    PossibleValuesParser::new(Fusion::ALL.map(Fusion::as_str))
        .try_map(|name| Fusion::parse(&name).ok_or(name))
}

/// A whole number of any size: search moves a limit into its own bounds, so none is a mistake.
pub fn any_number(text: &str) -> Result<i32, std::num::ParseIntError> {
    let number = match text.trim().parse::<i64>() {
        Ok(number) => number,
        Err(error) => match error.kind() {
            std::num::IntErrorKind::PosOverflow => i64::MAX,
            std::num::IntErrorKind::NegOverflow => i64::MIN,
            _ => return Err(error),
        },
    };
    Ok(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_too_large() {
        assert_eq!(any_number("10"), Ok(10));
        assert_eq!(any_number("-1"), Ok(-1));
        assert_eq!(any_number("1000000000000"), Ok(i32::MAX));
        assert_eq!(any_number("-99999999999999999999999"), Ok(i32::MIN));
        assert!(any_number("ten").is_err());
    }
}
