import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const released = readFileSync(join(import.meta.dirname, 'released-migrations.sha256'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('  ') as [digest: string, file: string])

it('a released migration never changes, since installations have run it', () => {
  expect(released.map(([, file]) => file)).toEqual(
    expect.arrayContaining([
      'packages/platform/migrations/20261201020000_baseline.sql',
      'supabase/migrations/20261201020000_baseline.sql',
    ]),
  )
  const digestOf = (file: string) =>
    existsSync(join(root, file)) &&
    createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex')
  const changed = released.filter(([digest, file]) => digestOf(file) !== digest).map(([, file]) => file)
  expect(changed, 'Put it back as it was released, and add a new one').toEqual([])
})
