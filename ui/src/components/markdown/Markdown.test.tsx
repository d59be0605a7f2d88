import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { showLanguage } from "../../i18n";
import { NO_CITATIONS, type Citations, type Remark } from "./parsing/citations";
import { Markdown } from "./Markdown";

beforeAll(async () => {
  await showLanguage("pt-BR");
});

type Options = { citations?: Citations; remarks?: Remark[]; growing?: boolean };

function page(text: string, { citations = NO_CITATIONS, remarks = [], growing = false }: Options = {}) {
  return (
    <MantineProvider withCssVariables={false} withGlobalClasses={false}>
      <Markdown text={text} citations={citations} remarks={remarks} growing={growing} />
    </MantineProvider>
  );
}
const show = (text: string, options?: Options) => render(page(text, options)).container;

const citing = (onCite = () => undefined, active: number | null = null): Citations => ({
  titles: new Map([
    [1, "Fox Xpro"],
    [2, 'Mancozebe "800" \u202Egpj'],
  ]),
  active,
  onCite,
});

const HOSTILE = [
  "<script>window.hacked=1</script>",
  "<img src=x onerror=window.hacked=1>",
  "<svg/onload=window.hacked=1>\n\n<iframe src=//evil.example></iframe>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  "<style>*{display:none}</style><form action=//evil.example><input autofocus onfocus=hacked=1></form>",
  "[a](javascript:window.hacked=1) [b](JaVaScRiPt&colon;alert(1)) [c](\u0001javascript:alert(1))",
  "[a](data:text/html,<script>1</script>) [b](vbscript:x) [c](file:///etc/passwd) [d](//evil.example)",
  '![foto](https://evil.example/p.png) ![x](data:image/svg+xml,<svg/onload=1>) ![y](x.png "onerror=1")',
  "[![a](https://evil.example/a.png)](https://evil.example)",
  "<https://evil.example/?x=<script>> <javascript:alert(1)>",
  "[1]: javascript:alert(1)\n\n[1] [x][1]\n\n- [1]\n- [1]: https://evil.example",
  "[^1]\n\n[^1]: <img src=x onerror=1>",
  "| <img src=x onerror=1> | [a](javascript:1) |\n|---|---|\n| `<b>` | ![z](http://evil.example/z) |",
  "```html\n<script>window.hacked=1</script>\n```\n\n    <script>indented</script>",
  "[a](https://user:pw@evil.example) [b](https://exаmple.com) <a href='javascript:1' onclick=1>x</a>",
  "**<b onmouseover=1>** _[a](java\nscript:1)_ ~~<u>~~ \\<script>",
];

/** Nothing that runs, loads, leads away or could be clicked into doing so. */
function expectHarmless(container: HTMLElement): void {
  expect(
    container.querySelectorAll("script, img, svg[onload], iframe, object, embed, meta, style"),
  ).toHaveLength(0);
  expect(container.querySelectorAll("link, form, input, base, video, audio, source, [srcset]")).toHaveLength(
    0,
  );
  expect(container.querySelectorAll("[href], [src], [style], [id], [action], [formaction]")).toHaveLength(0);
  for (const element of container.querySelectorAll("*")) {
    for (const { name } of element.attributes) expect(name).not.toMatch(/^on/i);
  }
}

describe("a hostile text", () => {
  test.each(HOSTILE)("does nothing: %s", (text) => {
    expectHarmless(show(text, { citations: citing() }));
    expect(window).not.toHaveProperty("hacked");
  });

  test("does nothing at any moment of its arrival", () => {
    const text = HOSTILE.join("\n\n");
    const { container, rerender } = render(page("", { growing: true }));
    for (let length = 1; length <= text.length; length += 3) {
      rerender(page(text.slice(0, length), { growing: true, citations: citing() }));
      expectHarmless(container);
    }
    expect(window).not.toHaveProperty("hacked");
  });

  test("shows markup as the characters it is", () => {
    const container = show("Use <b>agora</b>\n\n<img src=x onerror=1>");
    expect(container).toHaveTextContent("Use <b>agora</b>");
    expect(container).toHaveTextContent("<img src=x onerror=1>");
  });

  test("a picture is a link to it, with its name", () => {
    const container = show("![foto](https://evil.example/p.png)");
    expect(screen.getByRole("link")).toHaveTextContent("imagem: foto");
    expectHarmless(container);
  });

  test("does not turn the text around", () => {
    expect(show("nota\u202Egnp.exe").textContent).toBe("notagnp.exe");
  });
});

describe("links", () => {
  const opened = vi.fn();
  beforeEach(() => {
    opened.mockReset();
    vi.stubGlobal("open", opened);
  });

  test("are followed only after the true host has been shown", async () => {
    show("[bayer.com.br](https://bayer.com.br.evil.example/login)");
    fireEvent.click(screen.getByRole("link"));
    expect(opened).not.toHaveBeenCalled();
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("bayer.com.br.evil.example");
    expect(dialog).toHaveTextContent("O texto do link mostra outro endereço.");
    fireEvent.click(screen.getByRole("button", { name: "Abrir fora do Celeiro" }));
    expect(opened).toHaveBeenCalledWith(
      "https://bayer.com.br.evil.example/login",
      "_blank",
      "noopener,noreferrer",
    );
  });

  test("can be asked about from the keyboard", async () => {
    show("<https://example.com/>");
    const link = screen.getByRole("link");
    expect(link).toHaveAttribute("tabindex", "0");
    fireEvent.keyDown(link, { key: "Enter" });
    expect(await screen.findByRole("dialog")).toHaveTextContent("example.com");
  });

  test.each([
    ["https://exаmple.com/", "O nome tem letras que podem imitar outro site."],
    ["https://bank.example@evil.example/", "O endereço traz um nome de usuário antes do site verdadeiro."],
    ["http://example.com/", "A ligação não é cifrada (http)."],
  ])("say what is odd about %s", async (href, caveat) => {
    show(`[aqui](${href})`);
    fireEvent.click(screen.getByRole("link"));
    expect(await screen.findByRole("dialog")).toHaveTextContent(caveat);
  });

  test("of other kinds are plain text", () => {
    show("[a](javascript:alert(1)) [b](ftp://x.example) [c](/settings) [d](tauri://localhost)");
    expect(screen.queryByRole("link")).toBeNull();
  });
});

describe("citations", () => {
  test("are buttons that name their source and say which was pressed", () => {
    const onCite = vi.fn();
    show("Use o Fox Xpro [1] ou o outro [2].", { citations: citing(onCite, 2) });
    fireEvent.click(screen.getByRole("button", { name: "Fonte 1: Fox Xpro" }));
    expect(onCite).toHaveBeenCalledWith(1);
    // Invisible signs in a name do not reach the label either.
    const second = screen.getByRole("button", { name: 'Fonte 2: Mancozebe "800" gpj' });
    expect(second).toHaveAttribute("data-active");
  });

  test("of sources that are not there stay plain text", () => {
    show("Veja [3], [1] e [12345].", { citations: citing() });
    expect(screen.getAllByRole("button")).toHaveLength(1);
    expect(document.body).toHaveTextContent("[3]");
    expect(document.body).toHaveTextContent("[12345]");
    expect(document.body).toHaveTextContent("Veja [3], 1 e [12345].");
  });

  test("stand in lists, tables and emphasis, side by side, and not in code or links", () => {
    const text = "- a **b [1]**\n\n| x |\n|---|\n| y [2] |\n\n[1][2] `[1]` [nome [1]](https://example.com)";
    show(text, { citations: citing() });
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["1", "2", "1", "2"]);
  });

  test("a table's corner without words is no header", () => {
    show("| | Enxada [1] |\n|---|---|\n| Preço | 10 |", { citations: citing() });
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual(["Enxada 1"]);
    expect(screen.getAllByRole("cell")).toHaveLength(3);
  });

  test("cannot be made into links by the text", () => {
    show("Preço [1].\n\n[1]: https://evil.example 'x'", { citations: citing() });
    expect(screen.getAllByRole("button", { name: /^Fonte 1/ })).toHaveLength(2);
    expect(screen.getByRole("link")).toHaveTextContent("https://evil.example");
  });
});

describe("sentences to be read with caution", () => {
  test("are marked where they stand, through emphasis and citations", () => {
    const sentence = "A dose é de **500 mL** por hectare [1].";
    const container = show(`Bom dia. ${sentence} Obrigado.`, {
      citations: citing(),
      remarks: [{ sentence, why: "Dose que a fonte não traz" }],
    });
    const marked = [...container.querySelectorAll("mark")]
      .map((mark) => mark.firstChild?.textContent)
      .join("|");
    expect(marked).toContain("A dose é de ");
    expect(marked).toContain("500 mL");
    expect(marked).not.toContain("Bom dia");
    expect(marked).not.toContain("Obrigado");
    expect(container.querySelector("mark")).toHaveAttribute("title", "Dose que a fonte não traz");
  });

  test("that follow or overlap each other are marked once each", () => {
    const text = "Custa 10 reais. Dose de 2 litros. Fim.";
    const remarks = ["Custa 10 reais.", "reais. Dose de 2 litros."].map((sentence) => ({
      sentence,
      why: "?",
    }));
    const container = show(text, { remarks });
    const marks = [...container.querySelectorAll("mark")].map((mark) => mark.firstChild?.textContent);
    expect(marks).toEqual(["Custa 10 reais.", " Dose de 2 litros."]);
    expect(container).toHaveTextContent(/Fim\.$/);
  });

  test("that are not found mark nothing", () => {
    expect(show("Nada.", { remarks: [{ sentence: "Outra.", why: "x" }] }).querySelector("mark")).toBeNull();
  });
});
