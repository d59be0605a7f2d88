//! The judged answers of `tests/eval/doses`, half of their wordings held back from those who write the readings.

use super::StatedDoses;
use serde::Deserialize;

/// Most invented doses that reach the screen, and most answers that lose what they may say, of a hundred.
const DEVELOPMENT: (f64, f64) = (0.5, 0.5);
const HELD_BACK: (f64, f64) = (6.0, 1.5);

#[derive(Deserialize)]
struct JudgedAnswer {
    id: String,
    source: String,
    answer: String,
    invented: Vec<String>,
}

/// The shares, in per cent, of invented doses that stay and of sound answers that change.
fn measure(text: &str, shows: bool) -> (f64, f64) {
    let (mut doses, mut leaks, mut sound, mut losses) = (0, 0, 0, 0);
    for case in text.lines().map(|line| serde_json::from_str::<JudgedAnswer>(line).expect("a JSON line")) {
        let shown = StatedDoses::of_text(&case.source).withhold_others(&case.answer, "(dose retirada)");
        let leaked: Vec<&String> =
            case.invented.iter().filter(|dose| shown.contains(dose.as_str())).collect();
        let is_lost = case.invented.is_empty() && shown != case.answer;
        doses += case.invented.len();
        leaks += leaked.len();
        sound += usize::from(case.invented.is_empty());
        losses += usize::from(is_lost);
        if shows && (is_lost || !leaked.is_empty()) {
            println!("{}: {leaked:?} {shown}", case.id);
        }
    }
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole as f64;
    (share(leaks, doses), share(losses, sound))
}

#[test]
fn invented_doses_are_taken_out_and_others_stay() {
    let development = measure(include_str!("../../../../../../tests/eval/doses/dev.jsonl"), true);
    let held_back = measure(include_str!("../../../../../../tests/eval/doses/held-back.jsonl"), false);
    for ((leaks, losses), most, name) in
        [(development, DEVELOPMENT, "dev"), (held_back, HELD_BACK, "held-back")]
    {
        println!(
            "{name}: {leaks:.1} % of invented doses stay, {losses:.1} % of sound answers lose something"
        );
        assert!(leaks <= most.0 && losses <= most.1, "{name}: {leaks:.1} {losses:.1}");
    }
}
