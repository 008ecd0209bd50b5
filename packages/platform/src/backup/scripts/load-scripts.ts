import type { DatabaseSession } from '../../database/open-database.ts'
import { isPostgresError } from '../../http/postgres-error.ts'
import { takeOff } from '../load-database.ts'
import { beginUnhurried } from '../read-database.ts'
import { listSchemas } from '../tables.ts'
import { judgeStatement, type Verdict } from './judge-statement.ts'
import { type Piece, ScriptReader, type Statement } from './script-reader.ts'
import { ScriptRefused } from './script-refused.ts'
import { ScriptRows } from './script-rows.ts'
import { isReserved, judgeCommand } from './services.ts'

/** A script of SQL, by a name for whoever reads an error, as text in pieces. */
export type Script = { name: string; text: AsyncIterable<string> }

export type Loaded = {
  statements: number
  /** How many rows came for each table, but for those of INSERTs into tables of the product's own. */
  rows: Record<string, number>
  /** Tables of the services whose rows mean nothing here: sessions and codes under way, counts and logs. */
  leftBehind: string[]
  /** What else was left out, where it stands, and why. */
  leftOut: string[]
  /** Rows of files whose bytes no dump of a database has. */
  filesWithoutBytes: number
  /** Passwords and second factors that only the hosted service can read. Their owners sign in by code. */
  unreadable: number
}

/** Why a script cannot be loaded, with its name and line. */
export class ScriptFailed extends Error {
  override name = 'ScriptFailed'
}

/**
 * Runs dumps and seeds that were made for hosted Supabase, all of them or nothing. What belongs to the services stays as it is here;
 * of their rows come those that move between installations.
 * @throws {ScriptFailed} the first thing that cannot be had.
 */
export async function loadScripts(session: DatabaseSession, scripts: Iterable<Script>): Promise<Loaded> {
  await beginUnhurried(session)
  try {
    const begun = await transactionOf(session)
    const loading = new Loading(session)
    for (const script of scripts) await loading.load(script)
    const loaded = await loading.finish()
    if ((await transactionOf(session)) !== begun)
      throw new ScriptFailed('A statement ended the transaction that all files are one of.')
    await session.script('commit')
    return loaded
  } catch (error) {
    // A connection that broke has forgotten it already; what broke it is what counts.
    await session.script('rollback').catch(() => {})
    throw error
  }
}

class Loading {
  readonly #session: DatabaseSession
  readonly #rows: ScriptRows
  readonly #leftOut: string[] = []
  #statements = 0
  /** How triggers and foreign keys are put back that a script wants out of the way. */
  #putBack: string[] = []
  /** Among statements for another database. */
  #isElsewhere = false

  constructor(session: DatabaseSession) {
    this.#session = session
    this.#rows = new ScriptRows(session)
  }

  async load({ name, text }: Script): Promise<void> {
    await this.#beginScript()
    const reader = new ScriptReader()
    let line = 1
    const take = async (pieces: readonly Piece[]) => {
      for (const piece of pieces) {
        line = piece.line
        await this.#take(piece, name)
      }
    }
    try {
      for await (const chunk of text) await take(reader.read(chunk))
      await take(reader.end())
      await this.#rows.finish()
    } catch (error) {
      throw told(error, name, line)
    }
  }

  async finish(): Promise<Loaded> {
    await this.#resetRole()
    await this.#setTriggers(true)
    const { rows, leftBehind, unreadable } = this.#rows.counts
    // Whoever serves this database meanwhile looks anew.
    await this.#session.query(`select pg_notify('pgrst', 'reload schema')`)
    return {
      ...{ statements: this.#statements, rows, leftBehind: [...leftBehind].sort() },
      leftOut: this.#leftOut,
      filesWithoutBytes: rows['storage.objects'] ?? 0,
      unreadable,
    }
  }

  /** As hosted Supabase runs seeds: its extensions are found without naming their schema. */
  async #beginScript(): Promise<void> {
    await this.#resetRole()
    await this.#session.script(`set search_path to "$user", public, extensions`)
    for (const name of ['pgcrypto', 'uuid-ossp']) {
      if (await this.#has('pg_available_extensions', 'name', name))
        await this.#session.script(`create extension if not exists "${name}" with schema extensions`)
    }
  }

  /** What a script did as another role ends with it: `reset all` leaves roles as they are. */
  #resetRole(): Promise<void> {
    return this.#session.script('reset session authorization; reset role')
  }

  async #take(piece: Piece, script: string): Promise<void> {
    if (piece.kind === 'rows') return this.#isElsewhere ? undefined : this.#rows.take(piece.rows, piece.line)
    await this.#rows.finish()
    if (piece.kind === 'command') return this.#obey(piece.text, piece.line)
    if (this.#isElsewhere) return
    this.#statements += 1
    if (piece.kind === 'copy') {
      // A dump of everything has users after their identities: where it comes from, the references are made in the end.
      if (await this.#rows.begin(piece.text, piece.line)) await this.#takeOff(['auth', 'storage'])
      return
    }
    if (await this.#rows.insert(piece)) return
    const reason = await this.#carryOut(judgeStatement(piece.text), piece)
    if (reason !== null) this.#leftOut.push(`${script}:${piece.line}: ${reason}`)
  }

  #obey(command: string, line: number): void {
    const judged = judgeCommand(command)
    if (judged === 'refuse')
      throw new ScriptRefused(line, `psql's ${command.split(/\s/)[0]} is not obeyed here`)
    if (judged !== 'pass') this.#isElsewhere = judged === 'elsewhere'
  }

  /** Answers what was left out, if it is worth telling. */
  async #carryOut(verdict: Verdict, { text, line }: Statement): Promise<string | null> {
    const { script } = this.#session
    switch (verdict.do) {
      case 'run':
        await script(text)
        return null
      case 'pass':
        return null
      case 'leave':
        return verdict.what
      case 'refuse':
        throw new ScriptRefused(line, verdict.reason)
      case 'triggers':
        await this.#setTriggers(verdict.on)
        return null
      case 'reset':
        await this.#setTriggers(true)
        await script('reset all')
        return null
      case 'setting':
        if (!(await this.#has('pg_settings', 'name', verdict.name)))
          return `setting ${verdict.name}: this server has none`
        await script(text)
        return null
      case 'extension':
        if (await this.#has('pg_available_extensions', 'name', verdict.name)) {
          await script(text)
          return null
        }
        if (verdict.leftOutBecause === null)
          throw new ScriptRefused(line, `this database has no extension ${verdict.name}`)
        return `extension ${verdict.name}: ${verdict.leftOutBecause}`
      case 'publication': {
        const isThere = await this.#has('pg_publication', 'pubname', 'supabase_realtime')
        if (isThere && verdict.listsTables) await script('drop publication supabase_realtime')
        if (!isThere || verdict.listsTables) await script(text)
        return null
      }
      case 'role':
        if (!(await this.#has('pg_roles', 'rolname', verdict.name.replaceAll('"', '')))) await script(text)
        return null
      case 'privileges': {
        const here = await this.#rolesHere(verdict.roles)
        if (here.length > 0) await script(`${verdict.statement}${here.join(', ')}${verdict.tail}`)
        return null
      }
    }
  }

  /** All but the roles of hosted Supabase that nobody can be here. */
  async #rolesHere(roles: readonly string[]): Promise<string[]> {
    const here: string[] = []
    for (const role of roles) {
      const name = role.replace(/^group /, '').replaceAll('"', '')
      const isAlways = !isReserved(name) || /^(?:current|session)_user$/.test(name)
      if (isAlways || (await this.#has('pg_roles', 'rolname', name))) here.push(role)
    }
    return here
  }

  /** What `session_replication_role` does needs a superuser; and this way PostgreSQL checks the rows in the end. */
  async #setTriggers(on: boolean): Promise<void> {
    if (!on) return this.#takeOff(await listSchemas(this.#session))
    for (const statement of this.#putBack) await this.#session.script(statement)
    this.#putBack = []
  }

  async #takeOff(schemas: readonly string[]): Promise<void> {
    const { query, script } = this.#session
    const [{ path = '' } = {}] = await query<{ path: string }>(
      `select current_setting('search_path') as path`,
    )
    await script(`set constraints all immediate; set search_path to ''`)
    this.#putBack.push(...(await takeOff(this.#session, schemas)))
    await query(`select set_config('search_path', $1, false)`, [path])
  }

  async #has(catalog: string, column: string, name: string): Promise<boolean> {
    return (await this.#session.query(`select from ${catalog} where ${column} = $1::text`, [name])).length > 0
  }
}

async function transactionOf(session: DatabaseSession): Promise<string | undefined> {
  const [row] = await session.query<{ id: string }>('select pg_current_xact_id()::text as id')
  return row?.id
}

/** What went wrong, with where. What breaks the connection is no fault of a script's. */
function told(error: unknown, script: string, line: number): unknown {
  if (error instanceof ScriptRefused) return new ScriptFailed(`${script}:${error.line}: ${error.message}`)
  if (!isPostgresError(error)) return error
  return new ScriptFailed(`${script}:${line}: ${error.message}`, { cause: error })
}
