//! Measures a model: `cargo run --release -p celeiro-neural --example measure -- FOLDER [tokens]`.
//!
//! Prints how long it takes to load and what memory it takes, how long queries take one by one, how many
//! tokens of passages are worked off a second, and the most that a core could multiply. Beside the time
//! of the clock stands that of the processor, which says on a machine with other work what a quiet one
//! would do. With `tokens` it instead prints the numbers of the tokens of each line that it reads.

use celeiro_neural::{Model, Purpose, Run};
use std::io::BufRead as _;
use std::path::Path;
use std::time::{Duration, Instant};

const SENTENCE: &str = "Inseticida sistêmico e de contato para o controle da traça-do-tomateiro e da mosca-branca \
    na cultura do tomate, do pimentão e do feijão. Aplicar aos primeiros sintomas, em volume de calda de \
    500 L/ha, com intervalo de segurança de 7 dias; dose de 250 mL/ha. ";
/// Multiplications that a token costs in the layers of multilingual-e5-small: 12 · (4 · 384² + 2 · 384 · 1536).
const MULTIPLICATIONS: f64 = 21.23e6;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("which folder?")?;
    let begun = Instant::now();
    let model = Model::load(Path::new(&folder))?;
    let loaded = begun.elapsed();
    if arguments.next().is_some() {
        for line in std::io::stdin().lock().lines() {
            let tokens = model.tokens(&line?, Purpose::Query)?;
            println!("{}", tokens.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
        }
        return Ok(());
    }
    println!("{:?}, {} instructions, loaded in {loaded:?}", model.identity(), model.processor());
    println!("{}", memory());
    peak::print();
    measure_queries(&model)?;
    for (words, count) in [(7, 200), (30, 100), (60, 60), (120, 40), (400, 12)] {
        measure_passages(&model, words, count)?;
    }
    println!("{}", memory());
    Ok(())
}

fn measure_queries(model: &Model) -> Result<(), Box<dyn std::error::Error>> {
    let mut times: Vec<Duration> = Vec::new();
    let processor = processor_seconds();
    for at in 0..300 {
        let query = format!("remédio para bicho na folha do tomate {at}");
        let begun = Instant::now();
        model.embed(&[query], Purpose::Query, &Run::default())?;
        times.push(begun.elapsed());
    }
    let processor = (processor_seconds() - processor) / 300.0 * 1e3;
    times.sort_unstable();
    let count = model.count_tokens("remédio para bicho na folha do tomate 100", Purpose::Query)?;
    let [least, middle, most] = [times[0], times[150], times[285]];
    println!(
        "query of {count} tokens: least {least:?}, p50 {middle:?}, p95 {most:?}; {processor:.2} ms of a processor"
    );
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
    let processor = processor_seconds();
    for _ in 0..3 {
        let begun = Instant::now();
        model.embed(&texts, Purpose::Passage, &Run::default())?;
        best = best.min(begun.elapsed());
    }
    let processor = (processor_seconds() - processor) / 3.0;
    let (by_clock, by_core) = (tokens as f64 / best.as_secs_f64(), tokens as f64 / processor);
    println!(
        "passages of {} tokens: {by_clock:.0} tokens a second by the clock, {by_core:.0} by a core's time \
         ({:.1} billion multiplications a second)",
        tokens / count,
        by_core * MULTIPLICATIONS / 1e9,
    );
    Ok(())
}

/// What the system says of this process's memory.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let lines = status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM"));
    lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(", ")
}

/// Seconds that this process has been at work, all threads together, in steps of ten milliseconds.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// The most that a core multiplies where nothing has to be fetched.
mod peak {
    #[cfg(target_arch = "x86_64")]
    pub fn print() {
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: it was asked for.
            let (fractions, whole) = unsafe { (time(|| fractions()), time(|| whole())) };
            println!(
                "a core's most: {fractions:.0} billion multiplications of fractions, {whole:.0} of bytes a second"
            );
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub fn print() {}

    #[cfg(target_arch = "x86_64")]
    fn time(work: impl Fn() -> f64) -> f64 {
        let once = || {
            let begun = std::time::Instant::now();
            work() / begun.elapsed().as_secs_f64() / 1e9
        };
        (0..20).map(|_| once()).fold(0.0, f64::max)
    }

    #[cfg(target_arch = "x86_64")]
    const ROUNDS: usize = 1_000_000;

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn fractions() -> f64 {
        use std::arch::x86_64::*;
        let mut sums = [_mm256_set1_ps(1.0); 10];
        let factor = std::hint::black_box(_mm256_set1_ps(1e-9));
        for _ in 0..ROUNDS {
            sums.iter_mut().for_each(|sum| *sum = _mm256_fmadd_ps(*sum, factor, factor));
        }
        std::hint::black_box(sums);
        (ROUNDS * 10 * 8) as f64
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn whole() -> f64 {
        use std::arch::x86_64::*;
        let mut sums = [_mm256_set1_epi8(1); 10];
        let factor = std::hint::black_box(_mm256_set1_epi8(3));
        for _ in 0..ROUNDS {
            sums.iter_mut().for_each(|sum| *sum = _mm256_add_epi16(*sum, _mm256_maddubs_epi16(*sum, factor)));
        }
        std::hint::black_box(sums);
        (ROUNDS * 10 * 32) as f64
    }
}
