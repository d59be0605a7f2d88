//! Trains the classifier of dangerous messages: `cargo run --release -p celeiro-domain --example train_safety`
//! writes `crates/domain/data/safety/weights.bin`. With `--report` it writes nothing and prints how well
//! groups of messages are recognised that were held back; `--report FILE` judges the messages of another
//! file of the same form.

use celeiro_domain::chat::intent::safety::Concern;
use celeiro_domain::chat::intent::safety::training::{self, JudgedSample, Sample};
use std::collections::BTreeMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let samples = training::load_training_samples()?;
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (Some("--report"), None) => report(&training::cross_validate(&samples, 5)),
        (Some("--report"), Some(file)) => {
            let held: Vec<Sample> = training::read_samples(&std::fs::read_to_string(file)?)?;
            let weights = training::train_word_classifier(&samples.iter().collect::<Vec<_>>());
            let judged: Vec<JudgedSample<'_>> =
                held.iter().filter_map(|sample| training::judge(&weights, sample)).collect();
            report(&judged);
        }
        _ => {
            let all: Vec<&Sample> = samples.iter().collect();
            let weights = training::train_word_classifier(&all);
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/safety/weights.bin");
            std::fs::write(file, &weights)?;
            println!("{} messages, {} bytes", samples.len(), weights.len());
        }
    }
    Ok(())
}

fn report(judged: &[JudgedSample<'_>]) {
    let (signals, harmless): (Vec<&JudgedSample<'_>>, Vec<&JudgedSample<'_>>) =
        judged.iter().partition(|judged| judged.sample.concern.is_some());
    println!("{} signals, {} without concern", signals.len(), harmless.len());
    let share = |of: &[&JudgedSample<'_>], above: f64| {
        of.iter().filter(|judged| judged.margin > above).count() as f64 / of.len().max(1) as f64
    };
    for above in (-4..=12).map(|step| f64::from(step) / 8.0) {
        let (recall, alarms) = (share(&signals, above), share(&harmless, above));
        println!("margin > {above:6.3}: recall {recall:.3}, false alarms {alarms:.3}");
    }
    for (concern, name) in Concern::ALL {
        let alarms =
            |above: f64| harmless.iter().filter(|one| one.nearest == concern && one.margin > above).count();
        println!(
            "false alarms of {name}: {} at .25, {} at .5, {} at .75",
            alarms(0.25),
            alarms(0.5),
            alarms(0.75)
        );
    }
    let mut by_concern: BTreeMap<&str, Vec<&JudgedSample<'_>>> = BTreeMap::new();
    for judged in &signals {
        let name = judged.sample.concern.map_or("none", |concern| concern.as_str());
        by_concern.entry(name).or_default().push(judged);
    }
    for (name, judged) in by_concern {
        let right = judged.iter().filter(|one| one.sample.concern == Some(one.nearest)).count();
        let (low, high) = (share(&judged, 0.25), share(&judged, 0.75));
        println!(
            "{name}: {} messages, recall {low:.3} at .25, {high:.3} at .75, right kind {right}",
            judged.len()
        );
    }
}
