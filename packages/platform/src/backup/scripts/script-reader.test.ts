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
  ['GRANT ALL ON TABLE "public"."a" TO "anon"', 'run'],
  ['GRANT ALL ON TABLE "public"."a" TO "postgres"', 'pass'],
  ['GRANT ALL ON TABLE "auth"."users" TO "anon"', 'pass'],
  ['GRANT USAGE ON SCHEMA "auth" TO "anon"', 'pass'],
  ['REVOKE ALL ON FUNCTION "public"."auth"() FROM "anon"', 'run'],
  ['CREATE ROLE "app"', 'role'],
  ['CREATE ROLE "supabase_admin" WITH SUPERUSER', 'pass'],
  ['ALTER ROLE "anon" SET "statement_timeout" TO \'3s\'', 'pass'],
  [
    'ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES TO "anon"',
    'own-defaults',
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
    expect(judgeStatement(`create table ${schema}.a (b int)`).do).toBe('pass')
    expect(isOwn(`${schema}.a`)).toBe(false)
  },
)
