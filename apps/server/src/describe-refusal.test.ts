import { mkdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { BackendSettings } from './config/backend.ts'
import { describeRefusal } from './describe-refusal.ts'

const dataDir = '/dev/null/data'
const folders = { dataDir, storageDir: `${dataDir}/storage`, keyFile: '/k' }
const embedded: BackendSettings = {
  ...{ mode: 'embedded', databaseDir: `${dataDir}/database`, statementTimeoutMs: 8000 },
  ...folders,
}
const postgres: BackendSettings = {
  ...{ mode: 'postgres', database: { url: 'postgres://db/a', poolSize: 1, statementTimeoutMs: 8000 } },
  ...folders,
}
const errorOf = (failing: Promise<unknown>) =>
  failing.then(
    () => null,
    (error: unknown) => error,
  )
const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
  ...{ code: 'ENOSPC', syscall: 'write' },
})

test.each([embedded, postgres])(
  'a folder that cannot be used is named, and not the database: %#',
  async (backend) => {
    for (const error of [
      await errorOf(mkdir(dataDir, { recursive: true })),
      Object.assign(new Error('EACCES: open'), {
        ...{ code: 'EACCES', syscall: 'open', path: `${dataDir}/database.lock` },
      }),
      full,
    ]) {
      expect(describeRefusal(error, backend)).toMatch(
        /^DATA_DIR: the folder \/dev\/null\/data cannot be used/,
      )
    }
  },
)

test('a database that is away is named where there is one', async () => {
  const away = await errorOf(new Promise((_, reject) => connect(9, '127.0.0.1').once('error', reject)))
  expect(describeRefusal(away, postgres)).toMatch(/^DATABASE_URL: .*ECONNREFUSED/)
  expect(describeRefusal(away, embedded)).toBeNull()
})

test('a fault of a file elsewhere is nobody’s setting', () => {
  const elsewhere = Object.assign(new Error('ENOENT'), {
    code: 'ENOENT',
    syscall: 'open',
    path: '/srv/app.js',
  })
  expect(describeRefusal(elsewhere, embedded)).toBeNull()
  expect(describeRefusal(elsewhere, postgres)).toBeNull()
})
