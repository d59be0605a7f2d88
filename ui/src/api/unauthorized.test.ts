import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { installBridge } from "../test/app";
import { startServer, type TestServer } from "../test/server";
import { call } from "./command";
import { forgetRefusal, useRefusal } from "./unauthorized";

let server: TestServer | undefined;
afterEach(async () => {
  act(forgetRefusal);
  await server?.close();
});

test("a call that no query and no mutation carries says, too, that the server does not know who asks", async () => {
  const body = { code: "unauthorized", message: "Entre com nome e senha", details: { accounts: true } };
  server = await startServer(() => ({ status: 401, body }));
  installBridge(server);
  const { result } = renderHook(useRefusal);
  expect(result.current).toBeNull();
  await act(() => expect(call("facets", {})).rejects.toMatchObject({ code: "unauthorized" }));
  expect(result.current).toEqual({ accounts: true });
});
