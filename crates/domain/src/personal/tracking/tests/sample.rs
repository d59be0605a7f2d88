//! Daily series of a seeded generator: with inertia, trend and weekly pattern, apart or connected.

use crate::personal::tracking::{DayValue, MetricSeries};
use chrono::{Days, NaiveDate};

/// SplitMix64 (Steele, Lea and Flood 2014) with normal deviates (Box and Muller 1958).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        // Seeds that follow each other must not begin on each other's way.
        Self(Self(seed).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to below 1.
    pub fn uniform(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }

    /// `n` values of variance 1 of which each keeps the share `phi` of the one before.
    pub fn autoregressive(&mut self, n: usize, phi: f64) -> Vec<f64> {
        let mut value = self.normal();
        (0..n)
            .map(|_| {
                let now = value;
                value = phi * value + (1.0 - phi * phi).sqrt() * self.normal();
                now
            })
            .collect()
    }
}

/// What a series has beside its noise, in deviations of the noise.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    /// The share of a value that the next one keeps.
    pub phi: f64,
    /// The rise from the first day to the last.
    pub trend: f64,
    /// Half the difference between working days and weekends.
    pub week: f64,
    /// The share of days without an entry.
    pub missing: f64,
    /// Whether values are small counts, and 0 on Sundays: visits, sacks sold.
    pub counts: bool,
}

pub fn day(at: usize) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 1, 5).unwrap() + Days::new(at as u64)
}

/// The noise with the pattern, without the missing days.
pub fn dress(kind: &str, noise: &[f64], pattern: Pattern, random: &mut Random) -> MetricSeries {
    let n = noise.len();
    let value = |at: usize| {
        let weekend = if at % 7 >= 5 { -1.0 } else { 1.0 };
        let level = noise[at] + pattern.trend * at as f64 / n as f64 + pattern.week * weekend;
        match pattern.counts {
            false => 10.0 + level,
            true if at % 7 == 6 => 0.0,
            true => (1.0 + level).round().max(0.0),
        }
    };
    let days = (0..n).filter(|_| random.uniform() >= pattern.missing);
    MetricSeries {
        kind: kind.to_owned(),
        days: days.map(|at| DayValue { day: day(at), value: value(at) }).collect(),
    }
}

/// `metrics` series that share the pattern and nothing else.
pub fn make_unconnected(
    metrics: usize,
    days: usize,
    pattern: Pattern,
    random: &mut Random,
) -> Vec<MetricSeries> {
    (0..metrics)
        .map(|at| {
            let noise = random.autoregressive(days, pattern.phi);
            dress(["sono", "visitas", "sacas", "humor", "peso"][at], &noise, pattern, random)
        })
        .collect()
}

/// `metrics` series of which the first two are correlated by `rho` on the same day.
pub fn make_connected(
    metrics: usize,
    days: usize,
    rho: f64,
    pattern: Pattern,
    random: &mut Random,
) -> Vec<MetricSeries> {
    let first = random.autoregressive(days, pattern.phi);
    let own = random.autoregressive(days, pattern.phi);
    let second: Vec<f64> =
        first.iter().zip(&own).map(|(a, b)| rho * a + (1.0 - rho * rho).sqrt() * b).collect();
    let mut all = vec![dress("visitas", &first, pattern, random), dress("sacas", &second, pattern, random)];
    all.extend(make_unconnected(metrics - 2, days, pattern, random));
    all
}
