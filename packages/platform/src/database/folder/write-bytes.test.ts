import { pbkdf2 } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { writeBytes } from './write-bytes.ts'

/** Keeps every thread that works on files busy, so that a file asked for now is opened a little later. */
const busyThreads = () =>
  Promise.all(Array.from({ length: 8 }, () => promisify(pbkdf2)('password', 'salt', 50_000, 32, 'sha512')))

it('makes no file any more once it has failed, however soon that was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bytes-'))
  const breakingOff = new ReadableStream<Uint8Array>({
    pull() {
      throw new Error('broken off')
    },
  })
  const busy = busyThreads()
  const path = join(folder, 'half')
  await expect(writeBytes(path, breakingOff, { flags: 'w' })).rejects.toThrow('broken off')
  rmSync(path, { force: true })
  await busy
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})
