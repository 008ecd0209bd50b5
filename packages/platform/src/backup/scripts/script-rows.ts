import type { DatabaseSession } from '../../database/open-database.ts'
import { carriedOf, unreadableWhere } from '../hosted-tables.ts'
import { servicesSchemas } from '../services-schemas.ts'
import { readTarget } from './canonical.ts'
import { readCopyRow } from './copy-text.ts'
import type { Statement } from './script-reader.ts'
import { ScriptRefused } from './script-refused.ts'

/** So many characters of rows are sent at a time. */
const batchLength = 262_144
const staging = 'pg_temp.rows_of_script'

export type RowCounts = {
  /** By table, as they came. */
  rows: Record<string, number>
  /** Tables of the services whose rows have no meaning here, and of extensions that are not here. */
  leftBehind: Set<string>
  /** Passwords and second factors that only the hosted service can read. */
  unreadable: number
}

type Target = { name: string; columns: string[] | null; isOfService: boolean }

/** Writes the rows of a script into the tables they are for: those of the services by the columns that both sides have. */
export class ScriptRows {
  readonly #session: DatabaseSession
  readonly counts: RowCounts = { rows: {}, leftBehind: new Set(), unreadable: 0 }
  #copy: { name: string; columns: readonly string[]; insert: string; isStaged: boolean } | null = null

  constructor(session: DatabaseSession) {
    this.#session = session
  }

  /** Begins with the rows of a COPY. Answers whether they are for a table of the services. */
  async begin(copy: string, line: number): Promise<boolean> {
    if (/\bwith\b|\)\s*\(|stdin\s*\S/i.test(copy.replace(/"[^"]*"/g, '')))
      throw new ScriptRefused(line, 'only COPY in the text format is read')
    const target = this.#targetOf(copy)
    if (!target) throw new ScriptRefused(line, 'this COPY is not read')
    this.#copy = null
    const { name, isOfService } = target
    if (isOfService && !carriedOf(name)) {
      this.counts.leftBehind.add(name)
      return false
    }
    const columns = target.columns ?? (await this.#columnsOf(name)).map((each) => each.name)
    if (isOfService) await this.#stage(name, columns)
    const types = isOfService ? columns.map(() => 'text') : await this.#typesOf(name, columns, line)
    const values = types.map((type, at) => `(line ->> ${at})::${type}`)
    this.#copy = {
      ...{ name, columns, isStaged: isOfService },
      insert: `insert into ${isOfService ? staging : name} (${columns.join(', ')}) ${isOfService ? '' : 'overriding system value'}
        select ${values.join(', ')} from json_array_elements($1::text::json) as line`,
    }
    return isOfService
  }

  async take(rows: readonly string[], line: number): Promise<void> {
    const copy = this.#copy
    if (!copy) return
    let batch: string[] = []
    let length = 0
    const send = async () => {
      if (batch.length > 0) await this.#session.query(copy.insert, [`[${batch.join(',')}]`])
      batch = []
      length = 0
    }
    for (const [at, row] of rows.entries()) {
      const values = readCopyRow(row, line + at)
      if (values.length !== copy.columns.length)
        throw new ScriptRefused(line + at, `${values.length} values for ${copy.columns.length} columns`)
      const text = JSON.stringify(values)
      batch.push(text)
      length += text.length
      if (length >= batchLength) await send()
    }
    await send()
    if (!copy.isStaged) this.#count(copy.name, rows.length)
  }

  /** The last row of a COPY has come, if one was under way. */
  async finish(): Promise<void> {
    const copy = this.#copy
    this.#copy = null
    if (copy?.isStaged) await this.#unstage(copy.name, copy.columns)
  }

  /**
   * Writes an INSERT into a table of a service. Answers false for any other, which runs as it is: one of our own, and one that is more
   * than rows, as a seed has it.
   */
  async insert({ text, head }: Statement): Promise<boolean> {
    const target = this.#targetOf(text)
    if (!target?.isOfService || !/^\s*insert/i.test(text)) return false
    const { name, columns } = target
    if (!carriedOf(name)) {
      this.counts.leftBehind.add(name)
      return true
    }
    if (head === null || columns === null) return false
    await this.#stage(name, columns)
    await this.#session.script(
      `insert into ${staging} (${columns.join(', ')}) values ${text.slice(head.length)}`,
    )
    await this.#unstage(name, columns)
    return true
  }

  /** Values as text, whatever they are here; what is not told is null. */
  async #stage(name: string, told: readonly string[]): Promise<void> {
    const names = new Set([...told.map(plain), ...(carriedOf(name)?.columns ?? [])])
    const made = [...names].map((each) => `${quoted(each)} text`)
    await this.#session.script(`create temporary table rows_of_script (${made.join(', ')}) on commit drop`)
  }

  async #unstage(name: string, told: readonly string[]): Promise<void> {
    const { columns, read, rows } = carriedOf(name) ?? { columns: [] }
    const toldNames = told.map(plain)
    const taken = (await this.#columnsOf(name)).filter(
      (column) => columns.includes(column.name) && toldNames.includes(column.name),
    )
    const values = taken.map((column) => `(${read?.[column.name] ?? column.name})::${column.type}`)
    const [staged] = await this.#session.query<{ all: number; unreadable: number }>(
      `select count(*)::int as all, (count(*) filter (where ${unreadableWhere[name] ?? 'false'}))::int as unreadable from ${staging}`,
    )
    await this.#session.script(
      `insert into ${name} (${taken.map((column) => column.name).join(', ')}) overriding system value
       select ${values.join(', ')} from ${staging}${rows === undefined ? '' : ` where ${rows}`};
       drop table ${staging}`,
    )
    this.#count(name, staged?.all ?? 0)
    this.counts.unreadable += staged?.unreadable ?? 0
  }

  #count(name: string, rows: number): void {
    const told = partsOf(name).map(plain).join('.')
    this.counts.rows[told] = (this.counts.rows[told] ?? 0) + rows
  }

  #targetOf(statement: string): Target | null {
    const target = readTarget(statement)
    if (!target) return null
    const [schema = '', table] = partsOf(target.table).map(plain)
    const isOfService = table !== undefined && servicesSchemas.includes(schema)
    return { name: isOfService ? `${schema}.${table}` : target.table, columns: target.columns, isOfService }
  }

  async #typesOf(name: string, columns: readonly string[], line: number): Promise<string[]> {
    const known = await this.#columnsOf(name)
    return columns.map((column) => {
      const found = known.find((each) => plain(each.name) === plain(column))
      if (!found) throw new ScriptRefused(line, `there is no column ${column} of ${name}`)
      return found.type
    })
  }

  /**
   * Those that can be written, in their order. The type is without its length, and what is under a domain: a cast to `varchar(3)` cuts
   * a longer value silently, while the column refuses it, as COPY does. -1 makes `bpchar` and `"bit"`, which have no length;
   * `character` and `bit` have one of 1.
   */
  #columnsOf(name: string): Promise<{ name: string; type: string }[]> {
    return this.#session.query(
      `select quote_ident(attname) as name, format_type((
         with recursive base (type) as (
           select atttypid union all select typbasetype from base join pg_type on oid = type where typtype = 'd'
         ) select type from base join pg_type on oid = type where typtype <> 'd'
       ), -1) as type from pg_attribute
       where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [name],
    )
  }
}

/** The schema, if there is one, and the table. */
function partsOf(name: string): string[] {
  return name.match(/"(?:[^"]|"")+"|[^".\s]+/g) ?? []
}

/** A name without its quotes. */
function plain(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase()
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
