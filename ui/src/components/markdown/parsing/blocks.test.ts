// @vitest-environment node
import { describe, expect, test } from "vitest";
import { cutBlocks, EMPTY_CUT } from "./blocks";
import { settleMarkdown } from "./settled";

const TEXT = [
  "# Título",
  "Um parágrafo\ncom duas linhas.",
  "- um\n- dois\n\n  ainda dois\n- três",
  "Depois:",
  "   1. recuado\n   2. também",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "```\ncódigo\n\n# não é título\n```",
  "> citação\nque continua",
  "Fim.",
].join("\n\n");

describe("cutting a text into blocks", () => {
  test("gives the same blocks however it grew", () => {
    const whole = cutBlocks(TEXT).blocks;
    for (const step of [1, 3, 7, 50]) {
      let last = EMPTY_CUT;
      for (let length = 0; length <= TEXT.length; length += step)
        last = cutBlocks(TEXT.slice(0, length), last);
      last = cutBlocks(TEXT, last);
      expect(last.blocks, `step ${step}`).toEqual(whole);
    }
    expect(whole.map(({ text }) => text.split("\n")[0]?.trim())).toEqual([
      "# Título",
      "Um parágrafo",
      "- um",
      "Depois:",
      "1. recuado",
      "| a | b |",
      "```",
      "> citação",
      "Fim.",
    ]);
  });

  test("leaves finished blocks the very same objects, so that they are not drawn again", () => {
    const before = cutBlocks("um\n\ndois\n\ntr");
    const after = cutBlocks("um\n\ndois\n\ntrês", before);
    expect(after.blocks[0]).toBe(before.blocks[0]);
    expect(after.blocks[1]).toBe(before.blocks[1]);
    expect(after.blocks[2]).not.toBe(before.blocks[2]);
  });

  test("starts anew where the text is another", () => {
    expect(cutBlocks("outro", cutBlocks("um\n\ndois")).blocks).toEqual([{ from: 0, text: "outro" }]);
  });
});

describe("the end of a growing text", () => {
  test.each([
    ["Preço [", "Preço "],
    ["Preço [1", "Preço "],
    ["Preço [1]", "Preço [1]"],
    ["veja [o site](https://exa", "veja "],
    ["um **negr", "um **negr**"],
    ["um **negrito**", "um **negrito**"],
    ["um **negrito ", "um **negrito**"],
    ["código `a", "código `a`"],
    ["```\nlet a = `x", "```\nlet a = `x"],
    ["lista\n- ", "lista"],
  ])("%j is shown as %j", (text, expected) => {
    expect(settleMarkdown(text)).toBe(expected);
  });

  // Time that grew with the square of the length would run into the limit of the test itself.
  test("comes to an end, whatever it holds", () => {
    for (const text of [
      "[".repeat(50_000),
      "![a](".repeat(20_000),
      "*".repeat(50_000),
      "\n-".repeat(50_000),
    ]) {
      expect(text.startsWith(settleMarkdown(text).slice(0, 1_000))).toBe(true);
    }
  });
});
