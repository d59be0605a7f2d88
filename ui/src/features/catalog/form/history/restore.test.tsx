/** A state of the past takes the whole form; what was typed there can be had again. */
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "../../../../test/app";
import { serveSheet } from "../../../../test/sheet";

const sheet = serveSheet(2);
const name = () => screen.findByLabelText("Nome*", { selector: "input" });

test("what was typed before a state of the past was brought into the form comes back", async () => {
  sheet.catalog.change("i001", { description: "Um" });
  sheet.catalog.change("i001", { description: "Dois" });
  const { user } = await renderApp(sheet.server, "#/catalog/items?item=i001");
  await user.type(await name(), " digitado");
  await user.click(screen.getByRole("button", { name: "Histórico" }));
  await user.click(await screen.findByRole("button", { name: "Trazer este estado para o formulário" }));
  expect(await name()).toHaveValue("Produto 001");
  const remark = await screen.findByText("Alterações não salvas descartadas.");
  const undo = remark.closest("[data-tone]")?.querySelector("button");
  if (!undo) throw new Error("the remark has no way back");
  await user.click(undo);
  await waitFor(async () => expect(await name()).toHaveValue("Produto 001 digitado"));
});
