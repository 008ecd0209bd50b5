import { describe, expect, it } from 'vitest'
import { isOwn } from '../hosted-tables.ts'
import { readCopyRow } from './copy-text.ts'
import { judgeStatement } from './judge-statement.ts'
import { type Piece, ScriptReader } from './script-reader.ts'

function read(script: string, size = script.length || 1): Piece[] {
  const reader = new ScriptReader()
  const pieces: Piece[] = []
  for (let at = 0; at < script.length; at += size) pieces.push(...reader.read(script.slice(at, at + size)))
  return [...pieces, ...reader.end()]
}

const textsOf = (script: string) =>
  read(script).map((piece) => ('text' in piece ? piece.text.trim() : piece.rows))

describe('a script is taken apart', () => {
  it.each<[string, (string | string[])[]]>([
    ["select ';''--';select E'\\';';", ["select ';''--'", "select E'\\';'"]],
    ['select $$;$$; select $a$ $$ ; $a$;', ['select $$;$$', 'select $a$ $$ ; $a$']],
    ['select a$b$c; select 1', ['select a$b$c', 'select 1']],
    ['select ";"; -- c;\n/* ; /* ; */ ; */ select 2;', ['select ";"', 'select 2']],
    [
      'create rule r as on insert to t do (select 1; select 2);',
      ['create rule r as on insert to t do (select 1; select 2)'],
    ],
    [
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end; select 3;',
      [
        'create function f() returns int begin atomic select case when true then 1 end; select 2; end',
        'select 3',
      ],
    ],
    [
      "create function begin() returns int language sql as 'select 1'; commit; select begin();",
      ["create function begin() returns int language sql as 'select 1'", 'commit', 'select begin()'],
    ],
    ['begin; select 1; end;', ['begin', 'select 1', 'end']],
    ['\\restrict a;b\nselect 1 \\gset\n', ['\\restrict a;b', 'select 1  \\gset']],
    [
      'copy t (a) from stdin;\r\n1;\t\\N\r\n--\r\n\\.\r\nselect 1;',
      ['copy t (a) from stdin', ['1;\t\\N', '--'], 'select 1'],
    ],
    [
      "select 'a\r\nb\r\n',\r\n$$c\r\nd$$; -- e\r\n\\echo f\r\nselect /* g */ 2;\r\n",
      ["select 'a\r\nb\r\n',\r\n$$c\r\nd$$", '\\echo f', 'select /* g */ 2'],
    ],
    ['copy t from stdin;\n\\.\n;;select 1;', ['copy t from stdin', 'select 1']],
  ])('%j', (script, pieces) => {
    expect(textsOf(script)).toEqual(pieces)
  })

  it('alike wherever its chunks end', () => {
    const script =
      "insert into a values ('x''\n', E'\\'');\ncopy a from stdin;\n1\n2\n\\.\nselect $x$;$x$; -- end\n"
    const whole = read(script).flatMap((piece) => (piece.kind === 'rows' ? piece.rows : piece.text))
    for (const size of [1, 2, 3, 7]) {
      expect(
        read(script, size).flatMap((piece) => (piece.kind === 'rows' ? piece.rows : piece.text)),
      ).toEqual(whole)
    }
  })

  it('with each statement at its line', () => {
    expect(read('-- one\n\nselect\n1;\n\n/* x\n*/ select 2;').map(({ line }) => line)).toEqual([3, 7])
  })
})

describe('an INSERT of many rows', () => {
  const row = `(1, '${'x'.repeat(1_000)}, (;')`
  const insert = `INSERT INTO "a" ("b", "c") OVERRIDING SYSTEM VALUE VALUES\n\t${Array(1_000).fill(row).join(',\n\t')}`

  it('comes in several that have all of them', () => {
    const pieces = read(`${insert};`, 65_536)
    expect(pieces.length).toBeGreaterThan(3)
    const texts = pieces.map((piece) => ('text' in piece ? piece.text : ''))
    for (const text of texts) {
      expect(text.startsWith('INSERT INTO "a" ("b", "c") OVERRIDING SYSTEM VALUE VALUES')).toBe(true)
      expect(text.length).toBeLessThan(300_000)
    }
    expect(texts.join('').split(row).length - 1).toBe(1_000)
  })

  it('is refused where its end counts for all of them', () => {
    expect(() => read(`${insert} on conflict do nothing;`)).toThrow('ON CONFLICT')
  })
})

it.each([
  ['a\\tb\\\\\\n\t\\N\t', ['a\tb\\\n', null, '']],
  ['\\.x\t\\q', ['.x', 'q']],
])('a row of COPY has its values: %j', (row, values) => {
  expect(readCopyRow(row, 1)).toEqual(values)
})

it.each([
  ['ALTER TABLE "public"."a" OWNER TO "postgres"', 'pass'],
  ['ALTER FUNCTION "public"."f"("a" "text") OWNER TO "app_owner"', 'run'],
  ['CREATE TABLE IF NOT EXISTS "auth"."users" (id uuid)', 'pass'],
  ['CREATE TABLE "public"."auth" (id uuid)', 'run'],
  [
    'CREATE TRIGGER "t" AFTER INSERT ON "auth"."users" FOR EACH ROW EXECUTE FUNCTION "public"."handle"()',
    'run',
  ],
  [
    'CREATE TRIGGER "t" BEFORE INSERT ON "storage"."objects" FOR EACH ROW EXECUTE FUNCTION "storage"."f"()',
    'pass',
  ],
  ['CREATE POLICY "a; b" ON "storage"."objects" USING (true)', 'run'],
  ['CREATE POLICY "cron_job" ON "cron"."job" USING (true)', 'pass'],
  ['GRANT ALL ON TABLE "public"."a" TO "anon"', 'privileges'],
  ['GRANT ALL ON TABLE "public"."a" TO "postgres"', 'privileges'],
  ['revoke all on platform from anon, authenticated', 'privileges'],
  ['revoke all on table net from authenticator, public', 'privileges'],
  ['revoke all on public.a, auth.users from anon', 'refuse'],
  ['grant select ("x on auth.y") on public.a to anon', 'privileges'],
  ['grant anon to authenticator', 'pass'],
  ['grant app to authenticator granted by postgres', 'privileges'],
  ['create policy "Restrict based on auth.uid()" on public.secrets as restrictive using (true)', 'run'],
  ['create policy m on public.docs using (exists (select from a join b on auth.uid() = b.c))', 'run'],
  ['create policy "a ""b on auth.x" on public . t using (true)', 'run'],
  ['create policy "a" on auth.users using (true)', 'leave'],
  ['create index "idx on auth.x" on public.t (a)', 'run'],
  [`create index on public.t (a) where a <> ' on auth.x'`, 'run'],
  [`comment on policy "based on auth.uid()" on public.t is 'x'`, 'run'],
  [
    `create trigger "a on auth.b execute function auth.c()" after insert on public.t execute function public.f()`,
    'run',
  ],
  [
    `create trigger a after insert on public.t for each row when (new.a <> ' on auth.b execute function auth.') execute function public.f()`,
    'run',
  ],
  ['create trigger a after insert on auth.users execute function supabase_functions.http_request()', 'leave'],
  ['create event trigger a on ddl_command_end execute function public.f()', 'run'],
  ['alter table public.a rename to "b owner to postgres"', 'run'],
  ['alter table public.a enable row level security, owner to postgres', 'run'],
  ['alter default privileges for role app in schema public, auth grant all on tables to anon', 'refuse'],
  [`select setval('auth.a', 1), setval('public.b', 2)`, 'run'],
  ['create schema etl', 'pass'],
  ['create schema etl create table jobs (id int)', 'refuse'],
  ...['etl', 'repack', 'net', 'cron', 'platform', 'dbdev'].map((schema) => [
    `create table ${schema}.jobs (id int)`,
    'refuse',
  ]),
  ['create table cron.job (id int)', 'pass'],
  ['create table auth.my_profiles (id int)', 'leave'],
  ['create function auth.my_role() returns text', 'leave'],
  ['alter table auth.users add column mine text', 'leave'],
  ['alter table only auth.users add constraint users_pkey primary key (id)', 'pass'],
  ['alter publication supabase_realtime_orders add table a', 'run'],
  [`alter role authenticator set pgrst.db_pre_request = 'public.check'`, 'leave'],
  ['GRANT ALL ON TABLE "auth"."users" TO "anon"', 'pass'],
  ['GRANT USAGE ON SCHEMA "auth" TO "anon"', 'pass'],
  ['REVOKE ALL ON FUNCTION "public"."auth"() FROM "anon"', 'privileges'],
  ['CREATE ROLE "app"', 'role'],
  ['CREATE ROLE "supabase_admin" WITH SUPERUSER', 'pass'],
  ['ALTER ROLE "anon" SET "statement_timeout" TO \'3s\'', 'pass'],
  [
    'ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES TO "anon"',
    'privileges',
  ],
  ['ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "auth" GRANT ALL ON TABLES TO "anon"', 'pass'],
  ['CREATE PUBLICATION supabase_realtime FOR TABLE a, b', 'publication'],
  ['ALTER PUBLICATION "supabase_realtime" ADD TABLE ONLY "public"."a"', 'run'],
  ['SELECT pg_catalog.setval(\'"auth"."refresh_tokens_id_seq"\', 9, true)', 'pass'],
  ['SELECT pg_catalog.setval(\'"public"."a_id_seq"\', 9, true)', 'run'],
  ['SET transaction_timeout = 0', 'pass'],
  ['SET session_replication_role = replica', 'triggers'],
  ['COMMIT', 'pass'],
  ['COMMIT AND CHAIN', 'pass'],
  ['END TRANSACTION', 'pass'],
  ['START TRANSACTION READ ONLY', 'pass'],
  ['ROLLBACK', 'refuse'],
  ['ROLLBACK WORK TO SAVEPOINT a', 'run'],
  ['ABORT', 'refuse'],
  ['abort work', 'refuse'],
  ["PREPARE TRANSACTION 'a'", 'refuse'],
  ["COMMIT PREPARED 'a'", 'refuse'],
  ['CREATE EXTENSION IF NOT EXISTS "pg_net" WITH SCHEMA "extensions"', 'extension'],
  ['do $$ begin end $$', 'run'],
])('%s is decided', (statement, verdict) => {
  expect(judgeStatement(statement).do).toBe(verdict)
})

it.each(['auth', 'pgmq', 'pgtle', 'dbdev', 'etl', 'repack'])(
  '%s is no schema of our own, to load or to move',
  (schema) => {
    expect(judgeStatement(`create table ${schema}.a (b int)`).do).not.toBe('run')
    expect(isOwn(`${schema}.a`)).toBe(false)
  },
)
