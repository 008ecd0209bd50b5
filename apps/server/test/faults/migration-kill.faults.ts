import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { readMigrated } from '@app/platform/database/migrate'
import { openDatabase } from '@app/platform/database/open-database'
import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { givenInstallation, type Mode, startProduct } from './installation.ts'
import { startLoad } from './load.ts'

const program = path.join(import.meta.dirname, 'migrate-and-die.ts')

test.each<Mode>(['embedded', 'postgres'])(
  'killed in every migration, %s: the next start completes',
  async (mode) => {
    const installation = await givenInstallation(mode)
    const settings = JSON.stringify(installation.database)
    const migrate = async (number: number, when: string) => {
      const child = spawn(process.execPath, [program, settings, String(number), when], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      return (await text(child.stdout)) === 'done'
    }

    // Each start is killed in the second of what is missing, so that one more has run after it; the first is killed in the first.
    let kills = 0
    for (let isDone = await migrate(1, 'before_commit'); !isDone; kills++) {
      isDone = await migrate(2, kills % 2 ? 'before_commit' : 'within')
    }
    await migrate(1, 'before_commit')
    const product = await startProduct(installation)
    await product.ready()
    const load = startLoad(() => product.base)
    await load.progress(10)
    await load.stop()
    expect(await product.stop()).toBe(0)

    const database = await openDatabase(installation.database)
    const ran = await database.withSession(readMigrated)
    await database.close()
    expect(kills).toBeGreaterThanOrEqual(Math.max(2, ran.platform.length + ran.product.length - 2))
    await compare(`killed in ${kills} migrations, ${mode}`, installation, load)
  },
)
