import { servicesSchemas } from '../services-schemas.ts'
import { canonical, identifier as name } from './canonical.ts'
import { judgePrivileges } from './judge-privileges.ts'
import { freeSchemas, isOfService, isReserved, missingBecause, reservedRoles } from './services.ts'

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
  /** Runs for those of the roles that are here: statement, roles and tail make the whole. */
  | { do: 'privileges'; statement: string; roles: string[]; tail: string }

type Rule = readonly [RegExp, (found: RegExpExecArray) => Verdict]

const service = `(?:${servicesSchemas.join('|')})`
const reserved = `(?:${reservedRoles.join('|')})`
const path = `${name}(?:\\.${name})*`
/** Anything up to what follows, but never into a name in quotes or a string. */
const words = `(?:"(?:[^"]|"")*"|'(?:[^']|'')*'|[^"'])*?`
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
  rule('(create|alter) publication supabase_realtime_messages_publication\\b', () => pass),
  rule('(create|alter|comment on) subscription (\\S+)', ([, , name]) => ({
    ...{ do: 'leave', what: `subscription ${name}` },
  })),
  rule('security label\\b', () => ({ do: 'leave', what: 'security labels' })),
  rule(
    `create event trigger (${name}) on ${words} execute (?:function|procedure) (${name})\\.`,
    ([, trigger, schema = '']) => {
      if (!servicesSchemas.includes(schema)) return run
      return /^(?:issue|pgrst|graphql_watch)_/.test(trigger ?? '')
        ? pass
        : { do: 'leave', what: `event trigger ${trigger}` }
    },
  ),

  // Everything is whose who loads it, but for what a role of the product's own is to have.
  rule(
    `alter (?:[a-z]+ )+?(?:${path}|[^\\s\\w"',()]+) ?(?:\\((?:"(?:[^"]|"")*"|[^"'])*\\))?(?: using ${name})? owner to (${name});?$`,
    ([, role = '']) => (isReserved(role) ? pass : run),
  ),
  rule(`create (?:role|user|group) (${reserved})(?=\\s|;|$)`, () => pass),
  rule('create (?:role|user|group) ("[^"]+"|\\w+)', ([, name = '']) => ({ do: 'role', name })),
  rule(
    `alter (?:role|user) (${reserved}) (?:in database ${name} )?set (pgrst\\.\\w+)`,
    ([, role, setting]) => ({
      ...{ do: 'leave', what: `setting ${setting} of ${role}: it is one of the platform here` },
    }),
  ),
  rule(`(?:alter|comment on) (?:role|user) (${reserved})(?=\\s|;|$)`, () => pass),
  rule(`alter database ${name} set ("?[\\w.]+)`, ([, setting = '']) => ({
    ...{ do: 'leave', what: `setting ${setting.replaceAll('"', '')} of the database` },
  })),
  rule('(create|alter|drop) (database|tablespace)\\b', () => pass),

  // What belongs to the services is here already.
  rule(`create schema (?:if not exists )?(?:${service}|public)(?: authorization ${name})?;?$`, () => pass),
  rule(`create schema (?:if not exists )?(${service}) `, ([, schema]) => ({
    ...{ do: 'refuse', reason: `the schema ${schema} is one of the services here` },
  })),
  rule(`(alter|drop) schema (?:if exists )?(${service}|public)(?=[\\s,;]|$)`, ([, verb, schema]) => ({
    ...{ do: 'leave', what: `${verb} schema ${schema}` },
  })),
  rule(
    `create (?:or replace )?(?:constraint )?trigger (${name}) ${words} on (${service})\\.${words} execute (?:function|procedure) (${name})\\.`,
    ([, trigger, table, schema = '']) => {
      if (schema === table) return pass
      return servicesSchemas.includes(schema)
        ? { do: 'leave', what: `trigger ${trigger} on what is of ${table}` }
        : run
    },
  ),
  rule(
    `create policy ${name} on (?:storage\\.objects|storage\\.buckets|realtime\\.messages)(?=[\\s;]|$)`,
    () => run,
  ),
  rule(`create policy ${name} on cron\\.(?:job|job_run_details)(?=[\\s;]|$)`, () => pass),
  rule(`create policy (${name}) on (${service}\\.${name})`, ([, policy, table]) => ({
    ...{ do: 'leave', what: `policy ${policy} on ${table}` },
  })),
  rule(
    `create (?:unique )?index (?:concurrently )?(?:if not exists )?(?:(${name}) )?on (?:only )?(${service}\\.${name})`,
    ([, index = '', table]) => ({ do: 'leave', what: `index ${index} on ${table}` }),
  ),
  rule(
    `create (?:or replace )?(?:unlogged |foreign |materialized )?(table|view|sequence|type|domain|function|procedure|aggregate)(?: if not exists)? (${service})\\.(${name})`,
    ([, kind = '', schema = '', made = '']) => judgeMade(kind, schema, made),
  ),
  rule(
    `alter table(?: if exists)?(?: only)? (${service}\\.${name}) (add (?:column )?(?!constraint |primary |unique |foreign |check |exclude )|drop |rename |disable |no force )`,
    ([, table, change = '']) => ({ do: 'leave', what: `${change.trim()} of ${table}` }),
  ),
  rule(
    `(?:alter|comment on) (?:foreign |materialized )?(?:table|column|view|sequence|type|domain|function|procedure|index)(?: if exists)?(?: only)? ${service}\\.`,
    () => pass,
  ),
  rule(`comment on (?:constraint|policy|trigger) ${name} on ${service}\\.`, () => pass),
  rule(
    `select (?:pg_catalog\\.)?setval\\('"?${service}"?\\.[^']*', \\d+(?:, (?:true|false))?\\);?$`,
    () => pass,
  ),
]

/** Decides what to do about a statement of a dump or a seed that was made for hosted Supabase. */
export function judgeStatement(statement: string): Verdict {
  const privileges = judgePrivileges(statement)
  if (privileges) return privileges
  const text = canonical(statement)
  for (const [pattern, judge] of rules) {
    const found = pattern.exec(text)
    if (found) return judge(found)
  }
  return run
}

/** What a dump makes in a schema of the services: theirs is here already, the project's own has no place in it. */
function judgeMade(kind: string, schema: string, made: string): Verdict {
  if (isOfService(kind, schema, made)) return pass
  if (kind === 'table' && freeSchemas.includes(schema))
    return {
      do: 'refuse',
      reason: `the schema ${schema} is one of the services here: it cannot have a table ${made}`,
    }
  return { do: 'leave', what: `${kind} ${schema}.${made}: the schema is one of the services` }
}
