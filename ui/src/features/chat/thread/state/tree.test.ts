// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { Message } from "../../types";
import { endOf, pathTo, treeOf } from "./tree";

const message = (id: string, parentId: string | null): Message => ({
  id,
  parentId,
  role: id.startsWith("u") ? "user" : "assistant",
  content: id,
  state: "complete",
  createdAt: "2026-11-20T10:00:00Z",
  response: null,
  feedback: null,
});

// u1 ─ a1 ─ u2 ─ a2       the question edited (u3), its answer made twice (a3, a4)
//        └─ u3 ─ a3
//              └ a4
// v1                      the first message edited
const messages = [
  message("u1", null),
  message("a1", "u1"),
  message("u2", "a1"),
  message("a2", "u2"),
  message("u3", "a1"),
  message("a3", "u3"),
  message("v1", null),
  message("a4", "u3"),
];
const tree = treeOf(messages);
const ids = (activeId: string | null) => pathTo(tree, activeId).map((step) => step.message.id);

describe("the open branch", () => {
  test("goes from the beginning to the active message", () => {
    expect(ids("a2")).toEqual(["u1", "a1", "u2", "a2"]);
    expect(ids("a3")).toEqual(["u1", "a1", "u3", "a3"]);
    expect(ids("v1")).toEqual(["v1"]);
  });

  test("is the newest message's where none is active, or where the active one is gone", () => {
    expect(ids(null)).toEqual(["u1", "a1", "u3", "a4"]);
    expect(ids("gone")).toEqual(ids(null));
    expect(pathTo(treeOf([]), null)).toEqual([]);
  });

  test("knows of each message which version of how many it is", () => {
    expect(pathTo(tree, "a4").map(({ siblings, index }) => `${index + 1}/${siblings.length}`)).toEqual([
      "1/2",
      "1/1",
      "2/2",
      "2/2",
    ]);
  });
});

describe("a switch of branches", () => {
  test("leads to the end of the other branch, by its newest messages", () => {
    expect(endOf(tree, "u2")).toBe("a2");
    expect(endOf(tree, "u3")).toBe("a4");
    expect(endOf(tree, "u1")).toBe("a4");
    expect(endOf(tree, "v1")).toBe("v1");
  });
});

describe("a broken tree", () => {
  test("a message whose parent is gone begins a branch of its own", () => {
    const broken = treeOf([message("u1", null), message("a9", "lost")]);
    expect(pathTo(broken, "a9").map((step) => step.message.id)).toEqual(["a9"]);
    expect(pathTo(broken, "u1")[0]?.siblings).toEqual(["u1", "a9"]);
  });

  test("messages that are each other's parents end somewhere", () => {
    const circle = treeOf([message("u1", "a1"), message("a1", "u1")]);
    expect(pathTo(circle, "u1").length).toBeLessThanOrEqual(2);
    expect(["u1", "a1"]).toContain(endOf(circle, "u1"));
  });
});
