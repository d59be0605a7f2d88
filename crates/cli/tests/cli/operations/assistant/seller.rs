//! A seller's errand on the command line: prices of a whole set proposed, corrected and confirmed in words, undone;
//! products as cards; and the question at a terminal, without which nothing is done.

use crate::provider::Provider;
use crate::support::seller::{
    CORRECTION, MEANT, RAISE, SHOW, YES, assert_raised, fill_shop, query_prices, read_prices, settings_for,
    start_model,
};
use crate::support::{celeiro, json as command, prepare_folder, stderr, stdout};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Write as _;
use std::os::fd::FromRawFd as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

struct Shop {
    folder: PathBuf,
    model: Provider,
}

impl Shop {
    fn open(name: &str) -> Self {
        let folder = prepare_folder(name);
        fill_shop(&folder);
        Self { folder, model: start_model() }
    }

    /// `celeiro ask` in assistant mode.
    fn ask(&self, message: &str) -> Command {
        let mut command = celeiro(&self.folder);
        command.envs(settings_for(&self.model)).args(["ask", "--mode", "assistant", message]);
        command
    }

    /// An answer with a card, which nothing decides: there is no terminal.
    fn propose(&self, message: &str, conversation: Option<&str>) -> Value {
        let mut asked = self.ask(message);
        asked.args(conversation.map(|id| ["--conversation", id]).into_iter().flatten());
        let output = asked.arg("--json").output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    fn prices(&self) -> Vec<f64> {
        read_prices(&command(&self.folder, ["call", "grid", &query_prices("Aurora").to_string()]))
    }
}

#[test]
fn a_seller_raises_the_prices_of_a_set_corrects_confirms_and_undoes_it_and_sees_products_as_cards() {
    let shop = Shop::open("seller");
    let before = shop.prices();
    let first = shop.propose(RAISE, None);
    let conversation = first["conversationId"].as_str().unwrap();
    let card = &first["pending"][0]["card"];
    assert_eq!(
        (&card["changed"], card["changes"].as_array().unwrap().len()),
        (&json!(MEANT), MEANT),
        "{card}"
    );
    let second = shop.propose(CORRECTION, Some(conversation));
    assert_eq!(second["pending"][0]["arguments"]["percent"], 4, "{second}");

    let id = second["pending"][0]["actionId"].as_str().unwrap();
    let shown = stdout(&crate::support::run(&shop.folder, ["actions", "show", id]));
    assert_eq!(shown.matches('→').count(), MEANT, "{shown}");
    assert_eq!(shop.prices(), before, "nothing changes before it is confirmed");
    // Without a mode: that of the settings is the desk's.
    let mut yes = celeiro(&shop.folder);
    yes.envs(settings_for(&shop.model)).args(["ask", YES, "--conversation", conversation]);
    let said = yes.output().unwrap();
    assert!(said.status.success(), "{}", stderr(&said));
    assert_raised(&before, &shop.prices(), 1.04);
    let undone = command(&shop.folder, ["actions", "undo", "--conversation", conversation]);
    assert_eq!((&undone["actions"], &undone["undone"]), (&json!(1), &json!(MEANT)), "{undone}");
    assert_eq!(shop.prices(), before);

    let tools = command(&shop.folder, ["tools"]);
    let set_price = tools.as_array().unwrap().iter().find(|tool| tool["name"] == "set_price").unwrap();
    assert_eq!(
        (&set_price["requiresConfirmation"], &set_price["parameters"]["type"]),
        (&json!(true), &json!("object"))
    );
    let answer = shop.ask(SHOW).output().unwrap();
    let printed = stdout(&answer);
    for mark in 1..=3 {
        let row = |line: &&str| line.starts_with(&format!("[{mark}]")) && line.contains("Tomatox");
        assert_eq!(printed.lines().filter(row).count(), 1, "{printed}");
    }
}

#[test]
fn at_a_terminal_the_card_is_shown_and_a_yes_does_it() {
    let shop = Shop::open("seller-terminal");
    let before = shop.prices();
    let refused = shop.ask(RAISE).output().unwrap();
    assert_eq!(refused.status.code(), Some(1), "without a terminal: {}", stdout(&refused));
    assert!(stderr(&refused).contains("celeiro actions confirm"), "{}", stderr(&refused));
    assert_eq!(stderr(&refused).matches('→').count(), MEANT, "words may confirm it: {}", stderr(&refused));
    for typed in ["n\n", "\n", "yes please\n"] {
        let output = answer_at_terminal(&mut shop.ask(RAISE), typed);
        assert!(output.status.success(), "{typed:?}: {}", stderr(&output));
        assert_eq!(shop.prices(), before, "{typed:?} is no yes");
    }
    let output = answer_at_terminal(&mut shop.ask(RAISE), "y\n");
    let printed = stdout(&output) + &stderr(&output);
    assert_eq!(printed.matches('→').count(), MEANT, "the card stands above the question: {printed}");
    assert!(printed.contains("Do it? [y/N]"), "{printed}");
    assert_raised(&before, &shop.prices(), 1.05);
}

/// Runs a command whose standard input is a terminal at which `typed` is typed.
fn answer_at_terminal(command: &mut Command, typed: &str) -> Output {
    let (mut own, mut given) = (0, 0);
    let none = std::ptr::null_mut();
    // SAFETY: both numbers are ours to be written to, and the other arguments may be null.
    let opened = unsafe {
        libc::openpty(&raw mut own, &raw mut given, none, std::ptr::null_mut(), std::ptr::null_mut())
    };
    assert_eq!(opened, 0, "{}", std::io::Error::last_os_error());
    // SAFETY: both were just opened, and nothing else closes them.
    let (mut own, given) = unsafe { (File::from_raw_fd(own), File::from_raw_fd(given)) };
    own.write_all(typed.as_bytes()).unwrap();
    command.stdin(Stdio::from(given)).output().unwrap()
}
