import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hideToast } from "../../../components/toast/toasts";
import { healthy, renderApp } from "../../../test/app";
import { startServer, type Answer, type ReceivedRequest, type TestServer } from "../../../test/server";
import { forgetOperations, ownOperations } from "../shared/ownOperations";
import type { DuplicateGroup, GroupProduct, JoinPreview } from "./types";

const product = (id: string, size: string, price: number): GroupProduct => ({
  id,
  version: 3,
  externalId: `GLI${size}`,
  name: `Glifosato <b> ${size} L`,
  manufacturer: "Nortox",
  price,
  currency: "BRL",
  status: "ativo",
  packages: [],
});
const ONE = product("p1", "1", 40);
const FIVE = product("p5", "5", 180);
const TWENTY = product("p20", "20", 600);

type JoinRequest = {
  stays: string | { id: string; version: number };
  others: unknown[];
  choices: { name: string | null };
  operationId: string;
  pairs: unknown[];
};

let server: TestServer;
let groups: DuplicateGroup[];
let isLost: boolean;
const listJoins = (path: string): JoinRequest[] =>
  server.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as JoinRequest);

/** What joining into `stays` makes of the products, which were changed since the list was read. */
function preview({ stays, others }: JoinRequest): JoinPreview {
  const ids = [stays, ...others];
  const all = [ONE, FIVE, TWENTY].map((one) => ({ ...one, version: 4 }));
  const products = ids.flatMap((wanted) => all.filter(({ id }) => id === wanted));
  return {
    name: "Glifosato <b>",
    products,
    packages: products.map(({ id, externalId, price }) => ({
      item: id,
      package: { label: `${externalId?.slice(3)} L`, code: externalId, ean: null, price, status: "ativo" },
      isSame: false,
      lost: [],
    })),
    fields: [
      {
        field: "price",
        values: [
          { item: "p1", value: 40 },
          { item: "p5", value: 180 },
        ],
        from: "p1",
      },
      {
        field: "notes",
        values: [
          { item: "p1", value: "só no balcão" },
          { item: "p5", value: null },
        ],
        from: "p1",
      },
    ],
  };
}

function answer({ path, body }: ReceivedRequest): Answer | undefined {
  if (path.startsWith("/api/catalog/duplicates?")) return { body: { rows: groups, total: groups.length } };
  if (path === "/api/catalog/joins/preview") return { body: preview(JSON.parse(body) as JoinRequest) };
  if (path === "/api/catalog/joins") {
    if (isLost) {
      isLost = false;
      return {
        status: 503,
        body: { code: "database_stuck", message: "O banco parou.", details: null },
      };
    }
    groups = [];
    return { body: { operationId: "op", id: "p5", joined: 1 } };
  }
  if (path === "/api/catalog/duplicates/apart") {
    groups = [];
    return { body: { pairs: 3 } };
  }
  return undefined;
}

beforeEach(async () => {
  const evidence: DuplicateGroup["evidence"] = [
    { kind: "sameName", value: "Glifosato <b>" },
    { kind: "sameMaker", value: "Nortox" },
  ];
  isLost = false;
  groups = [{ products: [ONE, FIVE, TWENTY], evidence }];
  server = await startServer(healthy(answer));
});
afterEach(async () => {
  cleanup();
  forgetOperations();
  hideToast();
  await server.close();
});

async function openGroup() {
  const { user } = await renderApp(server, "#/catalog/duplicates");
  const list = within(await screen.findByRole("list", { name: "Grupos de produtos que podem ser um só" }));
  const row = await list.findByRole("button", { name: /^Glifosato <b>/ });
  expect(row).toHaveTextContent("mesmo fabricante: Nortox");
  await user.click(row);
  await screen.findByDisplayValue("Glifosato <b>");
  return user;
}

test("the editor chooses what stays, leaves a product out, and joins the others", async () => {
  const user = await openGroup();
  const table = within(screen.getByRole("table", { name: "O que cada produto vira" }));
  expect(table.getByRole("textbox", { name: "Embalagem de Glifosato <b> 5 L" })).toHaveValue("5 L");
  await user.click(table.getByRole("radio", { name: "Manter Glifosato <b> 5 L" }));
  await user.click(table.getByRole("checkbox", { name: "Juntar Glifosato <b> 20 L" }));
  const name = await screen.findByRole("textbox", { name: "Nome do produto" });
  fireEvent.change(name, { target: { value: "Glifosato Nortox" } });
  expect(screen.getByRole("group", { name: "Observações" })).toHaveTextContent("só no balcão");
  expect(screen.getByRole("group", { name: "Preço" })).toHaveTextContent(/R\$\s180,00/);
  expect(table.getByText(/1 L · GLI1 · R\$\s40,00/)).toBeInTheDocument();
  const button = await screen.findByRole("button", { name: "Juntar 2 produtos" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(await screen.findByText("1 produto juntado a outro.")).toBeInTheDocument();
  expect(listJoins("/api/catalog/joins")).toMatchObject([
    {
      stays: { id: "p5", version: 4 },
      others: [{ id: "p1", version: 4 }],
      choices: { name: "Glifosato Nortox" },
    },
  ]);
  expect(ownOperations().done.map(({ id }) => id)).toEqual(["op"]);
  expect(await screen.findByText("Nenhum produto que possa ser um só com outro.")).toBeInTheDocument();
  // What is joined is gone: nothing asks for it again.
  const paths = server.received.map(({ path }) => path);
  expect(paths.slice(paths.lastIndexOf("/api/catalog/joins") + 1)).not.toContain(
    "/api/catalog/joins/preview",
  );
});

test("a join whose answer was lost is asked for again under the same id, and one of another draft under its own", async () => {
  const user = await openGroup();
  const press = async () => {
    const button = await screen.findByRole("button", { name: /^Juntar [23] produtos$/ });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
  };
  isLost = true;
  await press();
  await screen.findByText("Nada foi juntado");
  isLost = true;
  await press();
  await waitFor(() => expect(listJoins("/api/catalog/joins")).toHaveLength(2));
  await user.click(screen.getByRole("checkbox", { name: "Juntar Glifosato <b> 20 L" }));
  await press();
  await screen.findByText("1 produto juntado a outro.");
  const [first, second, third] = listJoins("/api/catalog/joins").map(({ operationId }) => operationId);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("a group that is not one product is told apart pair by pair", async () => {
  const user = await openGroup();
  await user.click(screen.getByRole("button", { name: "Não são o mesmo produto" }));
  expect(await screen.findByText("Este grupo não será mais sugerido.")).toBeInTheDocument();
  expect(listJoins("/api/catalog/duplicates/apart")[0]?.pairs).toEqual([
    { one: "p1", other: "p5" },
    { one: "p1", other: "p20" },
    { one: "p5", other: "p20" },
  ]);
});
