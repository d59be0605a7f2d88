/**
 * Which Markdown is understood: CommonMark with tables, strike-through, task lists and bare
 * addresses, without what could make a text of unknown origin do more than look like text.
 *
 * Left out: raw HTML (its characters are shown as they are), definitions of links (`[1]: http://…`
 * would turn a mark of a source into a person's link) and footnotes (they need ids, of which a page
 * has one set).
 */
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified, type PluggableList, type Processor } from "unified";

const LEFT_OUT = [
  "htmlFlow",
  "htmlText",
  "definition",
  "gfmFootnoteDefinition",
  "gfmFootnoteCall",
  "gfmPotentialFootnoteCall",
  // Four blanks are a slip of a model far more often than code, which is fenced.
  "codeIndented",
];

function leaveOut(this: Processor): undefined {
  const data = this.data();
  (data.micromarkExtensions ??= []).push({ disable: { null: LEFT_OUT } });
}

export const remarkPlugins: PluggableList = [[remarkGfm, { singleTilde: false }], leaveOut];

/** Grammar that turns Markdown into a tree, the same as `react-markdown` renders it by. */
export const grammar = unified().use(remarkParse).use(remarkPlugins).freeze();
