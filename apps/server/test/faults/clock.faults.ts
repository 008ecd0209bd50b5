import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { givenInstallation, type Mode, startProduct } from './installation.ts'
import { startLoad } from './load.ts'

const library = findLibrary()
if (!library)
  process.stdout.write(
    'faketime is not installed (apt-get install faketime): the clock faults are left out\n',
  )

function findLibrary(): string | null {
  try {
    const files = execFileSync('find', ['/usr/lib', '-name', 'libfaketimeMT.so.1'], { encoding: 'utf8' })
    return files.split('\n')[0] || null
  } catch {
    return null
  }
}

test.runIf(library !== null).each<Mode>(['embedded', 'postgres'])(
  'a clock that goes a day forward and back again, %s',
  async (mode) => {
    const installation = await givenInstallation(mode)
    const clock = path.join(path.dirname(installation.env.KEYS_FILE ?? ''), 'clock')
    const turnTo = (offset: string) => writeFile(clock, `${offset}\n`)
    await turnTo('+0')
    const product = await startProduct(installation, {
      env: {
        ...{ LD_PRELOAD: library ?? '', FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_NO_CACHE: '1' },
        // What counts seconds is the machine's uptime, which nobody turns.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    })
    await product.ready()
    const load = startLoad(() => product.base)
    await load.progress(20)
    for (const offset of ['+1d', '-1d', '+0']) {
      await turnTo(offset)
      await load.progress(30)
      await product.ready()
    }
    await load.stop()

    expect(await product.stop()).toBe(0)
    await compare(`the clock a day forward, a day back and right again, ${mode}`, installation, load)
  },
)
