//! The e-mail address by which the company's sign-in knows a person.
//!
//! It is compared with what another system states: ASCII alone, so that no two addresses look alike.

/// Most characters of an address.
pub const MAX_EMAIL: usize = 254;

/// An address in its one form: trimmed, in lower case, one `@` with something on both sides; none where the text is no
/// address of this form.
pub fn check_email(text: &str) -> Option<String> {
    let email = text.trim().to_ascii_lowercase();
    let (name, host) = email.split_once('@')?;
    let fits = email.len() <= MAX_EMAIL
        && !name.is_empty()
        && !host.is_empty()
        && !host.contains('@')
        && email.bytes().all(|byte| byte.is_ascii_graphic());
    fits.then_some(email)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_form_and_none_that_looks_like_another() {
        assert_eq!(check_email(" Ana.Souza@Granja.Example \n").as_deref(), Some("ana.souza@granja.example"));
        // The second has a Cyrillic a.
        for text in
            ["", "\u{430}na@granja.example", "ana", "@granja.example", "ana@", "a@b@c", "a b@c", "a\0@c"]
        {
            assert_eq!(check_email(text), None, "{text:?}");
        }
        assert_eq!(check_email(&format!("a@{}", "b".repeat(MAX_EMAIL))), None);
    }
}
