//! Names: what acts or is a type is never called by a bare participle (`told`, `Found`): a function is a verb with its
//! object, a type a noun. Values may be called so, and so may methods whose name another's trait gives them.

use super::Finding;
use super::files::Text;
use syn::visit::Visit;

/// Participles that do not end in `ed`. Those that are verbs too (`read`, `run`, `set`, `put`, `cut`) are none here.
const IRREGULAR: &str = "begun born bought broken brought built caught chosen done drawn eaten fed felt forgotten found \
    given gone grown heard held hidden kept known laid led left lent lost made meant met paid said \
    seen sent shown sold spent spoken stolen stood taken taught thought thrown told torn understood \
    won worn written";
/// Verbs and nouns that end as participles do.
const NO_PARTICIPLES: &[&str] = &["bed", "embed", "shed"];

/// Finds functions, macros, named closures and types that are called by a participle alone.
pub fn check(file: &Text) -> Vec<Finding> {
    let names = if file.is(&["rs"]) {
        read_rust_names(&file.content)
    } else if file.is(&["ts", "tsx"]) {
        file.lines().filter_map(|(_, line)| read_function_name(line)).map(str::to_owned).collect()
    } else {
        return Vec::new();
    };
    let bare = names.into_iter().filter(|name| is_participle(name));
    bare.map(|name| {
        let words =
            format!("{name} is a bare participle: a verb with its object for what acts, a noun for a type");
        Finding::error(&file.path, words)
    })
    .collect()
}

fn is_participle(name: &str) -> bool {
    let is_word = name.chars().skip(1).all(|c| c.is_ascii_lowercase());
    let name = name.to_lowercase();
    let is_regular =
        name.ends_with("ed") && !name.ends_with("eed") && !NO_PARTICIPLES.contains(&name.as_str());
    is_word && (is_regular || IRREGULAR.split(' ').any(|word| word == name))
}

/// The name of the function that a line of the interface begins: `function name(`, `const name = (…) =>`.
fn read_function_name(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("export ").unwrap_or(line);
    let line = line.strip_prefix("async ").unwrap_or(line);
    if let Some(rest) = line.strip_prefix("function ") {
        return rest.split(['(', '<']).next();
    }
    let (name, value) = line.strip_prefix("const ")?.split_once(" = ")?;
    let value = value.strip_prefix("async ").unwrap_or(value);
    if !value.starts_with('(') {
        return None;
    }
    let mut depth = 0_usize;
    let end = value.find(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let behind = value[end + 1..].trim_start();
    (behind.starts_with("=>") || behind.starts_with(':')).then_some(name)
}

fn read_rust_names(content: &str) -> Vec<String> {
    let Ok(syntax) = syn::parse_file(content) else { return Vec::new() };
    let mut reader = Reader(Vec::new());
    reader.visit_file(&syntax);
    reader.0
}

/// Gathers the names that a file gives to what acts, and to types.
struct Reader(Vec<String>);

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let name = match item {
            syn::Item::Fn(item) => Some(&item.sig.ident),
            syn::Item::Struct(item) => Some(&item.ident),
            syn::Item::Enum(item) => Some(&item.ident),
            syn::Item::Type(item) => Some(&item.ident),
            syn::Item::Trait(item) => Some(&item.ident),
            syn::Item::Macro(item) => item.ident.as_ref(),
            _ => None,
        };
        self.0.extend(name.map(ToString::to_string));
        syn::visit::visit_item(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if item.trait_.is_none() {
            let methods = item.items.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
                _ => None,
            });
            self.0.extend(methods);
        }
        syn::visit::visit_item_impl(self, item);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        let pattern = match &local.pat {
            syn::Pat::Type(typed) => typed.pat.as_ref(),
            pattern => pattern,
        };
        let is_closure = local.init.as_ref().is_some_and(|init| matches!(*init.expr, syn::Expr::Closure(_)));
        if let (true, syn::Pat::Ident(name)) = (is_closure, pattern) {
            self.0.push(name.ident.to_string());
        }
        syn::visit::visit_local(self, local);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list_bare(path: &str, content: &str) -> Vec<String> {
        let findings = check(&Text::new(path, content));
        let names = findings.iter().filter_map(|finding| finding.words.split(' ').next());
        names.map(str::to_owned).collect()
    }

    #[test]
    fn what_acts_and_types_are_not_called_by_a_bare_participle() {
        let rust = "fn told() { let found = |a: u8| a; let joined: u8 = 1; let kept = async move |b: u8| b; }
            struct Counted; impl Counted { fn sold(&self) {} } macro_rules! checked { () => {} }
            mod inner { enum Said { A } }";
        let mut names = list_bare("a.rs", rust);
        names.sort();
        assert_eq!(names, ["Counted", "Said", "checked", "found", "kept", "sold", "told"]);
        let interface =
            "export function shown() {}\n  const asked = (a: () => void) => a;\nconst sent = async () =>\n";
        assert_eq!(list_bare("a.tsx", interface), ["shown", "asked", "sent"]);
    }

    #[test]
    fn verbs_values_and_methods_of_traits_are_left_alone() {
        let rust = "fn read() { let shown = list(); let is_told = |a: u8| a; } fn embed() {} fn feed() {}
            fn count_found() {} struct FoundItem { found: u8 } struct VerifyShared; impl Future for FoundItem { fn polled(&self) {} }";
        assert_eq!(list_bare("a.rs", rust), Vec::<String>::new());
        let interface = "const asked = (await list()).map((one) => one);\nconst shown = list;\nfunction find<T>() {}\nconst listDropped = () => 1;\n";
        assert_eq!(list_bare("a.ts", interface), Vec::<String>::new());
        assert_eq!(list_bare("a.md", "fn told() {}"), Vec::<String>::new());
    }
}
