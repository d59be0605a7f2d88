import { expect, test } from "vitest";
import { cutAlike } from "./cutting";

const tags = Array.from({ length: 40 }, (_, at) => `etiqueta${at}`);

test("short texts stand as they are", () => {
  expect(cutAlike(["a; b", "a"], 120)).toEqual(["a; b", "a"]);
});

test("lists that differ at their end show the end", () => {
  const [from, to] = cutAlike([tags.join("; "), [...tags, "promoção"].join("; ")], 120);
  expect(from).not.toBe(to);
  expect(to).toMatch(/^….*; promoção$/);
});

test("lists that differ early show their beginning, and that there is more", () => {
  const [from, to] = cutAlike([tags.join("; "), ["nova", ...tags].join("; ")], 120);
  expect(from).toMatch(/^etiqueta0; /);
  expect(to).toMatch(/^nova; .*…$/);
});

test("a list that was cut off shows so, and no character is halved", () => {
  const long = "😀".repeat(200);
  for (const text of cutAlike([long, `${long}x`, ""], 121)) {
    expect(text.length).toBeLessThanOrEqual(124);
    expect(text).not.toMatch(/(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/);
  }
});
