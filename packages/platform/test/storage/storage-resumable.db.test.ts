import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/storage/stores/open-store.ts'
import { purgeUploads } from '../../src/storage/uploads/purge-uploads.ts'
import { serviceClient, signedInClient } from '../../testing/clients.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'
import { type S3Server, startS3Server } from './s3-server.ts'

describe.each(['a folder', 'a bucket'] as const)('a resumable upload into %s', (kind) => {
  let s3: S3Server
  let folder: string
  let database: SharedDatabase
  let platform: TestPlatform
  let service: SupabaseClient
  let asel: { client: SupabaseClient; userId: string }
  let aselToken: string

  const open = async () => {
    const storage = { folder, fileSizeLimit: 100_000, ...(kind === 'a bucket' ? { s3: s3.settings } : {}) }
    platform = await database.open({ storage })
    service = serviceClient(platform)
  }
  beforeAll(async () => {
    s3 = await startS3Server()
    folder = await mkdtemp(join(tmpdir(), 'resumable-'))
    database = await givenSharedDatabase()
    await open()
    await service.storage.createBucket('films')
    await service.storage.createBucket('notes', {
      public: false,
      fileSizeLimit: 10,
      allowedMimeTypes: ['text/*'],
    })
    asel = await signedInClient(platform, 'asel@example.com')
    aselToken = (await asel.client.auth.getSession()).data.session?.access_token ?? ''
  })
  afterAll(async () => {
    platform.app.server.closeAllConnections()
    await platform.close()
    await database.drop()
    await s3.close()
    await rm(folder, { recursive: true, force: true })
  })

  const endpoint = () => `${platform.url}/storage/v1/upload/resumable`
  const encode = (facts: Record<string, string>) =>
    Object.entries(facts)
      .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
      .join(',')
  const asServer = () => ({ authorization: `Bearer ${platform.keys.secret}` })
  const asAsel = () => ({ authorization: `Bearer ${aselToken}` })
  const ask = (method: string, url: string, headers: Record<string, string>, body?: string) =>
    fetch(url, {
      method,
      headers: { 'tus-resumable': '1.0.0', ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const begin = (
    objectName: string,
    length: number,
    {
      url = endpoint(),
      body,
      ...more
    }: { url?: string; body?: string; [header: string]: string | undefined } = {},
    facts: Record<string, string> = {},
  ) =>
    ask(
      'POST',
      url,
      {
        ...('authorization' in more || 'x-signature' in more ? {} : asServer()),
        'upload-length': String(length),
        'upload-metadata': encode({ bucketName: 'films', objectName, contentType: 'text/plain', ...facts }),
        ...(body === undefined ? {} : { 'content-type': 'application/offset+octet-stream' }),
        ...(more as Record<string, string>),
      },
      body,
    )
  const urlOf = (created: Response, base = endpoint()) =>
    new URL(created.headers.get('location') ?? '', base).toString()
  const patch = (url: string, offset: number, body: string, headers: Record<string, string> = asServer()) =>
    ask(
      'PATCH',
      url,
      { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...headers },
      body,
    )
  const offsetAt = async (url: string, headers: Record<string, string> = asServer()) =>
    Number((await ask('HEAD', url, headers)).headers.get('upload-offset'))
  const textOf = async (name: string) => (await service.storage.from('films').download(name)).data?.text()
  const stored = async () =>
    kind === 'a bucket'
      ? s3.objects.size
      : (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length
  const partsLeft = async () =>
    (await sql<{ count: number }>`select count(*)::int from platform.upload_parts`.execute(platform.db))
      .rows[0]?.count

  /** Whether the first of an upload's bytes have been taken from its sender: they are written down then, and not lost with the connection. */
  const isWrittenTo = async (url: string) => {
    const { rows } = await sql`select from platform.upload_parts
      where upload_id = ${url.split('/').at(-1)}`.execute(platform.db)
    return rows.length > 0
  }

  it('comes in pieces, over a restart, and is one object in the end', async () => {
    const options = await fetch(endpoint(), { method: 'OPTIONS' })
    expect([options.status, options.headers.get('tus-version')]).toEqual([204, '1.0.0'])
    expect(options.headers.get('tus-extension')).toContain('creation-with-upload')
    const before = await stored()
    const created = await begin('long.txt', 11, {}, { cacheControl: '60', metadata: '{"by":"Асель"}' })
    expect(created.status).toBe(201)
    expect(created.headers.get('upload-expires')).toMatch(/GMT$/)
    const path = new URL(urlOf(created)).pathname
    expect((await patch(urlOf(created), 0, 'hello')).headers.get('upload-offset')).toBe('5')
    platform.app.server.closeAllConnections()
    await platform.close()
    await open()
    const url = `${platform.url}${path}`
    expect(await offsetAt(url)).toBe(5)
    expect((await patch(url, 3, 'lo')).status).toBe(409)
    expect(await textOf('long.txt')).toBeUndefined()
    expect((await patch(url, 5, ' world')).status).toBe(204)
    expect(await offsetAt(url)).toBe(11)
    expect(await textOf('long.txt')).toBe('hello world')
    const { data } = await service.storage.from('films').info('long.txt')
    expect(data).toMatchObject({ size: 11, contentType: 'text/plain', cacheControl: 'max-age=60' })
    expect(data?.metadata).toEqual({ by: 'Асель' })
    expect([await stored(), await partsLeft()]).toEqual([before + 1, 0])
  })

  it('may bring its bytes as it begins, and may be empty', async () => {
    const whole = await begin('at-once.txt', 5, { body: 'hello' })
    expect([whole.status, whole.headers.get('upload-offset')]).toEqual([201, '5'])
    expect(await textOf('at-once.txt')).toBe('hello')
    expect((await begin('empty.txt', 0)).status).toBe(201)
    expect(await textOf('empty.txt')).toBe('')
  })

  it('keeps what came before its connection broke off', async () => {
    const url = urlOf(await begin('broken.txt', 10))
    const sending = httpRequest(url, {
      method: 'PATCH',
      headers: {
        ...asServer(),
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'content-length': '10',
      },
    })
    sending.on('error', () => {})
    sending.write('hell')
    // Its bytes are on their way into the store: nobody else may write meanwhile.
    await expect.poll(() => isWrittenTo(url)).toBe(true)
    expect((await patch(url, 0, 'x')).status).toBe(423)
    sending.destroy()
    await expect.poll(() => offsetAt(url)).toBe(4)
    await expect.poll(async () => (await patch(url, 4, 'o worl')).status).toBe(204)
    expect(await textOf('broken.txt')).toBe('hello worl')
  })

  it('overwrites when told so, and otherwise is refused before a byte is sent', async () => {
    await begin('twice.txt', 1, { body: 'a' })
    const again = await begin('twice.txt', 1, { body: 'b' })
    expect([again.status, await again.text()]).toEqual([409, 'The resource already exists'])
    expect((await begin('twice.txt', 1, { body: 'c', 'x-upsert': 'true' })).status).toBe(201)
    expect(await textOf('twice.txt')).toBe('c')
  })

  it.each<[string, number, string, Record<string, string>, number]>([
    ['has no bucket', 404, 'Bucket not found', { bucketName: 'nowhere' }, 1],
    ['is too long for its bucket', 413, 'Maximum size exceeded\n', { bucketName: 'notes' }, 11],
    ['is longer than anything', 413, 'Maximum size exceeded\n', {}, 100_001],
    [
      'is of no type that its bucket takes',
      415,
      'mime type image/png is not supported',
      { bucketName: 'notes', contentType: 'image/png' },
      1,
    ],
    [
      'has a type that no header could name',
      415,
      'mime type тип is not supported',
      { contentType: 'тип' },
      1,
    ],
    ['has a name that leads elsewhere', 400, 'Invalid key: ../a', { objectName: '../a' }, 1],
  ])('is refused when it %s', async (_, status, text, facts, length) => {
    const refused = await begin('refused.txt', length, {}, facts)
    expect([refused.status, await refused.text()]).toEqual([status, text])
  })

  it('holds to the protocol', async () => {
    const url = urlOf(await begin('protocol.txt', 3))
    expect((await fetch(url, { method: 'HEAD', headers: asServer() })).status).toBe(412)
    expect((await ask('POST', endpoint(), asServer())).status).toBe(400)
    expect((await ask('PATCH', url, { ...asServer(), 'content-type': 'text/plain' }, 'x')).status).toBe(415)
    expect((await patch(url, 0, 'too long')).status).toBe(413)
    expect((await ask('DELETE', url, asServer())).status).toBe(204)
    expect((await ask('HEAD', url, asServer())).status).toBe(404)
  })

  it('is asked about by policies at both ends, and belongs to whoever began it', async () => {
    const path = `${asel.userId}/film.txt`
    expect((await begin('elsewhere/film.txt', 1, asAsel())).status).toBe(403)
    expect((await begin(path, 1, { authorization: 'Bearer a.b.c' })).status).toBe(403)
    const url = urlOf(await begin(path, 2, asAsel()))
    const bota = await signedInClient(platform, `bota-${crypto.randomUUID()}@example.com`)
    const botaToken = (await bota.client.auth.getSession()).data.session?.access_token
    const asBota = { authorization: `Bearer ${botaToken}` }
    expect((await patch(url, 0, 'xx', asBota)).status).toBe(404)
    expect((await ask('DELETE', url, asBota)).status).toBe(404)
    expect((await patch(url, 0, 'x', asAsel())).status).toBe(204)
    await sql`alter policy "everyone keeps a folder" on storage.objects using (false)`.execute(platform.db)
    const refused = await patch(url, 1, 'y', asAsel())
    await sql`alter policy "everyone keeps a folder" on storage.objects
      using ((storage.foldername(name))[1] = auth.uid()::text)`.execute(platform.db)
    expect([refused.status, await refused.text()]).toEqual([
      403,
      'new row violates row-level security policy',
    ])
    expect([(await ask('HEAD', url, asAsel())).status, await partsLeft()]).toEqual([404, 0])
    expect(await textOf(path)).toBeUndefined()
  })

  it('is made by whoever has a signed link, for its signer', async () => {
    const path = `${asel.userId}/signed.txt`
    const link = await fetch(`${platform.url}/storage/v1/object/upload/sign/films/${path}`, {
      method: 'POST',
      headers: asAsel(),
    })
    const { token } = (await link.json()) as { token: string }
    const signed = { url: `${endpoint()}/sign`, 'x-signature': token }
    expect((await begin(`${asel.userId}/other.txt`, 1, signed)).status).toBe(400)
    const nobody = await ask('POST', `${endpoint()}/sign`, {
      'upload-length': '1',
      'upload-metadata': encode({ bucketName: 'films', objectName: path }),
    })
    expect([nobody.status, await nobody.text()]).toEqual([400, 'Missing x-signature header'])
    const created = await begin(path, 2, signed)
    expect([created.status, await created.text()]).toEqual([201, ''])
    const url = urlOf(created, signed.url)
    const ended = await patch(url, 0, 'ab', { 'x-signature': signed['x-signature'] })
    expect([ended.status, await ended.text()]).toEqual([204, ''])
    const { rows } = await sql`select owner, owner_id from storage.objects where name = ${path}`.execute(
      platform.db,
    )
    expect(rows).toEqual([{ owner: asel.userId, owner_id: asel.userId }])
  })

  it('of a link that nobody signed is gone on with by that link alone', async () => {
    const path = 'lent.txt'
    const lend = async (upsert: string): Promise<Record<string, string>> => {
      const link = await fetch(`${platform.url}/storage/v1/object/upload/sign/films/${path}`, {
        method: 'POST',
        headers: { ...asServer(), 'x-upsert': upsert },
      })
      return { 'x-signature': ((await link.json()) as { token: string }).token }
    }
    const mine = await lend('true')
    const other = await lend('false')
    const base = `${endpoint()}/sign`
    const url = urlOf(await begin(path, 2, { url: base, ...mine }), base)
    const plain = urlOf(await begin(path, 2, { 'x-upsert': 'true' }))
      .split('/')
      .at(-1)
    // A link is the server's word for one object, not for all that goes on there.
    expect((await patch(`${base}/${plain}`, 0, 'zz', mine)).status).toBe(404)
    expect((await ask('HEAD', url, other)).status).toBe(404)
    expect((await patch(url, 0, 'zz', other)).status).toBe(404)
    expect((await ask('DELETE', url, other)).status).toBe(404)
    expect((await patch(url, 0, 'ab', mine)).status).toBe(204)
    expect(await textOf(path)).toBe('ab')
  })

  it('asks for its last part again while the object cannot be made, so that no client takes it for done', async () => {
    if (kind === 'a folder') return
    const url = urlOf(await begin('retried.txt', 2))
    await patch(url, 0, 'a')
    const { rows } = await sql<{ version: string }>`select version from platform.upload_parts
      order by created_at desc limit 1`.execute(platform.db)
    const key = `/files/${rows[0]?.version}`
    const bytes = s3.objects.get(key) ?? Buffer.alloc(0)
    s3.objects.delete(key)
    expect((await patch(url, 1, 'b')).status).toBeGreaterThanOrEqual(500)
    expect(await offsetAt(url)).toBe(1)
    s3.objects.set(key, bytes)
    expect((await patch(url, 1, 'b')).status).toBe(204)
    expect(await textOf('retried.txt')).toBe('ab')
  })

  it('stays while it has time left, and while somebody is at work on it', async () => {
    const context = {
      db: platform.db,
      store: openStore({ folder, ...(kind === 'a bucket' ? { s3: s3.settings } : {}) }),
    }
    await purgeUploads(context)
    const url = urlOf(await begin('going-on.txt', 9))
    await patch(url, 0, 'early')
    expect(await purgeUploads(context)).toBe(0)
    const setLock = (lock: 'null' | "now() + interval '1 minute'") =>
      sql`update platform.uploads set locked_until = ${sql.raw(lock)}, expires_at = now() - interval '1 second'
        where name = 'going-on.txt'`.execute(platform.db)
    await setLock("now() + interval '1 minute'")
    const before = await stored()
    expect([await purgeUploads(context), await stored()]).toEqual([0, before])
    await setLock('null')
    expect([await purgeUploads(context), await stored()]).toEqual([1, before - 1])
  })

  it('goes with everything that came of it when it is not finished in a day', async () => {
    await patch(urlOf(await begin('late.txt', 9)), 0, 'early')
    const before = await stored()
    await sql`update platform.uploads set expires_at = now() - interval '1 second'`.execute(platform.db)
    const store = openStore({ folder, ...(kind === 'a bucket' ? { s3: s3.settings } : {}) })
    expect(await purgeUploads({ db: platform.db, store })).toBeGreaterThan(0)
    expect([await stored(), await partsLeft()]).toEqual([before - 1, 0])
    expect(await textOf('long.txt')).toBe('hello world')
  })
})
