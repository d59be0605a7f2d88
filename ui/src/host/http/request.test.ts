import { expect, test } from "vitest";
import { commandName, toHttpRequest } from "./request";

const route = (method: "GET" | "POST" | "PUT" | "DELETE", path: string) => ({
  method,
  path,
  provides: [],
  invalidates: [],
});

test("names travel between the two spellings", () => {
  expect(commandName("status")).toBe("status");
  expect(commandName("list_profiles")).toBe("listProfiles");
});

test("the bytes of a file are the body as they are, with the rest beside them", () => {
  const bytes = new Uint8Array([97, 98, 99]);
  expect(toHttpRequest(route("PUT", "/api/uploads/{id}"), { id: "u", offset: 0, data: bytes })).toEqual({
    method: "PUT",
    path: "/api/uploads/u?offset=0",
    body: bytes,
  });
});

test("a path takes its part of the request, escaped", () => {
  expect(toHttpRequest(route("GET", "/api/items/{id}"), { id: "a/b c", lang: "en" })).toEqual({
    method: "GET",
    path: "/api/items/a%2Fb%20c?lang=en",
    body: null,
  });
});

test("a query string leaves out what is absent and repeats lists", () => {
  const { path } = toHttpRequest(route("GET", "/api/items"), {
    a: null,
    b: undefined,
    tag: ["x", "y&z"],
    n: 0,
    on: false,
    q: "",
  });
  expect(path).toBe("/api/items?tag=x&tag=y%26z&n=0&on=false&q=");
});

test("an object in a query string travels as JSON", () => {
  const { path } = toHttpRequest(route("GET", "/api/items"), { filters: { category: ["a"] } });
  expect(new URLSearchParams(path.split("?")[1]).get("filters")).toBe('{"category":["a"]}');
});

test("a method with a body sends the rest of the request as JSON", () => {
  expect(toHttpRequest(route("PUT", "/api/items/{id}"), { id: "1", name: "x", price: null })).toEqual({
    method: "PUT",
    path: "/api/items/1",
    body: '{"name":"x","price":null}',
  });
  expect(toHttpRequest(route("DELETE", "/api/items/{id}"), { id: "1", version: 3 }).path).toBe(
    "/api/items/1?version=3",
  );
});
