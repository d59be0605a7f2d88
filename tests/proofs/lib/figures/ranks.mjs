// Whether two samples of times come from one distribution, by their ranks.

/** The two-sided p of the Mann–Whitney test, by its normal approximation; for samples of twenty and more. */
export function compareRanks(first, second) {
  const all = [...first.map((value) => [value, 0]), ...second.map((value) => [value, 1])];
  all.sort(([a], [b]) => a - b);
  let ranks = 0;
  let ties = 0;
  for (let at = 0; at < all.length; ) {
    let end = at;
    while (end < all.length && all[end][0] === all[at][0]) end++;
    const rank = (at + end + 1) / 2;
    const equal = end - at;
    ties += equal ** 3 - equal;
    for (; at < end; at++) if (all[at][1] === 0) ranks += rank;
  }
  const [n, m] = [first.length, second.length];
  const count = n + m;
  const u = ranks - (n * (n + 1)) / 2;
  const variance = ((n * m) / 12) * (count + 1 - ties / (count * (count - 1)));
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt(variance);
  return 2 * (1 - cumulate(z));
}

/** The standard normal distribution up to `z` ≥ 0 (Abramowitz and Stegun 26.2.17, error below 7.5e-8). */
function cumulate(z) {
  const t = 1 / (1 + 0.2316419 * z);
  const factors = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const tail = factors.reduceRight((sum, factor) => (sum + factor) * t, 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

/** Median and quartiles of times in milliseconds. */
export function describeSpread(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
  return `${sorted.length} times, median ${at(0.5)} ms, quartiles ${at(0.25)} and ${at(0.75)}, least ${at(0)}, most ${at(1)}`;
}
