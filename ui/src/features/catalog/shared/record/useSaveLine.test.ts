import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useSaveLine } from "./useSaveLine";

/** A line whose saves are answered by hand; `sent` are the parts in the order in which they left. */
function startLine() {
  const sent: object[] = [];
  const answers: ((stored: string | null) => void)[] = [];
  const { result } = renderHook(() => useSaveLine<string, { a?: number; b?: number }>());
  const send = (part: object) => {
    sent.push(part);
    return new Promise<string | null>((resolve) => answers.push(resolve));
  };
  let isUnsaved = true;
  const save = (part = {}) => {
    let saved = Promise.resolve<string | null>(null);
    act(() => {
      saved = result.current.run(part, send, () => isUnsaved);
    });
    return saved;
  };
  return {
    sent,
    save,
    answer: (stored: string | null) =>
      act(() => {
        answers.shift()?.(stored);
        return Promise.resolve();
      }),
    saveAll: () => (isUnsaved = false),
    forget: () => result.current.forget(),
    isBusy: () => result.current.isBusy,
  };
}

test("what is asked for while a save is under way comes after its answer, once, with all that was asked", async () => {
  const line = startLine();
  const first = line.save({ a: 1 });
  const second = line.save({ a: 2 });
  const third = line.save({ b: 3 });
  expect(line.sent).toEqual([{ a: 1 }]);
  await line.answer("one");
  expect(await first).toBe("one");
  expect(line.sent).toEqual([{ a: 1 }, { a: 2, b: 3 }]);
  expect(line.isBusy()).toBe(true);
  await line.answer("two");
  expect([await second, await third]).toEqual(["two", "two"]);
  expect(line.isBusy()).toBe(false);
});

test("nothing comes after a save that was refused", async () => {
  const line = startLine();
  void line.save();
  const second = line.save();
  await line.answer(null);
  expect(await second).toBeNull();
  expect(line.sent).toHaveLength(1);
});

test("nothing is sent again where the answer has left nothing unsaved", async () => {
  const line = startLine();
  void line.save();
  const second = line.save();
  line.saveAll();
  await line.answer("one");
  expect(await second).toBe("one");
  expect(line.sent).toHaveLength(1);
});

test("what waits is let go of", async () => {
  const line = startLine();
  void line.save();
  const second = line.save();
  line.forget();
  await line.answer("one");
  expect(await second).toBeNull();
  expect(line.sent).toHaveLength(1);
});
