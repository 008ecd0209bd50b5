import { type Driver, Kysely } from 'kysely'
import type { OpenDatabase } from '../src/database/open-database.ts'
import type { PGliteConnection } from '../src/database/pglite/pglite-connection.ts'
import { FastPGliteDialect } from '../src/database/pglite/pglite-dialect.ts'
import { PGliteTurn } from '../src/database/pglite/pglite-turn.ts'

/** What a borrower has of a database, and for how long. */
export class Loan {
  #isOver = false
  readonly #hearing: (() => Promise<void>)[] = []

  get isOver(): boolean {
    return this.#isOver
  }

  /** From now on every question is refused whose turn has not come, and nothing is heard. */
  async end(): Promise<void> {
    this.#isOver = true
    for (const stop of this.#hearing) await stop()
  }

  /** Throws when it is over: what a server does after it was closed would be done to somebody else’s database. */
  refuseAfterwards(): void {
    if (this.#isOver) throw new Error('this database was given back')
  }

  /** A PGlite for as long as this goes on. */
  async of(database: OpenDatabase): Promise<OpenDatabase> {
    const { withSession, listen, dump } = database
    const turn = await database.db.getExecutor().provideConnection(async (each) => each)
    if (!(turn instanceof PGliteTurn)) throw new Error('only a PGlite is lent')
    return {
      ...database,
      db: new Kysely({ dialect: new LentDialect(turn.connection, this) }),
      withSession: async (work) => {
        this.refuseAfterwards()
        return withSession(async (session) => {
          this.refuseAfterwards()
          return work(session)
        })
      },
      listen: async (channel, hear) => {
        this.refuseAfterwards()
        const stop = await listen(channel, hear)
        if (this.#isOver) await stop()
        this.refuseAfterwards()
        this.#hearing.push(stop)
        return stop
      },
      dump:
        dump &&
        (async () => {
          this.refuseAfterwards()
          return dump()
        }),
      close: async () => {},
    }
  }
}

/** Below Kysely, where nothing goes past it: who waits for a turn when the loan ends is refused when it comes. */
class LentDialect extends FastPGliteDialect {
  readonly #loan: Loan

  constructor(connection: PGliteConnection, loan: Loan) {
    super(connection)
    this.#loan = loan
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    return {
      ...driver,
      acquireConnection: async () => {
        this.#loan.refuseAfterwards()
        const connection = await driver.acquireConnection()
        if (this.#loan.isOver) await driver.releaseConnection(connection)
        this.#loan.refuseAfterwards()
        return connection
      },
    }
  }
}
