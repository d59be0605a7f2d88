/** One result: what it is, why it is here, what it costs, how it scored. */
import { Badge, Text, Tooltip, UnstyledButton } from "@mantine/core";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { Hit, Item } from "../../api/types";
import { DataText } from "../../components/DataText";
import { useFormats } from "../../i18n/language";
import { ScoreBar } from "../inspection/breakdown/ScoreBar";
import { pricesOnSale } from "../../lib/packages/content";
import { rowsOf } from "../../lib/text/parts";
import { hasTerm, putMatchingFirst } from "../../lib/text/text";
import { KnownStock } from "../stock/OutOfStock";
import { PackageList } from "../packages/PackageList";
import { Thumbnail } from "../pictures/Thumbnail";
import { hitId, hitTitle } from "./hit";
import classes from "./HitCard.module.css";

const TAGS_SHOWN = 6;

type Props = {
  hit: Hit;
  rank: number;
  terms: readonly string[];
  /** The best score of the list: bars of one list can be compared. */
  bestScore: number;
  active: boolean;
  inspected: boolean;
  /** The address of its small picture. */
  picture: string | undefined;
  /** Must stay the same from render to render, or every card is drawn again at every step. */
  onAct: (act: HitAct, id: string) => void;
};

export type HitAct = "activate" | "open" | "inspect";

export const HitCard = memo(function HitCard({
  hit,
  rank,
  terms,
  bestScore,
  active,
  inspected,
  picture,
  onAct,
}: Props) {
  const id = hitId(hit);
  const activate = () => onAct("activate", id);
  // Only the first few are drawn: those that answer the query stand before the others.
  const tags = putMatchingFirst(hit.item?.tags ?? hit.faq?.tags ?? [], terms);
  return (
    <article
      className={classes.card}
      data-active={active || undefined}
      data-inspected={inspected || undefined}
      onFocus={activate}
      onClick={activate}
    >
      <span className={classes.rank} aria-hidden>
        {rank}
      </span>
      <div className={classes.main}>
        {hit.item && <Thumbnail src={picture} name={hit.item.name} className={classes.picture} />}
        <h3 className={classes.heading}>
          <button
            type="button"
            className={classes.title}
            data-hit={rank - 1}
            onClick={() => onAct("open", id)}
            aria-keyshortcuts="Enter I"
          >
            <DataText text={hitTitle(hit)} highlight={terms} />
          </button>
        </h3>
        {hit.item && <Origin item={hit.item} />}
        {hit.item?.packages && (
          <PackageList packages={hit.item.packages} currency={hit.item.currency} terms={terms} compact />
        )}
        {hit.snippet && (
          <p className={classes.snippet}>
            <DataText text={hit.snippet} highlight={terms} />
          </p>
        )}
        {tags.length > 0 && (
          <ul className={classes.tags}>
            {tags.slice(0, TAGS_SHOWN).map((tag, index) => (
              <li key={index} data-match={hasTerm(tag, terms) || undefined}>
                <DataText text={tag} />
              </li>
            ))}
            {tags.length > TAGS_SHOWN && <li>+{tags.length - TAGS_SHOWN}</li>}
          </ul>
        )}
      </div>
      <div className={classes.side}>
        {hit.item && <Price item={hit.item} />}
        <KnownStock stock={hit.stock} />
        <SourceBadge hit={hit} />
        <Score hit={hit} bestScore={bestScore} inspected={inspected} onInspect={() => onAct("inspect", id)} />
      </div>
    </article>
  );
});

function Origin({ item }: { item: Item }) {
  if (!item.category && !item.manufacturer) return null;
  return (
    <p className={classes.origin}>
      {item.category && <DataText text={item.category} />}
      {item.category && item.manufacturer && <span aria-hidden> · </span>}
      {item.manufacturer && <DataText text={item.manufacturer} />}
    </p>
  );
}

export function Price({ item }: { item: Item }) {
  const { t } = useTranslation();
  const formats = useFormats();
  // What packages cost says more than that the product itself has no price.
  const inPackages = item.price === null ? pricesOnSale(item.packages ?? []) : [];
  const price = item.price ?? (inPackages.length > 0 ? Math.min(...inPackages) : null);
  if (price === null) return <span className={classes.noPrice}>{t("price.unavailable")}</span>;
  return (
    <span className={classes.wholePrice}>
      {inPackages.length > 1 && <span className={classes.noPrice}>{t("price.from")}</span>}
      <span className={classes.price}>{formats.price(price, item.currency)}</span>
    </span>
  );
}

function SourceBadge({ hit }: { hit: Hit }) {
  const { t } = useTranslation();
  return (
    <span className={classes.badges}>
      {hit.lexicalSignals?.typoTolerant && (
        <Tooltip label={t("hit.typoText")}>
          <Badge size="sm" variant="light" color="gray" fw={500}>
            {t("hit.typo")}
          </Badge>
        </Tooltip>
      )}
      <Tooltip label={t(`source.${hit.source}.text`)}>
        <span className={classes.source}>
          {hit.source !== "lexical" && <span className={classes.dot} data-list="vector" />}
          {hit.source !== "vector" && <span className={classes.dot} data-list="lexical" />}
          {t(`source.${hit.source}.name`)}
        </span>
      </Tooltip>
    </span>
  );
}

function Score({
  hit,
  bestScore,
  inspected,
  onInspect,
}: {
  hit: Hit;
  bestScore: number;
  inspected: boolean;
  onInspect: () => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const share = bestScore > 0 ? Math.max(0.04, Math.min(1, hit.score / bestScore)) : 1;
  const label = t("hit.inspect", { score: formats.score(hit.score) });
  return (
    <UnstyledButton
      className={classes.score}
      onClick={onInspect}
      aria-label={label}
      title={label}
      aria-pressed={inspected}
      aria-keyshortcuts="I"
    >
      <Text component="span" size="xs" c="dimmed" className="tabular">
        {formats.score(hit.score)}
      </Text>
      <span className={classes.track}>
        <span style={{ width: `${share * 100}%` }}>
          {hit.explanation && <ScoreBar rows={rowsOf(hit.explanation)} mini />}
        </span>
      </span>
    </UnstyledButton>
  );
}
