import { QueryClientProvider } from "@tanstack/react-query";
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createQueryClient } from "../../api/client";
import { ToastArea } from "../../components/toast/ToastArea";
import { fetchTexts, showLanguage } from "../../i18n";
import { installBridge } from "../../test/app";
import { startServer, type ReceivedRequest, type TestServer } from "../../test/server";
import { Gallery } from "./Gallery";

const NAMES = ["frente.jpg", "verso.jpg", "rótulo <b>.jpg"];

let server: TestServer;
/** The order as the program has it. */
let stored: { version: number; ids: string[] };

/** A program with three pictures; an order over another version is refused. */
function answer({ method, path, body }: ReceivedRequest) {
  if (path === "/api/catalog/items/item/images") {
    if (method === "PUT") {
      const asked = JSON.parse(body) as { version: number; images: string[] };
      if (asked.version !== stored.version)
        return { status: 409, body: { code: "conflict", message: "Mudou nesse meio-tempo", details: {} } };
      stored = { version: stored.version + 1, ids: asked.images };
    }
    const images = stored.ids.map((id) => ({ id, name: NAMES[Number(id)] ?? "", width: 40, height: 30 }));
    return { body: { version: stored.version, images } };
  }
  return { status: 404, body: { code: "not_found", message: "?", details: null } };
}

beforeEach(async () => {
  stored = { version: 0, ids: ["0", "1", "2"] };
  server = await startServer(answer);
  installBridge(server);
  await showLanguage("pt-BR");
  await fetchTexts("files");
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MantineProvider env="test">
        <Gallery itemId="item" name="Azocipra" />
        <ToastArea />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole("list", { name: "Todas as fotos" });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const strip = () => within(screen.getByRole("list", { name: "Todas as fotos" }));
const places = () =>
  strip()
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label"));
const orders = () => server.received.filter(({ method }) => method === "PUT");

test("keys go along the photos and move one, which is stored once and taken back", async () => {
  const user = userEvent.setup();
  strip().getByRole("button", { name: "Foto principal: frente.jpg, 1 de 3" }).focus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  const label = strip().getByRole("button", { name: "Foto 3 de 3: rótulo <b>.jpg" });
  await waitFor(() => expect(label).toHaveFocus());
  expect(label).toHaveAttribute("aria-current", "true");
  await user.keyboard("{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}");
  expect(places()[0]).toBe("Foto principal: rótulo <b>.jpg, 1 de 3");
  await waitFor(() => expect(strip().getByRole("button", { name: /rótulo/ })).toHaveFocus());
  expect(screen.getByText("rótulo <b>.jpg é a foto 1 de 3.")).toBeInTheDocument();
  await screen.findByText("A ordem das fotos mudou.");
  expect(orders()).toHaveLength(1);
  expect(stored.ids).toEqual(["2", "0", "1"]);
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  await waitFor(() => expect(stored).toEqual({ version: 2, ids: ["0", "1", "2"] }));
  await waitFor(() => expect(places()[0]).toBe("Foto principal: frente.jpg, 1 de 3"));
});

test("where another person was first, their order is seen and nothing is written over it", async () => {
  stored = { version: 5, ids: ["1", "0", "2"] };
  const user = userEvent.setup();
  await user.click(strip().getByRole("button", { name: /rótulo/ }));
  await user.click(screen.getByRole("button", { name: "Tornar principal" }));
  expect(places()[0]).toBe("Foto principal: rótulo <b>.jpg, 1 de 3");
  expect(await screen.findByText("Mudou nesse meio-tempo")).toBeInTheDocument();
  await waitFor(() => expect(places()[0]).toBe("Foto principal: verso.jpg, 1 de 3"));
  expect(stored.version).toBe(5);
});

test("a small photo is dragged to its place, and a file that is dragged there is none", async () => {
  const data = new Map([["application/x-celeiro-picture", "2"]]);
  const drag = (types: string[]) => ({
    dataTransfer: { types, getData: (type: string) => (types.includes(type) ? (data.get(type) ?? "") : "") },
  });
  const first = strip().getByRole("button", { name: /frente/ });
  fireEvent.drop(first, drag(["Files"]));
  expect(places()[0]).toContain("frente.jpg");
  fireEvent.drop(first, drag(["application/x-celeiro-picture"]));
  expect(places()[0]).toContain("rótulo <b>.jpg");
  await waitFor(() => expect(stored.ids).toEqual(["2", "0", "1"]));
});
