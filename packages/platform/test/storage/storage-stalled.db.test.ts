import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DatabaseIdentity } from '../../src/database/act-as.ts'
import { tooLarge } from '../../src/storage/storage-errors.ts'
import type { StorageContext } from '../../src/storage/storage-request.ts'
import { localStore } from '../../src/storage/stores/local-store.ts'
import type { ObjectStore } from '../../src/storage/stores/object-store.ts'
import { finishUpload, giveUp } from '../../src/storage/uploads/finish-upload.ts'
import { addPart, listParts } from '../../src/storage/uploads/parts.ts'
import { purgeUploads } from '../../src/storage/uploads/purge-uploads.ts'
import { receiveBytes } from '../../src/storage/uploads/receive-bytes.ts'
import { createUpload, findUpload, type PartialUpload } from '../../src/storage/uploads/uploads.ts'
import { workAlone } from '../../src/storage/uploads/work-alone.ts'
import { serviceClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'

/** A server that stands still for longer than its lease, after the bytes of an object came together and before its row is there. */
let platform: TestPlatform
let folder: string
const server: DatabaseIdentity = { role: 'service_role', claims: { role: 'service_role' } }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stalled-'))
  platform = await givenPlatform({ storage: { folder } })
  await serviceClient(platform).storage.createBucket('films')
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

const contextOn = (store: ObjectStore) =>
  ({ db: platform.db, store, settings: { storage: { fileSizeLimit: 1_000_000 } } }) as StorageContext
const context = () => contextOn(localStore(folder))

/** An upload whose only part is there. */
async function givenUpload(
  name: string,
  { kind = 'multipart', length = null }: { kind?: PartialUpload['kind']; length?: number | null } = {},
): Promise<string> {
  const { id } = await createUpload(platform, server, {
    ...{ kind, place: { bucket: 'films', name }, link: null, overwrite: true, length },
    ...{ type: 'video/mp4', cacheControl: 'no-cache', userMetadata: null, ip: '127.0.0.1' },
  })
  const bytes = Readable.from([Buffer.from('whole')])
  await addPart(context(), id, 1, bytes, { room: { part: 100, whole: 100 } })
  return id
}

/** Makes the object of an upload on a store of one's own. */
function complete(id: string, store = localStore(folder)): Promise<void> {
  return workAlone(platform, id, async (worker) => {
    const upload =
      (await findUpload(platform, id, 'multipart')) ?? (await findUpload(platform, id, 'resumable'))
    if (!upload) throw new Error('there is no such upload')
    await finishUpload(contextOn(store), server, upload, { worker, parts: await listParts(platform, id) })
  })
}

/** The same, while others do something once its bytes are there and its lease is over. */
function completeLate(id: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const store = localStore(folder)
  return complete(id, {
    ...store,
    async write(key, bytes) {
      await store.write(key, bytes)
      await sql`update platform.uploads set locked_until = now() - interval '1 s' where id = ${id}`.execute(
        platform.db,
      )
      await meanwhile()
    },
  })
}

const textOf = async (name: string) =>
  (await serviceClient(platform).storage.from('films').download(name)).data?.text()
const stored = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length
const isTakenOver = { statusCode: '423' }

it('makes no object of what was swept away meanwhile', async () => {
  const before = await stored()
  const id = await givenUpload('swept.mp4')
  const late = completeLate(id, async () => {
    await sql`update platform.uploads set expires_at = now() - interval '1 s' where id = ${id}`.execute(
      platform.db,
    )
    expect(await purgeUploads(context())).toBe(1)
  })
  await expect(late).rejects.toMatchObject(isTakenOver)
  expect([await textOf('swept.mp4'), await stored()]).toEqual([undefined, before])
})

it('leaves the object that another made of the same upload meanwhile', async () => {
  const before = await stored()
  const id = await givenUpload('twice.mp4')
  await expect(completeLate(id, () => complete(id))).rejects.toMatchObject(isTakenOver)
  expect([await textOf('twice.mp4'), await stored()]).toEqual(['whole', before + 1])
})

it('makes no object of what was aborted meanwhile', async () => {
  const before = await stored()
  const id = await givenUpload('aborted.mp4')
  const late = completeLate(id, () => workAlone(platform, id, (worker) => giveUp(context(), id, worker)))
  await expect(late).rejects.toMatchObject(isTakenOver)
  expect([await textOf('aborted.mp4'), await stored()]).toEqual([undefined, before])
})

/** Takes an upload over from whoever has it, and stops when the bytes of its object are there, until it is let go on. */
async function takeOver(id: string): Promise<{ goOn: () => Promise<void> }> {
  await sql`update platform.uploads set locked_until = now() - interval '1 s' where id = ${id}`.execute(
    platform.db,
  )
  const store = localStore(folder)
  const [isThere, isLetGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const completed = complete(id, {
    ...store,
    async write(key, bytes) {
      await store.write(key, bytes)
      isThere.resolve()
      await isLetGoOn.promise
    },
  })
  await isThere.promise
  return {
    goOn: () => {
      isLetGoOn.resolve()
      return completed
    },
  }
}

/** A store whose bytes of others are removed only after the one who took over has made the object. */
function slowToRemove(other: () => Promise<{ goOn: () => Promise<void> }>, own: () => string): ObjectStore {
  const store = localStore(folder)
  return {
    ...store,
    async remove(key) {
      if (key !== own()) await (await other()).goOn()
      await store.remove(key)
    },
  }
}

it('leaves the bytes of whoever took over, also when it is refused for good', async () => {
  const before = await stored()
  const id = await givenUpload('refused.mp4')
  let own = ''
  let other: ReturnType<typeof takeOver> | undefined
  const otherOne = () => (other ??= takeOver(id))
  const late = complete(id, {
    ...slowToRemove(otherOne, () => own),
    async write(key, bytes) {
      own = key
      await localStore(folder).write(key, bytes)
      await otherOne()
      throw tooLarge()
    },
  })
  const answer = await late.catch((error: unknown) => error)
  await (await otherOne()).goOn()
  expect([await textOf('refused.mp4'), await stored()]).toEqual(['whole', before + 1])
  expect(answer).toMatchObject(isTakenOver)
})

it('leaves them when more came than was announced', async () => {
  const before = await stored()
  const id = await givenUpload('more.mp4', { kind: 'resumable', length: 10 })
  let other: ReturnType<typeof takeOver> | undefined
  const otherOne = () => (other ??= takeOver(id))
  const store = slowToRemove(otherOne, () => '')
  async function* tooMuch() {
    yield Buffer.from(' film')
    await otherOne()
    yield Buffer.from('!')
  }
  const late = workAlone(platform, id, (worker) =>
    receiveBytes(contextOn(store), server, id, { worker, offset: 5, bytes: tooMuch() }),
  )
  const answer = await late.catch((error: unknown) => error)
  await (await otherOne()).goOn()
  expect([await textOf('more.mp4'), await stored()]).toEqual(['whole film', before + 1])
  expect(answer).toMatchObject(isTakenOver)
})

it('takes no part back from whoever took over, when the object could not be made now', async () => {
  const id = await givenUpload('full.mp4', { kind: 'resumable', length: 10 })
  const [isTaken, isLetGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const store = localStore(folder)
  let writes = 0
  let other: Promise<void> | undefined
  const full: ObjectStore = {
    ...store,
    async write(key, bytes) {
      writes += 1
      // The part is taken in, and there is no room for the object.
      if (writes === 1) return store.write(key, bytes)
      await sql`update platform.uploads set locked_until = now() - interval '1 s' where id = ${id}`.execute(
        platform.db,
      )
      other = workAlone(platform, id, async (worker) => {
        isTaken.resolve()
        await isLetGoOn.promise
        const upload = await findUpload(platform, id, 'resumable')
        if (!upload) throw new Error('there is no such upload')
        await finishUpload(context(), server, upload, { worker, parts: await listParts(platform, id) })
      })
      await isTaken.promise
      throw new Error('no space left on device')
    },
  }
  const late = workAlone(platform, id, (worker) =>
    receiveBytes(contextOn(full), server, id, {
      worker,
      offset: 5,
      bytes: Readable.from([Buffer.from(' film')]),
    }),
  )
  await expect(late).rejects.toThrow('no space left')
  isLetGoOn.resolve()
  await other
  expect(await textOf('full.mp4')).toBe('whole film')
})

it('drops no part that was left whole, once somebody took over', async () => {
  const id = await givenUpload('left.mp4', { kind: 'resumable', length: 5 })
  const [isTaken, isLetGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let other: Promise<void> | undefined
  const late = workAlone(platform, id, async (worker) => {
    await sql`update platform.uploads set locked_until = now() - interval '1 s' where id = ${id}`.execute(
      platform.db,
    )
    other = workAlone(platform, id, async (next) => {
      isTaken.resolve()
      await isLetGoOn.promise
      const upload = await findUpload(platform, id, 'resumable')
      if (!upload) throw new Error('there is no such upload')
      await finishUpload(context(), server, upload, { worker: next, parts: await listParts(platform, id) })
    })
    await isTaken.promise
    const bytes = Readable.from([Buffer.from('again')])
    await receiveBytes(context(), server, id, { worker, offset: 0, bytes })
  })
  await expect(late).rejects.toMatchObject(isTakenOver)
  isLetGoOn.resolve()
  await other
  expect(await textOf('left.mp4')).toBe('whole')
})

it('counts on no part that is being taken back, once somebody takes over', async () => {
  const id = await givenUpload('back.mp4', { kind: 'resumable', length: 10 })
  const store = localStore(folder)
  let [writes, last] = [0, '']
  let counted: number[] = []
  const full: ObjectStore = {
    ...store,
    async write(key, bytes) {
      writes += 1
      if (writes > 1) throw new Error('no space left on device')
      last = key
      return store.write(key, bytes)
    },
    async remove(key) {
      await store.remove(key)
      if (key !== last) return
      // The bytes of the part are gone, and that it was there is still written down.
      await sql`update platform.uploads set locked_until = now() - interval '1 s' where id = ${id}`.execute(
        platform.db,
      )
      counted = await workAlone(platform, id, async () =>
        (await listParts(platform, id)).map(({ size }) => size),
      )
    },
  }
  const late = workAlone(platform, id, (worker) =>
    receiveBytes(contextOn(full), server, id, {
      worker,
      offset: 5,
      bytes: Readable.from([Buffer.from(' film')]),
    }),
  )
  await expect(late).rejects.toThrow('no space left')
  expect(counted).toEqual([5])
})

it('takes the last part back where nobody took over, so that it is sent again', async () => {
  const before = await stored()
  const id = await givenUpload('short.mp4', { kind: 'resumable', length: 10 })
  const store = localStore(folder)
  let writes = 0
  const full: ObjectStore = {
    ...store,
    async write(key, bytes) {
      writes += 1
      if (writes > 1) throw new Error('no space left on device')
      return store.write(key, bytes)
    },
  }
  const send = (on: StorageContext) =>
    workAlone(platform, id, (worker) =>
      receiveBytes(on, server, id, { worker, offset: 5, bytes: Readable.from([Buffer.from(' film')]) }),
    )
  await expect(send(contextOn(full))).rejects.toThrow('no space left')
  expect([(await listParts(platform, id)).length, await stored()]).toEqual([1, before + 1])
  expect(await send(context())).toBe(10)
  expect(await textOf('short.mp4')).toBe('whole film')
})

it('makes its object where nobody took over', async () => {
  const id = await givenUpload('late.mp4')
  await completeLate(id, async () => {})
  expect(await textOf('late.mp4')).toBe('whole')
})

it('clears away what an attempt that was killed left, and goes on', async () => {
  const before = await stored()
  const id = await givenUpload('again.mp4')
  const store = localStore(folder)
  const killed = new Promise<void>((resolve) => {
    void complete(id, {
      ...store,
      async write(key, bytes) {
        await store.write(key, bytes)
        resolve()
        await new Promise(() => {})
      },
    })
  })
  await killed
  await sql`update platform.uploads set locked_until = now() - interval '1 s' where id = ${id}`.execute(
    platform.db,
  )
  await complete(id)
  expect([await textOf('again.mp4'), await stored()]).toEqual(['whole', before + 1])
  expect((await sql`select from platform.unsaved_objects`.execute(platform.db)).rows).toHaveLength(0)
})
