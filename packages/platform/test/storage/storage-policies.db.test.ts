import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, serviceClient, signedInClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'

let platform: TestPlatform
let service: SupabaseClient
let asel: SupabaseClient
let aselId: string
let token: string

beforeAll(async () => {
  platform = await givenPlatform()
  service = serviceClient(platform)
  const signedIn = await signedInClient(platform, 'asel@example.com')
  asel = signedIn.client
  aselId = signedIn.userId
  token = (await asel.auth.getSession()).data.session?.access_token ?? ''
  await service.storage.createBucket('films')
})
afterAll(() => platform.close())

const policies: string[] = []
async function allow(command: string, condition: string, table = 'objects') {
  const name = `tested ${policies.length}`
  const check = command === 'insert' ? 'with check' : 'using'
  policies.push(`drop policy "${name}" on storage.${table}`)
  await sql
    .raw(
      `create policy "${name}" on storage.${table} for ${command} to authenticated ${check} (${condition})`,
    )
    .execute(platform.db)
}
afterEach(async () => {
  for (const drop of policies.splice(0)) await sql.raw(drop).execute(platform.db)
})

const films = (as = asel) => as.storage.from('films')
const statusOf = async (asked: PromiseLike<{ error: unknown }>) =>
  ((await asked).error as { statusCode?: string } | null)?.statusCode ?? 'done'

describe('a policy', () => {
  it('knows whose an object is, by either column', async () => {
    await allow('insert', 'true')
    await allow('select', `owner = '${aselId}' and owner_id = '${aselId}'`)
    expect(await statusOf(films().upload('own.txt', 'mine'))).toBe('done')
    await films(service).upload('server.txt', 'theirs')
    expect((await films().list()).data?.map(({ name }) => name)).toEqual(['own.txt'])
  })

  it('knows what an object is said to be, before a byte of it is taken', async () => {
    await allow('insert', "user_metadata->>'department' = 'kitchen'")
    const metadata = { department: 'kitchen' }
    expect(await statusOf(films().upload('a.txt', 'x', { metadata }))).toBe('done')
    expect(await statusOf(films().upload('b.txt', 'x', { metadata: { department: 'hall' } }))).toBe('403')
    expect(await statusOf(films().upload('b.txt', new Blob(['x']), { metadata }))).toBe('done')
  })

  it('knows its type and its size', async () => {
    await allow('insert', "metadata->>'mimetype' like 'image/%' and (metadata->>'contentLength')::int <= 10")
    const upload = (name: string, contentType: string, bytes: string) =>
      statusOf(films().upload(name, Buffer.from(bytes), { contentType }))
    expect(await upload('ok.png', 'image/png', 'short')).toBe('done')
    expect(await upload('no.txt', 'text/plain', 'short')).toBe('403')
    expect(await upload('no.png', 'image/png', 'much too long')).toBe('403')
    const refused = await films().upload('no.txt', 'x')
    expect(refused.error?.message).toBe('new row violates row-level security policy')
  })

  it('knows what is being done', async () => {
    await films(service).upload('doing.txt', 'x', { upsert: true })
    const tries = async () => ({
      list: (await films().list()).data?.some(({ name }) => name === 'doing.txt'),
      read: (await films().download('doing.txt')).error === null,
      info: (await films().info('doing.txt')).error === null,
      sign: (await films().createSignedUrl('doing.txt', 60)).error === null,
    })
    await allow('select', "storage.allow_only_operation('object.list')")
    expect(await tries()).toEqual({ list: true, read: false, info: false, sign: false })
    await allow('select', "storage.allow_any_operation(array['storage.object.get_authenticated', null, ''])")
    expect(await tries()).toEqual({ list: true, read: true, info: false, sign: false })
    await allow('select', "storage.operation() = 'storage.object.sign'")
    expect(await tries()).toEqual({ list: true, read: true, info: false, sign: true })
  })

  it('matches no operation where there is none', async () => {
    const { rows } =
      await sql`select storage.allow_only_operation('object.list') as a, storage.allow_any_operation(null) as b,
      storage.allow_only_operation('') as c`.execute(platform.db)
    expect(rows).toEqual([{ a: false, b: false, c: false }])
  })
})

describe('a token', () => {
  it('stands in the header with its scheme, or alone', async () => {
    await allow('select', 'true', 'buckets')
    for (const authorization of [`Bearer ${token}`, token]) {
      const { body } = await call(platform, '/storage/v1/bucket/films', { headers: { authorization } })
      expect(body).toMatchObject({ id: 'films' })
    }
    const other = { headers: { authorization: 'a.b.c' } }
    expect((await call(platform, '/storage/v1/bucket/films', other)).body).toMatchObject({
      statusCode: '403',
    })
  })

  it('is not needed to hear of what everyone may download', async () => {
    await service.storage.from('shared-files').upload('open.txt', 'x', { upsert: true })
    await films(service).upload('closed.txt', 'x', { upsert: true })
    const head = (path: string) => call(platform, `/storage/v1/object/${path}`, { method: 'HEAD' })
    expect((await head('shared-files/open.txt')).status).toBe(200)
    expect((await head('films/closed.txt')).status).toBe(400)
    expect((await call(platform, '/storage/v1/object/shared-files/open.txt')).status).toBe(400)
    expect((await call(platform, '/storage/v1/object/info/shared-files/open.txt')).status).toBe(200)
  })
})

it('a copy takes along what its original is said to be, or something else', async () => {
  const metadata = { album: 'spring' }
  await films(service).upload('original.txt', 'x', { metadata, upsert: true })
  const copy = async (to: string, more: Record<string, unknown>, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ bucketId: 'films', sourceKey: 'original.txt', destinationKey: to, ...more })
    const key = platform.keys.secret
    return (await call(platform, '/storage/v1/object/copy', { method: 'POST', body, key, headers })).body
  }
  expect(await copy('kept.txt', { copyMetadata: true })).toMatchObject({ user_metadata: metadata })
  expect(await copy('none.txt', { copyMetadata: false })).toMatchObject({ user_metadata: null })
  const facts = { cacheControl: 'max-age=999', mimetype: 'image/gif' }
  const said = Buffer.from('{"album":"summer"}').toString('base64')
  expect(
    await copy('other.txt', { copyMetadata: false, metadata: facts }, { 'x-metadata': said }),
  ).toMatchObject({
    Key: 'films/other.txt',
    name: 'other.txt',
    user_metadata: { album: 'summer' },
    metadata: facts,
  })
  const self = { copyMetadata: false, metadata: facts, sourceKey: 'kept.txt' }
  await copy('kept.txt', self, { 'x-upsert': 'true', 'x-metadata': said })
  const { data } = await films(service).info('kept.txt')
  expect(data).toMatchObject({
    cacheControl: 'max-age=999',
    contentType: 'image/gif',
    metadata: { album: 'summer' },
  })
  for (const metadata of ['x', { mimetype: 'a\nb' }, { cacheControl: 7 }])
    expect(await copy('wrong.txt', { metadata })).toMatchObject({ statusCode: '400' })
})

it('names are found in whatever case, across folders, from the API and in SQL', async () => {
  for (const name of ['Menu/Soup/borsch.txt', 'Menu/salad.txt', 'menu2.txt']) {
    await films(service).upload(name, 'x', { upsert: true })
  }
  const names = async (prefix: string, search = '') =>
    (await films(service).list(prefix, { search })).data?.map(({ name }) => name)
  expect(await names('menu')).toEqual(['Soup', 'salad.txt'])
  expect(await names('menu', 'soup/b')).toEqual(['Soup'])
  expect(await names('', 'MENU')).toEqual(['Menu', 'menu2.txt'])
  const { rows } = await sql`select name from storage.search('menu/', 'films')`.execute(platform.db)
  expect(rows).toEqual([{ name: 'Soup' }, { name: 'salad.txt' }])
})

it('an empty folder is kept in a bucket of any type, and nothing else under its name', async () => {
  await service.storage.createBucket('pictures', { public: false, allowedMimeTypes: ['image/*'] })
  const pictures = service.storage.from('pictures')
  expect(await statusOf(pictures.upload('new/.emptyFolderPlaceholder', Buffer.alloc(0)))).toBe('done')
  expect(await statusOf(pictures.upload('newer/.emptyFolderPlaceholder', Buffer.from('x')))).toBe('413')
})

it('ten thousand names are signed and removed at once', async () => {
  await films(service).upload('many/7', 'x')
  const names = Array.from({ length: 10_001 }, (_, i) => `many/${i}`)
  const { data } = await films(service).createSignedUrls(names, 60)
  expect(data?.filter(({ error }) => error === null).map(({ path }) => path)).toEqual(['many/7'])
  expect((await films(service).remove(names)).data).toHaveLength(1)
})
