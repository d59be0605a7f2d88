// @vitest-environment node
import { describe, expect, test } from "vitest";
import { caveatsOf, parseAddress, type Caveat } from "./address";

describe("an address in a text", () => {
  test.each([
    ["https://example.com/bula?id=1", "example.com"],
    ["http://example.com:8080/", "example.com:8080"],
    ["mailto:ana%40example.com?subject=x", "ana@example.com"],
    ["mailto:100%", "100%"],
  ])("may be opened: %s", (href, host) => {
    expect(parseAddress(href)).toMatchObject({ host, mail: href.startsWith("mailto:") });
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "tauri://localhost",
    "//example.com",
    "/catalog/items",
    "#/settings",
    "mailto:",
    "",
  ])("is opened by nobody: %s", (href) => {
    expect(parseAddress(href)).toBeNull();
  });
});

describe("before an address is followed, a person is told", () => {
  const caveats = (href: string, text: string): Caveat[] | null => {
    const address = parseAddress(href);
    return address && caveatsOf(address, text);
  };

  test("that the text names another place than the address", () => {
    expect(caveats("https://evil.example/", "www.banco.com.br")).toEqual(["otherText"]);
    expect(caveats("https://evil.example/", "veja https://banco.com.br/conta")).toEqual(["otherText"]);
    expect(caveats("https://banco.com.br.evil.example/", "banco.com.br")).toEqual(["otherText"]);
  });

  test("nothing where the text names the same place, with or without www, port and path, or none", () => {
    expect(caveats("https://www.example.com/a", "example.com")).toEqual([]);
    expect(caveats("https://example.com:8443/a", "https://www.example.com/b")).toEqual([]);
    expect(caveats("https://example.com/", "a bula do produto")).toEqual([]);
    expect(caveats("https://example.com/", "dose de 2.5 L")).toEqual([]);
  });

  test("that letters of another script may look like it", () => {
    expect(caveats("https://ex\u0430mple.com/", "a bula")).toEqual(["lookalike"]);
    expect(caveats("https://ex\u0430mple.com/", "example.com")).toEqual(["otherText", "lookalike"]);
  });

  test("that what stands before the @ is no place, and that anybody on the way may read along", () => {
    expect(caveats("http://banco.com.br@evil.example/", "a conta")).toEqual(["userInfo", "plain"]);
    expect(caveats("https://:pw@example.com/", "a conta")).toEqual(["userInfo"]);
  });

  test("nothing of an address of mail", () => {
    expect(caveats("mailto:ana@example.com", "ana@outro.com")).toEqual([]);
  });
});
