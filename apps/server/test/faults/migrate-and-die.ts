import { join } from 'node:path'
import { migrate } from '@app/platform/database/migrate'
import { type DatabaseSession, openDatabase } from '@app/platform/database/open-database'
import type { DatabaseSettings } from '@app/platform/settings'

/**
 * Brings a database up to date and is killed in the migration of that number, from 1 among those that are missing: just before
 * its end, or while it runs. Prints `done` when there are not so many.
 */
const [given = '', number = '', when = ''] = process.argv.slice(2)
const database = await openDatabase(JSON.parse(given) as DatabaseSettings)
const die = () => process.kill(process.pid, 'SIGKILL')
let begun = 0

await database.withSession((session) => {
  const watched: DatabaseSession = {
    query: session.query,
    async script(sql) {
      if (sql.startsWith('begin')) begun += 1
      const isTheOne = begun === Number(number)
      if (isTheOne && when === 'before_commit' && sql === 'commit') die()
      if (isTheOne && when === 'within' && !sql.startsWith('begin')) setImmediate(die)
      await session.script(sql)
    },
  }
  return migrate(watched, join(import.meta.dirname, '../../../../supabase/migrations'))
})
await database.close()
process.stdout.write('done')
