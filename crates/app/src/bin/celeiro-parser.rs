//! The parsing child alone, for the tests of this crate. Celeiro's own programs are each their own.

fn main() {
    celeiro_app::import::sandbox::run_child_if_asked();
    eprintln!("this program is a part of Celeiro's tests");
    std::process::exit(2);
}
