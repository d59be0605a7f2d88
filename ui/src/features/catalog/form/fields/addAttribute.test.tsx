/** Attributes that are offered to be added where people have defined fields. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "../../../../test/app";
import { serveSheet } from "../../../../test/sheet";

const sheet = serveSheet(3);
const openItem = (id: string) => renderApp(sheet.server, `#/catalog/items?item=${id}`);
const field = (label: string) => screen.findByLabelText(label, { selector: "input, textarea" });

test("the name of a defined field adds its attribute, not a second one beside it", async () => {
  const teor = {
    ...{
      id: "f1",
      key: "teor_g_l",
      name: "Teor",
      unit: "g/L",
      fieldType: "number",
      allowed: [],
      group: null,
    },
    ...{
      position: 0,
      filterable: true,
      searchWeight: "normal",
      requiredIn: [],
      expectedIn: [],
      version: 1,
      updatedBy: "ana",
    },
    updatedAt: "2026-05-04T10:00:00Z",
  };
  sheet.server.handle(
    sheet.catalog.handler(({ path }) => (path === "/api/catalog/fields" ? { body: [teor] } : undefined)),
  );
  const { user } = await openItem("i001");
  await user.type(await field("Outro atributo"), "teor");
  expect(await screen.findByRole("option", { name: "Teor (g/L)" })).toBeInTheDocument();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.getElementById("item-field-attributes.teor_g_l")).toHaveFocus());
});

test("what stands in the form because the category wants it is not offered to be added", async () => {
  const category = sheet.catalog.find("i001")?.category ?? "";
  const wanted = { id: "f1", key: "teor_g_l", name: "Teor", unit: "g/L", fieldType: "text", group: null };
  const field = { ...wanted, allowed: [], requiredIn: [category], expectedIn: [], filterable: true };
  sheet.server.handle(
    sheet.catalog.handler(({ path }) => {
      if (path === "/api/catalog/fields") return { body: [field] };
      const attributes = [{ key: "teor_g_l" }, { key: "cor" }];
      return path === "/api/catalog/columns" ? { body: { attributes } } : undefined;
    }),
  );
  await openItem("i001");
  const offered = within(await screen.findByRole("group", { name: /^Comuns/ }));
  await waitFor(() => expect(document.getElementById("item-field-attributes.teor_g_l")).not.toBeNull());
  await waitFor(() => expect(offered.queryByRole("button", { name: /^Teor/ })).toBeNull());
  expect(offered.getByRole("button", { name: "Cor" })).toBeInTheDocument();
});
