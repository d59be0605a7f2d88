//! The device of a session, as its owner tells it from the others.
//!
//! A browser states more than that (its version, its parts), and what it states may be anything: of the text nothing is
//! kept but names of these lists.

/// Browsers by what stands in their texts. Most state the names of others too, so the first that fits counts.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
/// Systems likewise: phones state those of computers.
const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

/// Browser and system (`Firefox · Windows`) of the text by which a browser introduces itself (`User-Agent`), as far as
/// they are known; none where neither is.
pub fn describe_device(user_agent: &str) -> Option<String> {
    let find = |known: &[(&str, &'static str)]| {
        known.iter().find(|(part, _)| user_agent.contains(part)).map(|(_, name)| *name)
    };
    let parts: Vec<&str> = [find(&BROWSERS), find(&SYSTEMS)].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_named_by_browser_and_system_and_by_nothing_else_that_is_stated() {
        let mozilla = |rest: &str| describe_device(&format!("Mozilla/5.0 {rest}"));
        for (rest, device) in [
            ("(Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox · Windows"),
            ("(X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36", "Chrome · Linux"),
            (
                "(Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0",
                "Edge · Windows",
            ),
            (
                "(Linux; Android 16; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36",
                "Chrome · Android",
            ),
            (
                "(iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1",
                "Safari · iPhone",
            ),
            ("(Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15", "Safari · macOS"),
            ("(Windows; <script>alert(1)</script>)", "Windows"),
        ] {
            assert_eq!(mozilla(rest).as_deref(), Some(device), "{rest}");
        }
        for text in ["", "curl/8.5.0", "python-requests/2.32", "\u{202e}", &"x".repeat(10_000)] {
            assert_eq!(describe_device(text), None);
        }
    }
}
