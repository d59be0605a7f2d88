//! Prints the database's side of [`celeiro_domain::text::normalize_text`], for a migration.
//!
//! The tables come from the same Unicode data as the Rust side; a test of crate `store` compares
//! the two on every code point.

use celeiro_domain::text::{combining_mark_ranges, lowercase_pairs, white_space_chars};

fn escape(c: char) -> String {
    format!("\\U{:08X}", u32::from(c))
}

fn main() {
    let marks: String =
        combining_mark_ranges().iter().map(|(a, b)| format!("{}-{}", escape(*a), escape(*b))).collect();
    let blanks: String = white_space_chars().map(escape).collect();
    let (from, to): (String, String) = lowercase_pairs().unzip();
    println!("-- Folds text as crate domain's text::normalize_text does: NFKD, combining marks removed,");
    println!("-- simple lower case, white space to single blanks. Tables printed by");
    println!("-- `cargo run -p celeiro-domain --example sql_fold`; they do not depend on the server's");
    println!("-- collations, so any server folds alike.");
    println!("CREATE FUNCTION normalize_text(input text) RETURNS text");
    println!("LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog AS $fold$");
    println!("DECLARE folded text := input;");
    println!("BEGIN");
    println!("  IF octet_length(folded) <> char_length(folded) THEN");
    println!("    folded := regexp_replace(normalize(folded, NFKD), '[{marks}]', '', 'g');");
    println!("    IF folded ~ '[{from}]' THEN");
    println!("      folded := translate(folded,\n        '{from}',\n        '{to}');");
    println!("    END IF;");
    println!("  END IF;");
    println!("  folded := regexp_replace(lower(folded COLLATE \"C\"), '[ {blanks}]+', ' ', 'g');");
    println!("  RETURN btrim(folded, ' ');");
    println!("END $fold$;");
}
