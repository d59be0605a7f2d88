//! Help and usage errors in a person's language.
//!
//! The parser knows the shape of the command line; every text about it comes from the translation
//! files (`cli.help`, `cli.usage`) and is put in before parsing. A test finds what has no text.

use crate::failure::Failure;
use celeiro_app::messages::{translate, translate_with};
use celeiro_domain::search::Lang;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command};

/// The parser's name of `--set`.
const SETTINGS: &str = "settings";

/// Puts the help texts of `lang` into `command` and all below it.
pub fn localize_command(command: Command, lang: Lang) -> Command {
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    add_help_texts(command.arg(version), "", lang)
}

/// Puts texts into `command` and, with the longer `path`, into the commands below it.
fn add_help_texts(command: Command, path: &str, lang: Lang) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    let template =
        format!("{{about-with-newline}}\n{}: {{usage}}\n\n{{all-args}}", translate(lang, "cli.help.usage"));
    let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let mut command = command
        .arg(help)
        .args_override_self(true)
        .about(about_text(path, lang))
        .help_template(template)
        .subcommand_help_heading(translate(lang, "cli.help.commands"))
        .subcommand_value_name("COMMAND")
        .mut_args(|arg| localize_argument(arg, path, lang));
    for name in names {
        let below = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        command = command.mut_subcommand(name, |c| {
            add_help_texts(c.disable_help_flag(true).arg(settings()), &below, lang)
        });
    }
    command
}

/// `--set` behind a command.
fn settings() -> Arg {
    Arg::new(SETTINGS).long("set").value_name("NAME=VALUE").action(ArgAction::Append)
}

/// Lists every `--set` of a command line, at whatever level it stands.
pub fn all_settings(matches: &ArgMatches) -> Vec<String> {
    let here = matches.try_get_many::<String>(SETTINGS).ok().flatten();
    let mut settings: Vec<String> = here.into_iter().flatten().cloned().collect();
    if let Some((_, below)) = matches.subcommand() {
        settings.extend(all_settings(below));
    }
    settings
}

/// Gives an argument its text, its heading, and its default and choices in `lang`.
fn localize_argument(arg: Arg, path: &str, lang: Lang) -> Arg {
    let heading = match (arg.is_positional(), is_everywhere(&arg)) {
        (true, _) => "cli.help.arguments",
        (_, true) => "cli.help.everywhere",
        _ => "cli.help.options",
    };
    let help = translate(lang, &argument_key(arg.get_id().as_str(), path, lang));
    let arg = arg.help(help).help_heading(translate(lang, heading));
    // The texts name defaults and choices themselves; the parser would in English.
    match arg.get_action().takes_values() {
        true => arg.hide_default_value(true).hide_possible_values(true),
        false => arg,
    }
}

/// Whether every command takes the argument.
fn is_everywhere(arg: &Arg) -> bool {
    arg.is_global_set() || matches!(arg.get_id().as_str(), "help" | "version" | SETTINGS)
}

/// A command with others below it keeps its own text beside theirs.
fn about_text(path: &str, lang: Lang) -> String {
    if path.is_empty() {
        return translate(lang, "cli.help.celeiro");
    }
    let key = format!("cli.help.about.{path}");
    let own = format!("{key}.self");
    match translate(lang, &own) {
        absent if absent == own => translate(lang, &key),
        found => found,
    }
}

/// A command may have its own text for an option that others have too.
fn argument_key(id: &str, path: &str, lang: Lang) -> String {
    let own = format!("cli.help.of.{path}.{id}");
    if translate(lang, &own) != own { own } else { format!("cli.help.option.{id}") }
}

/// A mistake on the command line, in `lang`.
pub fn usage_failure(error: &clap::Error, lang: Lang) -> Failure {
    let of = |kind| error.get(kind).map(value_text).unwrap_or_default().trim_end_matches("...").to_owned();
    let (key, args): (&str, Vec<(&'static str, String)>) = match error.kind() {
        ErrorKind::UnknownArgument => ("unknownArgument", vec![("name", of(ContextKind::InvalidArg))]),
        ErrorKind::InvalidSubcommand => {
            ("unknownCommand", vec![("name", of(ContextKind::InvalidSubcommand))])
        }
        ErrorKind::MissingSubcommand => ("missingCommand", vec![]),
        ErrorKind::MissingRequiredArgument => {
            ("missingArgument", vec![("name", of(ContextKind::InvalidArg))])
        }
        ErrorKind::InvalidValue if of(ContextKind::InvalidValue).is_empty() => {
            ("missingValue", vec![("name", of(ContextKind::InvalidArg))])
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => (
            "invalidValue",
            vec![
                ("name", of(ContextKind::InvalidArg)),
                ("value", of(ContextKind::InvalidValue).chars().take(120).collect()),
                ("allowed", allowed_values(error)),
            ],
        ),
        ErrorKind::InvalidUtf8 => {
            ("notUtf8", vec![("name", argument_name(of(ContextKind::InvalidArg), lang))])
        }
        ErrorKind::ArgumentConflict => {
            ("conflict", vec![("name", of(ContextKind::InvalidArg)), ("other", of(ContextKind::PriorArg))])
        }
        _ => ("other", vec![("name", of(ContextKind::InvalidArg))]),
    };
    let mut reason = translate_with(lang, &format!("cli.usage.{key}"), &args);
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand] {
        let suggestion = of(kind);
        if !suggestion.is_empty() {
            let hint = translate_with(lang, "cli.usage.suggestion", &[("name", suggestion)]);
            reason = format!("{reason} {hint}");
        }
    }
    Failure::usage(format!("{reason} {}", translate(lang, "cli.usage.seeHelp")))
}

/// The allowed values in brackets, with a blank before them; nothing where the parser names none.
fn allowed_values(error: &clap::Error) -> String {
    match error.get(ContextKind::ValidValue) {
        Some(values) if !value_text(values).is_empty() => format!(" ({})", value_text(values)),
        _ => String::new(),
    }
}

/// The parser does not always know which argument it was.
fn argument_name(name: String, lang: Lang) -> String {
    if name.is_empty() { translate(lang, "cli.usage.anArgument") } else { name }
}

/// What the parser says of a mistake, as one text.
fn value_text(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(list) => list.join(" | "),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::Cli;
    use crate::snapshot::assert_snapshot;
    use clap::CommandFactory;

    fn list_missing(command: &Command, path: &str, out: &mut Vec<String>) {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let helps =
            command.get_arguments().map(|a| a.get_help().map(ToString::to_string).unwrap_or_default());
        out.extend(
            helps
                .chain([about])
                .filter(|t| t.is_empty() || t.starts_with("cli."))
                .map(|t| format!("{path}: {t}")),
        );
        for below in command.get_subcommands() {
            list_missing(below, &format!("{path} {}", below.get_name()), out);
        }
    }

    /// What `--help` behind these words prints. What can be typed behind every command stands in the help
    /// of the program alone.
    fn help(lang: Lang, words: &[String]) -> String {
        let command = localize_command(Cli::command().version("0"), lang).term_width(100);
        let typed =
            ["celeiro".to_owned()].into_iter().chain(words.iter().cloned()).chain(["--help".to_owned()]);
        let printed = command.try_get_matches_from(typed).unwrap_err().render().to_string();
        let everywhere = format!("{}:", translate(lang, "cli.help.everywhere"));
        let sections = printed.trim_end().split("\n\n");
        let own = sections.filter(|section| words.is_empty() || !section.starts_with(&everywhere));
        let own: Vec<&str> = own.map(str::trim_end).collect();
        format!("$ celeiro {} --help\n\n{}\n", words.join(" "), own.join("\n\n"))
            .replace("celeiro  ", "celeiro ")
    }

    /// The words that lead to a command and to all below it.
    fn ways(command: &Command, way: &[String]) -> Vec<Vec<String>> {
        let below = command
            .get_subcommands()
            .flat_map(|below| ways(below, &[way, &[below.get_name().to_owned()]].concat()));
        std::iter::once(way.to_vec()).chain(below).collect()
    }

    #[test]
    fn the_help_of_every_command_is_as_it_was_reviewed_in_both_languages() {
        let command = localize_command(Cli::command(), Lang::En);
        let all = ways(&command, &[]);
        let names = command.get_subcommands().map(|command| command.get_name().to_owned());
        for name in std::iter::once("celeiro".to_owned()).chain(names) {
            let own = |way: &&Vec<String>| way.first().unwrap_or(&"celeiro".to_owned()) == &name;
            let of = |lang| all.iter().filter(own).map(|way| help(lang, way)).collect::<Vec<_>>().join("\n");
            let both = format!("{}\n{}\n\n{}", of(Lang::PtBr), "=".repeat(100), of(Lang::En));
            assert_snapshot!(name, both, renewed_by: "-p celeiro-cli usage");
        }
    }

    #[test]
    fn everything_that_can_be_typed_is_explained() {
        for lang in [Lang::PtBr, Lang::En] {
            let command = localize_command(Cli::command(), lang);
            command.clone().debug_assert();
            let mut out = Vec::new();
            list_missing(&command, "celeiro", &mut out);
            assert!(out.is_empty(), "{lang:?}: {out:#?}");
        }
    }

    /// What a person is told of this command line, in both languages.
    fn mistake(arguments: &[&str]) -> [String; 2] {
        [Lang::PtBr, Lang::En].map(|lang| {
            let command = localize_command(Cli::command(), lang);
            let error = command.try_get_matches_from([&["celeiro"], arguments].concat()).unwrap_err();
            let failure = usage_failure(&error, lang);
            assert_eq!(failure.exit, 2, "{arguments:?}");
            failure.error.message(lang)
        })
    }

    #[test]
    fn a_mistake_is_named_in_the_persons_language_with_what_is_allowed() {
        for (arguments, parts) in [
            (&["serch"][..], &["serch", "search"][..]),
            (&["search", "--limt", "3", "x"], &["--limt", "--limit"]),
            (&["search"], &["<QUERY>"]),
            (&["search", "--kind", "people", "x"], &["--kind", "people", "items", "faqs"]),
            (&["search", "--limit", "ten", "x"], &["--limit", "ten"]),
            (&["search", "x", "--profile"], &["--profile"]),
            (&["enrich"], &[]),
            (&["enrich", "pause", "x"], &["<ID>", "x"]),
            (&["enrich", "accept", "00000000-0000-4000-8000-000000000000/cor"], &["cor"]),
            (&["profile", "activate", "a", "--back"], &["--back"]),
            (&["queries", "soja", "--delete-all"], &["--delete-all"]),
            (&["eval", "--query-set", "a", "--kind", "items"], &["--kind"]),
            (&["quality", "--days", "0"], &["--days", "0"]),
            (&["--lang", "de", "doctor"], &["--lang", "de", "pt-BR", "en"]),
        ] {
            let [pt, en] = mistake(arguments);
            assert_ne!(pt, en, "{arguments:?}");
            for part in parts {
                assert!(
                    pt.contains(part) && en.contains(part),
                    "{arguments:?}: {part} is not in {pt} / {en}"
                );
            }
        }
    }

    #[test]
    fn settings_count_at_every_level_in_the_order_of_the_levels() {
        let command = localize_command(Cli::command(), Lang::En);
        let typed =
            ["celeiro", "--set", "A=1", "enrich", "--set", "B=2", "status", "--set", "A=3", "--set", "C=4"];
        let matches = command.try_get_matches_from(typed).unwrap();
        assert_eq!(all_settings(&matches), ["A=1", "B=2", "A=3", "C=4"]);
    }
}
