// The text format of Prometheus (0.0.4), as far as its rules can be held against one text.

const SERIES = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*\})? (\S+)$/;
const TYPES = ["counter", "gauge", "histogram", "summary", "untyped"];

/** How many series a text has, and what is wrong with it. */
export function checkExposition(text) {
  const violations = [];
  const types = new Map();
  const helped = new Set();
  const seen = new Set();
  if (!text.endsWith("\n")) violations.push("form: no line end at the end");
  for (const line of text.split("\n").filter((one) => one !== "")) {
    if (line.startsWith("# HELP ")) {
      const [, , name, ...words] = line.split(" ");
      if (helped.has(name)) violations.push(`help: twice, ${name}`);
      if (words.length === 0) violations.push(`help: empty, ${name}`);
      helped.add(name);
    } else if (line.startsWith("# TYPE ")) {
      const [, , name, type] = line.split(" ");
      if (types.has(name)) violations.push(`type: twice, ${name}`);
      if (!TYPES.includes(type)) violations.push(`type: ${type}, ${name}`);
      types.set(name, type);
      if (type === "counter" && !name.endsWith("_total")) violations.push(`name: a counter without _total, ${name}`);
    } else if (!line.startsWith("#")) {
      checkSeries(line, { types, helped, seen, violations });
    }
  }
  return { series: seen.size, violations };
}

function checkSeries(line, { types, helped, seen, violations }) {
  const parts = SERIES.exec(line);
  if (!parts) return violations.push(`form: ${line}`);
  const [, name, labels = "", value] = parts;
  const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, "");
  if (!types.has(family)) violations.push(`type: none before its series, ${name}`);
  else if (family !== name && types.get(family) !== "histogram") violations.push(`type: no histogram, ${name}`);
  if (!helped.has(family)) violations.push(`help: none, ${name}`);
  if (Number.isNaN(Number(value.replace(/^([+-])Inf$/, "$1Infinity"))) && value !== "NaN") {
    violations.push(`value: ${value}, ${name}`);
  }
  if (seen.has(name + labels)) violations.push(`series: twice, ${name}${labels}`);
  return seen.add(name + labels);
}
