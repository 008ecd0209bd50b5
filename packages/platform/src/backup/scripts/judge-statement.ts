import { servicesSchemas } from '../services-schemas.ts'
import { canonical } from './canonical.ts'
import { isReserved, missingBecause, reservedRoles } from './services.ts'

/** What is done about a statement of a script. What has a reason is told to whoever loads it. */
export type Verdict =
  | { do: 'run' }
  | { do: 'pass' }
  | { do: 'leave'; what: string }
  | { do: 'refuse'; reason: string }
  | { do: 'triggers'; on: boolean }
  | { do: 'reset' }
  | { do: 'setting'; name: string }
  | { do: 'extension'; name: string; leftOutBecause: string | null }
  | { do: 'publication'; listsTables: boolean }
  | { do: 'role'; name: string }
  /** What whoever loads it makes later is open to the same roles as what the hosted owner would make. */
  | { do: 'own-defaults' }

type Rule = readonly [RegExp, (found: RegExpExecArray) => Verdict]

const service = `(?:${servicesSchemas.join('|')})`
const reserved = `(?:${reservedRoles.join('|')})`
const pass: Verdict = { do: 'pass' }
const run: Verdict = { do: 'run' }
const rule = (pattern: string, judge: Rule[1]): Rule => [new RegExp(`^${pattern}`), judge]

/** The first that fits decides. */
const rules: readonly Rule[] = [
  // All files are one transaction.
  rule(String.raw`(prepare transaction|commit prepared)\b`, () => ({
    ...{ do: 'refuse', reason: 'a transaction in two phases cannot be had: all files are one' },
  })),
  rule(String.raw`(begin|start transaction|commit|end)\b`, () => pass),
  rule(String.raw`(rollback|abort)\b(?! (?:(?:work|transaction) )?to\b)`, ([, word = '']) => ({
    ...{ do: 'refuse', reason: `${word.toUpperCase()} would undo all that was loaded` },
  })),
  rule(String.raw`set (?:session |local )?session_replication_role (?:=|to) '?(\w+)`, ([, role]) => ({
    ...{ do: 'triggers', on: role !== 'replica' },
  })),
  rule(String.raw`reset session_replication_role\b`, () => ({ do: 'triggers', on: true })),
  rule(String.raw`(reset|discard) all\b`, () => ({ do: 'reset' })),
  rule("set (?:session |local )?standard_conforming_strings (?:=|to) '?off", () => ({
    ...{ do: 'refuse', reason: 'only standard_conforming_strings are read' },
  })),
  rule(String.raw`set (?:session |local )?client_encoding (?:=|to) '?([\w-]+)`, ([, encoding = '']) =>
    /^utf-?8$/i.test(encoding) ? pass : { do: 'refuse', reason: `only UTF-8 is read, not ${encoding}` },
  ),
  rule(String.raw`set (?:session |local )?\w+_timeout\b`, () => pass),
  rule(`set (?:session authorization|role) '?(?:default|none|${reserved})\\b`, () => pass),
  rule('set (?:session |local )?([a-z_]+) (?:=|to) ', ([, name = '']) => ({ do: 'setting', name })),

  rule(String.raw`create extension (?:if not exists )?("[^"]+"|\w+)`, ([, quoted = '']) => {
    const name = quoted.replaceAll('"', '')
    return { do: 'extension', name, leftOutBecause: missingBecause(name) }
  }),
  rule('comment on (extension|schema public)\\b', () => pass),
  rule('create publication supabase_realtime\\b(.*)', ([, rest = '']) => ({
    ...{ do: 'publication', listsTables: /^ for /.test(rest) },
  })),
  rule('(create|alter) publication supabase_realtime_', () => pass),
  rule('(create|alter|comment on) subscription (\\S+)', ([, , name]) => ({
    ...{ do: 'leave', what: `subscription ${name}` },
  })),
  rule('security label\\b', () => ({ do: 'leave', what: 'security labels' })),
  rule('(create|alter) event trigger \\S+ .*execute (?:function|procedure) (\\w+)\\.', ([, , schema = '']) =>
    servicesSchemas.includes(schema) ? pass : run,
  ),

  // Everything is whose who loads it, but for what a role of the product's own is to have.
  rule(String.raw`alter .* owner to ("[^"]+"|\S+?);?$`, ([, role = '']) => (isReserved(role) ? pass : run)),
  rule(`create (?:role|user|group) (${reserved})(?=\\s|;|$)`, () => pass),
  rule('create (?:role|user|group) ("[^"]+"|\\w+)', ([, name = '']) => ({ do: 'role', name })),
  rule(`(?:alter|comment on) (?:role|user) (${reserved})(?=\\s|;|$)`, () => pass),
  rule(String.raw`grant [^;]* to ("[^"]+"|\w+)`, ([all, role = '']) =>
    isReserved(role) && !/ to (anon|authenticated|service_role)\b/.test(all) ? pass : ofServices(all),
  ),
  rule(String.raw`revoke [^;]* from ("[^"]+"|\w+)`, ([all, role = '']) =>
    isReserved(role) && !/ from (anon|authenticated|service_role)\b/.test(all) ? pass : ofServices(all),
  ),
  rule(`alter default privileges .*in schema ${service}\\b`, () => pass),
  rule('alter default privileges for (?:role|user) (\\w+)', ([, role = '']) =>
    role === 'postgres' ? { do: 'own-defaults' } : isReserved(role) ? pass : run,
  ),
  rule('(create|alter|drop) (database|tablespace)\\b', () => pass),

  // What belongs to the services is here already.
  rule(`(?:create|alter|drop) schema (?:if (?:not )?exists )?(?:${service}|public)\\b`, () => pass),
  rule(
    String.raw`create (?:or replace )?(?:constraint )?trigger .* on ${service}\..*execute (?:function|procedure) (\w+)\.`,
    ([, schema = '']) => (servicesSchemas.includes(schema) ? pass : run),
  ),
  rule(`create policy .* on (?:storage\\.objects|storage\\.buckets|realtime\\.messages)\\b`, () => run),
  rule(`create policy .* on ${service}\\.`, () => pass),
  rule(`create (?:unique )?index .* on (?:only )?${service}\\.`, () => pass),
  rule(
    `create (?:or replace )?(?:unlogged |foreign |materialized )?(?:table|view|sequence|type|domain|function|procedure|aggregate)(?: if not exists)? ${service}\\.`,
    () => pass,
  ),
  rule(
    `(?:alter|comment on) (?:foreign |materialized )?(?:table|column|view|sequence|type|domain|function|procedure|index)(?: if exists)?(?: only)? ${service}\\.`,
    () => pass,
  ),
  rule(`comment on (?:constraint|policy|trigger) .* on ${service}\\.`, () => pass),
  rule(`select (?:pg_catalog\\.)?setval\\('${service}\\.`, () => pass),
  rule(`select (?:pg_catalog\\.)?setval\\('"${service}"\\.`, () => pass),
]

/** Decides what to do about a statement of a dump or a seed that was made for hosted Supabase. */
export function judgeStatement(statement: string): Verdict {
  const text = canonical(statement)
  for (const [pattern, judge] of rules) {
    const found = pattern.exec(text)
    if (found) return judge(found)
  }
  return run
}

function ofServices(privileges: string): Verdict {
  return new RegExp(` on (?:[a-z ]+ )?${service}(?:\\.|\\b)`).test(privileges) ? pass : run
}
