import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const released = readFileSync(join(import.meta.dirname, 'released-migrations.sha256'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('  ') as [digest: string, file: string])

it('what was released is what installations have run: no such migration changes', () => {
  expect(released.length).toBeGreaterThan(50)
  const digestOf = (file: string) =>
    existsSync(join(root, file)) &&
    createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex')
  const changed = released.filter(([digest, file]) => digestOf(file) !== digest).map(([, file]) => file)
  expect(changed, 'Put it back as it was released, and add a new one').toEqual([])
})
