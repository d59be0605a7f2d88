// @vitest-environment node
import { describe, expect, test } from "vitest";
import { item } from "../../../../test/records";
import { completeItem, findItemBegun, offerCommands, parseInput, pickItem, splitItems } from "./commands";

const command = (id: string, argument = "") => ({ kind: "command", id, argument });
const message = (text: string) => ({ kind: "text", text });
const unknown = (name: string) => ({ kind: "unknown", name });

describe("a text", () => {
  test.each([
    ["/busca fungicida soja", command("search", "fungicida soja")],
    ["/search rust", command("search", "rust")],
    ["  /BUSCA  ferrugem \n", command("search", "ferrugem")],
    ["/búsca x", command("search", "x")],
    ["/item DEMO-FUN-0028", command("item", "DEMO-FUN-0028")],
    ["/comparar a,\nb", command("compare", "a,\nb")],
    ["/compare a and b", command("compare", "a and b")],
    ["/ajuda", command("help")],
    ["/help ", command("help")],
    ["/busca /5 L", command("search", "/5 L")],
    ["/xyz", unknown("xyz")],
    ["/memoria de João", command("memory", "de João")],
    ["/Memória", command("memory")],
    ["/lembretes", command("reminders")],
    ["/reminders", command("reminders")],
    ["/cofre qual a senha?", command("vault", "qual a senha?")],
    ["/cofre: qual a senha?", command("vault", "qual a senha?")],
    ["/Vault,\nqual a senha?", command("vault", "qual a senha?")],
    ["/cofre:4711", command("vault", "4711")],
    ["/cofre?", command("vault")],
    ["/buscas x", unknown("buscas")],
    ["/constructor", unknown("constructor")],
  ])("%j is a command, or would be one", (text, expected) => {
    expect(parseInput(text)).toEqual(expected);
  });

  test.each([
    ["fungicida?", "fungicida?"],
    ["", ""],
    ["/", "/"],
    ["/ 5 L", "/ 5 L"],
    ["/5 L", "/5 L"],
    ["/home/ana/bula.pdf", "/home/ana/bula.pdf"],
    ["/<script>", "/<script>"],
    ["quanto sai por ha / 5 L", "quanto sai por ha / 5 L"],
    ["veja\n/busca soja", "veja\n/busca soja"],
    ["//busca soja", "/busca soja"],
    ["//texto", "/texto"],
    ["//cofre: x", "/cofre: x"],
    ["/texto: x", "/texto: x"],
    ["/item.pdf", "/item.pdf"],
    ["// 5 L", "// 5 L"],
    ["//exemplo.com/a", "//exemplo.com/a"],
    ["///busca", "///busca"],
    ["x/busca soja", "x/busca soja"],
  ])("%j is the message %j", (text, sent) => {
    expect(parseInput(text)).toEqual(message(sent));
  });

  test("of any length is read at once", () => {
    const began = process.cpuUsage();
    for (const text of ["/", "/a", "/comparar ,", "/item a ", "//a"]) {
      const long = text + text.slice(-1).repeat(200_000);
      parseInput(long);
      splitItems(long);
      findItemBegun(long);
    }
    // Time of the processor, in µs: the clock also counts what else the machine does.
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  });
});

describe("names", () => {
  const offer = (text: string, language: "pt-BR" | "en" = "pt-BR", isPersonalOn = false) =>
    offerCommands(text, language, isPersonalOn).map(({ name }) => name);
  test.each([
    ["/", "pt-BR", ["busca", "item", "comparar", "ajuda"]],
    ["/", "en", ["search", "item", "compare", "help"]],
    ["/Co", "pt-BR", ["comparar"]],
    ["/compare", "pt-BR", ["compare"]],
    ["/se", "pt-BR", ["search"]],
    ["/bus", "en", ["busca"]],
    ["/mem", "pt-BR", []],
    ["/item ", "pt-BR", []],
    ["//", "pt-BR", []],
    ["/ ", "pt-BR", []],
    ["a/", "pt-BR", []],
    ["", "pt-BR", []],
  ] as const)("%j in %s offers %j", (text, language, names) => {
    expect(offer(text, language)).toEqual(names);
  });

  test("of the personal assistant are offered while it is on", () => {
    expect(offer("/", "pt-BR", true)).toEqual([
      "busca",
      "item",
      "comparar",
      "memoria",
      "lembretes",
      "cofre",
      "ajuda",
    ]);
    expect(offer("/mem", "pt-BR", true)).toEqual(["memoria"]);
    expect(offer("/rem", "pt-BR", true)).toEqual(["reminders"]);
  });
});

describe("items to compare", () => {
  test.each([
    ["A, B", ["A", "B"]],
    ["A,B;C\nD", ["A", "B", "C", "D"]],
    ["2,4-D amina, glifosato", ["2,4-D amina", "glifosato"]],
    ["2,4-D,10-10-10", ["2,4-D", "10-10-10"]],
    ["galão 1,5 L, galão 2,5 L", ["galão 1,5 L", "galão 2,5 L"]],
    ["ureia e MAP", ["ureia", "MAP"]],
    ["urea and MAP", ["urea", "MAP"]],
    ["ureia x MAP vs. KCl", ["ureia", "MAP", "KCl"]],
    ["bota e luva, avental", ["bota e luva", "avental"]],
    ["Ureia, ureia", ["Ureia"]],
    ["A, B, a, C", ["A", "B", "C"]],
    [" , A ,, ", ["A"]],
    ["", []],
  ])("%j are %j", (argument, parts) => {
    expect(splitItems(argument)).toEqual(parts);
  });

  test.each([
    ["/item glif", "glif", "/item "],
    ["/item ", "", "/item "],
    ["/comparar ure", "ure", "/comparar "],
    ["/comparar A, be ", "be", "/comparar A, "],
    ["/compare 2,4-D", "2,4-D", "/compare "],
    ["  /comparar A;B", "B", "  /comparar A;"],
  ])("the name begun in %j is %j", (text, typed, before) => {
    expect(findItemBegun(text)).toMatchObject({ typed, from: before.length });
  });

  test.each(["/item", "/busca glif", "glif", "/ajuda x"])("no name is begun in %j", (text) => {
    expect(findItemBegun(text)).toBeNull();
  });

  test.each([
    ["/comparar ure", "Ureia\n 45%", "/comparar Ureia 45%, "],
    ["/comparar Ureia 45%, ma", "MAP", "/comparar Ureia 45%, MAP"],
    ["/compare , ma", "MAP", "/compare , MAP, "],
  ])("%j with %j is %j", (text, name, complete) => {
    const begun = findItemBegun(text);
    expect(begun && completeItem(text, begun, name)).toBe(complete);
  });
});

describe("the item that is meant", () => {
  const items = [
    item("1", { externalId: "DEMO-FUN-0028", name: "Ferrugen 200 SC galão 5 L" }),
    item("2", { externalId: "DEMO-FUN-0029", name: "Ferrugen 200 SC galão 20 L" }),
    item("3", { externalId: null, name: "Óleo Mineral" }),
  ];
  test.each([
    ["demo-fun-0028", "1"],
    ["fun-0029", "2"],
    ["0029", "2"],
    ["ferrugen 200 sc galao 5 l", "1"],
    ["oleo", "3"],
    ["ferrugen 20 L", "2"],
    ["ferrugen", undefined],
    ["xyz", undefined],
    ["--", undefined],
  ])("by %j is %s", (text, id) => {
    expect(pickItem(items, text)?.id).toBe(id);
  });
});
