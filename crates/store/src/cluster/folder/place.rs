//! Locations that are unfit for a database.
//!
//! A network file system gives neither dependable locks nor dependable flushes, and two machines could start a server
//! on the same files. A synchronised folder copies files in mid-write, and restores old ones.

use std::path::Path;

use crate::cluster::ClusterError;

/// Refuses a network file system or a synchronised folder. `dir` exists and is canonical.
///
/// # Errors
/// [`ClusterError::NetworkFileSystem`] or [`ClusterError::SyncedFolder`].
pub fn check_data_folder(dir: &Path) -> Result<(), ClusterError> {
    if let Some(kind) = network_file_system(dir) {
        return Err(ClusterError::NetworkFileSystem { kind });
    }
    match find_sync_service(dir) {
        Some(service) => Err(ClusterError::SyncedFolder { service }),
        None => Ok(()),
    }
}

/// Types whose data are on another machine. Of the FUSE ones only those known to be remote: FUSE
/// also carries local disks (NTFS, encrypted folders).
#[cfg(any(test, target_os = "linux"))]
const REMOTE: [&str; 26] = [
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "9p",
    "afs",
    "coda",
    "ceph",
    "glusterfs",
    "lustre",
    "gfs2",
    "ocfs2",
    "ncpfs",
    "davfs",
    "fuse.sshfs",
    "fuse.rclone",
    "fuse.s3fs",
    "fuse.gcsfuse",
    "fuse.glusterfs",
    "fuse.davfs2",
    "fuse.gvfsd-fuse",
    "fuse.curlftpfs",
    "fuse.google-drive-ocamlfuse",
    "fuse.onedriver",
    "fuse.juicefs",
];

/// The type of the file system of `dir` when it is a remote one.
#[cfg(target_os = "linux")]
fn network_file_system(dir: &Path) -> Option<String> {
    let mounts = std::fs::read("/proc/self/mountinfo").ok()?;
    let kind = file_system(&String::from_utf8_lossy(&mounts), dir)?;
    REMOTE.contains(&kind.as_str()).then_some(kind)
}

/// The type of the file system of `dir` when it is a remote one.
#[cfg(target_os = "macos")]
fn network_file_system(dir: &Path) -> Option<String> {
    let stat = rustix::fs::statfs(dir).ok()?;
    let local = u32::try_from(libc::MNT_LOCAL).ok()?;
    (stat.f_flags & local == 0).then(|| "not local".to_owned())
}

/// Not known how to tell here.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn network_file_system(_dir: &Path) -> Option<String> {
    None
}

/// Finds the type of the mount that holds `dir` in the text of `/proc/self/mountinfo`: the deepest
/// mount point that contains it, and of several on the same point the last, which covers the others.
#[cfg(any(test, target_os = "linux"))]
fn file_system(mountinfo: &str, dir: &Path) -> Option<String> {
    let mut best: Option<(usize, &str)> = None;
    for line in mountinfo.lines() {
        let Some((before, after)) = line.split_once(" - ") else { continue };
        let (Some(point), Some(kind)) = (before.split(' ').nth(4), after.split(' ').next()) else {
            continue;
        };
        let point = unescape_mount_point(point);
        let depth = Path::new(&point).components().count();
        if dir.starts_with(&point) && best.is_none_or(|(deepest, _)| depth >= deepest) {
            best = Some((depth, kind));
        }
    }
    best.map(|(_, kind)| kind.to_owned())
}

/// The kernel writes blank, tab, line break and backslash as three octal digits.
#[cfg(any(test, target_os = "linux"))]
fn unescape_mount_point(point: &str) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
        .iter()
        .fold(point.to_owned(), |text, (code, letter)| text.replace(code, letter))
}

/// The service that synchronises `dir`, known by the folder names and marks it uses.
fn find_sync_service(dir: &Path) -> Option<&'static str> {
    let by_name = dir.components().find_map(|part| service_of(&part.as_os_str().to_string_lossy()));
    by_name.or_else(|| {
        let marks = [(".dropbox.cache", "Dropbox"), (".stfolder", "Syncthing")];
        dir.ancestors().find_map(|folder| {
            marks.iter().find(|(mark, _)| folder.join(mark).exists()).map(|(_, service)| *service)
        })
    })
}

/// Services by their folder. Some add an account to the name: `OneDrive - Fazenda`, `Dropbox (2)`.
fn service_of(folder: &str) -> Option<&'static str> {
    const FOLDERS: [(&str, &str); 12] = [
        ("Dropbox", "Dropbox"),
        ("OneDrive", "OneDrive"),
        ("Google Drive", "Google Drive"),
        ("GoogleDrive", "Google Drive"),
        ("My Drive", "Google Drive"),
        ("Meu Drive", "Google Drive"),
        ("iCloudDrive", "iCloud"),
        ("iCloud Drive", "iCloud"),
        ("Mobile Documents", "iCloud"),
        ("CloudStorage", "a cloud storage provider"),
        ("Nextcloud", "Nextcloud"),
        ("ownCloud", "ownCloud"),
    ];
    let is = |name: &str| {
        let account = folder.strip_prefix(name);
        account.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '-']))
    };
    FOLDERS.iter().find(|(name, _)| is(name)).map(|(_, service)| *service)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 22 0:30 / /home rw shared:2 - nfs4 server:/home rw,vers=4.2
31 30 0:31 / /home/ana/disco\\040local rw - xfs /dev/sdb rw
32 22 0:32 / /mnt/x rw - ext4 /dev/sdc rw
33 22 0:33 / /mnt/x rw - fuse.sshfs a@b: rw
34 22 0:34 / /mnt/ntfs rw - fuse.ntfs-3g /dev/sdd rw
";

    #[test]
    fn the_deepest_and_latest_mount_decides() {
        let kind = |dir: &str| file_system(MOUNTS, Path::new(dir)).unwrap();
        assert_eq!(kind("/var/lib"), "ext4");
        assert_eq!(kind("/home/ana"), "nfs4");
        assert_eq!(kind("/homework"), "ext4");
        assert_eq!(kind("/home/ana/disco local/d"), "xfs");
        assert_eq!(kind("/mnt/x/y"), "fuse.sshfs");
        assert!(REMOTE.contains(&"nfs4") && !REMOTE.contains(&kind("/mnt/ntfs").as_str()));
    }

    #[test]
    fn synchronised_folders_are_known_by_name_or_mark() {
        let service = |dir: &str| find_sync_service(Path::new(dir));
        assert_eq!(service("/home/ana/Dropbox/celeiro"), Some("Dropbox"));
        assert_eq!(service("/home/ana/OneDrive - Fazenda/x"), Some("OneDrive"));
        assert_eq!(service("/Users/a/Library/Mobile Documents/x"), Some("iCloud"));
        assert_eq!(service("/home/ana/Dropboxes"), None);
        assert_eq!(service("/home/ana/.local/share/celeiro"), None);

        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join(".stfolder")).unwrap();
        assert_eq!(find_sync_service(&dir.path().join("a/b")), Some("Syncthing"));
    }
}
