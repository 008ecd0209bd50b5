import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { DatabaseDamagedError } from '../start-refused.ts'
import { refuseDamagedFolder } from './refuse-damaged-folder.ts'

const home = mkdtempSync(join(tmpdir(), 'damaged-'))
const whole = join(home, 'whole')
const open = (dataDir: string) => openDatabase({ kind: 'pglite', dataDir })
beforeAll(async () => (await open(whole)).close())
afterAll(() => rmSync(home, { recursive: true, force: true }))

const logsOf = (folder: string) =>
  readdirSync(join(folder, 'pg_wal')).flatMap((name) =>
    /^[0-9A-F]{24}$/.test(name) ? join(folder, 'pg_wal', name) : [],
  )

/** Every file of a folder with a digest of its bytes. */
const contentOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((path) => [path, createHash('sha1').update(readFileSync(path)).digest('hex')])

test.each<[string, (folder: string) => void]>([
  ['pg_control is empty', (folder) => truncateSync(join(folder, 'global/pg_control'), 0)],
  ['pg_control is gone', (folder) => rmSync(join(folder, 'global/pg_control'))],
  ['the log is empty', (folder) => logsOf(folder).forEach((log) => void truncateSync(log, 0))],
  [
    'the log is zeros',
    (folder) => logsOf(folder).forEach((log) => void writeFileSync(log, Buffer.alloc(16 * 1024 ** 2))),
  ],
  ['the log is gone', (folder) => logsOf(folder).forEach((log) => void rmSync(log))],
])(
  'a folder where %s is refused as damaged in a sentence, untouched, and given back',
  async (what, damage) => {
    const folder = join(home, what.replaceAll(' ', '-'))
    cpSync(whole, folder, { recursive: true })
    damage(folder)
    const before = contentOf(folder)
    for (let tries = 0; tries < 2; tries++) {
      const refusal = await open(folder).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(DatabaseDamagedError)
      expect((refusal as Error).message).toMatch(/is damaged and was left untouched: .*`npm run restore`\.$/)
      expect(contentOf(folder)).toEqual(before)
    }
  },
)

test.each([
  ['a folder that is gone', join(home, 'gone'), { code: 'ENOENT' }],
  ['a damaged folder', home, { name: 'DatabaseDamagedError' }],
])('%s is refused with what PostgreSQL gave up with as its cause', async (_, folder, refusal) => {
  const cause = new Error('Aborted(). Build with -sASSERTIONS for more info.')
  const open = () => Promise.reject(cause)
  await expect(refuseDamagedFolder(folder, open)).rejects.toMatchObject({ ...refusal, cause })
})
