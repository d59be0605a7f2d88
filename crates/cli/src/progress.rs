//! Progress for people: on standard error, and only where that is a terminal.

use celeiro_app::messages::translate;
use celeiro_app::runtime::phase::Phase;
use celeiro_domain::search::Lang;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// A spinner for work of unknown length.
pub struct Spinner(ProgressBar);

impl Spinner {
    /// Starts the spinner; the first message draws it.
    pub fn start() -> Self {
        Self(ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()))
    }

    /// Shows the phase of the program's start.
    pub fn show(&self, lang: Lang, phase: Phase) {
        let key = match phase {
            Phase::OpeningDatabase => "status.openingDatabase",
            Phase::Migrating => "status.migrating",
            Phase::Ready => return self.0.finish_and_clear(),
        };
        self.0.set_message(translate(lang, key));
        self.0.enable_steady_tick(Duration::from_millis(120));
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A progress bar for work of known length.
pub struct Bar(ProgressBar);

impl Bar {
    /// An empty bar with a name in front.
    pub fn new(name: String) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        // The template is a constant, and the plain bar serves where it is refused.
        if let Ok(style) =
            ProgressStyle::with_template("{prefix} {bar:32} {human_pos}/{human_len} {msg} {elapsed}")
        {
            bar.set_style(style);
        }
        bar.set_prefix(name);
        Self(bar)
    }

    /// Moves to `done` of `total`.
    pub fn show(&self, done: u64, total: u64) {
        self.0.set_length(total);
        self.0.set_position(done);
    }

    /// Sets the message behind the bar.
    pub fn say(&self, message: String) {
        self.0.set_message(message);
    }
}

/// A callback that moves a bar over judged queries; dropping the callback removes the bar.
pub fn over_queries(lang: Lang, total: usize) -> impl Fn(usize) {
    let bar = Bar::new(translate(lang, "cli.eval.queries"));
    move |done| bar.show(done as u64, total as u64)
}

/// A callback that moves a bar over items; dropping the callback removes the bar.
pub fn over_items(lang: Lang, total: usize) -> impl Fn(usize) {
    let bar = Bar::new(translate(lang, "cli.assist.items"));
    move |done| bar.show(done as u64, total as u64)
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
