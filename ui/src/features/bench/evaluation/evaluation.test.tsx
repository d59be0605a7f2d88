import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import type { Answer, ReceivedRequest } from "../../../test/server";
import { detail, evaluationOf, expectAccessible, serveSets } from "../../../test/bench/sets";

const sets = serveSets();

test("a large set is measured when a person says so; it is watched, and ended", async () => {
  let answer: Answer = { silent: true };
  sets.answer(({ path }) => {
    if (path.startsWith("/api/sets/s1/evaluation")) return answer;
    return path === "/api/sets/s1" ? { body: { ...detail(), queries: 2_000 } } : undefined;
  });
  const { user } = await renderApp(sets.server, "#/bench/sets/s1");
  await user.click(await screen.findByRole("button", { name: "Medir o conjunto" }));
  expect(await screen.findByText("3 de 9 consultas")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Cancelar a medição" }));
  expect(await screen.findByText(/A medição foi cancelada/)).toBeInTheDocument();
  const asked = sets.server.received.find(({ path }) => path.startsWith("/api/sets/s1/evaluation"));
  const id = new URLSearchParams(asked?.path.split("?")[1]).get("measureId");
  const isEnd = ({ method, path }: ReceivedRequest) =>
    method === "DELETE" && path === `/api/measurements/${id}`;
  await waitFor(() => expect(sets.server.received.some(isEnd)).toBe(true));
  answer = { body: evaluationOf() };
  await user.click(screen.getByRole("button", { name: "Medir" }));
  expect(await screen.findByRole("list", { name: /default/ })).toHaveTextContent("0,500");
});

test("two profiles: the verdict in words, the greatest loss first, a test that breaks", async () => {
  sets.answer();
  await renderApp(sets.server, "#/bench/sets/s1/evaluation?after=outro");
  expect(await screen.findByText(/outro responde pior que default: o nDCG@10 cai 0,250/)).toBeInTheDocument();
  expect(screen.getByText(/Dificilmente é acaso.*1%/)).toBeInTheDocument();
  const rows = within(screen.getByRole("region", { name: /Consulta por consulta/ })).getAllByRole("row");
  expect(rows[1]).toHaveTextContent("consulta q1");
  expect(rows[1]).toHaveTextContent("-0,500");
  expect(rows[2]).toHaveTextContent("passa → falha");
  await expectAccessible();
});

test("above figures that words made alone stands how many of them and why", async () => {
  const without = { ...evaluationOf(), withoutVectors: { queries: 1, reason: "embedding-disabled" } };
  sets.answer(({ path }) =>
    path.startsWith("/api/sets/s1/evaluation?after=") ? { body: without } : undefined,
  );
  await renderApp(sets.server, "#/bench/sets/s1/evaluation?after=simple");
  const notice = await screen.findByRole("alert");
  expect(notice).toHaveTextContent("1 consulta de 2 foi respondida só por palavras.");
  expect(notice).toHaveTextContent("Nenhum modelo de vetores está pronto.");
  expect(notice).toHaveTextContent("Estes não são os números do perfil.");
  const figures = screen.getAllByRole("table")[0];
  expect(figures && notice.compareDocumentPosition(figures)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("a file that another person shared is run again, and what is other here is told", async () => {
  const rows = [{ of: "A", name: "<b>score</b>", before: 2.5, now: null }];
  const outcome = { same: false, other: ["catalog"], rows, compared: 12 };
  sets.answer(({ path }) => (path === "/api/share/verify" ? { body: outcome } : undefined));
  const { user, container } = await renderApp(sets.server, "#/bench/sets");
  await screen.findByRole("button", { name: "Conferir um arquivo recebido" });
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no field for a file");
  await user.upload(input, new File(['{"format":"x"}'], "x.json", { type: "application/json" }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("Diferente aqui: 1 de 12 números do arquivo.")).toBeInTheDocument();
  expect(within(dialog).getByText(/O catálogo é outro/)).toBeInTheDocument();
  expect(within(dialog).getByRole("row", { name: "A <b>score</b> 2,5 –" })).toBeInTheDocument();
  expect(sets.sent("POST", "/share/verify")).toEqual([{ content: '{"format":"x"}' }]);
  await expectAccessible();
});
