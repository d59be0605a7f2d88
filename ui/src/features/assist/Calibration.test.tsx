/** The check of suggestions: how far it is while it runs, and the way to end it. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { healthy, renderApp } from "../../test/app";
import { startServer, type TestServer } from "../../test/server";

let server: TestServer;
beforeEach(async () => {
  server = await startServer(
    healthy(({ path }) => {
      if (path.startsWith("/api/catalog/assist-check")) return { silent: true };
      if (path.startsWith("/api/measurements/")) return { body: { done: 3, total: 150 } };
      return undefined;
    }),
  );
});
afterEach(() => server.close());

test("the check says how many items it has done, and is ended at the program too", async () => {
  const user = userEvent.setup();
  await renderApp(server, "#/catalog/review");
  await user.click(await screen.findByRole("button", { name: "Medir neste catálogo" }));
  expect(await screen.findByText("3 de 150 itens")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Cancelar a medição" }));
  await waitFor(() => expect(screen.queryByText("3 de 150 itens")).not.toBeInTheDocument());
  const asked = server.received.find(({ path }) => path.startsWith("/api/catalog/assist-check"));
  const id = new URLSearchParams(asked?.path.split("?")[1]).get("measureId");
  await waitFor(() =>
    expect(server.received).toContainEqual(
      expect.objectContaining({ method: "DELETE", path: `/api/measurements/${id ?? ""}` }),
    ),
  );
  expect(screen.getByRole("button", { name: "Medir neste catálogo" })).toBeEnabled();
});
