import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { showLanguage } from "../../i18n";
import { healthy, installBridge } from "../../test/app";
import { startServer, type TestServer } from "../../test/server";
import { lazyPage } from "./lazyPage";

beforeAll(() => showLanguage("pt-BR"));

/** A page whose script comes only while `there()` holds, and how often it was asked for. */
function pageThat(there: () => boolean) {
  const asked = { times: 0 };
  const Page = lazyPage(() => {
    asked.times += 1;
    return there()
      ? Promise.resolve(({ name }: { name: string }) => <h1>{name}</h1>)
      : Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  });
  const open = () =>
    render(
      <MantineProvider env="test">
        <Suspense fallback="…">
          <Page name="Bancada" />
        </Suspense>
      </MantineProvider>,
    );
  return { Page, open, asked };
}

test("a page that does not come says so, and is asked for again when it is opened again", async () => {
  let there = false;
  const { open, asked } = pageThat(() => there);
  const { unmount } = open();
  expect(await screen.findByRole("alert")).toHaveTextContent("Esta página não pôde ser carregada");
  expect(screen.getByRole("button", { name: "Recarregar" })).toBeEnabled();
  expect(asked.times).toBe(1);
  unmount();

  there = true;
  open();
  expect(await screen.findByRole("heading", { name: "Bancada" })).toBeInTheDocument();
  expect(asked.times).toBe(2);
});

test("a page that did not come while the server was away comes by itself when it is back", async () => {
  let there = false;
  const { open, asked } = pageThat(() => there);
  open();
  expect(await screen.findByRole("alert")).toHaveTextContent("tenta de novo sozinha");
  there = true;
  expect(await screen.findByRole("heading", { name: "Bancada" })).toBeInTheDocument();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(asked.times).toBe(2);
});

describe("where the browser remembers that the script did not come", () => {
  const RELOADED_AT = "celeiro.reloadedAt";
  const object = (event: Event) => event.preventDefault();
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer(() => ({ hangUp: true }));
    installBridge(server);
  });
  afterEach(() => {
    window.removeEventListener("beforeunload", object);
    return server.close();
  });

  test("the page is loaded anew once the server answers, and not again at once", async () => {
    // jsdom does not load anything anew, and says so.
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const { open, asked } = pageThat(() => false);
    open();
    await waitFor(() => expect(server.received.length).toBeGreaterThan(0));
    expect(sessionStorage.getItem(RELOADED_AT)).toBeNull();
    server.handle(healthy());
    await waitFor(() => expect(sessionStorage.getItem(RELOADED_AT)).not.toBeNull());
    const first = sessionStorage.getItem(RELOADED_AT);
    const before = asked.times;
    await waitFor(() => expect(asked.times).toBeGreaterThan(before));
    expect(sessionStorage.getItem(RELOADED_AT)).toBe(first);
    said.mockRestore();
  });

  test("but not once the person has gone elsewhere", async () => {
    server.handle(() => ({ silent: true }));
    const { open } = pageThat(() => false);
    const { unmount } = open();
    await waitFor(() => expect(server.received.length).toBeGreaterThan(0));
    unmount();
    await waitFor(() => expect(server.aborted()).toBe(1));
    expect(sessionStorage.getItem(RELOADED_AT)).toBeNull();
  });

  test("but not while something would be lost", async () => {
    window.addEventListener("beforeunload", object);
    server.handle(healthy());
    const { open, asked } = pageThat(() => false);
    open();
    await waitFor(() => expect(asked.times).toBeGreaterThan(2));
    expect(sessionStorage.getItem(RELOADED_AT)).toBeNull();
  });
});

test("a page that was fetched before is drawn at once", async () => {
  const { Page, open, asked } = pageThat(() => true);
  await Page.preload();
  open();
  expect(screen.getByRole("heading", { name: "Bancada" })).toBeInTheDocument();
  expect(asked.times).toBe(1);
});
