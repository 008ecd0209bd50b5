import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, serviceClient, signedInClient, visitorClient } from '../testing/clients.ts'
import { givenServer, type Server } from './given-server.ts'

let platform: Server
let service: SupabaseClient
let dana: SupabaseClient
let bota: SupabaseClient
let danaId: string
let bucket: string

beforeAll(async () => {
  platform = await givenServer()
  service = serviceClient(platform)
  const signedIn = await signedInClient(platform, 'dana@example.kz')
  dana = signedIn.client
  danaId = signedIn.userId
  bota = (await signedInClient(platform, 'bota@example.kz')).client
})
afterAll(() => platform.close())

beforeEach(async () => {
  bucket = `bucket-${crypto.randomUUID()}`
  await service.storage.createBucket(bucket)
})

function put(path: string, text = path, client = service, options = {}) {
  return client.storage
    .from(bucket)
    .upload(path, Buffer.from(text), { contentType: 'text/plain', ...options })
}

async function textOf(path: string, client = service, from = bucket): Promise<string | null> {
  const { data } = await client.storage.from(from).download(path)
  return data ? data.text() : null
}

describe('buckets', () => {
  it('are made, shown, changed, emptied and deleted', async () => {
    const { storage } = service
    const id = `photos-${crypto.randomUUID()}`
    expect((await storage.createBucket(id, { public: false, fileSizeLimit: '1mb' })).data).toEqual({
      name: id,
    })
    expect((await storage.createBucket(id)).error).toMatchObject({ statusCode: '409' })
    expect((await storage.getBucket(id)).data).toMatchObject({
      id,
      name: id,
      public: false,
      file_size_limit: 1_000_000,
      allowed_mime_types: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    await storage.updateBucket(id, { public: true, allowedMimeTypes: ['image/*'] })
    expect((await storage.getBucket(id)).data).toMatchObject({
      public: true,
      allowed_mime_types: ['image/*'],
    })
    await storage.from(id).upload('a.png', Buffer.from('x'), { contentType: 'image/png' })
    expect((await storage.deleteBucket(id)).error?.message).toBe(
      'The bucket you tried to delete is not empty',
    )
    expect((await storage.emptyBucket(id)).data?.message).toBe(
      'Empty bucket has been queued. Completion may take up to an hour.',
    )
    expect((await storage.deleteBucket(id)).data?.message).toBe('Successfully deleted')
    expect((await storage.getBucket(id)).error?.message).toBe('Bucket not found')
    expect((await storage.deleteBucket(id)).error?.message).toBe('Bucket not found')
  })

  it('are listed with a search, an order and a range', async () => {
    const word = crypto.randomUUID()
    for (const name of ['b', 'c', 'a', 'd']) await service.storage.createBucket(`${name}_${word}`)
    const { data } = await service.storage.listBuckets({
      search: `_${word}`,
      sortColumn: 'name',
      sortOrder: 'desc',
      limit: 2,
      offset: 1,
    })
    expect(data?.map(({ name }) => name)).toEqual([`c_${word}`, `b_${word}`])
    const wrong = await call(platform, '/storage/v1/bucket?sortColumn=owner;drop', {
      key: platform.keys.secret,
    })
    expect(wrong).toMatchObject({ status: 400, body: { error: 'InvalidRequest' } })
  })

  it('are hidden from whom no policy lets see them', async () => {
    for (const client of [visitorClient(platform), dana]) {
      expect((await client.storage.listBuckets()).data).toEqual([])
      expect((await client.storage.getBucket(bucket)).error?.message).toBe('Bucket not found')
      expect((await client.storage.updateBucket(bucket, { public: true })).error).not.toBeNull()
      expect((await client.storage.deleteBucket(bucket)).error).not.toBeNull()
      expect((await client.storage.createBucket(`mine-${crypto.randomUUID()}`)).error).toMatchObject({
        statusCode: '403',
      })
    }
  })
})

describe('listing', () => {
  beforeEach(async () => {
    for (const path of [
      'b.txt',
      'a.txt',
      'photos/2.png',
      'photos/1.png',
      'photos/old/0.png',
      'x_y.txt',
      'xzy.txt',
    ])
      await put(path)
  })
  const names = (data: readonly { name: string }[] | null | undefined) => data?.map(({ name }) => name)

  it('shows one folder, folders first, without the rest of the path', async () => {
    const { data } = await service.storage.from(bucket).list()
    expect(names(data)).toEqual(['photos', 'a.txt', 'b.txt', 'x_y.txt', 'xzy.txt'])
    expect(data?.[0]).toMatchObject({ id: null, metadata: null })
    expect(data?.[1]).toMatchObject({ id: expect.any(String), metadata: { size: 5, mimetype: 'text/plain' } })
    expect(names((await service.storage.from(bucket).list('photos')).data)).toEqual(['old', '1.png', '2.png'])
    expect(names((await service.storage.from(bucket).list('photos/')).data)).toEqual([
      'old',
      '1.png',
      '2.png',
    ])
    expect((await service.storage.from(bucket).list('photo')).data).toEqual([])
  })

  it('takes a search, an order and a range', async () => {
    const list = async (options: object) => names((await service.storage.from(bucket).list('', options)).data)
    expect(await list({ search: 'X_' })).toEqual(['x_y.txt'])
    expect(await list({ limit: 2, offset: 1 })).toEqual(['a.txt', 'b.txt'])
    expect(await list({ sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'photos',
      'xzy.txt',
      'x_y.txt',
      'b.txt',
      'a.txt',
    ])
    expect(await list({ sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
      'photos',
      'b.txt',
      'a.txt',
      'x_y.txt',
      'xzy.txt',
    ])
  })

  it('shows at most a hundred entries unless asked for more', async () => {
    await sql`insert into storage.objects (bucket_id, name)
      select ${bucket}, 'many/' || n from generate_series(1, 150) as n`.execute(platform.db)
    expect((await service.storage.from(bucket).list('many')).data).toHaveLength(100)
    expect((await service.storage.from(bucket).list('many', { limit: 1000 })).data).toHaveLength(150)
  })

  it.each(['asc', 'desc'] as const)(
    'goes through pages in %s order without missing or repeating one',
    async (order) => {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const { data, error } = await service.storage.from(bucket).listV2({
          with_delimiter: true,
          limit: 2,
          sortBy: { column: 'name', order },
          ...(cursor ? { cursor } : {}),
        })
        expect(error).toBeNull()
        seen.push(...(names(data?.folders) ?? []), ...(names(data?.objects) ?? []))
        cursor = data?.nextCursor
      } while (cursor)
      const all = ['a.txt', 'b.txt', 'photos/', 'x_y.txt', 'xzy.txt']
      expect(seen.toSorted()).toEqual(all)
    },
  )

  it('refuses what is no order, range or cursor', async () => {
    for (const body of [
      { sortBy: { column: 'version', order: 'asc' } },
      { sortBy: { column: 'name', order: 'asc; drop table storage.objects' } },
      { limit: -1 },
      { limit: '5' },
      { offset: 1.5 },
      { prefix: 7 },
      { prefix: 'a\0' },
    ]) {
      const init = { method: 'POST', body: JSON.stringify(body), key: platform.keys.secret }
      expect(await call(platform, `/storage/v1/object/list/${bucket}`, init)).toMatchObject({ status: 400 })
    }
    for (const cursor of [
      'x',
      'bnVsbA',
      Buffer.from('{"value":"no time","name":"a"}').toString('base64url'),
    ]) {
      const body = JSON.stringify({ cursor, sortBy: { column: 'created_at', order: 'asc' } })
      const init = { method: 'POST', body, key: platform.keys.secret }
      expect(await call(platform, `/storage/v1/object/list-v2/${bucket}`, init)).toMatchObject({
        status: 400,
      })
    }
  })
})

describe('an object', () => {
  it('is described', async () => {
    await put('a.txt', 'hello', service, { metadata: { album: 'spring' } })
    const { data } = await service.storage.from(bucket).info('a.txt')
    expect(data).toMatchObject({
      name: 'a.txt',
      bucketId: bucket,
      size: 5,
      contentType: 'text/plain',
      cacheControl: 'max-age=3600',
      metadata: { album: 'spring' },
      version: expect.any(String),
      createdAt: expect.any(String),
    })
    expect((await service.storage.from(bucket).info('b.txt')).error?.message).toBe('Object not found')
    expect((await service.storage.from(bucket).exists('a.txt')).data).toBe(true)
    expect((await service.storage.from(bucket).exists('b.txt')).data).toBe(false)
  })

  it('is moved, within its bucket and to another', async () => {
    await put('a.txt')
    await put('taken.txt')
    const from = service.storage.from(bucket)
    expect((await from.move('a.txt', 'taken.txt')).error).toMatchObject({ statusCode: '409' })
    expect((await from.move('absent.txt', 'b.txt')).error?.message).toBe('Object not found')
    expect((await from.move('a.txt', 'b.txt', { destinationBucket: 'absent' })).error).not.toBeNull()
    expect((await from.move('a.txt', 'folder/b.txt')).data?.message).toBe('Successfully moved')
    expect(await textOf('folder/b.txt')).toBe('a.txt')
    expect(await textOf('a.txt')).toBeNull()
    const other = `other-${crypto.randomUUID()}`
    await service.storage.createBucket(other)
    await from.move('folder/b.txt', 'c.txt', { destinationBucket: other })
    expect(await textOf('c.txt', service, other)).toBe('a.txt')
  })

  it('is copied, and the copy lives on its own', async () => {
    await put('a.txt', 'first', service, { metadata: { album: 'spring' } })
    const from = service.storage.from(bucket)
    expect((await from.copy('a.txt', 'b.txt')).data?.path).toBe(`${bucket}/b.txt`)
    expect((await from.copy('a.txt', 'b.txt')).error).toMatchObject({ statusCode: '409' })
    expect((await from.copy('absent.txt', 'c.txt')).error?.message).toBe('Object not found')
    await from.remove(['a.txt'])
    expect(await textOf('b.txt')).toBe('first')
    expect((await from.info('b.txt')).data?.metadata).toEqual({ album: 'spring' })
    const small = `small-${crypto.randomUUID()}`
    await service.storage.createBucket(small, { public: false, fileSizeLimit: 3 })
    const refused = await from.copy('b.txt', 'b.txt', { destinationBucket: small })
    expect(refused.error).toMatchObject({ statusCode: '413' })
  })

  it('is removed with its bytes, alone or with others', async () => {
    for (const path of ['a.txt', 'b.txt', 'c.txt']) await put(path)
    const { data } = await service.storage.from(bucket).remove(['a.txt', 'b.txt', 'absent.txt'])
    expect(data?.map(({ name }) => name).toSorted()).toEqual(['a.txt', 'b.txt'])
    expect(await textOf('a.txt')).toBeNull()
    expect(await textOf('c.txt')).toBe('c.txt')
    const path = `/storage/v1/object/${bucket}/c.txt`
    const init = { method: 'DELETE', key: platform.keys.secret }
    expect(await call(platform, path, init)).toMatchObject({
      status: 200,
      body: { message: 'Successfully deleted' },
    })
    expect(await call(platform, path, init)).toMatchObject({ status: 400, body: { statusCode: '404' } })
  })

  it('belongs to its owner, by policy, whatever is tried', async () => {
    const path = `${danaId}/a.txt`
    expect((await put(path, 'mine', dana)).error).toBeNull()
    const theirs = bota.storage.from(bucket)
    expect((await theirs.download(path)).error).not.toBeNull()
    expect((await theirs.info(path)).error).not.toBeNull()
    expect((await theirs.list(danaId)).data).toEqual([])
    expect((await theirs.listV2({ prefix: danaId })).data?.objects).toEqual([])
    expect((await theirs.move(path, 'stolen.txt')).error).not.toBeNull()
    expect((await theirs.copy(path, 'stolen.txt')).error).not.toBeNull()
    expect((await theirs.remove([path])).data).toEqual([])
    expect((await theirs.createSignedUrl(path, 60)).error).not.toBeNull()
    expect((await theirs.createSignedUrls([path], 60)).data).toMatchObject([{ signedUrl: null }])
    expect((await theirs.createSignedUploadUrl(`${danaId}/b.txt`)).error).not.toBeNull()
    expect((await theirs.createSignedUploadUrl(path, { upsert: true })).error).not.toBeNull()
    const mine = dana.storage.from(bucket)
    expect((await mine.move(path, 'shared.txt')).error).not.toBeNull()
    expect((await mine.copy(path, `${danaId}/copy.txt`)).error).toBeNull()
    expect((await mine.remove([path])).data).toHaveLength(1)
    const { data } = await service.storage.from(bucket).info(`${danaId}/copy.txt`)
    expect(data).not.toBeNull()
  })
})

describe('a signed link', () => {
  const get = (url: string, init?: RequestInit) => fetch(url, init)

  it('shows one object to whoever has it, until it expires', async () => {
    await put('folder/a b.txt', 'hello')
    const { data } = await service.storage.from(bucket).createSignedUrl('folder/a b.txt', 60)
    const url = data?.signedUrl ?? ''
    const response = await get(url)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('hello')
    expect((await get(url, { headers: { range: 'bytes=0-1' } })).status).toBe(206)
    expect((await get(`${url}&download=x.txt`)).headers.get('content-disposition')).toContain('x.txt')
    const short = await service.storage.from(bucket).createSignedUrl('folder/a b.txt', 1)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect((await get(short.data?.signedUrl ?? '')).status).toBe(400)
  })

  it('shows nothing else', async () => {
    await put('a.txt')
    await put('b.txt')
    const { data } = await service.storage.from(bucket).createSignedUrl('a.txt', 60)
    const url = data?.signedUrl ?? ''
    const { data: upload } = await service.storage
      .from(bucket)
      .createSignedUploadUrl('a.txt', { upsert: true })
    const accessToken = (await dana.auth.getSession()).data.session?.access_token
    for (const wrong of [
      url.replace('a.txt', 'b.txt'),
      url.slice(0, -3),
      url.replace(/token=.*/, ''),
      url.replace(/token=.*/, `token=${upload?.token}`),
      url.replace(/token=.*/, `token=${accessToken}`),
      url.replace(/token=.*/, 'token=eyJhbGciOiJub25lIn0.eyJ1cmwiOiJhIn0.'),
    ]) {
      expect((await get(wrong)).status).toBe(400)
    }
    const token = new URL(url).searchParams.get('token') ?? ''
    expect(await call(platform, `/storage/v1/object/${bucket}/a.txt`, { token })).toMatchObject({
      status: 400,
    })
    expect(await call(platform, '/rest/v1/memos', { token })).toMatchObject({ status: 401 })
  })

  it('is made for many objects at once', async () => {
    await put('a.txt')
    const { data } = await service.storage.from(bucket).createSignedUrls(['a.txt', 'absent.txt'], 60)
    expect(data).toMatchObject([
      { path: 'a.txt', error: null },
      { path: 'absent.txt', signedUrl: null, error: expect.any(String) },
    ])
    expect(await (await get(data?.[0]?.signedUrl ?? '')).text()).toBe('a.txt')
  })

  it('lets whoever has it upload one object, once, in the name of its signer', async () => {
    const path = `${danaId}/a.txt`
    const { data } = await dana.storage.from(bucket).createSignedUploadUrl(path)
    const visitor = visitorClient(platform).storage.from(bucket)
    const token = data?.token ?? ''
    expect((await visitor.uploadToSignedUrl('other.txt', token, Buffer.from('x'))).error).not.toBeNull()
    expect((await visitor.uploadToSignedUrl(path, 'a.b.c', Buffer.from('x'))).error).not.toBeNull()
    expect((await visitor.uploadToSignedUrl(path, token, Buffer.from('hello'))).error).toBeNull()
    expect((await visitor.uploadToSignedUrl(path, token, Buffer.from('again'))).error).toMatchObject({
      statusCode: '409',
    })
    expect(await textOf(path, dana)).toBe('hello')
    const { rows } = await sql`select owner_id from storage.objects where name = ${path}`.execute(platform.db)
    expect(rows).toEqual([{ owner_id: danaId }])
    const again = await dana.storage.from(bucket).createSignedUploadUrl(path, { upsert: true })
    expect(
      (await visitor.uploadToSignedUrl(path, again.data?.token ?? '', Buffer.from('new'))).error,
    ).toBeNull()
    expect(await textOf(path, dana)).toBe('new')
  })
})

it('turns a stranger away before reading what they send', async () => {
  const response = await fetch(`${platform.url}/storage/v1/object/${bucket}/a.txt`, {
    method: 'POST',
    body: new Uint8Array(1024),
    headers: { authorization: 'Bearer a.b.c' },
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ statusCode: '403' })
})
