// @vitest-environment node
import { expect, test, vi } from "vitest";
import { answerMessage, questionMessage, conversation, source } from "../../../test/chat";
import type { ConversationDetail } from "../types";
import { renderJson, renderMarkdown, fileName } from "./export";
import { lengthOf } from "../composer/length";
import { formatsFor } from "../../../lib/format";

/** Intl puts no-break blanks between figure and unit. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

vi.stubEnv("TZ", "America/Sao_Paulo");
const words = {
  you: "Você",
  answer: "Celeiro",
  sources: "Fontes",
  attachments: "Anexos",
  cards: "Cartões",
  noPrice: "preço indisponível",
  price: formatsFor("pt-BR").price,
  moment: formatsFor("pt-BR").zonedDateTime,
  state: (state: string) => `(${state})`,
};
const detail: ConversationDetail = {
  conversation: conversation("c1", { title: "Ferrugem\n# da soja" }),
  messages: [
    questionMessage("u1", null, "# não é título\nsegunda linha"),
    answerMessage("a1", "u1", {
      answer: "Use o **Produto 1** [1].",
      state: "stopped",
      sources: [source(1), source(2, { title: "Sem\npreço", price: null }), source(3, { cited: false })],
    }),
    answerMessage("a2", "u1", { answer: "Outro ramo." }),
  ],
  activeId: "a1",
};

test("Markdown holds the open branch, with the sources that are cited, as the person writes", () => {
  expect(plain(renderMarkdown(detail, words))).toBe(`# Ferrugem # da soja

## Você · 20 de nov. de 2026, 07:00 GMT-3

> # não é título
> segunda linha

## Celeiro · 20 de nov. de 2026, 07:00 GMT-3

Use o **Produto 1** [1].

*(stopped)*

### Fontes

- [1] Produto 1 · Agro Exemplo · R$ 389,90
- [2] Sem preço · Agro Exemplo · preço indisponível
`);
});

test("cards of an answer are a list under their heading, as they were shown", () => {
  const card = {
    id: "i1",
    mark: 1,
    name: "Inseticida\n# um",
    externalId: "INS-1",
    category: null,
    manufacturer: "Agro Exemplo",
    price: "100",
    currency: "BRL",
    description: null,
    tags: [],
    attributes: [],
    picture: null,
  };
  const showcase = {
    entityType: "product",
    formation: "grid",
    preset: "product-hero",
    title: null,
    columns: null,
    slots: [
      { slot: "title", display: "large" },
      { slot: "price", display: "large" },
    ],
    items: [card, { ...card, mark: 2, name: "Dois", price: null, currency: null }],
  } as const;
  const answer = answerMessage("a1", "u1", {
    answer: "Aqui estão.",
    sources: [],
    showcases: [{ ...showcase, slots: [...showcase.slots], items: [...showcase.items] }],
  });
  const told = { ...detail, messages: [questionMessage("u1", null, "em cartões"), answer] };
  expect(plain(renderMarkdown(told, words))).toContain(`### Cartões

- [1] Inseticida # um · Agro Exemplo · R$ 100,00 · INS-1
- [2] Dois · Agro Exemplo · preço indisponível · INS-1
`);
});

test("an answer without a model says so in its own words alone", () => {
  const composed = answerMessage("a1", "u1", { answer: "Sem modelo.", state: "composed" });
  const told = { ...detail, messages: [questionMessage("u1", null, "oi"), composed] };
  expect(renderMarkdown(told, words)).not.toContain("(composed)");
});

test("pictures and files are named and not held", () => {
  const attachment = {
    id: "p1",
    name: "folha\n.jpg",
    format: "picture" as const,
    mimeType: "image/jpeg",
    sizeBytes: 2048,
    width: 100,
    height: 80,
    textChars: null,
    totalChars: null,
  };
  const told = { ...detail, messages: [{ ...questionMessage("u1", null, "oi"), attachments: [attachment] }] };
  expect(renderMarkdown({ ...told, activeId: "u1" }, words)).toContain("> oi\n\nAnexos: folha .jpg\n");
});

test("JSON holds everything, branches too", () => {
  expect(JSON.parse(renderJson(detail))).toEqual(detail);
});

test("a file's name is one on every system", () => {
  const nameFile = (title: string) =>
    fileName({ ...detail, conversation: { ...detail.conversation, title } }, "md");
  expect(nameFile("Adubação: 10-10-10 / “São João”?")).toBe("adubacao-10-10-10-sao-joao.md");
  expect(nameFile("../../etc/passwd")).toBe("etc-passwd.md");
  expect(nameFile("🌾")).toBe("conversa.md");
  expect(nameFile("x".repeat(300)).length).toBeLessThan(70);
});

test("characters are counted as the program counts them", () => {
  expect([lengthOf("ação"), lengthOf("🌾🌾"), lengthOf("👩‍🌾"), lengthOf("")]).toEqual([4, 2, 3, 0]);
});
