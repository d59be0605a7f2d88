//! Tests of the swap of data folders.

use super::*;

fn make(folder: &Path, files: &[&str]) {
    for file in files {
        std::fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
        std::fs::write(folder.join(file), *file).unwrap();
    }
}

#[test]
fn the_new_folder_takes_the_place_and_what_belongs_to_the_machine_goes_with_it() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("celeiro");
    let staged = staging_folder(&folder).unwrap();
    make(&folder, &["pg18/old", "backups/celeiro-2026-11-28.tar", "keys.json", "nas/daily/a.tar"]);
    make(&staged, &["pg18/new"]);
    let former = exchange_folders(&folder, &staged, Some("nas/daily".into())).unwrap().unwrap();
    assert!(folder.join("pg18/new").exists() && former.join("pg18/old").exists() && !staged.exists());
    assert!(folder.join("backups/celeiro-2026-11-28.tar").exists() && folder.join("keys.json").exists());
    assert!(folder.join("nas/daily/a.tar").exists());
    assert!(!folder.join(NOTE).exists());
    finish_exchange(&folder).unwrap();
}

#[test]
fn a_second_run_ends_what_a_killed_one_began() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("celeiro");
    let (staged, former) = (staging_folder(&folder).unwrap(), root.path().join("former"));
    // The names alone, or whole paths of a place where the folder was then, as an older program wrote them.
    for above in ["", "/elsewhere"].map(Path::new) {
        for killed_after in ["nothing", "carrying", "naming"] {
            std::fs::remove_dir_all(&former).ok();
            std::fs::remove_dir_all(&folder).ok();
            make(&folder, &["pg18/new"]);
            let note = ExchangeNote {
                staged: above.join("celeiro.restoring"),
                former: Some(above.join("former")),
                carried: None,
            };
            std::fs::write(folder.join(NOTE), serde_json::to_vec(&note).unwrap()).unwrap();
            make(&staged, &["pg18/old", "keys.json"]);
            assert!(find_unfinished_restore(&folder).unwrap().is_replaced);
            if killed_after != "nothing" {
                std::fs::rename(staged.join("keys.json"), folder.join("keys.json")).unwrap();
            }
            if killed_after == "naming" {
                std::fs::rename(&staged, &former).unwrap();
            }
            finish_exchange(&folder).unwrap();
            assert!(folder.join("keys.json").exists() && former.join("pg18/old").exists(), "{killed_after}");
            assert!(!folder.join(NOTE).exists() && !staged.exists());
        }
    }
    make(&staged, &["pg18/unfinished"]);
    assert!(!find_unfinished_restore(&folder).unwrap().is_replaced, "without a note it is the new folder");
}

#[test]
fn a_note_is_kept_until_what_was_replaced_is_found() {
    let root = tempfile::tempdir().unwrap();
    let (folder, staged) = (root.path().join("data"), root.path().join("celeiro.restoring"));
    make(&folder, &["pg18/new"]);
    let note =
        ExchangeNote { staged: "celeiro.restoring".into(), former: Some("former".into()), carried: None };
    std::fs::write(folder.join(NOTE), serde_json::to_vec(&note).unwrap()).unwrap();
    assert_eq!(finish_exchange(&folder).unwrap_err().code(), Code::DataFolderUnusable);
    assert!(folder.join(NOTE).exists());
    make(&staged, &["pg18/old"]);
    // Under another path too: a link, as a container's folder may be.
    let link = root.path().join("links/data");
    std::fs::create_dir(root.path().join("links")).unwrap();
    std::os::unix::fs::symlink(&folder, &link).unwrap();
    finish_exchange(&link).unwrap();
    assert!(root.path().join("former/pg18/old").exists() && !folder.join(NOTE).exists());
}

#[test]
fn a_folder_that_cannot_be_read_is_not_an_empty_one() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("file");
    std::fs::write(&file, "x").unwrap();
    assert!(is_unused(&file).is_err() && is_unused(&root.path().join("none")).is_err());
    assert_eq!(refuse_foreign_folder(&file).unwrap_err().code(), Code::FileUnreadable);
}

#[test]
fn a_link_is_carried_over_also_where_its_disk_is_away() {
    let root = tempfile::tempdir().unwrap();
    let (old, new) = (root.path().join("old"), root.path().join("new"));
    make(&old, &["pg18/old"]);
    make(&new, &["pg18/new"]);
    std::os::unix::fs::symlink(root.path().join("away"), old.join("backups")).unwrap();
    carry_over(&old, &new, None);
    assert!(new.join("backups").is_symlink() && !old.join("backups").is_symlink());
}

/// The configuration of a data folder with a folder of backups.
fn configure(data_dir: &Path, backups: &Path) -> Config {
    let given = [("CELEIRO_DATA_DIR", data_dir), ("BACKUP_DIR", backups)];
    let given = given.map(|(name, path)| (name.to_owned(), path.to_str().unwrap().to_owned()));
    Config::load(&std::collections::BTreeMap::from(given), |_| None).unwrap()
}

#[test]
fn backups_within_the_data_folder_are_found_whatever_links_lead_to_them() {
    let root = tempfile::tempdir().unwrap();
    let [data, link, disk] = ["data", "link", "disk"].map(|name| root.path().join(name));
    make(&data, &["pg18/x", "nas/daily/a.tar"]);
    make(&disk, &["daily/a.tar"]);
    std::os::unix::fs::symlink(&data, &link).unwrap();
    std::os::unix::fs::symlink(&disk, data.join("away")).unwrap();
    let nowhere = root.path().join("nowhere");
    std::os::unix::fs::symlink(&nowhere, data.join("gone")).unwrap();
    let find_carried = |data_dir: &Path, backups: &Path| find_carried_backups(&configure(data_dir, backups));
    for data_dir in [&data, &link] {
        for (backups, found) in [
            (PathBuf::from("nas/daily"), Some("nas/daily")),
            (data.join("nas/daily"), Some("nas/daily")),
            (link.join("nas/new"), Some("nas/new")),
            // What leads to another disk is carried as the link that it is.
            ("away/daily".into(), Some("away")),
            (link.join("away"), Some("away")),
            ("gone/daily".into(), Some("gone")),
            (disk.join("daily"), None),
            (data.clone(), None),
        ] {
            assert_eq!(
                find_carried(data_dir, &backups).as_deref(),
                found.map(Path::new),
                "{}",
                backups.display()
            );
        }
    }
}

#[test]
fn a_folder_of_other_things_is_refused() {
    let root = tempfile::tempdir().unwrap();
    refuse_foreign_folder(root.path()).unwrap();
    refuse_foreign_folder(&root.path().join("none")).unwrap();
    make(root.path(), &["letters/a.txt"]);
    assert_eq!(refuse_foreign_folder(root.path()).unwrap_err().code(), Code::DataFolderUnusable);
    make(root.path(), &["settings.json"]);
    refuse_foreign_folder(root.path()).unwrap();
}

#[test]
fn an_empty_folder_is_not_kept() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("celeiro");
    let staged = staging_folder(&folder).unwrap();
    make(&folder, &["cluster.lock"]);
    make(&staged, &["pg18/new"]);
    assert_eq!(exchange_folders(&folder, &staged, None).unwrap(), None);
    assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 1);
}
