import { render, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { useLostFocus } from "./useLostFocus";

const onLost = vi.fn();
const onFocus = vi.fn();

function Box({ parts }: { parts: string[] }) {
  const box = useRef<HTMLDivElement>(null);
  useLostFocus(box, onLost, onFocus);
  return (
    <>
      <div ref={box}>
        {parts.map((part) => (
          <button key={part}>{part}</button>
        ))}
      </div>
      <button>outside</button>
    </>
  );
}

test("what takes the focused element away is heard once, another element or a focus elsewhere is not", async () => {
  const { rerender } = render(<Box parts={["a", "b"]} />);
  const show = (...parts: string[]) => rerender(<Box parts={parts} />);
  screen.getByText("a").focus();
  expect(onFocus).toHaveBeenCalledExactlyOnceWith(screen.getByText("a"));
  show("a");
  await Promise.resolve();
  expect(onLost).not.toHaveBeenCalled();
  show("c");
  await waitFor(() => expect(onLost).toHaveBeenCalledOnce());
  show("c", "d");
  screen.getByText("c").focus();
  screen.getByText("outside").focus();
  show();
  await Promise.resolve();
  expect(onLost).toHaveBeenCalledOnce();
});
