import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Data } from "../../../../api/command";
import { item } from "../../../../test/records";
import { patchItem } from "./patching";

type Page = Data<"grid">;

const page = (id: string): Page => ({
  rows: [{ item: item(id, { version: 1 }), completeness: 1, missing: [], deleted: false }],
  total: 1,
  averageCompleteness: 1,
});

test("a page that was spoiled stays so when a row of it is renewed, and so does one without the row", async () => {
  const client = new QueryClient();
  const [its, other, fresh] = [
    ["grid", "a"],
    ["grid", "b"],
    ["grid", "c"],
  ];
  client.setQueryData(its, page("i1"));
  client.setQueryData(other, page("i2"));
  await client.invalidateQueries({ queryKey: ["grid"] });
  client.setQueryData(fresh, page("i1"));
  patchItem(client, item("i1", { version: 2 }));
  const versions = [its, fresh].map((key) => client.getQueryData<Page>(key)?.rows[0]?.item.version);
  expect(versions).toEqual([2, 2]);
  const spoiled = [its, other, fresh].map((key) => client.getQueryState(key)?.isInvalidated);
  expect(spoiled).toEqual([true, true, false]);
});
