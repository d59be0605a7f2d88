import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { healthy, renderApp } from "../../test/app";
import { startServer, type TestServer } from "../../test/server";

let server: TestServer;

beforeEach(async () => {
  server = await startServer(healthy());
});
afterEach(() => server.close());

test("the focus goes back where it was, at the first closing as at any other", async () => {
  const { user } = await renderApp(server);
  const box = await screen.findByRole("textbox", { name: "Buscar no catálogo" });
  await waitFor(() => expect(box).toHaveFocus());
  for (let opening = 1; opening <= 2; opening++) {
    await user.keyboard("{Control>}k{/Control}");
    await waitFor(() => expect(screen.getByPlaceholderText("Digite uma ação ou uma busca…")).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByPlaceholderText("Digite uma ação ou uma busca…")).toBeNull());
    await waitFor(() => expect(box).toHaveFocus());
  }
});
