//! No circle of files: where file A uses what file B defines, B uses nothing of A, however many files lie
//! between. So each file can be read, and moved, with what stands below it alone; and what the running
//! program holds cannot know the program.
//!
//! An arrow leads to the file that defines a name: re-exports are followed. What a file calls in a module
//! of its own folder (`child::run()`) is no arrow: it is the folder's door. Tests and macros are not looked
//! at. In the interface an arrow is an import of a file.

use super::Finding;
use super::files::{Text, TrackedFiles};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use syn::visit::Visit;

type Module = Vec<String>;
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Names every file that stands in a circle, with the arrows that it is part of one by.
pub fn check(tracked: &TrackedFiles) -> Vec<Finding> {
    let mut crates: BTreeMap<&str, Vec<&Text>> = BTreeMap::new();
    let mut interface = Vec::new();
    for text in tracked.texts() {
        match text.path.split_once("/src/") {
            Some(("ui", _)) if text.is(&["ts", "tsx"]) => interface.push(text),
            Some((of, rest)) if text.is(&["rs"]) && !rest.starts_with("bin/") => {
                crates.entry(of).or_default().push(text);
            }
            _ => {}
        }
    }
    let mut findings = circles(&arrows_of_interface(&interface));
    for (of, files) in crates {
        findings.extend(circles(&arrows_of_crate(of, &files)));
    }
    findings
}

/// What is left of `arrows` once files without an arrow in, or without one out, are taken away again and
/// again.
fn circles(arrows: &Arrows) -> Vec<Finding> {
    let mut left = arrows.clone();
    loop {
        let targets: BTreeSet<String> = left.values().flatten().cloned().collect();
        let before = left.len();
        left.retain(|file, to| targets.contains(file) && !to.is_empty());
        let files: BTreeSet<String> = left.keys().cloned().collect();
        left.values_mut().for_each(|to| to.retain(|file| files.contains(file)));
        if left.len() == before {
            break;
        }
    }
    let words = |to: &BTreeSet<String>| {
        let to: Vec<&str> = to.iter().map(String::as_str).collect();
        format!("stands in a circle through {}; move what both use into a file of its own", to.join(", "))
    };
    left.iter().map(|(file, to)| Finding::error(file, words(to))).collect()
}

/// One file of a crate.
struct File<'a> {
    path: &'a str,
    uses: Vec<Vec<String>>,
    /// Names that it hands on, and where they come from.
    exports: HashMap<String, Vec<String>>,
}

fn arrows_of_crate(of: &str, texts: &[&Text]) -> Arrows {
    let module = |text: &Text| module_of(text.path.trim_start_matches(of).trim_start_matches("/src/"));
    let modules: BTreeSet<Module> = texts.iter().map(|text| module(text)).collect();
    let mut files: BTreeMap<Module, File<'_>> = BTreeMap::new();
    for text in texts {
        let Ok(syntax) = syn::parse_file(&text.content) else { continue };
        let module = module(text);
        let mut reader =
            Reader { modules: &modules, at: module.clone(), uses: vec![], exports: HashMap::new() };
        reader.visit_file(&syntax);
        files.insert(module, File { path: &text.path, uses: reader.uses, exports: reader.exports });
    }
    let arrows = files.iter().map(|(module, file)| {
        let to = file.uses.iter().filter_map(|path| find_defining_module(&files, path.clone(), 0));
        let to = to.filter(|to| to != module).filter_map(|to| Some(files.get(&to)?.path.to_owned()));
        (file.path.to_owned(), to.collect())
    });
    arrows.collect()
}

/// The module of a file below `src`: `chat/mod.rs` and `chat.rs` are both `chat`.
fn module_of(path: &str) -> Module {
    let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
    let root = ["lib", "main", "mod"].contains(&path);
    if root { Module::new() } else { path.split('/').map(str::to_owned).collect() }
}

/// The module that defines what `path` names, re-exports followed.
fn find_defining_module(
    files: &BTreeMap<Module, File<'_>>,
    path: Vec<String>,
    steps: usize,
) -> Option<Module> {
    let length = (0..=path.len()).rev().find(|length| files.contains_key(&path[..*length]))?;
    let (module, rest) = path.split_at(length);
    let export = rest.first().and_then(|name| files[module].exports.get(name));
    match export {
        Some(export) if steps < 8 && *export != path => {
            let further = [export.as_slice(), &rest[1..]].concat();
            find_defining_module(files, further, steps + 1)
        }
        _ => Some(module.to_vec()),
    }
}

/// Gathers the paths of a file that lead into its own crate.
struct Reader<'a> {
    modules: &'a BTreeSet<Module>,
    /// The module that is being read, those written out in the file included.
    at: Module,
    uses: Vec<Vec<String>>,
    exports: HashMap<String, Vec<String>>,
}

impl Reader<'_> {
    /// `path` from the root of the crate; nothing where it leads out of it.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let first = path.first()?.as_str();
        let ups = path.iter().take_while(|name| *name == "super").count();
        match first {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([self.at.as_slice(), &path[1..]].concat()),
            "super" => Some([&self.at[..self.at.len().checked_sub(ups)?], &path[ups..]].concat()),
            _ => {
                let child = [self.at.as_slice(), &path[..1]].concat();
                self.modules.contains(&child).then(|| [self.at.as_slice(), path].concat())
            }
        }
    }

    fn take_tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>, is_export: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.take_tree(&path.tree, before, is_export);
                before.pop();
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.take_tree(tree, before, is_export));
            }
            syn::UseTree::Name(name) => self.take_leaf(before, &name.ident, &name.ident, is_export),
            syn::UseTree::Rename(name) => self.take_leaf(before, &name.ident, &name.rename, is_export),
            syn::UseTree::Glob(_) => self.uses.extend(self.absolute(before)),
        }
    }

    fn take_leaf(&mut self, before: &[String], name: &syn::Ident, alias: &syn::Ident, is_export: bool) {
        let mut path = before.to_vec();
        path.extend((name != "self").then(|| name.to_string()));
        let Some(path) = self.absolute(&path) else { return };
        if is_export {
            self.exports.insert(alias.to_string(), path);
        } else {
            self.uses.push(path);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !attributes(item).iter().any(is_test) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.at.push(item.ident.to_string());
        syn::visit::visit_item_mod(self, item);
        self.at.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let is_export = !matches!(item.vis, syn::Visibility::Inherited);
        self.take_tree(&item.tree, &mut Vec::new(), is_export);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let is_rooted =
            |segment: &syn::PathSegment| ["crate", "self", "super"].iter().any(|root| segment.ident == root);
        if path.segments.len() > 1 && path.segments.first().is_some_and(is_rooted) {
            let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.uses.extend(self.absolute(&names));
        }
        syn::visit::visit_path(self, path);
    }
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether it is `#[cfg(test)]`, alone or among others.
fn is_test(attribute: &syn::Attribute) -> bool {
    let syn::Meta::List(list) = &attribute.meta else { return false };
    list.path.is_ident("cfg") && list.tokens.to_string().contains("test")
}

fn arrows_of_interface(texts: &[&Text]) -> Arrows {
    let paths: BTreeSet<&str> = texts.iter().map(|text| text.path.as_str()).collect();
    let targets = |text: &Text| {
        let imports = text.lines().filter_map(|(_, line)| imported_path(line));
        let folder = text.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        imports.filter_map(|import| file_of(&paths, folder, import)).collect::<BTreeSet<String>>()
    };
    texts.iter().map(|text| (text.path.clone(), targets(text))).collect()
}

/// What a line imports or hands on from a file beside it.
fn imported_path(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(" from \"").or_else(|| line.split_once("import \""))?;
    rest.split('"').next().filter(|path| path.starts_with('.'))
}

fn file_of(paths: &BTreeSet<&str>, folder: &str, import: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    let path = parts.join("/");
    let endings = ["", ".ts", ".tsx", "/index.ts"];
    endings.iter().map(|ending| format!("{path}{ending}")).find(|path| paths.contains(path.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(files: &[(&str, &str)]) -> Vec<String> {
        let texts = files.iter().map(|(path, content)| Text::new(path, content)).collect();
        check(&TrackedFiles::of(texts)).into_iter().map(|finding| finding.place).collect()
    }

    #[test]
    fn two_files_that_use_each_other_are_named_and_those_around_them_are_not() {
        let found = places(&[
            ("crates/x/src/lib.rs", "mod a; mod b; mod c; pub use a::A;"),
            ("crates/x/src/a.rs", "use super::b::B; use crate::c::C; pub struct A(B, C);"),
            ("crates/x/src/b.rs", "pub struct B; impl B { fn a(_: crate::A) {} }"),
            ("crates/x/src/c.rs", "pub struct C;"),
        ]);
        assert_eq!(found, ["crates/x/src/a.rs", "crates/x/src/b.rs"]);
    }

    #[test]
    fn arrows_one_way_and_those_of_tests_are_fine() {
        let found = places(&[
            ("crates/x/src/lib.rs", "pub mod a; pub mod b;"),
            ("crates/x/src/a/mod.rs", "pub mod deep; use crate::b::B; pub struct A(B);"),
            ("crates/x/src/a/deep.rs", "use super::A; pub struct Deep(A);"),
            ("crates/x/src/b.rs", "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }"),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn the_interface_has_no_circles_either() {
        let found = places(&[
            ("ui/src/app/A.tsx", "import { B } from \"../lib/b\";\nimport c from \"./c\";"),
            ("ui/src/lib/b.ts", "import type { A } from \"../app/A\";"),
            ("ui/src/app/c.ts", "export default 1;"),
        ]);
        assert_eq!(found, ["ui/src/app/A.tsx", "ui/src/lib/b.ts"]);
    }
}
