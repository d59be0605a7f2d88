/**
 * Stands in for `@tauri-apps/api/core` (the bundler's alias points here), so that the generated
 * bindings stay as they are: every call carries the person's language, in the header that the HTTP
 * stand-in sends too.
 */
import { core } from "@tauri-apps/api";
import { hostLanguage } from "./language";

export const { Channel, transformCallback } = core;
export type Channel<T = unknown> = core.Channel<T>;

export const invoke: typeof core.invoke = (command, args, options) => {
  // A plain object: the bridge may have to write it as JSON.
  const headers = { ...Object.fromEntries(new Headers(options?.headers)), "accept-language": hostLanguage() };
  return core.invoke(command, args, { ...options, headers });
};
