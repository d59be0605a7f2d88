//! Types of settings and their valid values.

use celeiro_domain::personal::wall_clock::is_zone;
use celeiro_domain::rank::{NO_THRESHOLD, parse_threshold};
use celeiro_llm::http::parse_base;
use celeiro_store::ServerUrl;
use std::net::{Ipv4Addr, SocketAddr};

/// Replicas that a program reads from, at most.
const MOST_REPLICAS: usize = 8;

/// The values that a setting allows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SettingKind {
    /// A whole number within bounds.
    Whole(u32, u32),
    /// A finite number within bounds.
    Number(f64, f64),
    /// A distance, -1 to 1, or infinity for no threshold.
    Threshold,
    /// `true` or `false`.
    Switch,
    /// One of a list.
    Choice(&'static [&'static str]),
    /// One line of text up to 500 characters.
    Text,
    /// An http or https address without user and password.
    Address,
    /// A key that is never shown.
    Secret,
    /// An access token of at least 16 characters that is never shown.
    Token,
    /// A time zone by its IANA name.
    TimeZone,
    /// A folder or file.
    Path,
    /// An IP address, or `localhost`, and a port to listen on. Another name may lead anywhere tomorrow.
    ListenAddress,
    /// A PostgreSQL address that is never shown.
    DatabaseAddress,
    /// One to eight PostgreSQL addresses, with commas or blanks between them, that are never shown.
    DatabaseAddresses,
}

impl SettingKind {
    /// Whether a setting of this type takes `value`.
    pub fn allows(self, value: &str) -> bool {
        match self {
            Self::Whole(least, most) => value.parse::<u32>().is_ok_and(|n| (least..=most).contains(&n)),
            Self::Number(least, most) => {
                value.parse::<f64>().is_ok_and(|n| n.is_finite() && (least..=most).contains(&n))
            }
            Self::Threshold => parse_threshold(value).is_some_and(|n| (-1.0..=NO_THRESHOLD).contains(&n)),
            Self::Switch => parse_switch(value).is_some(),
            Self::Choice(values) => values.contains(&value),
            // A line break in the name of a model or a site would end a header of a request.
            Self::Text | Self::Path => value.chars().count() <= 500 && !value.contains(char::is_control),
            Self::TimeZone => is_zone(value),
            Self::Secret => value.chars().count() <= 2_000 && value.chars().all(|c| c.is_ascii_graphic()),
            // A short one is guessed, whatever the limits on asking.
            Self::Token => value.len() >= 16 && Self::Secret.allows(value),
            Self::Address => {
                value.len() <= 2_000 && !value.contains(char::is_whitespace) && parse_base(value).is_ok()
            }
            Self::ListenAddress => parse_listen_address(value).is_some(),
            Self::DatabaseAddress => is_database_address(value),
            Self::DatabaseAddresses => {
                let addresses = split_database_addresses(value);
                (1..=MOST_REPLICAS).contains(&addresses.len())
                    && addresses.iter().all(|url| is_database_address(&url.0) && url.is_valid())
            }
        }
    }

    /// Lists the valid values of a setting of this type, in a form that needs no translation.
    pub fn allowed_values(self) -> String {
        match self {
            Self::Whole(least, most) => format!("{least}..{most}"),
            Self::Number(least, most) => format!("{least}..{most} (0.5)"),
            Self::Threshold => "-1..1 (-0.5) | Infinity".into(),
            Self::Switch => "true | false".into(),
            Self::Choice(values) => values.join(" | "),
            Self::Text => "abc…".into(),
            Self::TimeZone => "America/Sao_Paulo | America/Cuiaba | …".into(),
            Self::Path => "/…".into(),
            Self::Secret => "•••".into(),
            Self::Token => "16..2000 × A–Z a–z 0–9 ! # … ~".into(),
            Self::Address => "https://host/… | http://host/…".into(),
            Self::ListenAddress => "127.0.0.1:9464 | localhost:9464 | [::1]:9464 | …".into(),
            Self::DatabaseAddress => "postgres://…".into(),
            Self::DatabaseAddresses => format!("1..{MOST_REPLICAS} × postgres://…"),
        }
    }

    /// Whether the value of a setting of this type is a secret that must not be shown.
    pub fn is_hidden(self) -> bool {
        matches!(self, Self::Secret | Self::Token | Self::DatabaseAddress | Self::DatabaseAddresses)
    }
}

/// Reads a switch.
pub(super) fn parse_switch(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Some(true),
        "false" | "0" | "no" | "off" => Some(false),
        _ => None,
    }
}

fn is_database_address(value: &str) -> bool {
    value.starts_with("postgres://") || value.starts_with("postgresql://")
}

/// The addresses of a list. A comma or a blank within one is written as `%2C` or `%20`.
pub(crate) fn split_database_addresses(value: &str) -> Vec<ServerUrl> {
    let addresses = value.split(|c: char| c == ',' || c.is_whitespace()).filter(|url| !url.is_empty());
    addresses.map(|url| ServerUrl(url.to_owned())).collect()
}

/// Reads an address to listen on.
pub(super) fn parse_listen_address(value: &str) -> Option<SocketAddr> {
    match value.strip_prefix("localhost:") {
        Some(port) => Some(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port.parse().ok()?)),
        None => value.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_replicas_is_addresses_and_nothing_else() {
        let allows = |value: &str| SettingKind::DatabaseAddresses.allows(value);
        assert!(allows("postgres://u:p@a/d"));
        assert!(allows("postgres://u:p@a:5433/d, postgresql://u:p%2C@b/d\npostgres://c/d"));
        assert_eq!(split_database_addresses("postgres://a/d,, postgres://b/d ,").len(), 2);
        for value in ["", ",", "db2", "postgres://a/d, db2", "postgres://a:port/d", "mysql://a/d"] {
            assert!(!allows(value), "{value}");
        }
        assert!(!allows(&"postgres://a/d,".repeat(MOST_REPLICAS + 1)));
    }

    #[test]
    fn an_address_to_listen_on_is_this_machine_or_stands_there_in_numbers() {
        let read = |value| parse_listen_address(value).map(|address| address.to_string());
        assert_eq!(read("localhost:9464").as_deref(), Some("127.0.0.1:9464"));
        for value in ["127.0.0.1:9464", "[::1]:0", "192.168.0.7:9464", "0.0.0.0:9464"] {
            assert_eq!(read(value).as_deref(), Some(value));
        }
        for value in ["", "9464", ":9464", "loja.example:9464", "localhost", "localhost:70000", "127.0.0.1"] {
            assert_eq!(read(value), None, "{value}");
        }
    }

    #[test]
    fn numbers_are_allowed_from_one_end_to_the_other_and_nothing_that_only_looks_like_one() {
        let whole = SettingKind::Whole(1, 100);
        let number = SettingKind::Number(0.0, 2.5);
        for (kind, allowed, refused) in [
            (whole, ["1", "100", "007"], ["0", "101", "-1", "1.0", "1e2", " 1", "", "１", "99999999999"]),
            (number, ["0", "2.5", "1e-3"], ["-0.1", "2.51", "NaN", "inf", "-inf", "1,5", "", "0x1", "1e400"]),
        ] {
            allowed.iter().for_each(|value| assert!(kind.allows(value), "{value}"));
            refused.iter().for_each(|value| assert!(!kind.allows(value), "{value}"));
        }
    }

    #[test]
    fn a_switch_is_read_in_every_usual_word_and_in_no_other() {
        for (value, expected) in [
            ("true", Some(true)),
            ("ON", Some(true)),
            ("Yes", Some(true)),
            ("1", Some(true)),
            ("False", Some(false)),
            ("off", Some(false)),
            ("no", Some(false)),
            ("0", Some(false)),
            ("sim", None),
            ("2", None),
            ("true ", None),
            ("", None),
        ] {
            assert_eq!(parse_switch(value), expected, "{value}");
            assert_eq!(SettingKind::Switch.allows(value), expected.is_some(), "{value}");
        }
    }

    #[test]
    fn no_text_breaks_a_line_and_none_is_endless() {
        let (limit, beyond) = ("ã".repeat(500), "ã".repeat(501));
        for kind in [SettingKind::Text, SettingKind::Path] {
            for value in ["", "Loja São João", limit.as_str()] {
                assert!(kind.allows(value), "{value:.20}");
            }
            for value in ["a\nb", "a\rb", "a\0", "a\tb", "a\u{85}b", beyond.as_str()] {
                assert!(!kind.allows(value), "{value:.20}");
            }
        }
    }

    #[test]
    fn a_token_is_long_and_a_secret_is_printed_in_one_word() {
        let (shortest, longest) = ("k".repeat(16), "k".repeat(2_000));
        for value in [shortest.as_str(), longest.as_str(), "!#0123456789abcdef~"] {
            assert!(SettingKind::Token.allows(value) && SettingKind::Secret.allows(value));
        }
        assert!(SettingKind::Secret.allows("short") && !SettingKind::Token.allows("short"));
        let beyond = "k".repeat(2_001);
        for value in [beyond.as_str(), "sixteen letters and blanks", "0123456789abcdé", "0123456789abcdef\n"]
        {
            assert!(!SettingKind::Token.allows(value) && !SettingKind::Secret.allows(value), "{value:.30}");
        }
    }

    #[test]
    fn an_address_is_one_of_the_web_without_a_password_in_it() {
        for value in ["http://localhost:11434", "https://api.example/v1", "https://[::1]/"] {
            assert!(SettingKind::Address.allows(value), "{value}");
        }
        let long = format!("https://a.example/{}", "a".repeat(2_000));
        for value in [
            "",
            "api.example",
            "ftp://api.example",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "https://",
            "https://user:password@api.example",
            "https://api.example/ v1",
            " https://api.example",
            "https://api.example\n",
            long.as_str(),
        ] {
            assert!(!SettingKind::Address.allows(value), "{value:.40}");
        }
    }

    #[test]
    fn what_is_secret_is_hidden_and_no_default_value_is_shown_of_it() {
        for kind in [SettingKind::Secret, SettingKind::Token, SettingKind::DatabaseAddress] {
            assert!(kind.is_hidden(), "{kind:?}");
        }
        for kind in [SettingKind::Text, SettingKind::Address, SettingKind::Switch, SettingKind::ListenAddress]
        {
            assert!(!kind.is_hidden(), "{kind:?}");
        }
        assert_eq!(SettingKind::Whole(1, 100).allowed_values(), "1..100");
        assert_eq!(SettingKind::Choice(&["system", "file"]).allowed_values(), "system | file");
        assert!(!SettingKind::Choice(&["system", "file"]).allows("System"));
    }
}
