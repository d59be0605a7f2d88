// A data folder as an older program left it: its schema made of the migrations up to a version, its rows written by the
// triggers of that time, and one role that does everything. What a program has entered of its migrations is entered
// again, so that the next one goes on behind them.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../e2e/lib/processes.mjs";
import { Session, query } from "./query.mjs";
import { Postgres } from "./replicated.mjs";
import { Server, findPort } from "./server.mjs";
import { readSnapshot } from "./snapshot.mjs";

const MIGRATIONS = join(ROOT, "migrations");

/** The tables that every schema of the proof has, with what people wrote into them. */
export const TABLES = ["catalog_items", "faqs", "operations", "revisions", "conversations", "messages"];

/** The first schema that knows which defined fields the search leaves out; folders from then on have one, and a tree. */
export const FIRST_WITH_FIELDS = 20261130000400;

/** What begins the marker of a cluster that was set up by a program before the second role. */
const MARKER_BEFORE = "2";

/** An item that a search finds by its name alone. */
export const SOUGHT = "Ferrolho";

/** The versions of all migrations, in order. */
export function listMigrations() {
  return listFiles().map(([version]) => version);
}

function listFiles() {
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  return files
    .map((name) => [Number(name.split("_")[0]), join(MIGRATIONS, name)])
    .toSorted(([a], [b]) => a - b);
}

/**
 * Makes a folder of the schema `version` with `items` items; gives its rows, and the schema that a new folder has. The
 * PostgreSQL tree `tree` makes the cluster, where it is given: that of the program before.
 */
export async function makeOlderFolder(folder, version, items, tree) {
  mkdirSync(folder, { mode: 0o700 });
  const env = tree ? { CELEIRO_POSTGRES_DIR: tree } : {};
  const server = new Server(folder, await findPort(), { env });
  await server.start();
  await server.stop();
  const postgres = new Postgres(folder, tree);
  postgres.trustSuperuser();
  await postgres.start();
  const newest = await readSchema(server);
  const session = await Session.open(postgres.sockets);
  const entered = await session.query(
    "SELECT version, description, encode(checksum, 'hex') FROM _sqlx_migrations ORDER BY version",
  );
  // What the owner was granted beside its objects goes with them: the next opening sets the cluster up anew.
  await session.query("DROP OWNED BY celeiro CASCADE");
  await session.query("DROP OWNED BY celeiro_work; DROP ROLE celeiro_work");
  await session.query("SET SESSION AUTHORIZATION celeiro");
  await session.query(ENTRIES);
  for (const [number, file] of listFiles().filter(([number]) => number <= version)) {
    const entry = entered.find(([known]) => Number(known) === number);
    if (!entry) throw new Error(`the program does not know the migration ${number}`);
    await session.query(`BEGIN;\n${readFileSync(file, "utf8")}\n;${enterMigration(entry)}; COMMIT`);
  }
  for (const statement of fillStatements(items)) await session.query(statement);
  if (version >= FIRST_WITH_FIELDS) for (const statement of FIELDS_AND_TREE) await session.query(statement);
  session.close();
  const rows = await readSnapshot(server, TABLES);
  await postgres.stop();
  forgetSecondRole(folder);
  return { folder, version, rows, newest, entered };
}

/** Leaves the files of a program that knew one role beside the superuser: its password alone, and its marker. */
function forgetSecondRole(folder) {
  const [secret, marker] = [join(folder, "cluster.secret"), join(folder, "pg18/celeiro.ready")];
  writeFileSync(secret, readFileSync(secret, "utf8").replace(/^celeiro_work=.*\n/m, ""));
  writeFileSync(marker, readFileSync(marker, "utf8").replace(/^\d+/, MARKER_BEFORE));
}

/** The schema of a running server's database, object by object, and what the program's roles may. */
export async function readSchema(server) {
  const options = ["-d", "celeiro", "--schema-only", "--no-owner", "--no-privileges", "--no-sync"];
  const text = await server.runTool("pg_dump", options);
  // Each dump has a random word of its own in two lines, and names the versions of server and tool.
  const lines = text.split("\n").filter((line) => !/^(\\(un)?restrict |-- Dumped )/.test(line));
  return lines
    .join("\n")
    .split("\n\n\n")
    .map((part) => part.trim())
    .concat(await readRights(join(server.folder, "s")))
    .toSorted();
}

/** What the second role may with each relation, and whose it is; what tables of later are given; what both roles are. */
async function readRights(sockets) {
  const parts = [];
  for (const statement of RIGHTS) parts.push(...(await query(sockets, statement)).flat());
  return parts;
}

const RIGHTS = [
  `SELECT 'right: ' || c.relname || ' of ' || pg_get_userbyid(c.relowner) || ': ' || coalesce(
     (SELECT string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type) FROM aclexplode(c.relacl) a
      JOIN pg_roles r ON r.oid = a.grantee WHERE r.rolname = 'celeiro_work'), 'none')
   FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')`,
  "SELECT 'right of later: ' || array_to_string(defaclacl, ', ') FROM pg_default_acl",
  `SELECT concat_ws(' ', 'role:', r.rolname, r.rolsuper, r.rolcreatedb, r.rolcreaterole, r.rolcanlogin, ARRAY(
     SELECT m.roleid::regrole::text FROM pg_auth_members m WHERE m.member = r.oid ORDER BY 1))
   FROM pg_roles r WHERE r.rolname LIKE 'celeiro%'`,
];

const ENTRIES = `CREATE TABLE _sqlx_migrations (version bigint PRIMARY KEY, description text NOT NULL,
  installed_on timestamptz NOT NULL DEFAULT now(), success boolean NOT NULL, checksum bytea NOT NULL,
  execution_time bigint NOT NULL)`;

/** Enters a migration as done. */
export function enterMigration([version, description, checksum]) {
  const words = description.replaceAll("'", "''");
  return `INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
    VALUES (${version}, '${words}', true, decode('${checksum}', 'hex'), 1)`;
}

/** A field that the search leaves out, with its history; above the category of the items, one that expects something. */
const FIELDS_AND_TREE = [
  `INSERT INTO catalog_fields (id, key, content, updated_by) VALUES (gen_random_uuid(), 'dose',
     '{"key": "dose", "name": "Dose", "unit": null, "fieldType": "text", "allowed": [], "group": null, "position": 0,
       "filterable": true, "searchable": false, "requiredIn": []}', 'ana')`,
  `INSERT INTO catalog_field_changes (field_id, before, after, actor, operation_id)
   SELECT id, NULL, content || '{"expectedIn": []}', 'ana', gen_random_uuid() FROM catalog_fields`,
  "INSERT INTO categories (id, name) VALUES (gen_random_uuid(), 'Insumos')",
  `INSERT INTO categories (id, name, parent_id) SELECT gen_random_uuid(), 'Fertilizantes', id FROM categories`,
  "SELECT settle_expectation('insumos', ARRAY['registro'], 'person', 'ana', NULL)",
];

/** Rows with histories: created, priced, named anew, deleted, each by an operation of its own. */
function fillStatements(items) {
  let last = 0;
  const operate = (kind, statement) => {
    last += 1;
    const id = `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
    return `BEGIN; SELECT set_config('celeiro.actor', 'ana', true), set_config('celeiro.operation', '${id}', true);
      INSERT INTO operations (id, kind, actor, result) VALUES ('${id}', '${kind}', 'ana', '{}');
      ${statement}; COMMIT`;
  };
  return [
    operate(
      "create-item",
      `INSERT INTO catalog_items (name, description, category, manufacturer, price, tags, attributes)
       SELECT 'Adubo ' || n || ' ação rápida', 'Grânulos para cobertura, saco de 50 kg, lote ' || n || '.',
         'Fertilizantes', 'Usina ' || n % 7, n + 0.5, ARRAY['soja', 'milho'], jsonb_build_object('dose', n % 5 || ' L/ha')
       FROM generate_series(1, ${items}) AS n`,
    ),
    operate("create-item", `INSERT INTO catalog_items (name, price) VALUES ('${SOUGHT}', 9.75)`),
    operate("edit", "UPDATE catalog_items SET price = price + 1 WHERE price > 100"),
    operate(
      "edit",
      "UPDATE catalog_items SET price = price * 2, tags = tags || 'safra' WHERE manufacturer = 'Usina 3'",
    ),
    operate("edit", "UPDATE catalog_items SET name = name || ' (novo)' WHERE manufacturer = 'Usina 5'"),
    operate("delete-item", "UPDATE catalog_items SET deleted_at = now() WHERE manufacturer = 'Usina 6'"),
    operate(
      "create-faq",
      `INSERT INTO faqs (question, answer) SELECT 'Quanto rende o adubo ' || n || '?', n || ' sacos por hectare.'
       FROM generate_series(1, 200) AS n`,
    ),
    operate("edit", "UPDATE faqs SET answer = answer || ' Veja a bula.' WHERE question LIKE '%7%'"),
    `INSERT INTO conversations (id, title, actor)
     SELECT gen_random_uuid(), 'Conversa ' || n, 'ana' FROM generate_series(1, 50) AS n`,
    `INSERT INTO messages (id, conversation_id, role, content)
     SELECT gen_random_uuid(), id, 'user', 'Qual adubo para ' || title || '?' FROM conversations`,
  ];
}
