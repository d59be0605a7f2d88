/**
 * A screen in front of the page, which stays as it is: what is half typed there is there afterwards. Until then it
 * takes no key and no press, and neither does a dialog that was open over it.
 */
import { useLayoutEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import classes from "./Screen.module.css";

export function InFront({ children }: { children: ReactNode }) {
  const [host] = useState(() => document.createElement("div"));
  useLayoutEffect(() => {
    const before = document.activeElement;
    const covered = [...document.body.children].filter((one) => !one.hasAttribute("inert"));
    for (const one of covered) one.setAttribute("inert", "");
    document.body.append(host);
    // Keys of the page listen at the root of the document.
    const keep = (event: Event) => event.stopPropagation();
    host.addEventListener("keydown", keep);
    // What is drawn at once got no focus: it was not in the document yet.
    host.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => {
      host.removeEventListener("keydown", keep);
      host.remove();
      for (const one of covered) one.removeAttribute("inert");
      if (before instanceof HTMLElement) before.focus();
    };
  }, [host]);
  return createPortal(<div className={classes.front}>{children}</div>, host);
}
