import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DefinedField, FieldPreview, FoundField, SaveField } from "../../../bindings";
import { meOf } from "../../../test/account";
import { healthy, renderApp } from "../../../test/app";
import { startServer, type TestServer } from "../../../test/server";

let server: TestServer;
let fields: DefinedField[];
let sent: SaveField[];
let hasAttributes: boolean;
let unknown: string[];

const teor: FoundField = {
  key: "teor_g_l",
  name: "Teor",
  unit: "g/L",
  fieldType: "number",
  allowed: [],
  expectedIn: ["Herbicidas"],
  items: 12,
  examples: ["480", "muito <b>"],
};
const preview: FieldPreview = {
  items: 12,
  fitting: 10,
  readable: 1,
  misfits: 1,
  sample: [
    {
      value: "muito <b>",
      items: 1,
      item: "0192f0a0-0000-7000-8000-000000000001",
      name: "Atrazina",
      code: "invalid_number",
      message: "não é um número",
    },
  ],
  lacking: 0,
};

function field(definition: Partial<SaveField>): DefinedField {
  return {
    id: "f1",
    key: "teor_g_l",
    name: "Teor",
    unit: "g/L",
    fieldType: "number",
    allowed: [],
    group: null,
    position: 0,
    filterable: true,
    searchWeight: "normal",
    requiredIn: [],
    version: 1,
    updatedAt: "2026-05-04T10:00:00Z",
    updatedBy: "ana",
    ...(definition as Partial<DefinedField>),
    expectedIn: definition.expectedIn ?? [],
  };
}

beforeEach(async () => {
  sessionStorage.clear();
  fields = [];
  sent = [];
  hasAttributes = true;
  unknown = [];
  server = await startServer(
    healthy(({ method, path, body }) => {
      if (path === "/api/catalog/fields/found")
        return { body: { undefined: fields.length === 0 && hasAttributes ? [teor] : [], defined: [] } };
      if (path === "/api/catalog/fields/preview") return { body: { ...preview, unknownCategories: unknown } };
      if (path.endsWith("/history")) return { body: [] };
      if (path !== "/api/catalog/fields") return undefined;
      if (method !== "PUT") return { body: fields };
      const asked = JSON.parse(body) as SaveField;
      sent.push(asked);
      fields = [field({ ...asked })];
      return { body: fields[0] };
    }),
  );
});
afterEach(async () => {
  cleanup();
  await server.close();
});

test("an attribute that items have is defined once it is seen which values do not fit", async () => {
  const { user } = await renderApp(server, "#/catalog/fields");
  await user.click(await screen.findByRole("button", { name: "Definir Teor" }));
  expect(await screen.findByRole("textbox", { name: "Unidade" })).toHaveValue("g/L");
  expect(screen.getByRole("combobox", { name: "Tipo" })).toHaveValue("number");
  await user.type(screen.getByRole("textbox", { name: /^Nome do campo/ }), " do ingrediente");
  await user.click(screen.getByRole("button", { name: "Ver o efeito da definição" }));
  expect(await screen.findByText("10 itens têm um valor que serve.")).toBeInTheDocument();
  const misfits = within(screen.getByRole("list", { name: "Valores que não servem" }));
  expect(misfits.getByText("muito <b>")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText("Campo «Teor do ingrediente» salvo")).toBeInTheDocument();
  expect(sent).toMatchObject([
    {
      key: "teor_g_l",
      name: "Teor do ingrediente",
      unit: "g/L",
      fieldType: "number",
    },
  ]);
  expect(sent[0]).not.toHaveProperty("expectedIn");
  const list = within(screen.getByRole("list", { name: "Campos definidos" }));
  await waitFor(() => expect(list.getByText("Teor do ingrediente (g/L)")).toBeInTheDocument());
});

test("where there is nothing to define yet, it is said what fields are, with the ways to the first", async () => {
  hasAttributes = false;
  const { user } = await renderApp(server, "#/catalog/fields");
  expect(await screen.findByText("Campos dizem o que um produto tem")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Importar um arquivo" })).toHaveAttribute(
    "href",
    "#/catalog/import",
  );
  await user.click(screen.getByRole("button", { name: "Adicionar um campo" }));
  expect(await screen.findByRole("textbox", { name: /^Nome do campo/ })).toBeInTheDocument();
});

test("each category that there is not is named once, after the save or with the effect", async () => {
  unknown = ["NADA", "Outra"];
  fields = [field({ requiredIn: ["Nada"], expectedIn: ["Nada"] })];
  fields[0]!.unknownIn = ["Nada"];
  const { user } = await renderApp(server, "#/catalog/fields?field=f1");
  await user.click(await screen.findByRole("button", { name: "Ver o efeito da definição" }));
  expect(await screen.findByText(/Esta categoria não existe: Outra/)).toBeInTheDocument();
  expect(screen.getAllByText(/Esta categoria não existe: Nada/)).toHaveLength(1);
});

test("what is proposed of an attribute is no draft, and is stored as it is", async () => {
  const { user } = await renderApp(server, "#/catalog/fields?field=new&of=teor_g_l");
  const save = await screen.findByRole("button", { name: "Salvar" });
  expect(screen.getByRole("textbox", { name: "Unidade" })).toHaveValue("g/L");
  expect(screen.queryByText(/foram recuperadas/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Descartar" })).toBeNull();
  expect(sessionStorage).toHaveLength(0);
  expect(save).toBeEnabled();
  await user.click(save);
  expect(await screen.findByText("Campo «Teor» salvo")).toBeInTheDocument();
  expect(sent).toMatchObject([{ key: "teor_g_l", name: "Teor", unit: "g/L", fieldType: "number" }]);
  await waitFor(() => expect(screen.getByRole("button", { name: "Salvar" })).toBeDisabled());
});

test("a seller reads fields and changes none", async () => {
  fields = [field({ requiredIn: ["Herbicidas"] })];
  server.handle(
    healthy(({ path }) => {
      if (path === "/api/me") return { body: meOf("bia", "seller") };
      if (path === "/api/catalog/fields/found") return { body: { undefined: [teor], defined: [] } };
      if (path.endsWith("/history")) return { body: [] };
      return path === "/api/catalog/fields" ? { body: fields } : undefined;
    }),
  );
  const { user } = await renderApp(server, "#/catalog/fields");
  const list = within(await screen.findByRole("list", { name: "Campos definidos" }));
  await user.click(await list.findByRole("button", { name: /^Teor/ }));
  expect(await screen.findByText("Herbicidas")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Definir Teor" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Novo campo" })).toBeNull();
});

test("a key takes over what is known of an attribute once it is typed to its end", async () => {
  const { user } = await renderApp(server, "#/catalog/fields");
  await user.click(await screen.findByRole("button", { name: "Novo campo" }));
  const key = await screen.findByLabelText(/^Atributo/);
  const name = screen.getByRole("textbox", { name: /^Nome do campo/ });
  await user.type(key, "teor_g_l_novo");
  await user.tab();
  expect(name).toHaveValue("");
  await user.clear(key);
  await user.type(key, "teor_g_l");
  expect(name).toHaveValue("");
  await user.tab();
  expect(name).toHaveValue("Teor");
});

test.each([
  ["Não entra", "none"],
  ["Forte, como etiquetas", "strong"],
])("a field weighs in searches as is chosen: %s", async (label, searchWeight) => {
  fields = [field({})];
  const { user } = await renderApp(server, "#/catalog/fields?field=f1");
  await user.selectOptions(await screen.findByRole("combobox", { name: "Na busca" }), label);
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(sent).toMatchObject([{ id: "f1", searchWeight, filterable: true }]));
});

test("a deleted field is brought back where nothing else is left", async () => {
  const gone = {
    id: "f9",
    key: "teor",
    name: "Teor <b>",
    deletedAt: "2026-01-01T12:00:00Z",
    deletedBy: "ana",
  };
  const restored: unknown[] = [];
  server.handle(
    healthy(({ method, path, body }) => {
      if (path === "/api/catalog/fields/found")
        return { body: { undefined: [], defined: [], deleted: restored.length === 0 ? [gone] : [] } };
      if (path.endsWith("/restore") && method === "POST") {
        restored.push(path, JSON.parse(body));
        return { body: field({}) };
      }
      return path === "/api/catalog/fields" ? { body: [] } : undefined;
    }),
  );
  const { user } = await renderApp(server, "#/catalog/fields");
  const list = within(await screen.findByRole("region", { name: "Campos excluídos" }));
  expect(list.getByText("Teor <b>")).toBeInTheDocument();
  await user.click(list.getByRole("button", { name: "Trazer Teor <b> de volta" }));
  expect(await screen.findByText("“Teor <b>” trazido de volta.")).toBeInTheDocument();
  expect(restored[0]).toBe("/api/catalog/fields/f9/restore");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Campos excluídos" })).toBeNull());
});

test("a category that requires the field is named once, however it is spelled", async () => {
  fields = [field({ requiredIn: ["Não existe"], expectedIn: ["nao existe", "Adubos"] })];
  await renderApp(server, "#/catalog/fields?field=f1");
  expect(await screen.findByText("Adubos")).toBeInTheDocument();
  expect(screen.getByText("Não existe")).toBeInTheDocument();
  expect(screen.queryByText("nao existe")).toBeNull();
});

test("a new name says nothing of the categories that expect the field", async () => {
  fields = [field({ expectedIn: ["Herbicidas"] })];
  const { user } = await renderApp(server, "#/catalog/fields");
  const list = within(await screen.findByRole("list", { name: "Campos definidos" }));
  await user.click(await list.findByRole("button", { name: /^Teor/ }));
  await user.type(await screen.findByRole("textbox", { name: /^Nome do campo/ }), " do ingrediente");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText("Campo «Teor do ingrediente» salvo")).toBeInTheDocument();
  expect(sent[0]).not.toHaveProperty("expectedIn");
});
