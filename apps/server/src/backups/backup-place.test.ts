import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupName, backupTimeOf, folderPlace } from './backup-place.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'place-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* bytes(...texts: string[]) {
  for (const text of texts) {
    if (text === 'break') throw new Error('no more')
    yield Buffer.from(text)
  }
}

test('a name says to the second when the backup was made, and no other name does', () => {
  const madeAt = new Date('2026-11-22T22:10:03Z')

  expect(backupName(madeAt)).toBe('backup-2026-11-22T22-10-03Z.sealed')
  expect(backupTimeOf(backupName(madeAt))).toEqual(madeAt)
  for (const name of ['backup-2026-11-22T22-10-03Z.sealed.part', 'photos.zip', '']) {
    expect(backupTimeOf(name)).toBeNull()
  }
})

test('a backup is there whole, closed to others, or not at all; and nothing else is taken for one', async () => {
  const place = folderPlace(path.join(folder, 'kept'))
  const [good, broken] = [new Date('2026-11-22T22:10:00Z'), new Date('2026-11-23T22:10:00Z')].map(backupName)
  await place.write(good ?? '', bytes('one', 'two'))
  await writeFile(path.join(folder, 'kept/notes.txt'), 'x')

  await expect(place.write(broken ?? '', bytes('one', 'break'))).rejects.toThrow('no more')
  expect(await place.list()).toEqual([good])
  expect((await readdir(path.join(folder, 'kept'))).sort()).toEqual([good, 'notes.txt'])
  expect((await stat(path.join(folder, 'kept', good ?? ''))).mode & 0o777).toBe(0o600)
})

test('a link where a backup is being written leads nowhere', async () => {
  const name = backupName(new Date('2026-11-24T22:10:00Z'))
  const precious = path.join(folder, 'precious.txt')
  await writeFile(precious, 'mine', { mode: 0o644 })
  const kept = path.join(folder, 'linked')
  const place = folderPlace(kept)
  await place.write('first', bytes('x'))
  await symlink(precious, path.join(kept, `${name}.part`))

  await place.write(name, bytes('sealed'))
  expect(await readFile(precious, 'utf8')).toBe('mine')
  expect(await readFile(path.join(kept, name), 'utf8')).toBe('sealed')
  expect((await stat(path.join(kept, name))).mode & 0o777).toBe(0o600)
})
