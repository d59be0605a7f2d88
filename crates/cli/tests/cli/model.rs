//! `celeiro model fetch`, from a server of two files.

use crate::support::{failure, json, lasting_folder};
use serde_json::json as value;
use sha2::{Digest, Sha256};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;

/// A tokenizer of two words and their vectors of three numbers, as a static model has them.
pub fn files() -> [(&'static str, Vec<u8>); 2] {
    let tokenizer = value!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
        "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null, "decoder": null,
        "model": {"type": "WordLevel", "vocab": {"[UNK]": 0, "soja": 1}, "unk_token": "[UNK]"}
    });
    let header =
        value!({"embeddings": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}).to_string();
    let mut vectors = (header.len() as u64).to_le_bytes().to_vec();
    vectors.extend(header.as_bytes());
    vectors.extend([0.0f32, 0.0, 1.0, 1.0, 0.0, 0.0].iter().flat_map(|number| number.to_le_bytes()));
    [("tokenizer.json", tokenizer.to_string().into_bytes()), ("model.safetensors", vectors)]
}

/// Serves `files` below `/m/`; gives the address.
fn serve(files: &[(&'static str, Vec<u8>)]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://127.0.0.1:{}/m", listener.local_addr().unwrap().port());
    let files = Arc::new(files.to_vec());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().filter_map(Result::ok) {
            let mut line = String::new();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            reader.read_line(&mut line).unwrap();
            let mut header = String::new();
            while reader.read_line(&mut header).unwrap() > 2 {
                header.clear();
            }
            let path = line.split(' ').nth(1).unwrap_or_default();
            let found = files.iter().find(|(name, _)| path == format!("/m/{name}"));
            let (status, body) = found.map_or(("404 Not Found", &[][..]), |(_, body)| ("200 OK", body));
            let head =
                format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
            stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).ok();
        }
    });
    address
}

fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn fetch(address: &str, into: &Path, sums: [&str; 2]) -> Vec<String> {
    let into = into.display().to_string();
    ["model", "fetch", address, "--into", &into, "--tokenizer-sha256", sums[0], "--vectors-sha256", sums[1]]
        .map(str::to_owned)
        .to_vec()
}

#[test]
fn a_model_is_fetched_checked_and_ready_to_be_used() {
    let (home, files) = (lasting_folder(), files());
    let address = serve(&files);
    let sums = files.each_ref().map(|(_, bytes)| sum(bytes));
    let into = home.join("models/small");
    let arguments = fetch(&address, &into, [&sums[0], &sums[1]]);
    let fetched = json(&home, &arguments);
    assert_eq!(fetched, value!({ "folder": into.display().to_string(), "dimensions": 3 }));
    for (name, bytes) in &files {
        assert_eq!(&std::fs::read(into.join(name)).unwrap(), bytes);
    }
    assert_eq!(failure(&home, &arguments, 1)["code"], "model_not_fetched", "nothing is overwritten");
}

#[test]
fn what_is_not_the_model_leaves_nothing_behind() {
    let (home, mut files) = (lasting_folder(), files());
    let into = home.join("small");
    let refusal = |address: &str, sums: [&str; 2]| {
        let error = failure(&home, fetch(address, &into, sums), 1);
        assert_eq!(error["code"], "model_not_fetched");
        assert!(!into.exists());
        error["details"]["reasonKey"].as_str().unwrap().to_owned()
    };
    let right = files.each_ref().map(|(_, bytes)| sum(bytes));
    let address = serve(&files);
    assert_eq!(refusal(&address, [&right[0], &"0".repeat(64)]), "download.wrongContent");
    assert_eq!(refusal(&address, ["abc", &right[1]]), "download.badSum");
    assert_eq!(refusal("ftp://example.com/m", [&right[0], &right[1]]), "download.address");
    assert_eq!(refusal(&format!("{address}/no"), [&right[0], &right[1]]), "download.status");
    // The files that were asked for, but no model.
    files[1].1.truncate(20);
    let broken = sum(&files[1].1);
    assert_eq!(refusal(&serve(&files), [&right[0], &broken]), "download.unloadable");
}
