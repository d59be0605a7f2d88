//! The parser child process alone, for the tests of this crate. Celeiro's own programs contain the child themselves.

fn main() {
    celeiro_app::import::sandbox::run_child_if_asked();
    eprintln!("this program is a part of Celeiro's tests");
    std::process::exit(2);
}
