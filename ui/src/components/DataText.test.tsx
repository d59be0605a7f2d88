import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { DataText } from "./DataText";

const HOSTILE = [
  "<script>window.hacked=1</script>",
  '<img src=x onerror="window.hacked=1">',
  "<svg/onload=alert(1)>",
  "[x](javascript:alert(1)) ![y](http://evil.example/p.png)",
  "<meta http-equiv=refresh content='0;url=http://evil.example'>",
  "<style>@import 'http://evil.example'</style>",
  "&lt;b&gt; &#x3C;i&#x3E;",
];

test.each(HOSTILE)("%s stays the text it is, marked or not", (text) => {
  for (const highlight of [[], ["script", "img", "<", "x"]]) {
    const { container, unmount } = render(<DataText text={text} highlight={highlight} />);
    expect(container.textContent).toBe(text);
    const names = [...container.querySelectorAll("*")].map((element) => element.tagName);
    expect(names.every((name) => name === "BDI" || name === "MARK")).toBe(true);
    unmount();
  }
  expect(window).not.toHaveProperty("hacked");
});

test("the reading direction of a text is its own affair", () => {
  const { container } = render(<DataText text={"abc\u202Edef"} />);
  expect(container.firstElementChild?.tagName).toBe("BDI");
  expect(container.textContent).toBe("abcdef");
});
