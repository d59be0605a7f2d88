// @vitest-environment node
import { expect, test } from "vitest";
import type { Conversation } from "../types";
import { groupByTime } from "./groups";

const NOW = new Date(2026, 10, 22, 9, 30);

const at = (id: string, updated: Date, pinned = false): Conversation => ({
  id,
  title: id,
  pinned,
  messageCount: 2,
  createdAt: updated.toISOString(),
  updatedAt: updated.toISOString(),
  excerpt: null,
});
const day = (month: number, date: number, hour = 12, minute = 0) => new Date(2026, month, date, hour, minute);
const titlesOf = (conversations: Conversation[]) =>
  groupByTime(conversations, NOW).map(({ period, conversations: members }) => [
    period instanceof Date ? `${period.getFullYear()}-${period.getMonth() + 1}` : period,
    members.map(({ id }) => id).join(" "),
  ]);

test("days are those of the calendar, not of 24 hours", () => {
  expect(
    titlesOf([
      at("justNow", NOW),
      at("pastMidnight", day(10, 22, 0, 1)),
      at("lastNight", day(10, 21, 23, 59)),
    ]),
  ).toEqual([
    ["today", "justNow pastMidnight"],
    ["yesterday", "lastNight"],
  ]);
});

test("then 7 days, 30 days, and months, newest first", () => {
  expect(
    titlesOf([
      at("d2", day(10, 20)),
      at("d6", day(10, 16)),
      at("d7", day(10, 15)),
      at("d29", day(9, 24)),
      at("d30", day(9, 23)),
      at("october", day(9, 2)),
      at("july", day(6, 2)),
      at("lastYear", new Date(2025, 9, 2)),
    ]),
  ).toEqual([
    ["week", "d2 d6"],
    ["month", "d7 d29"],
    ["2026-10", "d30 october"],
    ["2026-7", "july"],
    ["2025-10", "lastYear"],
  ]);
});

test("pinned ones stand first, however old", () => {
  expect(titlesOf([at("new", NOW), at("old", day(1, 1), true)])).toEqual([
    ["pinned", "old"],
    ["today", "new"],
  ]);
});

test("a clock that runs ahead is today's", () => {
  expect(titlesOf([at("tomorrow", day(10, 23))])).toEqual([["today", "tomorrow"]]);
});

test("nothing makes no group", () => {
  expect(groupByTime([], NOW)).toEqual([]);
});
