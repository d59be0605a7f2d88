//! Makes sure that there is a page to embed, so that the program compiles before the interface was
//! built. Built files replace the stand-in.

use std::path::Path;
use std::{fs, io};

const STAND_IN: &str = "<!doctype html>\n<html lang=\"pt-BR\">\n<meta charset=\"utf-8\">\n<title>Celeiro</title>\n\
<p>A interface ainda não foi compilada: <code>npm --prefix ui run build</code></p>\n\
<p lang=\"en\">The interface has not been built yet.</p>\n";

fn main() -> io::Result<()> {
    let folder = Path::new("../../ui/dist");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", folder.display());
    if !folder.join("index.html").exists() {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("index.html"), STAND_IN)?;
    }
    Ok(())
}
