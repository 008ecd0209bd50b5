import { servicesSchemas } from '../services-schemas.ts'
import { canonical, identifier } from './canonical.ts'
import type { Verdict } from './judge-statement.ts'
import { isReserved } from './services.ts'

const list = `${identifier}(?: ?, ?${identifier})*`
const defaults = new RegExp(
  `^alter default privileges(?: for (?:role|user) (${list}))?( in schema (${list}))? (?=grant |revoke )`,
)
const grantees = new RegExp(
  `^((?:group )?${identifier}(?: ?, ?(?:group )?${identifier})*)((?: (?:with|granted by|cascade|restrict)\\b.*)?)$`,
)
const kinds =
  /^(?:table|sequence|function|procedure|routine|type|domain|foreign server) (?=["\w\u0080-\uffff])/
const inParentheses = /\((?:"(?:[^"]|"")*"|[^"()]|\([^()]*\))*\)/g
const pass: Verdict = { do: 'pass' }
const mixed: Verdict = {
  do: 'refuse',
  reason: "privileges on what is the services' and what is not are in one statement",
}

/** Decides about GRANT and REVOKE, on what is there and by default, and of roles; null for anything else. Who is named may not be here. */
export function judgePrivileges(statement: string): Verdict | null {
  if (!/^\s*(?:grant|revoke|alter)\b/i.test(statement)) return null
  const text = canonical(statement, { length: Number.POSITIVE_INFINITY, keepsQuotes: true })
  const byDefault = defaults.exec(text)
  if (byDefault) return judgeDefaults(text, byDefault)
  if (!/^(?:grant|revoke) /.test(text)) return null
  const on = findWord(text, 'on', 0)
  const whose = on < 0 ? ofServices(rolesOf(text)) : judgeObjects(text, on)
  if (whose !== null) return whose
  return privileges(text, on)
}

function judgeDefaults(text: string, [begin, owners, inSchema = '', schemas]: RegExpExecArray): Verdict {
  if (schemas !== undefined) {
    const are = namesIn(schemas).map((each) => servicesSchemas.includes(each))
    if (are.every(Boolean)) return pass
    if (are.some(Boolean)) return mixed
  }
  const owned = owners === undefined ? [] : namesIn(owners)
  const reserved = owned.filter(isReserved)
  // What whoever loads it makes later is open to the same roles as what the hosted owner would make.
  const asLoader = owned.length === 1 && owned[0] === 'postgres'
  if (reserved.length > 0 && !asLoader)
    return reserved.length === owned.length && !owned.includes('postgres') ? pass : mixed
  return privileges(asLoader ? `alter default privileges${inSchema} ${text.slice(begin.length)}` : text, 0)
}

/** What is done about privileges on what is named after ON; null for what is the project's own. */
function judgeObjects(text: string, on: number): Verdict | null {
  const objects = text.slice(on + 4, endOf(text, on)).trim()
  if (/^database /.test(objects)) return { do: 'leave', what: 'privileges on a database: it is another here' }
  const schemas = /^(?:all (?:tables|sequences|functions|procedures|routines) in )?schema (.*)$/.exec(
    objects,
  )?.[1]
  if (schemas !== undefined) return ofServices(namesIn(schemas).map((each) => servicesSchemas.includes(each)))
  const named = objects.replace(kinds, '').replace(inParentheses, '')
  const paths = named.match(new RegExp(`${identifier}(?:\\.${identifier})*`, 'g')) ?? []
  return ofServices(
    paths.map((path) => {
      const [schema = '', ...rest] = namesIn(path)
      return rest.length > 0 && servicesSchemas.includes(schema)
    }),
  )
}

function ofServices(are: readonly boolean[]): Verdict | null {
  if (are.length > 0 && are.every(Boolean)) return pass
  return are.some(Boolean) ? mixed : null
}

/** Whether what is granted, and whom to, are roles of the services. Those that requests come as are the project's to change. */
function rolesOf(text: string): boolean[] {
  const end = endOf(text, 0)
  const granted = namesIn(
    text.slice(0, end).replace(/^(?:grant|revoke(?: (?:admin|inherit|set) option for)?) /, ''),
  )
  const members = namesIn(grantees.exec(text.slice(end).replace(/^ (?:to|from) /, ''))?.[1] ?? '')
  const isServices =
    [...granted, ...members].every(isReserved) &&
    !members.some((each) => ['anon', 'authenticated', 'service_role'].includes(each))
  return isServices ? [true] : []
}

function privileges(text: string, from: number): Verdict {
  const end = endOf(text, Math.max(from, 0))
  const [word = ''] = /^ (?:to|from) /.exec(text.slice(end)) ?? []
  const found = grantees.exec(text.slice(end + word.length))
  if (!found?.[1]) return { do: 'run' }
  const grantor = new RegExp(` granted by (${identifier})`)
  return {
    do: 'privileges',
    statement: text.slice(0, end) + word,
    roles: found[1].match(new RegExp(`(?:group )?${identifier}`, 'g')) ?? [],
    tail: (found[2] ?? '').replace(grantor, (all, role: string) => (isReserved(role) ? '' : all)),
  }
}

/** Where those begin whom privileges are given to or taken from. */
function endOf(text: string, from: number): number {
  const places = [findWord(text, 'to', from), findWord(text, 'from', from)].filter((place) => place >= 0)
  return places.length > 0 ? Math.min(...places) : text.length
}

/** Where the blank before a word is that stands outside of quotes and parentheses; -1 if it does not. */
function findWord(text: string, word: string, from: number): number {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(
    /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w$\u0080-\uffff]+|[\s\S]/g,
  )) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (token === word && depth === 0 && index > from && text[index - 1] === ' ') return index - 1
  }
  return -1
}

/** Names without their quotes. */
function namesIn(text: string): string[] {
  return (text.match(new RegExp(identifier, 'g')) ?? []).map((name) =>
    name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name,
  )
}
