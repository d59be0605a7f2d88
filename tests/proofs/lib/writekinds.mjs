// One of each kind of write that has an operation id: what must be there first, and the request.
import { randomUUID } from "node:crypto";

/**
 * Each makes what its write needs and gives method, address and body; `n` makes names differ. What has no
 * body takes its operation id in the address.
 */
export const WRITE_KINDS = {
  "create item": async (_, n) => ["POST", "/api/catalog/items", { name: `Criado ${n}`, price: 1.5 }],
  "update item": async (client, n) => {
    const { id, version } = await createItem(client, n);
    return ["PUT", `/api/catalog/items/${id}`, { version, name: `Mudado ${n}`, price: 2.5 }];
  },
  "delete item": async (client, n) => {
    const { id } = await createItem(client, n);
    return ["DELETE", `/api/catalog/items/${id}`];
  },
  "restore item": async (client, n) => {
    const { id } = await createItem(client, n);
    await client.get("DELETE", `/api/catalog/items/${id}`);
    return ["POST", `/api/catalog/items/${id}/restore`, {}];
  },
  "edit cells": async (client, n) => {
    const { id, version } = await createItem(client, n);
    return ["POST", "/api/catalog/cells", { cells: [{ id, version, field: "price", value: 3.5 }] }];
  },
  "bulk edit": async (client, n) => {
    const { id } = await createItem(client, n);
    const edit = {
      selection: { ids: [id] },
      changes: [{ field: "category", action: "set", value: `Categoria ${n}` }],
    };
    const { digest } = await client.get("POST", "/api/catalog/bulk/preview", edit);
    return ["POST", "/api/catalog/bulk", { ...edit, expect: digest }];
  },
  "undo operation": async (client, n) => {
    const operationId = randomUUID();
    const { id, version } = await createItem(client, n);
    await client.get("PUT", `/api/catalog/items/${id}`, { version, name: `Desfeito ${n}`, operationId });
    return ["POST", `/api/operations/${operationId}/undo`, {}];
  },
  "attach file": async (client, n) => {
    const { id } = await createItem(client, n);
    const uploadId = await client.upload(
      "attachment",
      `bula-${n}.txt`,
      Buffer.from(`Dose de ${n} litros por hectare.`),
    );
    return ["POST", `/api/catalog/items/${id}/files`, { uploadId }];
  },
  "create FAQ": async (_, n) => ["POST", "/api/faqs", { question: `Pergunta ${n}?`, answer: "Sim." }],
  "create synonym group": async (_, n) => [
    "POST",
    "/api/synonyms",
    { kind: "generic", name: `grupo ${n}`, terms: [`termo ${n}`, `outro ${n}`] },
  ],
  "save view": async (_, n) => ["POST", "/api/catalog/views", { name: `Vista ${n}`, content: {} }],
  "create query set": async (_, n) => ["POST", "/api/sets", { name: `Conjunto ${n}` }],
};

async function createItem(client, n) {
  return client.get("POST", "/api/catalog/items", { name: `Item ${n}` });
}

/** The address and the body of a write under an operation id. */
export function withOperation(path, body, operationId) {
  return body ? [path, { ...body, operationId }] : [`${path}?operationId=${operationId}`];
}
