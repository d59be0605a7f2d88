import { MantineProvider } from "@mantine/core";
import { act, render, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CommandError } from "../../api/command";
import { showLanguage } from "../../i18n";
import { ToastArea } from "./ToastArea";
import { hideToast, holdToast, resumeToast, showToast } from "./toasts";
import { useErrorToast } from "./useErrorToast";
import { useUndoToast } from "./useUndoToast";

beforeEach(async () => {
  await showLanguage("pt-BR");
  render(
    <MantineProvider env="test">
      <ToastArea />
    </MantineProvider>,
  );
});
afterEach(() => {
  vi.useRealTimers();
  act(() => hideToast());
});

function show(toast: Parameters<typeof showToast>[0]): void {
  act(() => showToast(toast));
}
function wait(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms));
}

describe("a toast", () => {
  test("goes by itself, and the newest takes the place of the one before", () => {
    vi.useFakeTimers();
    show({ tone: "info", text: "Salvo" });
    wait(7_000);
    show({ tone: "info", text: "Excluído" });
    expect(screen.queryByText("Salvo")).toBeNull();
    wait(7_000);
    expect(screen.getByText("Excluído")).toBeInTheDocument();
    wait(1_000);
    expect(screen.queryByText("Excluído")).toBeNull();
  });

  test("stays while a person is at it", () => {
    vi.useFakeTimers();
    show({ tone: "info", text: "Salvo" });
    act(() => holdToast());
    wait(60_000);
    expect(screen.getByText("Salvo")).toBeInTheDocument();
    act(() => resumeToast());
    wait(8_000);
    expect(screen.queryByText("Salvo")).toBeNull();
  });

  test("offers to take back what it says, once", async () => {
    const undo = vi.fn();
    const { result } = renderHook(() => useUndoToast());
    act(() => result.current("Pergunta excluída", undo));
    await userEvent.click(screen.getByRole("button", { name: "Desfazer" }));
    expect(undo).toHaveBeenCalledOnce();
    expect(screen.queryByText("Pergunta excluída")).toBeNull();
  });

  test("says why it could not be taken back, where what showed it is gone", async () => {
    const { result, unmount } = renderHook(() => useUndoToast());
    const refused = new CommandError({ code: "conflict", message: "O código já existe", details: null });
    act(() => result.current("Pergunta excluída", () => Promise.reject(refused)));
    unmount();
    await userEvent.click(screen.getByRole("button", { name: "Desfazer" }));
    expect(await screen.findByText("O código já existe")).toBeInTheDocument();
  });
});

describe("the toast of an error", () => {
  const showError = (error: unknown) => {
    const { result } = renderHook(() => useErrorToast());
    act(() => result.current(error));
  };

  test("says what the program said", () => {
    showError(new CommandError({ code: "conflict", message: "Outra pessoa gravou antes", details: null }));
    expect(screen.getByText("Outra pessoa gravou antes")).toBeInTheDocument();
  });

  test("says that something went wrong where nothing says what", () => {
    showError("odd");
    expect(screen.queryByText("odd")).toBeNull();
    expect(screen.getByText("Ocorreu um erro sem descrição.")).toBeInTheDocument();
  });
});
