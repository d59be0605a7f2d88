/**
 * The questions that were found. Arrows go from one to the next; where the one that has the focus leaves
 * the list, as after an approval of what was to be approved, the one in its place has it.
 */
import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Faq } from "../../../api/types";
import desk from "../../../shared/desk/desk.module.css";
import { FaqRow } from "./FaqRow";

type Props = { faqs: readonly Faq[]; opened: string | null; onOpen: (id: string) => void };

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function FaqList({ faqs, opened, onOpen }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<number | null>(null);
  const rows = () => Array.from(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []);

  useLayoutEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    const left = rows();
    left[Math.min(focused.current, left.length - 1)]?.focus();
  }, [faqs]);

  const note = ({ target }: FocusEvent) => {
    const at = rows().findIndex((row) => row.closest("li")?.contains(target));
    focused.current = at < 0 ? null : at;
  };
  // What takes the focus elsewhere names where; what vanishes with it does not.
  const forget = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !list.current?.contains(relatedTarget)) focused.current = null;
  };
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const all = rows();
    const at = all.findIndex((row) => row.closest("li")?.contains(document.activeElement));
    all[Math.max(0, Math.min(at + by, all.length - 1))]?.focus();
  };
  return (
    <ul
      ref={list}
      className={desk.rows}
      aria-label={t("faqs.list")}
      onFocus={note}
      onBlur={forget}
      onKeyDown={step}
    >
      {faqs.map((faq) => (
        <FaqRow key={faq.id} faq={faq} open={faq.id === opened} onOpen={() => onOpen(faq.id)} />
      ))}
    </ul>
  );
}
