/** What a category expects of its items, as the form has it: seen, chosen, taken back. */
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "../../../../test/app";
import { holdAnswers } from "../../../../test/server";
import { serveSheet } from "../../../../test/sheet";

const sheet = serveSheet(3);
const openItem = (id: string) => renderApp(sheet.server, `#/catalog/items?item=${id}`);

/** An attribute of a category that has four items. */
function attribute(key: string, items: number, expected: boolean) {
  return { key, items, share: items / 4, expected, own: expected, inheritedFrom: null };
}

test("what the category expects is shown with its share, chosen, and taken back", async () => {
  const sent: unknown[] = [];
  const makeExpectation = (expected: boolean) => ({
    category: "Fungicidas",
    items: 4,
    attributes: [attribute("dose", 3, true), attribute("formulacao", 1, expected)],
    settled: { origin: "counted", actor: null, items: 5, at: "2026-05-03T12:00:00Z", before: ["cor"] },
  });
  sheet.server.handle(
    sheet.catalog.handler(({ method, path, body }) => {
      if (!path.startsWith("/api/catalog/expectation")) return undefined;
      if (method === "POST") sent.push((JSON.parse(body) as { attributes: unknown }).attributes);
      return { body: makeExpectation(sent.length > 0) };
    }),
  );
  const { user } = await openItem("i001");
  await user.click(await screen.findByRole("button", { name: "O que se espera de Fungicidas" }));
  expect(await screen.findByText(/Marcado está o que ao menos metade tinha/)).toBeInTheDocument();
  expect(screen.getByLabelText(/Dose\s+75\s?% · 3 itens/)).toBeChecked();
  expect(screen.getByRole("button", { name: "Guardar o esperado" })).toBeDisabled();
  await user.click(screen.getByLabelText(/Formulacao|Formulação/));
  await user.click(screen.getByRole("button", { name: "Guardar o esperado" }));
  await waitFor(() => expect(sent).toEqual([["dose", "formulacao"]]));
  const press = async (name: string) => {
    await waitFor(() => expect(screen.getByRole("button", { name })).toBeEnabled());
    await user.click(screen.getByRole("button", { name }));
  };
  await press("Voltar ao anterior");
  await waitFor(() => expect(sent).toHaveLength(2));
  await press("Contar de novo");
  await waitFor(() => expect(sent).toEqual([["dose", "formulacao"], ["cor"], null]));
});

test("what a category above expects is ticked, said to be inherited, and not sent as the category's own", async () => {
  const sent: unknown[] = [];
  const body = {
    category: "Fungicidas",
    items: 4,
    attributes: [
      { ...attribute("dose", 3, true), own: false, inheritedFrom: "Defensivos" },
      attribute("formulacao", 1, false),
    ],
    settled: null,
  };
  sheet.server.handle(
    sheet.catalog.handler((request) => {
      if (!request.path.startsWith("/api/catalog/expectation")) return undefined;
      if (request.method === "POST")
        sent.push((JSON.parse(request.body) as { attributes: unknown }).attributes);
      return { body };
    }),
  );
  const { user } = await openItem("i001");
  await user.click(await screen.findByRole("button", { name: "O que se espera de Fungicidas" }));
  const inherited = await screen.findByLabelText(/Dose.*herdado de Defensivos/);
  expect(inherited).toBeChecked();
  expect(inherited).toBeDisabled();
  await user.click(screen.getByLabelText(/Formulacao|Formulação/));
  await user.click(screen.getByRole("button", { name: "Guardar o esperado" }));
  await waitFor(() => expect(sent).toEqual([["formulacao"]]));
});

test("what is ticked while an expectation is being stored stays ticked", async () => {
  const storing = holdAnswers();
  const found = {
    category: "Fungicidas",
    items: 4,
    attributes: [attribute("dose", 3, true), attribute("formulacao", 1, false)],
    settled: null,
  };
  let stored = found;
  sheet.server.handle(
    sheet.catalog.handler(({ method, path }) => {
      if (!path.startsWith("/api/catalog/expectation")) return undefined;
      if (method === "GET") return { body: stored };
      stored = {
        ...found,
        attributes: found.attributes.map((one) => ({ ...one, expected: true, own: true })),
      };
      return { body: stored, after: storing.until };
    }),
  );
  const { user } = await openItem("i001");
  await user.click(await screen.findByRole("button", { name: "O que se espera de Fungicidas" }));
  await user.click(await screen.findByLabelText(/Formulacao|Formulação/));
  await user.click(screen.getByRole("button", { name: "Guardar o esperado" }));
  await user.click(screen.getByLabelText(/Dose\s+75/));
  storing.release();
  await waitFor(() => expect(screen.getByRole("button", { name: "Contar de novo" })).toBeEnabled());
  expect(screen.getByLabelText(/Dose\s+75/)).not.toBeChecked();
  expect(screen.getByLabelText(/Formulacao|Formulação/)).toBeChecked();
});
