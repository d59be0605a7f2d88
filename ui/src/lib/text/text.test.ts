import { describe, expect, test } from "vitest";
import {
  cleanText,
  fold,
  hasTerm,
  highlightSegments,
  nullIfBlank,
  plainExcerpt,
  putMatchingFirst,
} from "./text";

const markTerms = (text: string, terms: string[]) =>
  highlightSegments(text, terms)
    .map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
    .join("");

describe("cleanText", () => {
  test("drops what does not print but can disguise", () => {
    expect(cleanText("a\u202Egnp.exe\u0000\u200Bb")).toBe("agnp.exeb");
  });
  test("keeps line breaks, tabs and joined emoji", () => {
    expect(cleanText("a\n\tb 👩‍🌾")).toBe("a\n\tb 👩‍🌾");
  });
});

test("folding compares as the search does", () => {
  expect(fold("AÇÚCAR")).toBe(fold("acucar"));
});

test("tags with a word of the query stand first, whatever their accents, and keep their order", () => {
  const tags = ["milho", "Ferrugem-da-soja", "trigo", "SÓJA"];
  expect(putMatchingFirst(tags, ["soja"])).toEqual(["Ferrugem-da-soja", "SÓJA", "milho", "trigo"]);
  expect(putMatchingFirst(tags, [])).toEqual(tags);
  expect(hasTerm("Açúcar mascavo", ["ACUCAR"])).toBe(true);
  expect(hasTerm("Açúcar mascavo", ["sal"])).toBe(false);
});

test("a blank field is sent as an absent one, and a filled one as it was typed", () => {
  expect(nullIfBlank(" \t\n")).toBeNull();
  expect(nullIfBlank("")).toBeNull();
  expect(nullIfBlank(" a ")).toBe(" a ");
});

test("an excerpt of Markdown is read without its signs", () => {
  for (const [markdown, plain] of [
    ["…**Ferrugen 200 SC** · R$ 100,00 [1] - **Outro", "…Ferrugen 200 SC · R$ 100,00 Outro"],
    ["## Dose `2 L` de [bula](https://x.y) _nota_", "Dose 2 L de bula nota"],
    ["2,4-D a 5 * 3 e snake_case", "2,4-D a 5 3 e snake_case"],
    ["cem \\*por\\* cento", "cem *por* cento"],
  ] as const)
    expect(plainExcerpt(markdown)).toBe(plain);
});

describe("highlightSegments", () => {
  test("marks the original spelling of a folded term", () => {
    expect(markTerms("Ferrugem-asiática da Soja", ["asiatica", "soja"])).toBe(
      "Ferrugem-[asiática] da [Soja]",
    );
  });
  test("marks a word to its end, not half of it", () => {
    expect(markTerms("Glifosato 480: herbicidas", ["glifosat", "herbicid"])).toBe(
      "[Glifosato] 480: [herbicidas]",
    );
    expect(markTerms("sojicultura", ["soj"])).toBe("[soj]icultura");
  });
  test("finds letters written with combining marks", () => {
    expect(markTerms("a\u0301gua limpa", ["agua"])).toBe("[a\u0301gua] limpa");
  });
  test("prefers the start of words", () => {
    expect(markTerms("chuva na uva", ["uva"])).toBe("chuva na [uva]");
  });
  test("marks inside a word where there is no other place", () => {
    expect(markTerms("guarda-chuva", ["uva"])).toBe("guarda-ch[uva]");
  });
  test("joins overlapping terms", () => {
    expect(markTerms("fungicidas", ["fungicida", "fungicidas"])).toBe("[fungicidas]");
  });
  test("loses nothing of the text, whatever the terms", () => {
    const text = "ﬁltro Ⅳ 2,4-D İzmir <b>x</b> 🌾 ß";
    for (const terms of [[], ["filtro"], ["iv"], ["i"], ["zmir", "b", "2,4-d"], ["🌾"]]) {
      const whole = highlightSegments(text, terms)
        .map((segment) => segment.text)
        .join("");
      expect(whole).toBe(text);
    }
  });
  // Time that grew with the square of the length would run into the limit of the test itself.
  test("a long text with many terms is marked to its end", () => {
    const segments = highlightSegments("soja milho ".repeat(20_000), ["soja", "milho", "xyz"]);
    expect(segments.filter(({ hit }) => hit)).toHaveLength(40_000);
  });
});
