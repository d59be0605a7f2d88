// Random numbers that are the same in every run of the same SEED.

/** SplitMix64 over `seed`: a function that gives whole numbers below a limit. */
export function createRandom(seed = Number(process.env.SEED ?? 2026)) {
  let state = BigInt(seed);
  const mask = (1n << 64n) - 1n;
  return (limit) => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let mixed = state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & mask;
    return Number((mixed ^ (mixed >> 31n)) % BigInt(limit));
  };
}
