// How a proof ends: one line, and an exit code. A proof without its protection must find violations.
import { cleanUp } from "../../e2e/lib/processes.mjs";

/** Tells the outcome of `prove`, which gives a `summary` and the `violations` it found. */
export async function concludeProof(name, control, prove) {
  let failed = true;
  try {
    const { summary, violations } = await prove();
    for (const violation of violations.slice(0, 20)) console.error(`  ${violation}`);
    const kinds = countKinds(violations);
    failed = control ? violations.length === 0 : violations.length > 0;
    const verdict = control
      ? `control ${control}: ${failed ? "NOTHING WAS NOTICED" : "noticed"}`
      : failed
        ? "VIOLATED"
        : "held";
    console.log(`${name}: ${verdict}; ${summary}${kinds && `; ${kinds}`}`);
  } catch (error) {
    console.error(`${name}: the proof itself failed`, error);
  } finally {
    await cleanUp();
  }
  process.exit(failed ? 1 : 0);
}

function countKinds(violations) {
  const counts = {};
  for (const violation of violations) {
    const kind = violation.split(":")[0];
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return Object.entries(counts)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(", ");
}
