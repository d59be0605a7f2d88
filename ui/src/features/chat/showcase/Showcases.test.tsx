import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { answerMessage, Desk, questionMessage, reply, step } from "../../../test/chat";
import { startServer, type Answer, type ReceivedRequest, type TestServer } from "../../../test/server";
import type { ItemState, Showcase, ShowcaseItem, SlotDisplay } from "../types";

let server: TestServer;
let desk: Desk;
let states: Map<string, Partial<ItemState>>;
let asked: string[];
beforeEach(async () => {
  desk = new Desk();
  states = new Map();
  asked = [];
  server = await startServer(desk.handler(answerCatalog));
});
afterEach(() => server.close());

/** One pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function answerCatalog({ path }: ReceivedRequest): Answer | undefined {
  const url = new URL(path, "http://x");
  if (url.pathname.startsWith("/api/files/")) {
    asked.push(url.pathname);
    if (url.pathname.includes("/gone/"))
      return { status: 404, body: { code: "not_found", message: "", details: null } };
    const mimeType = url.pathname.includes("/drawing/") ? "image/svg+xml" : "image/png";
    return { body: { mimeType, data: PNG } };
  }
  if (url.pathname !== "/api/catalog/item-states") return undefined;
  const usual = { status: "ativo", price: "100", currency: "BRL" } as const;
  return { body: url.searchParams.getAll("ids").map((id) => ({ id, ...usual, ...states.get(id) })) };
}

const SLOTS: SlotDisplay[] = [
  { slot: "image", display: "large" },
  { slot: "category", display: "badge" },
  { slot: "title", display: "large" },
  { slot: "manufacturer", display: "normal" },
  { slot: "price", display: "large" },
];

function card(mark: number, change: Partial<ShowcaseItem> = {}): ShowcaseItem {
  return {
    id: `i${mark}`,
    mark,
    name: `Inseticida ${mark}`,
    externalId: null,
    category: "Inseticidas",
    manufacturer: "Agro Exemplo",
    price: "100",
    currency: "BRL",
    description: null,
    tags: [],
    attributes: [],
    picture: null,
    ...change,
  };
}

function cards(change: Partial<Showcase> = {}): Showcase {
  return {
    entityType: "product",
    formation: "grid",
    preset: "product-hero",
    title: null,
    columns: null,
    slots: SLOTS,
    items: [card(1), card(2), card(3)],
    ...change,
  };
}

async function open(change: Partial<Showcase> = {}, language: "pt-BR" | "en" = "pt-BR") {
  desk.add("c1", [
    questionMessage("u1", null, "três inseticidas em cartões"),
    answerMessage("a1", "u1", {
      mode: "assistant",
      showcases: [cards(change)],
      answer: "Aqui estão [1][2][3].",
    }),
  ]);
  return renderApp(server, "#/chat?c=c1", language);
}

const region = (name: string) => screen.findByRole("region", { name });

async function expectAccessible() {
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

test.each([
  ["grid", "product-hero"],
  ["list", "product-compact"],
] as const)("a %s shows every card with its name, place and price", async (formation, preset) => {
  await open({ formation, preset, columns: formation === "grid" ? 3 : null });
  const shown = within(await region("3 produtos"));
  expect(shown.getAllByRole("article")).toHaveLength(3);
  expect(shown.getAllByRole("listitem")).toHaveLength(3);
  expect(shown.getByRole("button", { name: "Inseticida 2" })).toBeInTheDocument();
  expect(shown.getAllByText(/^R\$\s100,00$/)).toHaveLength(3);
  expect(shown.getByRole("list")).toHaveAttribute("data-formation", formation);
  await expectAccessible();
});

test.each([
  ["grid", "service-card", "3 serviços"],
  ["single", "service-detail", "1 serviço"],
] as const)("a %s of %s speaks of services", async (formation, preset, label) => {
  const items = formation === "single" ? [card(1)] : [card(1), card(2), card(3)];
  await open({ formation, preset, entityType: "service", items });
  const shown = within(await region(label));
  const drawn = shown.getAllByRole("article");
  expect(drawn.map((one) => one.getAttribute("data-preset"))).toEqual(items.map(() => preset));
  await expectAccessible();
});

test("a single shows everything of one item, in English too", async () => {
  const whole: SlotDisplay[] = [
    ...SLOTS,
    { slot: "description", display: "large" },
    { slot: "tags", display: "badge" },
    { slot: "attributes", display: "normal" },
    { slot: "code", display: "small" },
  ];
  const item = card(1, {
    description: "Linha um\nLinha dois",
    tags: ["tomate"],
    attributes: [
      { name: "teor", value: "480 g/L" },
      { name: "exige_receituario", value: "true" },
    ],
    externalId: "INS-1",
    price: null,
    currency: null,
  });
  states.set("i1", { price: null, currency: null });
  await open(
    { formation: "single", preset: "product-detail", slots: whole, items: [item], title: "O mais pedido" },
    "en",
  );
  const shown = within(await region("O mais pedido"));
  expect(shown.getByRole("heading", { level: 3, name: "O mais pedido" })).toBeInTheDocument();
  expect(shown.getByText(/Linha dois/)).toBeInTheDocument();
  expect(shown.getByText("480 g/L")).toBeInTheDocument();
  expect(shown.getByText("yes")).toBeInTheDocument();
  expect(shown.getByText("INS-1")).toBeInTheDocument();
  expect(shown.getByText("price unavailable")).toBeInTheDocument();
  expect(shown.queryByText(/It has no price now/)).toBeNull();
  await expectAccessible();
});

test("a product without a price says so, unless a package of it has one", async () => {
  const none = { price: null, currency: null };
  for (const id of ["i1", "i2"]) states.set(id, none);
  await open({
    items: [
      card(1, { ...none, packages: [{ label: "5 L", price: null }] }),
      card(2, { ...none, packages: [{ label: "20 L", price: 900 }] }),
    ],
  });
  const shown = within(await region("2 produtos"));
  expect(shown.getAllByText("preço indisponível")).toHaveLength(1);
  expect(shown.getByText("5 L")).toBeInTheDocument();
  expect(shown.getByText(/^R\$\s900,00$/)).toBeInTheDocument();
});

test("a card marks what is gone, says how much there is, and nothing of what was not counted", async () => {
  const stock = { unit: "gl", package: null, countedOn: "2026-11-28", isRecent: true };
  await open({
    items: [
      card(1, { stock: { ...stock, quantity: 0, isOut: true } }),
      card(2, { stock: { ...stock, quantity: 12.5, isOut: false } }),
      card(3),
    ],
  });
  const shown = within(await region("3 produtos"));
  expect(shown.getAllByText(/^acabou \(contagem de 28/)).toHaveLength(1);
  expect(shown.getAllByText(/^Estoque: 12,5 gl \(contagem de 28/)).toHaveLength(1);
  await expectAccessible();
});

test("a carousel is leafed through by arrow keys and buttons, and says where one is", async () => {
  const { user } = await open({ formation: "carousel" });
  const shown = within(await region("3 produtos"));
  const track = shown.getByRole("group", { name: "Cartões: use as setas para passar" });
  expect(shown.getAllByRole("group", { name: /^\d de 3$/ })).toHaveLength(3);
  const place = () => shown.getByRole("status").textContent;
  expect(place()).toBe("1 de 3");
  track.focus();
  await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
  expect(place()).toBe("3 de 3");
  expect(shown.getByRole("button", { name: "Próximo" })).toBeDisabled();
  await user.keyboard("{Home}");
  expect(place()).toBe("1 de 3");
  await user.keyboard("{End}{ArrowLeft}");
  expect(place()).toBe("2 de 3");
  await user.click(shown.getByRole("button", { name: "Anterior" }));
  expect(place()).toBe("1 de 3");
  // Focus that is in a card goes along.
  shown.getByRole("button", { name: "Inseticida 1" }).focus();
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(shown.getByRole("button", { name: "Inseticida 2" })).toHaveFocus());
  await expectAccessible();
});

test("text of a record or a model is shown as text and nothing else", async () => {
  const hostile = "<img src=x onerror=alert(1)> **[a](http://x)**";
  await open({ title: hostile, items: [card(1, { name: hostile, manufacturer: "<script>1</script>" })] });
  const section = await region(hostile);
  const shown = within(section);
  expect(shown.getByRole("button", { name: hostile })).toBeInTheDocument();
  expect(shown.getByText("<script>1</script>")).toBeInTheDocument();
  expect(section.querySelectorAll("img, script, a")).toHaveLength(0);
});

test("a picture is drawn with words for it; what is none leaves the initial in its place", async () => {
  const items = [
    card(1, { picture: "photo" }),
    card(2, { picture: "drawing" }),
    card(3, { picture: "gone" }),
    card(4),
  ];
  await open({ items });
  const image = await screen.findByRole("img", { name: "Foto de Inseticida 1" });
  expect(image).toHaveAttribute("src", `data:image/png;base64,${PNG}`);
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(screen.getAllByText("I")).toHaveLength(3);
  fireEvent.error(image);
  await waitFor(() => expect(screen.getAllByText("I")).toHaveLength(4));
  expect(screen.queryByRole("img", { name: /^Foto/ })).toBeNull();
});

test("a card says what has become of its item since", async () => {
  states.set("i1", { status: null, price: null, currency: null });
  states.set("i2", { status: "inativo" });
  states.set("i3", { price: "120.5" });
  await open();
  expect(await screen.findByText("Este item foi excluído depois.")).toBeInTheDocument();
  expect(screen.getByText("Este item está inativo agora.")).toBeInTheDocument();
  expect(screen.getByText(/^Preço agora: R\$\s120,50$/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Inseticida 1" })).toBeNull();
  expect(screen.getByRole("button", { name: "Inseticida 2" })).toBeInTheDocument();
});

test("a card opens its record", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Inseticida 2" }));
  expect(await screen.findByRole("dialog")).toBeInTheDocument();
  expect(desk.calls.some(({ path }) => path === "/api/catalog/items/i2")).toBe(true);
});

test("cards come while the answer is still being written, and stay when it is stored", async () => {
  const { user } = await renderApp(server, "#/chat", "pt-BR");
  await user.type(await screen.findByRole("textbox", { name: "Sua pergunta" }), "em cartões{Enter}");
  await waitFor(() => expect(desk.turns).toHaveLength(1));
  const [turn] = desk.turns;
  if (!turn) throw new Error("no turn");
  turn.stream.send(step("received", "done", { conversationId: "c1", userMessageId: "u1", messageId: "a1" }));
  turn.stream.send({ type: "showcase", ...cards() });
  expect(within(await region("3 produtos")).getAllByRole("article")).toHaveLength(3);
  turn.stream.send({ type: "done", ...reply({ showcases: [cards()] }) });
  turn.stream.end();
  expect(await screen.findByText("Respondido em 2,3 s")).toBeInTheDocument();
  expect(screen.getAllByRole("region", { name: "3 produtos" })).toHaveLength(1);
});
