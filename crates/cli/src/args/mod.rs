//! Global options and values that several commands share. Options of a single command are in its module.
//!
//! Help texts are in the translation files, and [`crate::usage`] adds them. Arguments therefore have no
//! doc comments, here and in the commands: clap would print them as help.

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
    // Not `global`: clap would keep the value of one level only. `usage` adds the option to every
    // command.
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
    /// Kind of the records that the option names.
    pub fn kind(self) -> Kind {
        match self {
            Corpus::Items => Kind::Items,
            Corpus::Faqs => Kind::Faqs,
        }
    }
}

// Judged queries: two files or a stored set.
#[derive(Debug, Args)]
pub struct JudgedQueries {
    #[arg(long, value_name = "FILE", required_unless_present = "query_set", requires = "qrels")]
    pub queries: Option<PathBuf>,
    #[arg(long, value_name = "FILE", required_unless_present = "query_set", requires = "queries")]
    pub qrels: Option<PathBuf>,
    #[arg(long, value_name = "NAME", conflicts_with_all = ["queries", "qrels"])]
    pub query_set: Option<String>,
}

/// Parses the option that names a fusion.
pub fn fusion_parser() -> impl TypedValueParser<Value = Fusion> {
    PossibleValuesParser::new(Fusion::ALL.map(Fusion::as_str))
        .try_map(|name| Fusion::parse(&name).ok_or(name))
}

/// Parses an integer of any size; search clamps the limit, so no integer is an error.
///
/// # Errors
/// The text is no integer.
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
