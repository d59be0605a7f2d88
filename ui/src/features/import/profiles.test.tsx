/** The profile that a person chose reads the file, whatever else of it is chosen, until another import begins. */
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { healthy } from "../../test/app";
import { answerImport, sendFile, serveImports } from "../../test/import";

const imports = serveImports();
const NONE = "00000000-0000-0000-0000-000000000000";
const SOUTH = "00000000-0000-4000-8000-0000000000aa";
const NORTH = "00000000-0000-4000-8000-0000000000bb";
const profiles = [
  { id: SOUTH, name: "Agro Sul", kind: "items", layout: "ab", content: { columns: [] } },
  { id: NORTH, name: "Agro Norte", kind: "items", layout: "ab", content: { columns: [] } },
];
/** The cost is the column of prices that the profile knows. */
const south = {
  ...{ id: SOUTH, name: "Agro Sul", missing: [], decimal: "comma", priceColumn: "CUSTO" },
  priceRule: { factor: 1.35, cents: 90 },
  merges: [{ field: "category", from: "HERB.", to: "Herbicidas" }],
};
let deleted: string[];
let hasFile: boolean;

beforeEach(() => {
  deleted = [];
  hasFile = true;
  imports.server.handle(
    healthy((request) => {
      const { method, path, body } = request;
      if (path.startsWith("/api/imports/profiles") && method === "GET") return { body: profiles };
      if (path === "/api/uploads") hasFile = true;
      if (path === "/api/imports/preview" && !hasFile)
        return { status: 404, body: { code: "transfer_gone", message: "não está mais aqui", details: null } };
      if (path !== "/api/imports/columns") return answerImport(request);
      const { profile } = JSON.parse(body) as { profile: string | null };
      if (profile !== null && deleted.includes(profile))
        return { status: 404, body: { code: "not_found", message: "O perfil não existe", details: null } };
      const column = { samples: ["1,50"], foundType: "number", valueType: null };
      const columns = [
        { ...column, name: "Mercadoria", target: "name" },
        { ...column, name: "Custo", target: profile === SOUTH ? "price" : "attribute" },
        { ...column, name: "Venda", target: "attribute" },
      ];
      const twins = profile === null ? profiles.map(({ name }) => name) : [];
      const seen = answerImport(request)?.body as object;
      return { body: { ...seen, columns, twins, profile: profile === SOUTH ? south : null } };
    }),
  );
});

afterEach(() => vi.restoreAllMocks());

const reads = () => imports.sent("/api/imports/columns") as Record<string, unknown>[];
const check = () => screen.getByRole("button", { name: "Conferir" });
const choice = () => screen.findByRole("combobox", { name: "Perfil do fornecedor" });
const decimals = () => screen.getByLabelText("Decimais dos preços");

async function chooseProfile(user: UserEvent, name: string, id: string) {
  await user.selectOptions(await choice(), name);
  await waitFor(() => expect(reads().at(-1)).toMatchObject({ profile: id }));
  await waitFor(async () => expect(await choice()).toBeEnabled());
}

async function choosePlace(user: UserEvent, label: string, value: string) {
  const before = reads().length;
  await user.selectOptions(screen.getByLabelText(label), value);
  await waitFor(() => expect(reads()).toHaveLength(before + 1));
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveValue(value));
}

test("of two profiles for a file one is chosen, and says decimals and prices; none counts as well", async () => {
  const user = await imports.openColumns();
  const said = "Mais de um perfil serve para este arquivo: Agro Sul e Agro Norte. Escolha um, ou Nenhum.";
  expect(await screen.findByText(said)).toBeInTheDocument();
  expect(check()).toBeDisabled();
  await chooseProfile(user, "Nenhum", NONE);
  expect(screen.queryByText(said)).toBeNull();
  expect(check()).toBeEnabled();
  await choosePlace(user, "Planilha do arquivo", "Capa");
  expect(reads().at(-1)).toMatchObject({ sheet: "Capa", profile: NONE });
  expect(decimals()).toHaveValue("");

  await chooseProfile(user, "Agro Sul", SOUTH);
  expect(decimals()).toHaveValue("comma");
  const rule = /Os preços de venda são os do arquivo vezes 1,35/;
  expect(screen.getByText(rule)).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Venda"), "price");
  expect(screen.queryByText(rule)).toBeNull();
  await choosePlace(user, "Linha do cabeçalho", "2");
  expect(reads().at(-1)).toMatchObject({ headerRow: 2, profile: SOUTH });
  await user.selectOptions(decimals(), "point");
  await user.click(check());
  await waitFor(() =>
    expect(imports.sent("/api/imports/preview")).toMatchObject([{ decimal: "point", profile: SOUTH }]),
  );
});

test("what was merged in the last file of a supplier is merged again without a word, and can be taken apart", async () => {
  const user = await imports.openColumns();
  await chooseProfile(user, "Agro Sul", SOUTH);
  await user.click(check());
  const list = await screen.findByRole("list", { name: "Unidos nesta importação" });
  expect(list).toHaveTextContent("HERB.");
  const previews = () => imports.sent("/api/imports/preview") as Record<string, unknown>[];
  expect(previews().at(-1)).toMatchObject({ merges: south.merges, profile: SOUTH });
  await user.click(within(list).getByRole("button"));
  await waitFor(() => expect(previews().at(-1)).toMatchObject({ merges: [], profile: SOUTH }));
});

test("a profile that is gone is said to be, and the file is read without it", async () => {
  const user = await imports.openColumns();
  await chooseProfile(user, "Agro Sul", SOUTH);
  deleted.push(SOUTH);
  await user.selectOptions(screen.getByLabelText("Planilha do arquivo"), "Capa");
  expect(await screen.findByText("O perfil não existe")).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText("Planilha do arquivo")).toHaveValue("Capa"));
  expect(reads().at(-1)).toMatchObject({ sheet: "Capa", profile: null });
  expect(check()).toBeDisabled();
});

test("another file in its place is read by the same profile, and so is a file that comes back", async () => {
  const user = await imports.openColumns();
  await chooseProfile(user, "Agro Sul", SOUTH);
  await choosePlace(user, "Linha do cabeçalho", "2");
  hasFile = false;
  vi.spyOn(Blob.prototype, "arrayBuffer").mockRejectedValueOnce(new DOMException("", "NotReadableError"));
  await user.click(check());
  const again = await screen.findByLabelText("Escolher o arquivo de novo", { selector: "input" });
  await user.upload(again, new File(["Mercadoria;Custo;Venda\nPá;1,50;2,00\n"], "outra.csv"));
  await screen.findByRole("list", { name: "O que foi dito do outro arquivo" });
  await waitFor(() => expect(reads().at(-1)).toMatchObject({ headerRow: null, profile: SOUTH }));
  await waitFor(() => expect(decimals()).toHaveValue("comma"));

  await user.click(await screen.findByRole("button", { name: "Outro arquivo" }));
  await sendFile(user);
  await waitFor(() => expect(reads().at(-1)).toMatchObject({ headerRow: 2, profile: SOUTH }));
  await user.click(await screen.findByRole("button", { name: "Outro arquivo" }));
  await user.click(await screen.findByRole("button", { name: "Descartar" }));
  await sendFile(user);
  await waitFor(() => expect(reads().at(-1)).toMatchObject({ headerRow: null, profile: null }));
});
