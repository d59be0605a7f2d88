//! Uploads of one program: announced, sent in pieces, consumed, dropped.

use super::incoming::{Incoming, Purpose, Slot, UploadedFile, clean_file_name};
use super::{PIECE_BYTES, Transfers, lock_unpoisoned, not_found};
use crate::error::{AppError, Code};
use std::fs::OpenOptions;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use uuid::Uuid;

impl Transfers {
    /// Makes room for a file of `size` bytes from a client of `network`, none on this machine, that is signed in with
    /// the login `owner`.
    ///
    /// # Errors
    /// [`Code::TooLarge`], [`Code::TooManyUploads`] where all places, or those of the network, are taken by
    /// files that a person touched a short while ago, [`Code::DiskFull`], [`Code::FileUnwritable`].
    pub fn begin_upload(
        &self,
        name: &str,
        size: u64,
        purpose: Purpose,
        network: Option<IpAddr>,
        owner: Option<String>,
    ) -> Result<Uuid, AppError> {
        if size > purpose.limit() {
            return Err(too_large(purpose));
        }
        let id = Uuid::new_v4();
        let path = self.new_path(id)?;
        self.make_room(network)?;
        new_file(&path).map_err(|error| self.unwritable(&error))?;
        let name = clean_file_name(name);
        let upload =
            Incoming { name, purpose, size, received: 0, path, touched: Instant::now(), is_stored: false };
        let slot = Slot { network, owner, upload: Arc::new(Mutex::new(upload)) };
        lock_unpoisoned(&self.incoming).insert(id, slot);
        Ok(id)
    }

    /// Whether `may_use` takes the login of the account that an upload is of, none without one; true where there is no
    /// such upload.
    pub fn is_upload_open(&self, id: Uuid, may_use: impl FnOnce(Option<&str>) -> bool) -> bool {
        lock_unpoisoned(&self.incoming).get(&id).is_none_or(|slot| may_use(slot.owner.as_deref()))
    }

    /// Takes the piece that begins at byte `offset`; one that is here already is passed over. Returns
    /// the bytes received so far.
    ///
    /// # Errors
    /// [`Code::TransferGone`], [`Code::InvalidRequest`] where a piece is missing before it or it goes
    /// beyond what was announced, [`Code::TooLarge`], [`Code::DiskFull`].
    pub fn append(&self, id: Uuid, offset: u64, piece: &[u8]) -> Result<u64, AppError> {
        let upload = lock_unpoisoned(&self.incoming).get(&id).cloned().ok_or_else(not_found)?;
        let mut upload = lock_unpoisoned(&upload.upload);
        upload.touched = Instant::now();
        if piece.len() > PIECE_BYTES as usize {
            return Err(AppError::new(Code::TooLarge).with("limit", format!("{} MB", PIECE_BYTES >> 20)));
        }
        let end = offset + piece.len() as u64;
        if end > upload.size {
            return Err(too_large_for(&upload));
        }
        if end <= upload.received {
            return Ok(upload.received);
        }
        if offset != upload.received {
            let error = AppError::invalid_request(format_args!("offset: {}", upload.received));
            return Err(error.detail("received", upload.received.to_string()));
        }
        let written = OpenOptions::new().write(true).open(&upload.path).and_then(|mut file| {
            file.seek(SeekFrom::Start(offset))?;
            file.write_all(piece)
        });
        written.map_err(|error| self.unwritable(&error))?;
        upload.received = end;
        Ok(end)
    }

    /// The file, where all of it is here.
    ///
    /// # Errors
    /// [`Code::TransferGone`], [`Code::UploadIncomplete`], [`Code::InvalidRequest`] where it was sent
    /// for something else.
    pub fn find_upload(&self, id: Uuid, purpose: Purpose) -> Result<UploadedFile, AppError> {
        let upload = lock_unpoisoned(&self.incoming).get(&id).cloned().ok_or_else(not_found)?;
        let mut upload = lock_unpoisoned(&upload.upload);
        upload.touched = Instant::now();
        if upload.purpose != purpose {
            return Err(AppError::invalid_request("uploadId: sent for another purpose"));
        }
        if upload.received < upload.size {
            let error = AppError::new(Code::UploadIncomplete).with("file", &upload.name);
            return Err(error.with("received", upload.received).with("size", upload.size));
        }
        Ok(UploadedFile { name: upload.name.clone(), size: upload.size, path: upload.path.clone() })
    }

    /// Notes that a file was imported: unless a page asks for it again, it makes room soon.
    pub fn note_stored(&self, id: Uuid) {
        if let Some(slot) = lock_unpoisoned(&self.incoming).get(&id) {
            lock_unpoisoned(&slot.upload).is_stored = true;
        }
    }

    /// Forgets a file; one that is not there is no failure.
    pub fn drop_upload(&self, id: Uuid) {
        let dropped = lock_unpoisoned(&self.incoming).remove(&id);
        drop(dropped);
    }

    /// Where the share of `network` is taken, only a file of its own makes room. A network holds half of what it
    /// leaves free at most, so that several of them leave a place to the next; one has a place in any case.
    fn make_room(&self, network: Option<IpAddr>) -> Result<(), AppError> {
        let mut slots = lock_unpoisoned(&self.incoming);
        slots.retain(|_, slot| slot.idle() < FORGOTTEN);
        let own = slots.values().filter(|slot| slot.network == network).count();
        let is_beside = |slot: &Slot| slot.network.is_some() == network.is_some();
        let all = slots.values().filter(|slot| is_beside(slot)).count();
        let (most, share) = if network.is_none() { (LOCAL_AT_ONCE, LOCAL_AT_ONCE) } else { (AT_ONCE, SHARE) };
        let leaves_room = network.is_none() || own == 0 || (own + 1) * 2 <= most.saturating_sub(all + 1);
        let is_share_taken = own >= share || !leaves_room;
        if all < most && !is_share_taken {
            return Ok(());
        }
        let among = slots.iter().filter(|(_, slot)| match is_share_taken {
            true => slot.network == network,
            false => is_beside(slot),
        });
        let longest = among.filter(|(_, slot)| slot.is_left_alone()).max_by_key(|(_, slot)| slot.idle());
        let Some(id) = longest.map(|(id, _)| *id) else {
            let most = if is_share_taken { own } else { most };
            let error = AppError::new(Code::TooManyUploads).with("most", most.to_string());
            return Err(error.with("minutes", (LEFT_ALONE.as_secs() / 60).to_string()));
        };
        drop(slots.remove(&id));
        Ok(())
    }
}

impl Slot {
    /// Since it was touched; one that is being written to this moment was not left alone.
    fn idle(&self) -> Duration {
        self.upload.try_lock().map_or(Duration::ZERO, |upload| upload.touched.elapsed())
    }

    fn is_left_alone(&self) -> bool {
        let patience = match self.upload.try_lock() {
            Ok(upload) if upload.received == 0 || upload.is_stored => EMPTY_LEFT_ALONE,
            _ => LEFT_ALONE,
        };
        self.idle() >= patience
    }
}

/// Uploads of other machines at once; the one untouched for longest makes room, where it was left alone long enough.
pub(crate) const AT_ONCE: usize = 32;

/// Of those, what one network of other machines may hold, so that one client cannot shut the others out.
const SHARE: usize = 8;

/// Uploads of this machine at once, apart from those: a proxy on it brings many clients.
const LOCAL_AT_ONCE: usize = 24;

/// How long an upload may be left alone before it may make room for another.
pub(crate) const LEFT_ALONE: Duration = Duration::from_secs(10 * 60);

/// The same for one of which no byte has come, and for one that was imported.
const EMPTY_LEFT_ALONE: Duration = Duration::from_secs(60);

/// How long an upload may be left alone before the next one that begins throws it away whether or not
/// room is needed.
pub(crate) const FORGOTTEN: Duration = Duration::from_secs(4 * 3_600);

/// The error of a file above the limit of its purpose.
fn too_large(purpose: Purpose) -> AppError {
    AppError::new(Code::TooLarge).with("limit", format!("{} MB", purpose.limit() >> 20))
}

/// The error of a piece that reaches beyond the announced size.
fn too_large_for(upload: &Incoming) -> AppError {
    let error = AppError::invalid_request(format_args!("sizeBytes: {}", upload.size));
    error.detail("size", upload.size.to_string())
}

/// Makes an empty file that the user alone may read; fails where one of that name exists.
fn new_file(path: &std::path::Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OTHER: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2)));

    fn fill(transfers: &Transfers, network: Option<IpAddr>, count: usize) -> Vec<Uuid> {
        (0..count)
            .map(|_| transfers.begin_upload("a.csv", 9, Purpose::Import, network, None).unwrap())
            .collect()
    }

    fn age(transfers: &Transfers, id: Uuid, by: Duration) {
        let slot = lock_unpoisoned(&transfers.incoming)[&id].clone();
        let mut upload = lock_unpoisoned(&slot.upload);
        upload.touched = upload.touched.checked_sub(by).unwrap();
    }

    #[test]
    fn one_network_leaves_places_for_others() {
        let folder = tempfile::tempdir().unwrap();
        let transfers = Transfers::new(folder.path());
        let first = fill(&transfers, OTHER, SHARE)[0];
        let refused = transfers.begin_upload("a.csv", 9, Purpose::Import, OTHER, None).unwrap_err();
        assert_eq!(refused.code(), Code::TooManyUploads);
        let here = fill(&transfers, None, LOCAL_AT_ONCE);
        assert!(transfers.begin_upload("a.csv", 9, Purpose::Import, None, None).is_err());
        age(&transfers, here[0], LEFT_ALONE);
        assert!(
            transfers.begin_upload("a.csv", 9, Purpose::Import, OTHER, None).is_err(),
            "a file of another network makes no room for it"
        );
        age(&transfers, first, EMPTY_LEFT_ALONE);
        fill(&transfers, OTHER, 1);
        assert_eq!(transfers.append(first, 0, b"a").unwrap_err().code(), Code::TransferGone);
    }

    #[test]
    fn several_networks_leave_a_place_to_the_next_and_to_this_machine() {
        let folder = tempfile::tempdir().unwrap();
        let transfers = Transfers::new(folder.path());
        let begin = |network| transfers.begin_upload("a.csv", 9, Purpose::Import, network, None).is_ok();
        let network = |last| Some(IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, last)));
        let held: Vec<usize> = (1..=8).map(|last| (0..20).filter(|_| begin(network(last))).count()).collect();
        assert_eq!((held[0], held.iter().all(|count| *count > 0)), (SHARE, true), "{held:?}");
        fill(&transfers, None, LOCAL_AT_ONCE);
    }

    #[test]
    fn a_file_that_was_imported_makes_room_sooner_than_one_that_waits() {
        let folder = tempfile::tempdir().unwrap();
        let transfers = Transfers::new(folder.path());
        let all = fill(&transfers, OTHER, SHARE);
        for id in &all {
            transfers.append(*id, 0, b"a").unwrap();
            age(&transfers, *id, EMPTY_LEFT_ALONE);
        }
        assert!(
            transfers.begin_upload("a.csv", 9, Purpose::Import, OTHER, None).is_err(),
            "they wait for their import"
        );
        transfers.note_stored(all[3]);
        fill(&transfers, OTHER, 1);
        assert_eq!(transfers.append(all[3], 1, b"a").unwrap_err().code(), Code::TransferGone);
    }

    #[test]
    fn a_file_of_which_some_is_here_stays_longer_than_an_empty_one() {
        let folder = tempfile::tempdir().unwrap();
        let transfers = Transfers::new(folder.path());
        for id in fill(&transfers, OTHER, SHARE) {
            transfers.append(id, 0, b"a").unwrap();
            age(&transfers, id, EMPTY_LEFT_ALONE);
        }
        assert!(transfers.begin_upload("a.csv", 9, Purpose::Import, OTHER, None).is_err());
    }
}
