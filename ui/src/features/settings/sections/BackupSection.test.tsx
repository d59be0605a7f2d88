/** Daily backups on the page of settings: the last one, the failure, and one made now. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { healthy, renderApp } from "../../../test/app";
import { startServer, type TestServer } from "../../../test/server";

const state = {
  enabled: true,
  folder: "/home/ana/celeiro/backups",
  count: 3,
  last: {
    file: "/home/ana/celeiro/backups/celeiro-2026-11-28.tar",
    madeAt: "2026-11-28T12:00:00Z",
    bytes: 6_500_000,
  },
  failure: { at: "2026-11-29T12:00:00Z", code: "disk_full", message: "O disco está cheio" },
};
let server: TestServer;
beforeEach(async () => {
  server = await startServer(
    healthy(({ method, path }) => {
      if (!path.startsWith("/api/backups")) return undefined;
      return method === "POST" ? { body: { bytes: 7_000_000 } } : { body: state };
    }),
  );
});
afterEach(() => server.close());

test("the last backup and the failure are told, and one is made now under an id of its own", async () => {
  const user = userEvent.setup();
  await renderApp(server, "#/settings");
  expect(await screen.findByText("O disco está cheio")).toBeInTheDocument();
  expect(screen.getByText("/home/ana/celeiro/backups")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Fazer backup agora" }));
  expect(await screen.findByText(/^O backup foi feito/)).toBeInTheDocument();
  const asked = server.received.find(
    ({ method, path }) => method === "POST" && path.startsWith("/api/backups"),
  );
  await waitFor(() => expect(JSON.stringify(asked)).toContain("measureId"));
});
