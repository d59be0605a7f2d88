import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { Catalog, giveHeight } from "../../../test/catalog";
import { startServer, type TestServer } from "../../../test/server";
import { forgetOperations } from "../shared/ownOperations";

let server: TestServer;
let catalog: Catalog;
let restoreHeight: () => void;

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  catalog = new Catalog(250);
  server = await startServer(catalog.handler());
});
afterEach(() => {
  restoreHeight();
  forgetOperations();
  return server.close();
});

const cellAt = (row: number, column: number) => document.querySelector(`[data-at="${row}:${column}"]`);
const active = () => (document.activeElement as HTMLElement).dataset["at"];

async function openGrid(address = "#/catalog/items") {
  const { user } = await renderApp(server, address);
  await screen.findByText("Produto 001");
  await waitFor(() => expect(active()).toBe("0:0"));
  return user;
}

/** The columns in their usual order, by their place. */
const NAME = 0;
const PRICE = 5;

const goToPrice = "{ArrowRight>5/}";

const names = () =>
  new Map(
    [...document.querySelectorAll(`[data-at$=":${NAME}"]`)].map((cell) => [
      Number(cell.getAttribute("data-at")?.split(":")[0]),
      cell.textContent,
    ]),
  );
const rename = async (user: Awaited<ReturnType<typeof openGrid>>) => {
  await user.keyboard("{F2}{Control>}a{/Control}Zebra{Enter}");
  await waitFor(() => expect(catalog.find("i001")?.name).toBe("Zebra"));
  catalog.items = catalog.items.toSorted((one, other) => one.name.localeCompare(other.name));
  expect(await screen.findByText(/A ordem e os filtros são de antes/)).toBeInTheDocument();
};

describe("after a name was changed that moves its row", () => {
  const grid = () => screen.getByRole("grid");
  const scrollTo = (row: number) => {
    grid().scrollTop = row * 32;
    fireEvent.scroll(grid());
  };
  test("rows stay, and all are listed anew with the first page that was not there", async () => {
    const user = await openGrid();
    await rename(user);
    await user.keyboard("{ArrowRight>5/}5{Enter}");
    await waitFor(() => expect(catalog.find("i002")?.price).toBe(5));
    await waitFor(() => expect(cellAt(1, PRICE)).not.toHaveAttribute("data-state"));
    expect(names().get(0)).toContain("Zebra");
    scrollTo(95);
    await waitFor(() => expect(names().get(100)).toContain("Produto 102"));
    await waitFor(() => expect(names().get(99)).toContain("Produto 101"));
    expect(screen.queryByText(/A ordem e os filtros são de antes/)).toBeNull();
    scrollTo(245);
    await waitFor(() => expect(names().get(249)).toContain("Zebra"));
    scrollTo(0);
    await waitFor(() => expect(names().get(0)).toContain("Produto 002"));
  });

  test("nothing is listed anew under a cell that is being written in", async () => {
    const user = await openGrid();
    await rename(user);
    await user.keyboard("X");
    scrollTo(95);
    await new Promise((over) => setTimeout(over, 300));
    expect(names().get(100) ?? "").toBe("");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(names().get(100)).toContain("Produto 102"));
  });

  test("pages of the order before are not gone on with where one comes back to it", async () => {
    const user = await openGrid();
    await rename(user);
    await user.keyboard("{Control>}f{/Control}Zebra");
    await waitFor(() => expect(grid()).toHaveAttribute("aria-rowcount", "2"));
    await user.keyboard("{Control>}a{/Control}{Delete}");
    await waitFor(() => expect(grid()).toHaveAttribute("aria-rowcount", "251"));
    await waitFor(() => expect(names().get(0)).toContain("Produto 002"));
  });
});

describe("pages that were spoiled while another page of the program was shown", () => {
  const back = async () => {
    window.location.hash = "#/catalog/items?q=Produto%2000";
    return screen.findByRole("grid");
  };

  test("are not shown before they are read again, whatever is asked on the way back", async () => {
    const user = await openGrid("#/catalog/items?q=Produto%2000");
    await user.keyboard("{Control>}f{/Control}{Control>}a{/Control}{Delete}{Enter}");
    await waitFor(() => expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", "251"));
    (cellAt(0, NAME) as HTMLElement).focus();
    await rename(user);
    window.location.hash = "#/settings";
    await waitFor(() => expect(screen.queryByRole("grid")).toBeNull());
    let answer = () => {};
    const later = new Promise<void>((resolve) => (answer = resolve));
    server.handle((request) => ({
      ...catalog.handler()(request),
      ...(request.path.startsWith("/api/catalog/grid") && { after: later }),
    }));
    const sheet = await back();
    expect(sheet).toHaveAttribute("aria-rowcount", "1");
    expect(within(sheet).queryByText(/Produto 00/)).toBeNull();
    answer();
    await waitFor(() => expect(sheet).toHaveAttribute("aria-rowcount", "9"));
    expect(names().get(0)).toContain("Produto 002");
  });
});

describe("over rows that were not fetched", () => {
  const LINES = 150;
  const manyLines = Array.from({ length: LINES }, () => "7").join("\n");
  const asksForBlock = ({ path, body }: { path: string; body: string }) =>
    path.startsWith("/api/catalog/grid") && (JSON.parse(body) as { limit: number }).limit === LINES;
  const pasteMany = async (user: Awaited<ReturnType<typeof openGrid>>) => {
    await user.keyboard(`${goToPrice}{Control>}v{/Control}`);
    await user.paste(manyLines);
  };

  test("a paste goes to the rows that are in sight", async () => {
    const user = await openGrid();
    await pasteMany(user);
    await waitFor(() => expect(catalog.find("i150")?.price).toBe(7));
    expect(catalog.find("i001")?.price).toBe(7);
    expect(catalog.find("i151")?.price).toBe(160);
  });

  test("a paste whose rows stand elsewhere now is not done, and says so", async () => {
    const user = await openGrid();
    const [first] = catalog.items;
    if (first) catalog.items = [{ ...first, id: "i000", name: "Produto 000" }, ...catalog.items];
    await pasteMany(user);
    expect(await screen.findByText(/A ordem das linhas mudou/)).toBeInTheDocument();
    expect(catalog.sent("POST", "/api/catalog/cells")).toEqual([]);
    expect(await screen.findByText("Produto 000")).toBeInTheDocument();
  });

  test("a paste whose rows cannot be read waits with the cells in sight, and goes on by itself", async () => {
    const user = await openGrid();
    const body = { code: "database_unreachable", message: "O banco não responde", details: null };
    server.handle(catalog.handler((request) => (asksForBlock(request) ? { status: 503, body } : undefined)));
    await pasteMany(user);
    expect(await screen.findByText("150 células esperam pelo servidor")).toBeInTheDocument();
    expect(cellAt(0, PRICE)).toHaveAttribute("data-state", "waiting");
    expect(cellAt(0, PRICE)).toHaveTextContent("7");
    expect(catalog.sent("POST", "/api/catalog/cells")).toEqual([]);
    server.handle(catalog.handler());
    await waitFor(() => expect(catalog.find("i150")?.price).toBe(7), { timeout: 5_000 });
    expect(catalog.find("i001")?.price).toBe(7);
  });

  test("a paste whose other rows can never be read is written where its rows are in sight, and says so", async () => {
    const user = await openGrid();
    const body = { code: "internal", message: "Defeito", details: null };
    server.handle(catalog.handler((request) => (asksForBlock(request) ? { status: 500, body } : undefined)));
    await pasteMany(user);
    expect(
      await screen.findByText(/^50 células não foram escritas: .*à vista foi escrito\. Defeito/),
    ).toBeInTheDocument();
    await waitFor(() => expect(catalog.find("i100")?.price).toBe(7));
    expect(catalog.find("i101")?.price).toBe(110);
  });

  test("a paste that waits is found again by a page that is loaded anew", async () => {
    const { user, unmount } = await renderApp(server, "#/catalog/items");
    await screen.findByText("Produto 001");
    await waitFor(() => expect(active()).toBe("0:0"));
    server.handle(catalog.handler((request) => (asksForBlock(request) ? { hangUp: true } : undefined)));
    await pasteMany(user);
    await screen.findByText("150 células esperam pelo servidor");
    unmount();
    server.handle(catalog.handler());
    await openGrid();
    await waitFor(() => expect(catalog.find("i150")?.price).toBe(7));
  });

  describe("while they are read", () => {
    let answer: () => void;
    /** The block is answered once `answer` is called. */
    const holdBlock = () => {
      const after = new Promise<void>((resolve) => (answer = resolve));
      server.handle(
        catalog.handler((request) => {
          if (!asksForBlock(request)) return undefined;
          const { offset, limit } = JSON.parse(request.body) as { offset: number; limit: number };
          return { after, body: catalog.page({ offset, limit }) };
        }),
      );
    };

    test("what is typed stays over what is pasted", async () => {
      const user = await openGrid();
      holdBlock();
      await pasteMany(user);
      expect(await screen.findByText("Lendo 150 linhas…")).toBeInTheDocument();
      await user.keyboard("{ArrowDown}55{Enter}");
      expect(cellAt(1, PRICE)).toHaveTextContent("55");
      answer();
      await waitFor(() => expect(catalog.find("i150")?.price).toBe(7));
      await waitFor(() => expect(catalog.find("i002")?.price).toBe(55));
    });

    test("all cells of the paste count at once, and no way out goes without a question", async () => {
      const user = await openGrid();
      holdBlock();
      await pasteMany(user);
      expect(screen.getByText("Gravando 150 células…")).toBeInTheDocument();
      expect(screen.getByRole("link", { name: /Catálogo.*150 células não gravadas/ })).toBeInTheDocument();
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      expect(event.defaultPrevented).toBe(true);
      await user.click(screen.getByRole("link", { name: /Buscar/ }));
      const asked = within(await screen.findByRole("dialog", { name: "Há 150 células não gravadas" }));
      await user.click(asked.getByRole("button", { name: "Sair e guardar para depois" }));
      await waitFor(() => expect(window.location.hash).toBe("#/search"));
      answer();
      await waitFor(() => expect(catalog.find("i150")?.price).toBe(7));
    });

    test("Ctrl+Z takes back what was typed since, then the paste", async () => {
      const user = await openGrid();
      holdBlock();
      await pasteMany(user);
      await user.keyboard("{ArrowDown}55{Enter}");
      await user.keyboard("{Control>}z{/Control}");
      expect(await screen.findByText(/Desfeito: Preço de “Produto 002”/)).toBeInTheDocument();
      expect(cellAt(1, PRICE)).toHaveTextContent("7");
      await user.keyboard("{Control>}z{/Control}");
      expect(await screen.findByText("Desfeito: colar 150 células")).toBeInTheDocument();
      expect(cellAt(1, PRICE)).toHaveTextContent("11,00");
      answer();
      await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
      await waitFor(() => expect(catalog.find("i150")?.price).toBe(7));
      expect(catalog.find("i002")?.price).toBe(7);
    });

    test("what was typed since is taken back before the paste also once both are stored", async () => {
      const user = await openGrid();
      holdBlock();
      await pasteMany(user);
      await user.keyboard("{ArrowDown}55{Enter}");
      answer();
      await waitFor(() => expect(catalog.find("i002")?.price).toBe(55));
      await waitFor(() => expect(cellAt(1, PRICE)).not.toHaveAttribute("data-state"));
      await user.keyboard("{Control>}z{/Control}");
      await waitFor(() => expect(catalog.find("i002")?.price).toBe(7));
      expect(catalog.find("i150")?.price).toBe(7);
      await user.keyboard("{Control>}z{/Control}");
      await waitFor(() => expect(catalog.find("i150")?.price).toBe(159));
      expect(catalog.find("i002")?.price).toBe(11);
    });

    test("goes over a clash that is in sight, as over any other cell", async () => {
      const user = await openGrid();
      catalog.change("i002", { price: 77 });
      await user.keyboard(`${goToPrice}{ArrowDown}55{Enter}{ArrowUp}`);
      await screen.findByText("Gravado agora");
      await user.keyboard("{ArrowUp}{Home}");
      holdBlock();
      await pasteMany(user);
      expect(cellAt(1, PRICE)).toHaveTextContent("7");
      answer();
      await waitFor(() => expect(catalog.find("i150")?.price).toBe(7));
      await waitFor(() => expect(catalog.find("i002")?.price).toBe(7));
      await waitFor(() => expect(screen.queryByText(/^Gravando/)).toBeNull());
      expect(cellAt(1, PRICE)).not.toHaveAttribute("data-state");
    });
  });
});
