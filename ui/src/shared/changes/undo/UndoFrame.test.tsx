import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { CommandError } from "../../../api/command";
import { showLanguage } from "../../../i18n";
import { UndoFrame } from "./UndoFrame";

beforeAll(() => showLanguage("pt-BR"));

const problem = new CommandError({ code: "timed_out", message: "?", details: null });

function show(dryRun: { data?: number; error?: CommandError }, failure: CommandError | null = null) {
  const [refetch, onRun] = [vi.fn(), vi.fn()];
  const asked = { data: undefined, error: null, isFetching: false, refetch, ...dryRun };
  render(
    <MantineProvider>
      <UndoFrame<number>
        dryRun={asked}
        undo={{ error: failure, isPending: false }}
        changesAnything={(count) => count > 0}
        label="Desfazer"
        onRun={onRun}
        onClose={() => {}}
      >
        {(count) => <p>{count} voltariam</p>}
      </UndoFrame>
    </MantineProvider>,
  );
  return { refetch, onRun, user: userEvent.setup() };
}
const button = () => screen.getByRole("button", { name: "Desfazer" });

test("until it is known what would happen nothing can be done", () => {
  show({});
  expect(button()).toBeDisabled();
});

test("once it is known the button has the focus", async () => {
  const { onRun, user } = show({ data: 2 });
  expect(screen.getByText("2 voltariam")).toBeInTheDocument();
  await waitFor(() => expect(button()).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(onRun).toHaveBeenCalledOnce();
});

test("where nothing would come of it there is nothing to press", () => {
  show({ data: 0 });
  expect(button()).toBeDisabled();
});

test("what could not be found out is tried again", async () => {
  const { refetch, user } = show({ error: problem });
  await user.click(screen.getByRole("button", { name: "Tentar de novo" }));
  expect(refetch).toHaveBeenCalledOnce();
});

test("a failed undo is said beside what it would do", () => {
  show({ data: 2 }, problem);
  expect(screen.getByRole("alert")).not.toBeEmptyDOMElement();
  expect(screen.getByText("2 voltariam")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Tentar de novo" })).toBeNull();
});
