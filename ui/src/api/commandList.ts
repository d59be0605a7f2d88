/**
 * Every command there is, with its address and its tags: those that the generator has written into
 * `bindings.ts`, and the sales desk's, which it has not yet.
 */
import { commands as generated, meta as generatedMeta } from "../bindings";
import { chatCommands, chatMeta, chatStreams } from "../features/chat/contract";

export const commands = { ...generated, ...chatCommands };
export const streams = chatStreams;

type GeneratedMeta = (typeof generatedMeta)[string];
type ChatMeta = (typeof chatMeta)[string];
export type Tag = GeneratedMeta["provides"][number] | ChatMeta["provides"][number];
export type Route = Pick<GeneratedMeta, "method" | "path"> & { provides: Tag[]; invalidates: Tag[] };

export const meta: Record<string, Route> = { ...generatedMeta, ...chatMeta };
