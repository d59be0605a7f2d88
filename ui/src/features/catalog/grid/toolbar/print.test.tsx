/** Printing what is in sight. */
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { serveSheet } from "../../../../test/sheet";

const sheet = serveSheet(5);
const FILE = { id: "p1", name: "etiquetas-2026-11-29.pdf", mediaType: "application/pdf", sizeBytes: 4 };
const TOO_LARGE = { code: "print_too_large", message: "No máximo 5000 itens", details: null };

afterEach(() => vi.restoreAllMocks());

test("labels with the prices of a list are saved, and a refusal stays in the dialog", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => "blob:";
  URL.revokeObjectURL = () => undefined;
  let isRefused = true;
  sheet.special = ({ path }) => {
    if (path === "/api/price-lists") return { body: [{ id: "l1", name: "Atacado <b>" }] };
    if (path === "/api/exports/print") return isRefused ? { status: 422, body: TOO_LARGE } : { body: FILE };
    return path.startsWith("/api/downloads/") ? { body: { data: btoa("%PDF"), sizeBytes: 4 } } : undefined;
  };
  const { user } = await sheet.open();
  await user.click(screen.getByRole("button", { name: "Imprimir…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Imprimir" }));
  await user.click(dialog.getByRole("radio", { name: "Etiquetas de gôndola" }));
  await dialog.findByRole("option", { name: "Atacado <b>" });
  await user.selectOptions(dialog.getByRole("combobox", { name: "Preços" }), "l1");
  await user.click(dialog.getByRole("button", { name: "Salvar PDF" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("No máximo 5000 itens");
  isRefused = false;
  await user.click(dialog.getByRole("button", { name: "Salvar PDF" }));
  await waitFor(() => expect(saved).toEqual([FILE.name]));
  const sent = sheet.server.received.filter(({ path }) => path === "/api/exports/print");
  expect(JSON.parse(sent.at(-1)?.body ?? "null")).toMatchObject({
    form: "labels",
    list: "l1",
    query: { filters: [] },
  });
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Imprimir" })).toBeNull());
});
