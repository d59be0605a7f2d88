/**
 * The one way in which Markdown from a model or a record reaches the screen. No raw HTML, no picture
 * (a picture is a link to it), no link that opens by itself: see grammar.ts and SafeLink.tsx. A text
 * that grows draws its last block anew and no other.
 */
import { Children, memo, useContext, useMemo, useState, type ComponentProps, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import ReactMarkdown, { type Components } from "react-markdown";
import { cleanText } from "../../lib/text/text";
import { cutBlocks, EMPTY_CUT, whole } from "./parsing/blocks";
import {
  CitationContext,
  NO_CITATIONS,
  RemarkContext,
  type Citations,
  type Remark,
} from "./parsing/citations";
import { remarkPlugins } from "./parsing/grammar";
import classes from "./Markdown.module.css";
import { rehypeMarks, type Passage } from "./parsing/rehypeMarks";
import { SafeLink } from "./SafeLink";
import { settleMarkdown } from "./parsing/settled";

type Props = {
  text: string;
  /** More is to come: what is not whole yet at the end waits. */
  growing?: boolean;
  citations?: Citations;
  remarks?: readonly Remark[];
};

const NO_REMARKS: readonly Remark[] = [];

export function Markdown({ text, growing = false, citations = NO_CITATIONS, remarks = NO_REMARKS }: Props) {
  const source = growing ? settleMarkdown(cleanText(text)) : cleanText(text);
  const [last, setLast] = useState(EMPTY_CUT);
  // What does not grow is one block: to cut it would be to parse it twice.
  const current = growing ? cutBlocks(source, last) : whole(source, last);
  // Kept for the next text, which most often continues this one.
  if (current !== last) setLast(current);
  const passages = useMemo(() => passagesOf(source, remarks), [source, remarks]);
  const known = [...citations.titles.keys()].join(" ");

  return (
    <CitationContext value={citations}>
      <RemarkContext value={remarks}>
        <div className={classes.text}>
          {current.blocks.map((block, index) => (
            <Block
              key={index}
              text={block.text}
              known={known}
              passages={within(passages, block.from, block.text)}
            />
          ))}
        </div>
      </RemarkContext>
    </CitationContext>
  );
}

/** `known` and `passages` are strings, so that equal ones are the same and the block is left alone. */
const Block = memo(function Block({
  text,
  known,
  passages,
}: {
  text: string;
  known: string;
  passages: string;
}) {
  const options = {
    known: new Set(known.split(" ").filter(Boolean).map(Number)),
    passages: JSON.parse(passages) as Passage[],
  };
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={[[rehypeMarks, options]]}
      components={COMPONENTS}
      // Addresses are judged where they are drawn, with the text they stand under.
      urlTransform={(url) => url}
    >
      {text}
    </ReactMarkdown>
  );
});

function passagesOf(source: string, remarks: readonly Remark[]): Passage[] {
  return remarks.flatMap(({ sentence }, caution) => {
    const wanted = cleanText(sentence).trim();
    const from = wanted === "" ? -1 : source.indexOf(wanted);
    return from < 0 ? [] : [{ from, to: from + wanted.length, caution }];
  });
}

function within(passages: readonly Passage[], start: number, text: string): string {
  const end = start + text.length;
  const here = passages.filter(({ from, to }) => from < end && to > start);
  return JSON.stringify(here.map((one) => ({ ...one, from: one.from - start, to: one.to - start })));
}

type ElementProps<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & { node?: unknown };

/**
 * Elements are made anew with what they may have: nothing that a text could set (a class, an id, a
 * title) is passed on. Headings stand below those of the page.
 */
const COMPONENTS: Components = {
  a: ({ href, children }) => <SafeLink href={href ?? ""}>{children}</SafeLink>,
  img: ({ src, alt }) => <Picture src={typeof src === "string" ? src : ""} alt={alt ?? ""} />,
  span: ({ children }) => <span className={classes.together}>{children}</span>,
  cite: Citation,
  mark: Caution,
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  h6: ({ children }) => <h6>{children}</h6>,
  table: ({ children }) => (
    <div className={classes.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  // A header without words, as over the names of rows, would be read out as one.
  th: ({ children }) => (Children.count(children) === 0 ? <td /> : <th scope="col">{children}</th>),
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  code: ({ children }) => <code>{children}</code>,
  ul: ({ children }) => <ul>{children}</ul>,
  li: ({ children }) => <li>{children}</li>,
  input: ({ checked }) => <Box checked={checked === true} />,
};

function Box({ checked }: { checked: boolean }) {
  const { t } = useTranslation();
  return (
    <span role="img" aria-label={checked ? t("markdown.checked") : t("markdown.unchecked")}>
      {checked ? "☑" : "☐"}
    </span>
  );
}

function Picture({ src, alt }: { src: string; alt: string }) {
  const { t } = useTranslation();
  return <SafeLink href={src}>{t("markdown.picture", { alt: alt || src })}</SafeLink>;
}

type CiteProps = ElementProps<"cite"> & { "data-mark"?: string };

function Citation(props: CiteProps) {
  const { t } = useTranslation();
  const { titles, active, onCite } = useContext(CitationContext);
  const mark = Number(props["data-mark"]);
  const title = titles.get(mark);
  if (title === undefined) return <>[{mark}]</>;
  const label = t("markdown.source", { mark, title: cleanText(title) });
  return (
    <button
      type="button"
      className={classes.cite}
      data-active={mark === active || undefined}
      title={label}
      aria-label={label}
      onClick={() => onCite(mark)}
    >
      {mark}
    </button>
  );
}

function Caution(props: ElementProps<"mark"> & { "data-caution"?: string; children?: ReactNode }) {
  const remarks = useContext(RemarkContext);
  const remark = remarks[Number(props["data-caution"])];
  return (
    <mark className={classes.caution} title={remark?.why}>
      {props.children}
      {remark && <span className="visually-hidden"> ({remark.why})</span>}
    </mark>
  );
}
