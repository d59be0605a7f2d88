import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { box, expectAccessible, serveChat } from "../../../test/chatPage";
import type { ReceivedRequest } from "../../../test/server";

const chat = serveChat();

/** The browser's recorder: it gives what a test puts in when it is stopped. */
class FakeRecorder extends EventTarget {
  static bytes = 3;
  static isTypeSupported = (form: string) => form.startsWith("audio/webm");
  state = "inactive";
  mimeType = "audio/webm;codecs=opus";
  start() {
    this.state = "recording";
  }
  stop() {
    this.state = "inactive";
    const data = new Blob([new Uint8Array(FakeRecorder.bytes)]);
    queueMicrotask(() => {
      this.dispatchEvent(Object.assign(new Event("dataavailable"), { data }));
      this.dispatchEvent(new Event("stop"));
    });
  }
}

const track = { stop: vi.fn() };
const getUserMedia = vi.fn();
const entry = { value: "http://x", origin: "saved", needsReentry: false };
const key = { ...entry, name: "TRANSCRIPTION_API_KEY", value: null, origin: "default" };
const configured = [{ ...entry, name: "TRANSCRIPTION_BASE_URL" }, key];

let heard: { status?: number; body: unknown }[] = [];
let uploads: string[] = [];

function serve(config: unknown = configured) {
  const answer = ({ path, body }: ReceivedRequest) => {
    if (path === "/api/config") return { body: config };
    if (path === "/api/uploads") {
      uploads.push((JSON.parse(body) as { purpose: string }).purpose);
      return { body: { id: "u1", pieceBytes: 1024 } };
    }
    if (path.startsWith("/api/uploads/")) return { body: { received: 3 } };
    if (path === "/api/chat/transcriptions") return heard.shift();
    return undefined;
  };
  chat.server.handle(chat.desk.handler(answer));
}

const button = (name: string) => screen.findByRole("button", { name });

beforeEach(() => {
  heard = [{ body: { text: "quanto custa o <b>Ferrugil</b>?" } }];
  uploads = [];
  FakeRecorder.bytes = 3;
  getUserMedia.mockReset().mockResolvedValue({ getTracks: () => [track] });
  track.stop.mockReset();
  vi.stubGlobal("MediaRecorder", FakeRecorder);
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia }, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "mediaDevices");
});

describe("dictation", () => {
  test("is put behind what was typed, to be read, and never sent by itself", async () => {
    serve();
    const { user } = await chat.open();
    await user.type(await box(), "bom dia,");
    await user.click(await button("Ditar a pergunta"));
    const stop = await button("Parar e transcrever");
    expect(stop).toHaveAttribute("aria-pressed", "true");
    expect(screen.getByRole("timer")).toHaveTextContent("0:00 / 2:00");
    await expectAccessible();
    await user.click(stop);
    await waitFor(async () => expect(await box()).toHaveValue("bom dia, quanto custa o <b>Ferrugil</b>?"));
    expect(uploads).toEqual(["dictation"]);
    expect(track.stop).toHaveBeenCalledOnce();
    expect(chat.desk.turns).toHaveLength(0);
    expect(document.querySelector("b")).toBeNull();
  });

  test("is thrown away by the button and by Escape; nothing is sent then", async () => {
    serve();
    const { user } = await chat.open();
    await user.click(await button("Ditar a pergunta"));
    await user.click(await button("Descartar a gravação"));
    await user.click(await button("Ditar a pergunta"));
    (await button("Parar e transcrever")).focus();
    await user.keyboard("{Escape}");
    await button("Ditar a pergunta");
    await waitFor(() => expect(track.stop).toHaveBeenCalledTimes(2));
    expect(uploads).toEqual([]);
    expect(await box()).toHaveValue("");
  });

  test("ends by itself after two minutes", async () => {
    serve();
    const { user } = await chat.open();
    await user.click(await button("Ditar a pergunta"));
    await button("Parar e transcrever");
    const begun = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => begun + 121_000);
    await waitFor(async () => expect(await box()).not.toHaveValue(""));
    clock.mockRestore();
    expect(uploads).toEqual(["dictation"]);
  });

  test("that the server does not write down is kept and tried again", async () => {
    const message = "Nenhuma palavra foi entendida <i>na gravação</i>";
    heard.unshift({ status: 422, body: { code: "transcript_empty", message, details: null } });
    serve();
    const { user } = await chat.open();
    await user.click(await button("Ditar a pergunta"));
    await user.click(await button("Parar e transcrever"));
    expect(await screen.findByText(/Nenhuma palavra foi entendida/)).toBeVisible();
    expect(document.querySelector("i")).toBeNull();
    await user.click(await button("Transcrever de novo"));
    await waitFor(async () => expect(await box()).toHaveValue("quanto custa o <b>Ferrugil</b>?"));
    expect(uploads).toHaveLength(2);
  });

  test("says plainly why nothing is recorded", async () => {
    serve();
    const { user } = await chat.open();
    const refuse = (name: string) => getUserMedia.mockRejectedValueOnce(new DOMException("no", name));
    for (const [name, words] of [
      ["NotAllowedError", /O microfone não foi permitido/],
      ["NotFoundError", /Nenhum microfone foi encontrado/],
      ["NotReadableError", /em uso por outro programa/],
    ] as const) {
      refuse(name);
      await user.click(await button("Ditar a pergunta"));
      expect(await screen.findByText(words)).toBeVisible();
    }
    FakeRecorder.bytes = 0;
    await user.click(await button("Ditar a pergunta"));
    await user.click(await button("Parar e transcrever"));
    expect(await screen.findByText("Nada foi gravado.")).toBeVisible();
    Reflect.deleteProperty(navigator, "mediaDevices");
    await user.click(await button("Ditar a pergunta"));
    expect(await screen.findByText(/Aqui o navegador não dá o microfone/)).toBeVisible();
    expect(uploads).toEqual([]);
  });

  test("is not offered where no server is configured", async () => {
    serve([{ ...entry, name: "TRANSCRIPTION_BASE_URL", origin: "default" }, key]);
    await chat.open();
    await box();
    expect(screen.queryByRole("button", { name: "Ditar a pergunta" })).toBeNull();
  });
});
