//! Database side of backup and restore: a snapshot, `pg_dump` and `pg_restore`, and integrity checks of a restored
//! database.
//!
//! `REBUILT` lists the tables that a backup leaves out, because the program rebuilds them or must not restore them.
//!
//! Out of scope: the file, the folders and the schedule, which are `app`'s.

pub(crate) mod check;
pub(crate) mod snapshot;
pub(crate) mod tools;

/// Tables whose rows are not kept. Some repeat the word index, and are taken anew with the next statistics. Of the
/// others, a session that was ended and an invitation that was used would be valid again with an older backup: people
/// sign in anew. Timelines are those of the servers, which a program that has replicas notes by itself. Contents of
/// files are in the backup as files, and are shared anew from there.
const REBUILT: [&str; 11] = [
    "digests",
    "digest_rows",
    "digest_words",
    "digest_columns",
    "changed_records",
    "user_sessions",
    "user_invitations",
    "company_sign_ins",
    "primary_timelines",
    "shared_contents",
    "shared_content_parts",
];
