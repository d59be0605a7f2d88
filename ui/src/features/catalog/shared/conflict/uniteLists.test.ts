import { expect, test } from "vitest";
import { uniteLists } from "./uniteLists";

const BASE = ["soja", "milho"];

test("what each of two people put in stands in both's list", () => {
  expect(uniteLists(BASE, ["soja", "milho", "deles"], ["soja", "milho", "meu"])).toEqual({
    values: ["soja", "milho", "deles", "meu"],
    isCertain: true,
  });
});

test("what either took out is in it no more", () => {
  expect(uniteLists(["a", "b", "c"], ["b", "c", "d"], ["a", "c"])).toEqual({
    values: ["c", "d"],
    isCertain: true,
  });
});

test("a value that both put in stands once, also in another spelling", () => {
  expect(uniteLists([], ["Feijão", "soja"], ["feijao", "milho"]).values).toEqual(["Feijão", "soja", "milho"]);
});

test("a changed spelling takes the place of the old one", () => {
  expect(uniteLists(["soja"], ["soja", "milho"], ["Soja"])).toEqual({
    values: ["milho", "Soja"],
    isCertain: true,
  });
});

test.each([
  ["one value became another for each of them", ["soja"], ["sojas"], ["soja RR"]],
  ["one emptied the list", ["soja"], [], ["soja", "milho"]],
  ["one changed the order", ["a", "b"], ["b", "a"], ["a", "b", "c"]],
])("is for a person to choose where %s", (_, base, theirs, mine) => {
  expect(uniteLists(base, theirs, mine).isCertain).toBe(false);
});
