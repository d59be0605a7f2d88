//! Measures a model: `cargo run --release -p celeiro-neural --example measure -- FOLDER [tokens]`.
//!
//! Prints how long it takes to load and what memory it takes, how long queries take one by one, how many
//! tokens of passages are worked off a second by all cores, and what share that is of the most
//! that the same cores could multiply. With `tokens` it instead prints the numbers of the tokens of each
//! line that it reads.

use celeiro_neural::{Model, Purpose, Run};
use std::io::BufRead as _;
use std::path::Path;
use std::time::{Duration, Instant};

const SENTENCE: &str = "Inseticida sistêmico e de contato para o controle da traça-do-tomateiro e da mosca-branca \
    na cultura do tomate, do pimentão e do feijão. Aplicar aos primeiros sintomas, em volume de calda de \
    500 L/ha, com intervalo de segurança de 7 dias; dose de 250 mL/ha. ";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("which folder?")?;
    let begun = Instant::now();
    let model = Model::load(Path::new(&folder))?;
    let loaded = begun.elapsed();
    if arguments.next().is_some() {
        for line in std::io::stdin().lock().lines() {
            println!(
                "{}",
                model
                    .tokens(&line?, Purpose::Query)?
                    .iter()
                    .map(u32::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            );
        }
        return Ok(());
    }
    println!("{:?}, {} instructions, loaded in {loaded:?}", model.identity(), model.processor());
    println!("{}", memory());
    measure_queries(&model)?;
    for (words, count) in [(7, 400), (30, 200), (60, 100), (120, 60), (400, 24)] {
        measure_passages(&model, words, count)?;
    }
    println!("{}", memory());
    Ok(())
}

fn measure_queries(model: &Model) -> Result<(), Box<dyn std::error::Error>> {
    let mut times: Vec<Duration> = Vec::new();
    for at in 0..300 {
        let query = format!("remédio para bicho na folha do tomate {at}");
        let begun = Instant::now();
        model.embed(&[query], Purpose::Query, &Run::default())?;
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    let count = model.count_tokens("remédio para bicho na folha do tomate 100", Purpose::Query)?;
    println!("query of {count} tokens: p50 {:?}, p95 {:?}", times[150], times[285]);
    Ok(())
}

fn measure_passages(model: &Model, words: usize, count: usize) -> Result<(), Box<dyn std::error::Error>> {
    let all: Vec<&str> = SENTENCE.split_whitespace().collect();
    let text = |at: usize| {
        let words = all.iter().cycle().skip(at).take(words).copied();
        words.collect::<Vec<_>>().join(" ")
    };
    let texts: Vec<String> = (0..count).map(text).collect();
    let tokens: usize =
        texts.iter().map(|text| model.count_tokens(text, Purpose::Passage)).sum::<Result<usize, _>>()?;
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let begun = Instant::now();
        model.embed(&texts, Purpose::Passage, &Run::default())?;
        best = best.min(begun.elapsed());
    }
    println!(
        "passages of {} tokens: {:.0} tokens a second, {:.1} texts a second",
        tokens / count,
        tokens as f64 / best.as_secs_f64(),
        count as f64 / best.as_secs_f64(),
    );
    Ok(())
}

/// What the system says of this process's memory.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let lines = status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM"));
    lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(", ")
}
