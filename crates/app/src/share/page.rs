//! Frame of a shared page: one file without scripts and external addresses, with a light and a dark theme.
//!
//! The templates escape all inserted text. As a second barrier the page's own policy allows no script, no address, no
//! form, and no styles but the one below. Names stand in `bdi`, so that marks of writing direction end with them.

use crate::messages::{format_number, translate};
use base64::Engine as _;
use celeiro_domain::search::Lang;
use chrono::{DateTime, Local, Utc};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};

/// The only styles, ours alone: nothing is put into them.
const STYLES: &str = include_str!("page.css");

/// A whole page.
pub(super) fn render_shared_page(
    lang: Lang,
    title: &str,
    body: &Markup,
    foot: &[(String, String)],
) -> String {
    let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(STYLES));
    let policy =
        format!("default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'");
    let code = match lang {
        Lang::PtBr => "pt-BR",
        Lang::En => "en",
    };
    let page = html! {
        (DOCTYPE)
        html lang=(code) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (title) " · Celeiro" }
                style { (PreEscaped(STYLES)) }
            }
            body {
                main { (body) }
                footer {
                    dl { @for (name, value) in foot { dt { (name) } dd { bdi { (value) } } } }
                    p { (translate(lang, "share.verify")) }
                }
            }
        }
    };
    page.into_string()
}

/// A bar from the middle: to the right where `value` is positive. `most` fills a half.
pub(super) fn draw_bar(value: f64, most: f64) -> Markup {
    let half = 50.0;
    let length = if most > 0.0 { (value.abs() / most).min(1.0) * half } else { 0.0 };
    let start = if value < 0.0 { half - length } else { half };
    html! {
        svg.bar viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            line x1="50" y1="0" x2="50" y2="10" {}
            rect.(if value < 0.0 { "less" } else { "more" }) x=(format!("{start:.2}")) y="2"
                width=(format!("{length:.2}")) height="6" {}
        }
    }
}

/// Formats a number of the shared page with its sign.
pub(super) fn format_signed(lang: Lang, value: f64, digits: usize) -> String {
    let shown = format_number(lang, value, digits);
    if shown.starts_with('-') || shown.trim_matches(['0', ',', '.']).is_empty() {
        shown.replace('-', "−")
    } else {
        format!("+{shown}")
    }
}

/// A moment in the machine's time zone, with what its clocks are ahead of UTC: the page is read elsewhere.
pub(super) fn format_moment(lang: Lang, at: DateTime<Utc>) -> String {
    let form = match lang {
        Lang::PtBr => "%d/%m/%Y %H:%M %:z",
        Lang::En => "%Y-%m-%d %H:%M %:z",
    };
    at.with_timezone(&Local).format(form).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_carry_their_sign_and_nothing_has_none() {
        assert_eq!(format_signed(Lang::PtBr, 0.25, 2), "+0,25");
        assert_eq!(format_signed(Lang::En, -0.25, 2), "−0.25");
        assert_eq!(format_signed(Lang::En, -0.000_01, 2), "0.00");
    }

    #[test]
    fn a_moment_is_the_machines_and_says_its_zone() {
        let at = DateTime::from_timestamp(1_795_314_855, 0).unwrap();
        let zone = at.with_timezone(&Local).format(":%M %:z").to_string();
        let (pt, en) = (format_moment(Lang::PtBr, at), format_moment(Lang::En, at));
        assert!(pt.contains("/11/2026 ") && en.starts_with("2026-11-2"), "{pt} {en}");
        assert!(pt.ends_with(&zone) && en.ends_with(&zone), "{pt} {en}");
    }

    #[test]
    fn a_bar_stays_in_its_half() {
        let bar = |value| draw_bar(value, 2.0).into_string();
        assert!(bar(-5.0).contains(r#"class="less" x="0.00" y="2" width="50.00""#), "{}", bar(-5.0));
        assert!(bar(1.0).contains(r#"class="more" x="50.00" y="2" width="25.00""#));
    }
}
