/** People who sign in, for tests: a server that knows names, one password, and who has a session. */
import type { Data } from "../api/command";
import type { Access, Me, Role } from "../shared/account/useMe";
import type { Answer, ReceivedRequest } from "./server";

type OwnSession = Data<"listMySessions">[number];

export const PASSWORD = "quatro palavras bem juntas";

const GRANTED: Record<Role, Access[]> = {
  seller: ["open", "read"],
  editor: ["open", "read", "edit"],
  analyst: ["open", "read", "analyse"],
  admin: ["open", "read", "edit", "analyse", "personal", "administer", "metrics"],
};

/** Where no accounts are used, all may do everything. */
export const WITHOUT_ACCOUNTS: Me = { account: null, access: GRANTED.admin, accountsUsed: false };

export function meOf(login: string, role: Role): Me {
  const name = login.charAt(0).toUpperCase() + login.slice(1);
  return {
    account: { id: `id-${login}`, login, name, role },
    access: GRANTED[role],
    accountsUsed: true,
  };
}

/** The accounts of a server, and the session that the browser's cookie would stand for. */
export class Accounts {
  /** The login of the person with a session; null where there is none. */
  session: string | null = null;
  /** The person's own sessions. */
  sessions: OwnSession[] = [];
  /** Whether people sign in by their company. */
  company = false;
  /** Since when the person's account is linked to the company's. */
  linkedAt: string | null = null;
  /** What a sign-in is answered instead. */
  refusal: Answer | null = null;

  constructor(private readonly roles: Record<string, Role>) {}

  me(login: string): Me {
    return meOf(login, this.roles[login] ?? "seller");
  }

  /** Answers what is about the session; undefined leaves the request to others. */
  answer = ({ method, path, body }: ReceivedRequest): Answer | undefined => {
    const address = path.split("?")[0];
    if (address === "/api/health") return undefined;
    if (address === "/api/session" && method === "DELETE") {
      this.session = null;
      return { status: 204 };
    }
    if (address === "/api/session")
      return this.signIn(JSON.parse(body) as { login: string; password: string });
    if (address === "/api/session/company" && method === "POST") return { body: { address: "#/search" } };
    if (address === "/api/session/company") return { body: { offered: this.company } };
    if (address === "/api/session/company/return") return this.comeBack();
    if (address === "/api/session/invitation") {
      this.session = "bia";
      return { body: this.me("bia") };
    }
    if (this.session === null) {
      const details = { accounts: true };
      return { status: 401, body: { code: "unauthorized", message: "Entre com nome e senha", details } };
    }
    if (address === "/api/me/sessions" && method === "GET") return { body: this.sessions };
    if (address === "/api/me/company") {
      if (method === "DELETE") this.linkedAt = null;
      return { body: { offered: this.company, linkedAt: this.linkedAt } };
    }
    return address === "/api/me" ? { body: this.me(this.session) } : undefined;
  };

  private comeBack(): Answer {
    if (this.refusal) return this.refusal;
    this.session = "bia";
    return { body: this.me("bia") };
  }

  private signIn({ login, password }: { login: string; password: string }): Answer {
    if (this.refusal) return this.refusal;
    if (!(login in this.roles) || password !== PASSWORD) {
      const message = "O nome ou a senha está errado";
      return { status: 401, body: { code: "sign_in_refused", message, details: null } };
    }
    this.session = login;
    return { body: this.me(login) };
  }
}
