//! Tests of the archive format: round trips and damaged files.

use super::manifest::Manifest;
use super::reader::{Archive, ArchiveError, begins_as_backup};
use super::writer::ArchiveWriter;
use super::{DATABASE, FILES, FORMAT, SETTINGS, build_header, build_tail};
use chrono::DateTime;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

/// An archive of a few kilobytes in `folder`.
fn write_small(folder: &Path) -> PathBuf {
    let path = folder.join("small.tar");
    let file = std::fs::OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path);
    let mut archive = ArchiveWriter::begin(file.unwrap()).unwrap();
    archive.add_bytes(DATABASE, &[7; 700]).unwrap();
    let content = b"a content";
    archive.add_bytes(&format!("{FILES}{:x}", Sha256::digest(content)), content).unwrap();
    archive.add_bytes(SETTINGS, b"{}").unwrap();
    let manifest = Manifest {
        format: FORMAT,
        program: "0.1.0".into(),
        schema: 1,
        created_at: DateTime::UNIX_EPOCH,
        tables: BTreeMap::from([("faqs".into(), 3)]),
        missing_files: Vec::new(),
        damaged_files: Vec::new(),
        parts: Vec::new(),
    };
    archive.seal(manifest, |_| Ok(())).unwrap();
    path
}

fn open(path: &Path) -> Result<Archive, ArchiveError> {
    Archive::open(path, |_| Ok(()))
}

#[test]
fn what_was_written_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(&write_small(folder.path())).unwrap();
    assert_eq!(archive.manifest.rows_of("faqs"), 3);
    let mut dump = Vec::new();
    archive.read_database().unwrap().read_to_end(&mut dump).unwrap();
    assert_eq!(dump, [7; 700]);
    let (part, sha256) = archive.list_files().next().unwrap();
    let mut content = Vec::new();
    archive.read_part(&part.name).unwrap().unwrap().read_to_end(&mut content).unwrap();
    assert_eq!(format!("{:x}", Sha256::digest(&content)), sha256);
    assert!(archive.read_part("files/other").unwrap().is_none());
}

#[test]
fn an_open_file_is_read_from_its_beginning_wherever_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = std::fs::File::open(write_small(folder.path())).unwrap();
    file.seek(SeekFrom::End(0)).unwrap();
    let archive = Archive::read(file.try_clone().unwrap(), |_| Ok(())).unwrap();
    assert_eq!((archive.manifest.rows_of("faqs"), archive.list_files().count()), (3, 1));
    assert!(begins_as_backup(&mut file).unwrap());
}

#[test]
fn any_program_for_archives_lists_the_entries() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_small(folder.path());
    let mut archive = tar::Archive::new(std::fs::File::open(path).unwrap());
    let entries =
        archive.entries().unwrap().map(|entry| entry.unwrap().path().unwrap().display().to_string());
    let names: Vec<String> = entries.collect();
    assert_eq!(names.len(), 6, "{names:?}");
    assert_eq!((names[1].as_str(), names[5].as_str()), (DATABASE, "seal"));
}

#[test]
fn every_changed_byte_and_every_cut_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_small(folder.path());
    let whole = std::fs::read(&path).unwrap();
    for at in 0..whole.len() {
        for bit in [1, 0x80] {
            let mut changed = whole.clone();
            changed[at] ^= bit;
            std::fs::write(&path, &changed).unwrap();
            assert!(open(&path).is_err(), "byte {at}");
        }
        std::fs::write(&path, &whole[..at]).unwrap();
        assert!(open(&path).is_err(), "cut at {at}");
    }
    let longer: Vec<u8> = whole.iter().copied().chain([0; 512]).collect();
    std::fs::write(&path, longer).unwrap();
    assert!(open(&path).is_err(), "a block more");
    std::fs::write(&path, &whole).unwrap();
    open(&path).unwrap();
}

#[test]
fn another_file_a_newer_format_and_damage_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    let write = |identity: &str| {
        let mut bytes = build_header("celeiro-backup", identity.len() as u64).unwrap().as_bytes().to_vec();
        bytes.extend_from_slice(identity.as_bytes());
        bytes.resize(1024, 0);
        std::fs::write(&path, bytes).unwrap();
        open(&path).unwrap_err()
    };
    assert!(matches!(write(r#"{"product":"celeiro","format":9}"#), ArchiveError::Newer(9)));
    assert!(matches!(write(r#"{"product":"granary","format":1}"#), ArchiveError::Foreign));
    assert!(matches!(write(r#"{"product":"celeiro","format":1}"#), ArchiveError::Damaged(_)));
    std::fs::write(&path, "PGDMP").unwrap();
    assert!(matches!(open(&path).unwrap_err(), ArchiveError::Foreign));
    assert!(matches!(open(&folder.path().join("none")).unwrap_err(), ArchiveError::Io(_)));
}

/// A person who can write the seal can write what it seals: entries that a backup has not are refused all the same.
#[test]
fn an_entry_that_leads_elsewhere_is_refused_behind_a_right_seal() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_small(folder.path());
    let mut bytes = std::fs::read(&path).unwrap();
    let name = format!("{FILES}{:x}", Sha256::digest(b"a content"));
    let at = bytes.windows(name.len()).position(|window| window == name.as_bytes()).unwrap();
    for evil in ["../evil", "/etc/passwd", "files/evil", "seal"] {
        bytes[at..at + 512].copy_from_slice(build_header_of(evil).as_slice());
        bytes.truncate(bytes.len() - 2048);
        let tail = build_tail(&Sha256::digest(&bytes)).unwrap();
        bytes.extend(tail);
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(open(&path).unwrap_err(), ArchiveError::Damaged("header")), "{evil}");
    }
}

/// The header of an entry of nine bytes under a name that the library itself may refuse.
fn build_header_of(name: &str) -> Vec<u8> {
    let mut header = build_header("x", 9).unwrap();
    let field = &mut header.as_old_mut().name;
    field.fill(0);
    field[..name.len()].copy_from_slice(name.as_bytes());
    header.set_cksum();
    header.as_bytes().to_vec()
}
