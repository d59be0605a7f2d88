import { describe, expect, test } from "vitest";
import { formatsFor } from "./format";

const pt = formatsFor("pt-BR");
const en = formatsFor("en");
/** Intl puts no-break blanks between figure and unit. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

describe("prices", () => {
  test("are written as each language writes them", () => {
    expect(plain(pt.price(1490.5, "BRL"))).toBe("R$ 1.490,50");
    expect(plain(en.price(1490.5, "BRL"))).toBe("R$1,490.50");
  });
  test("an impossible currency code does not break the page", () => {
    expect(plain(pt.price(10, "not a code"))).toBe("not a code 10,00");
  });
});

test("a count chooses the plural by the number and is read as the language writes it", () => {
  expect(pt.placeCount(1_234_567)).toEqual({ count: 1_234_567, shown: "1.234.567" });
  expect(en.placeCount(1)).toEqual({ count: 1, shown: "1" });
});

test("scores line up and signed rows carry their sign", () => {
  expect(pt.score(13.1)).toBe("13,100");
  expect(pt.signed(4)).toBe("+4,000");
  expect(pt.signed(-1.75)).toBe("-1,750");
  expect(pt.signed(0)).toBe("0,000");
});

test("milliseconds are whole from ten on", () => {
  expect(pt.milliseconds(6.34)).toBe("6,3 ms");
  expect(en.milliseconds(812.6)).toBe("813 ms");
});

test("sizes are in decimal units", () => {
  expect(plain(pt.bytes(184_549_376))).toBe("184,5 MB");
  expect(plain(en.bytes(999))).toBe("999 bytes");
});

test("what is no date is shown as it came", () => {
  expect(en.dateTime("yesterday")).toBe("yesterday");
  expect(pt.dateTime("2026-11-20T18:40:00Z")).toMatch(/2026/);
  expect(pt.zonedDateTime("yesterday")).toBe("yesterday");
});

test("a short day has its year where it is asked for", () => {
  expect([pt.shortDay("2026-11-28", false), pt.shortDay("2025-03-02", true)]).toEqual([
    "28/11",
    "02/03/2025",
  ]);
  expect([en.shortDay("2026-11-28", false), en.shortDay("2025-03-02", true)]).toEqual([
    "Nov 28",
    "Mar 2, 2025",
  ]);
});

test("a moment for others says the zone it is in", () => {
  expect(pt.zonedDateTime("2026-11-20T18:40:00Z")).toMatch(/^\d.* de 2026, \d\d:\d\d GMT([+-]\d+(:\d+)?)?$/);
});

test("small costs keep the digits that say something", () => {
  expect(en.cost(0.000412)).toBe("$0.00041");
  expect(en.cost(0)).toBe("$0.00");
  expect(en.cost(1.239)).toBe("$1.24");
});

test("a duration is read at a glance", () => {
  expect([2.34, 840.4, 2340, 61_000].map((ms) => pt.duration(ms))).toEqual([
    "2,3 ms",
    "840 ms",
    "2,3 s",
    "61 s",
  ]);
});
