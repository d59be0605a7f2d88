import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { showLanguage } from "../i18n";
import { installBridge } from "../test/app";
import { item, status } from "../test/records";
import { startServer, type TestServer } from "../test/server";
import { createQueryClient } from "./client";
import { useCommandMutation, useCommandQuery } from "./hooks";

let server: TestServer;
beforeEach(async () => {
  await showLanguage("pt-BR");
  server = await startServer(({ path }) => {
    if (path.startsWith("/api/catalog/items/")) return { body: item("a") };
    return { body: path.startsWith("/api/health") ? status : [] };
  });
  installBridge(server);
});
afterEach(() => server.close());

function setUp() {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(
    () => ({
      item: useCommandQuery("getItem", { id: "a" }),
      status: useCommandQuery("status", {}),
      config: useCommandQuery("getConfig", {}),
      remove: useCommandMutation("deleteItem"),
    }),
    { wrapper },
  );
}
const askedPaths = (path: string) =>
  server.received.filter((one) => one.method === "GET" && one.path.startsWith(path)).length;

test("a write refreshes what it is declared to spoil, and nothing else", async () => {
  const { result } = setUp();
  await waitFor(() => {
    const { config, item, status } = result.current;
    expect(config.isSuccess && item.isSuccess && status.isSuccess).toBe(true);
  });
  await act(() => result.current.remove.mutateAsync({ id: "a" }));
  await waitFor(() => expect(askedPaths("/api/catalog/items/a")).toBe(2));
  await waitFor(() => expect(askedPaths("/api/health")).toBeGreaterThan(1));
  expect(askedPaths("/api/config")).toBe(1);
});

test("a refused write is an error with its code, and spoils nothing", async () => {
  const { result } = setUp();
  await waitFor(() => expect(result.current.item.isSuccess && result.current.config.isSuccess).toBe(true));
  server.handle(() => ({ status: 409, body: { code: "conflict", message: "Alterado", details: null } }));
  await act(async () => {
    await expect(result.current.remove.mutateAsync({ id: "a" })).rejects.toMatchObject({
      code: "conflict",
      message: "Alterado",
    });
  });
  expect(askedPaths("/api/catalog/items/a")).toBe(1);
});
