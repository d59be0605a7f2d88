import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "../../../../test/app";
import { serveSheet } from "../../../../test/sheet";

const sheet = serveSheet(3);
const tags = () => sheet.catalog.find("i001")?.tags;

test("a tag with a comma stays one beside a tag that is added in the form", async () => {
  sheet.catalog.change("i001", { tags: ["a, b", "c"] });
  const { user } = await renderApp(sheet.server, "#/catalog/items?item=i001");
  await user.click(await screen.findByLabelText("Etiquetas", { selector: "input" }));
  await user.keyboard("minha{Enter}d, e{Control>}s{/Control}");
  await waitFor(() => expect(tags()).toEqual(["a, b", "c", "minha", "d", "e"]));
});

test("a tag with a comma stands in quotes in the field of its cell, and stays one", async () => {
  sheet.catalog.change("i001", { tags: ["a, b", "c"] });
  const { user } = await sheet.open();
  await user.keyboard("{ArrowRight>6/}{F2}");
  const field = screen.getByRole("textbox", { name: /Etiquetas/ });
  expect(field).toHaveValue('"a, b"; c');
  await user.keyboard("{End}; minha{Enter}");
  await waitFor(() => expect(tags()).toEqual(["a, b", "c", "minha"]));
  expect(await screen.findByText(/minha/)).toBeInTheDocument();
});

test("a cell that holds such a tag is copied as the import reads it, and pasted as it was", async () => {
  sheet.catalog.change("i001", { tags: ["a, b", "c"] });
  const { user } = await sheet.open();
  await user.keyboard("{ArrowRight>6/}{Control>}c{/Control}");
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('"[""a, b"",""c""]"'));
  await user.keyboard("{ArrowDown}{Control>}v{/Control}");
  await user.paste('"[""a, b"",""c""]"');
  await waitFor(() => expect(sheet.catalog.find("i002")?.tags).toEqual(["a, b", "c"]));
});
