//! The parsing child alone, for tests of this package that import files: their `main` is not ours.

fn main() {
    celeiro_app::import::sandbox::run_child_if_asked();
    eprintln!("this program is a part of Celeiro's tests");
    std::process::exit(2);
}
