//! Memory settings of the server, from the size of its database and of the machine.

use std::path::Path;

const MB: u64 = 1 << 20;

/// Page cache of a server whose database is small: enough for 10,000 items.
const LEAST_BUFFERS_MB: u64 = 128;
/// Page cache that pays at most: what lies beyond is in the system's own cache.
const MOST_BUFFERS_MB: u64 = 1_024;
/// Memory for building an index that every machine has.
const LEAST_BUILD_MB: u64 = 1_024;

/// The page cache, in MiB, for the database in `pgdata`: a fifth of it, which is the graph of its vectors and
/// the lists of its words, and at most an eighth of the machine's memory.
pub(crate) fn page_cache_mb(pgdata: &Path) -> u32 {
    size_page_cache(folder_bytes(&pgdata.join("base"), 2) / MB, machine_mb())
}

/// A fifth of the database within bounds, and at most an eighth of the machine's memory; in MB.
fn size_page_cache(database_mb: u64, machine_mb: Option<u64>) -> u32 {
    let most = machine_mb.map_or(LEAST_BUFFERS_MB, |machine| machine / 8);
    let wanted = (database_mb / 5).clamp(LEAST_BUFFERS_MB, MOST_BUFFERS_MB);
    u32::try_from(wanted.min(most.max(LEAST_BUFFERS_MB))).unwrap_or(u32::MAX)
}

/// The memory, in MiB, that building an index of vectors on this machine may take: a quarter of all of it, at
/// least what every machine has. An index that does not fit is built many times slower.
pub(crate) fn index_build_mb() -> i64 {
    let quarter = machine_mb().map_or(LEAST_BUILD_MB, |machine| machine / 4);
    i64::try_from(quarter.max(LEAST_BUILD_MB)).unwrap_or(i64::MAX)
}

/// The bytes of the files in `folder` and `depth - 1` levels of folders below; what cannot be read counts
/// nothing.
fn folder_bytes(folder: &Path, depth: u8) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(of) if of.is_dir() && depth > 1 => folder_bytes(&entry.path(), depth - 1),
            Ok(of) if of.is_file() => of.len(),
            _ => 0,
        })
        .sum()
}

/// The machine's memory; none where the system does not tell.
#[cfg(target_os = "linux")]
fn machine_mb() -> Option<u64> {
    let system = rustix::system::sysinfo();
    Some(system.totalram as u64 * u64::from(system.mem_unit) / MB)
}

#[cfg(not(target_os = "linux"))]
fn machine_mb() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_cache_grows_with_the_database_and_ends_with_the_machine() {
        assert_eq!(size_page_cache(10, Some(16_000)), 128);
        assert_eq!(size_page_cache(1_400, Some(16_000)), 280);
        assert_eq!(size_page_cache(14_000, Some(16_000)), 1_024);
        assert_eq!(size_page_cache(14_000, Some(4_000)), 500);
        assert_eq!(size_page_cache(14_000, Some(512)), 128);
        assert_eq!(size_page_cache(14_000, None), 128);
    }

    #[test]
    fn files_of_a_folder_are_added_up_to_a_depth() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("5/deeper")).unwrap();
        for (file, bytes) in [("1", 10), ("5/2", 100), ("5/deeper/3", 1_000)] {
            std::fs::write(folder.path().join(file), vec![0; bytes]).unwrap();
        }
        assert_eq!(folder_bytes(folder.path(), 2), 110);
        assert_eq!(folder_bytes(&folder.path().join("none"), 2), 0);
    }
}
