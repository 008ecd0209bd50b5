import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFolderSocket, requestFolderCopy } from './folder-socket.ts'

let folder: string
let close: () => Promise<void>
let warnings: string[]
let copies: { begun: number; ended: number; failing: boolean }

const log = { info() {}, error() {}, warn: (_: object, message: string) => void warnings.push(message) }
const beginCopy = async () => {
  if (copies.failing) throw new Error('the database is away')
  copies.begun += 1
  return async () => {
    copies.ended += 1
    return 'START WAL LOCATION: 0/2\nLABEL: backup\n'
  }
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'door-'))
  warnings = []
  copies = { begun: 0, ended: 0, failing: false }
  // As a process that was killed leaves it.
  await writeFile(path.join(folder, 'backup.sock'), '')
  close = await openFolderSocket(folder, beginCopy, log)
})
afterEach(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
})

test('a copy begins with the knock and ends, with its label, when the other one is done', async () => {
  const end = await requestFolderCopy(folder)

  expect(copies).toMatchObject({ begun: 1, ended: 0 })
  expect(await end?.()).toBe('START WAL LOCATION: 0/2\nLABEL: backup\n')
  expect(copies).toMatchObject({ begun: 1, ended: 1 })
})

test('a copy ends with the process that made it', async () => {
  const socket = connect(path.join(folder, 'backup.sock'))
  await expect.poll(() => copies.begun).toBe(1)
  socket.destroy()

  await expect.poll(() => copies.ended).toBe(1)
})

test('whoever knocks learns that there can be no copy', async () => {
  copies.failing = true

  await expect(requestFolderCopy(folder)).rejects.toMatchObject({ reason: 'not_reached' })
  expect(warnings).toHaveLength(1)
})

test('where no server runs nobody opens', async () => {
  await close()

  expect(await requestFolderCopy(folder)).toBeNull()
  close = async () => {}
})
