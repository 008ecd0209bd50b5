import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { type S3Server, startS3Server } from './s3-server.ts'

const megabyte = 1024 * 1024

describe.each(['a folder', 'a bucket'] as const)('an upload into %s', (kind) => {
  let s3: S3Server
  let folder: string
  let platform: TestPlatform
  let service: SupabaseClient

  beforeAll(async () => {
    s3 = await startS3Server()
    folder = await mkdtemp(join(tmpdir(), 'uploads-'))
    platform = await givenPlatform({
      storage: {
        folder,
        fileSizeLimit: 60 * megabyte,
        ...(kind === 'a bucket' ? { s3: s3.settings } : {}),
      },
    })
    service = serviceClient(platform)
    await service.storage.createBucket('films')
    await service.storage.createBucket('notes', {
      public: false,
      fileSizeLimit: '10kb',
      allowedMimeTypes: ['text/plain'],
    })
  })
  afterAll(async () => {
    // A connection whose request was refused early may still be busy with what is left of it.
    platform.app.server.closeAllConnections()
    await platform.close()
    await s3.close()
    await rm(folder, { recursive: true, force: true })
  })

  const stored = async () =>
    kind === 'a bucket'
      ? s3.objects.size + s3.uploads.size
      : (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length

  const storedBytes = async () => {
    if (kind === 'a bucket') {
      const parts = [...s3.uploads.values()].flat()
      return [...s3.objects.values(), ...parts].reduce((sum, { length }) => sum + length, 0)
    }
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const sizes = files.map(async (file) => (await stat(join(file.parentPath, file.name))).size)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }

  /** Bytes made as they are sent; each block tells its number. */
  async function* blocks(count: number): AsyncGenerator<Buffer> {
    for (let i = 0; i < count; i++) yield Buffer.alloc(megabyte, i)
  }

  const put = (path: string, body: AsyncIterable<Buffer>, headers: Record<string, string> = {}) =>
    fetch(`${platform.url}/storage/v1/object/${path}`, {
      method: 'PUT',
      headers: { apikey: platform.keys.secret, 'content-type': 'text/plain', ...headers },
      body: Readable.toWeb(Readable.from(body)) as ReadableStream,
      duplex: 'half',
    } as RequestInit)

  /** The answer to an upload that is refused half-way. Where the connection's end overtakes it (RFC 9112, 9.6), it is asked again. */
  async function answerOf<Answer>(ask: () => Promise<Answer>, triesLeft = 2): Promise<Answer> {
    return ask().catch((error: unknown) => {
      if (triesLeft === 0) throw error
      return answerOf(ask, triesLeft - 1)
    })
  }

  it('of fewer bytes than it announces is kept by nobody', async () => {
    const headers = { apikey: platform.keys.secret, 'content-type': 'text/plain', 'content-length': '9' }
    const url = '/storage/v1/object/films/half'
    const before = await stored()
    const { statusCode, body } = await platform.app.inject({ method: 'POST', url, headers, payload: 'half' })
    expect([statusCode, JSON.parse(body).message]).toEqual([400, 'The upload was cut off'])
    expect(await stored()).toBe(before)
  })

  it('takes in what has many parts, unchanged', async () => {
    expect((await put('films/long.txt', blocks(21))).status).toBe(200)
    const { data } = await service.storage.from('films').download('long.txt')
    const bytes = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())
    expect(bytes.length).toBe(21 * megabyte)
    for (let i = 0; i < 21; i++) expect(bytes.readUInt8(i * megabyte + 7)).toBe(i)
    expect((await service.storage.from('films').info('long.txt')).data?.size).toBe(21 * megabyte)
  })

  it('takes in a form the same, with fields after the file', async () => {
    const form = new FormData()
    form.append('', new Blob([Buffer.alloc(9 * megabyte, 7)], { type: 'text/plain' }), 'film.txt')
    form.append('cacheControl', '77')
    form.append('metadata', '{"by":"Асель"}')
    const { error } = await service.storage.from('films').upload('form.txt', form)
    expect(error).toBeNull()
    const { data } = await service.storage.from('films').info('form.txt')
    expect(data).toMatchObject({
      size: 9 * megabyte,
      contentType: 'text/plain',
      cacheControl: 'max-age=77',
      metadata: { by: 'Асель' },
    })
  })

  it('is refused as soon as it grows too large, and leaves nothing', async () => {
    const before = await stored()
    const raw = await answerOf(() => put('notes/a.txt', blocks(30)))
    expect(await raw.json()).toMatchObject({ statusCode: '413' })
    const form = new FormData()
    form.append('file', new Blob([Buffer.alloc(2 * megabyte)], { type: 'text/plain' }), 'a.txt')
    const { error } = await answerOf(async () => {
      const answer = await service.storage.from('notes').upload('a.txt', form)
      if (answer.error?.name === 'StorageUnknownError') throw answer.error
      return answer
    })
    expect(error?.message).toBe('The object exceeded the maximum allowed size')
    // The bytes of an attempt whose connection ended first go when its reader hears of it.
    await expect.poll(stored).toBe(before)
    expect((await service.storage.from('notes').list()).data).toEqual([])
  })

  it('is refused for its type before it is read', async () => {
    const answer = await put('notes/a.png', blocks(1), { 'content-type': 'image/png' })
    expect(await answer.json()).toMatchObject({ statusCode: '415' })
  })

  it('of nobody is not read out: the connection ends with the answer', async () => {
    const sending = httpRequest(`${platform.url}/storage/v1/object/films/nobody.txt`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'content-length': 48 * megabyte },
    })
    sending.on('error', () => {})
    const closed = new Promise((resolve) => sending.once('close', resolve))
    const answer = new Promise<IncomingMessage>((resolve) => sending.once('response', resolve))
    sending.flushHeaders()
    const { statusCode, headers } = (await answer).resume()
    expect([statusCode, headers.connection]).toEqual([400, 'close'])
    await closed
    expect(sending.socket?.destroyed).toBe(true)
  })

  it('that breaks off leaves nothing', async () => {
    const before = await stored()
    for (const type of ['text/plain', 'multipart/form-data; boundary=b']) {
      const sending = httpRequest(`${platform.url}/storage/v1/object/films/broken.txt`, {
        method: 'POST',
        headers: { apikey: platform.keys.secret, 'content-type': type, 'content-length': 50 * megabyte },
      })
      sending.on('error', () => {})
      sending.write(
        '--b\r\ncontent-disposition: form-data; name=""; filename="a"\r\ncontent-type: text/plain\r\n\r\n',
      )
      sending.write(Buffer.alloc(12 * megabyte, 1), () => sending.destroy())
      await new Promise((resolve) => sending.once('close', resolve))
    }
    await expect.poll(stored).toBe(before)
    expect((await service.storage.from('films').exists('broken.txt')).data).toBe(false)
  })

  it('that is no form is told so', async () => {
    for (const [type, body] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=b', 'x'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--b--\r\n',
      ],
      [
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\nbroken',
      ],
    ] as const) {
      const answer = await fetch(`${platform.url}/storage/v1/object/films/form`, {
        method: 'POST',
        headers: { apikey: platform.keys.secret, 'content-type': type },
        body,
      })
      expect({ type, body, status: answer.status }).toEqual({ type, body, status: 400 })
    }
  })

  it('of 50 MB is in the store while it comes, so that little of it is in memory', async () => {
    const before = await storedBytes()
    async function* watched(): AsyncGenerator<Buffer> {
      yield* blocks(49)
      // However slow the machine: most of it is there before its end has been sent.
      await expect.poll(async () => (await storedBytes()) - before).toBeGreaterThan(20 * megabyte)
      yield Buffer.alloc(megabyte)
    }
    expect((await put('films/huge.txt', watched())).status).toBe(200)
  })
})
