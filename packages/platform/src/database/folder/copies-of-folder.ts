import type { EndCopy } from '../../backup/folder-copy.ts'
import { databaseRefusal } from '../../http/postgres-error.ts'
import type { PGliteConnection } from '../pglite/pglite-connection.ts'

/** A copy that took longer would find its part of the log gone with the next checkpoint. */
const copyTimeoutMs = 30 * 60_000

/** PostgreSQL's online base backup on PGlite: a checkpoint at the beginning is all that anybody waits for. */
export class CopiesOfFolder {
  readonly #connection: PGliteConnection
  #current = 0
  #began: number | null = null

  constructor(connection: PGliteConnection) {
    this.#connection = connection
  }

  /** True while the log must be kept. */
  get isUnderWay(): boolean {
    return this.#began !== null && performance.now() - this.#began < copyTimeoutMs
  }

  async begin(): Promise<EndCopy> {
    const number = ++this.#current
    await this.#connection.alone(async ({ query }) => {
      // The previous copy's process may have died.
      await query('select pg_backup_stop(false)').catch(() => {})
      await query("select pg_backup_start('backup', true)")
      this.#began = performance.now()
    })
    return () =>
      this.#connection.alone(async ({ query }) => {
        const isLate = number !== this.#current || !this.isUnderWay
        if (number === this.#current) this.#began = null
        if (isLate) throw databaseRefusal('55000', 'the copy took too long, or another one has begun')
        const [row] = await query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
        return row?.labelfile ?? ''
      })
  }
}
