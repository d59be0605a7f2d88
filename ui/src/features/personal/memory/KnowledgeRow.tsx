/** An item of memory in the list. */
import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import desk from "../../../shared/desk/desk.module.css";
import type { Knowledge } from "./draft";

type Props = { item: Knowledge; open: boolean; onOpen: () => void };

export function KnowledgeRow({ item, open, onOpen }: Props) {
  const { t } = useTranslation();
  return (
    <li className={desk.rowLine}>
      <button type="button" className={desk.row} data-row={item.id} aria-current={open} onClick={onOpen}>
        <span className={desk.rowName}>
          {item.state !== "active" && (
            <Badge size="xs" variant="outline" mr={6}>
              {t(`personal.memory.state.${item.state}`)}
            </Badge>
          )}
          <DataText text={item.content} />
        </span>
        <span className={desk.rowNote}>
          {t(`personal.memory.type.${item.type}`)} · {t(`personal.decisions.area.${item.area}`)} ·{" "}
          {t(`personal.memory.source.${item.source}`)}
        </span>
      </button>
    </li>
  );
}
