import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { s3Bucket } from '../../src/storage/stores/s3-bucket.ts'
import { call, serviceClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { type S3Server, startS3Server } from './s3-server.ts'

let s3: S3Server
let platform: TestPlatform
let service: SupabaseClient

beforeAll(async () => {
  s3 = await startS3Server()
  platform = await givenPlatform({ storage: { folder: '/nonexistent', s3: s3.settings } })
  service = serviceClient(platform)
  await service.storage.createBucket('photos')
})
afterAll(async () => {
  await platform.close()
  await s3.close()
})
beforeEach(async () => {
  await service.storage.emptyBucket('photos')
  expect(s3.objects.size).toBe(0)
})

const photos = () => service.storage.from('photos')
const put = (path: string, text: string) => photos().upload(path, Buffer.from(text), { upsert: true })
const textOf = async (path: string) => (await photos().download(path)).data?.text()

it('keeps objects in the bucket: whole, in parts, copied, replaced and removed', async () => {
  await put('folder/a.txt', 'Здравствуй')
  expect(await textOf('folder/a.txt')).toBe('Здравствуй')
  const part = await call(platform, '/storage/v1/object/photos/folder/a.txt', {
    key: platform.keys.secret,
    headers: { range: 'bytes=2-5' },
  })
  expect(part).toMatchObject({ status: 206, body: { text: 'др' } })
  await photos().copy('folder/a.txt', 'b.txt')
  await put('folder/a.txt', 'new')
  expect(await textOf('b.txt')).toBe('Здравствуй')
  expect(await textOf('folder/a.txt')).toBe('new')
  expect(s3.objects.size).toBe(2)
  await photos().remove(['b.txt'])
  expect(s3.objects.size).toBe(1)
})

it('gives objects names that nobody chose', async () => {
  await put('secret-name.txt', 'x')
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^\/files\/[0-9a-f-]{36}$/)])
})

it('tries again when the store is busy', async () => {
  s3.failNext(2)
  expect((await put('a.txt', 'x')).error).toBeNull()
  expect(await textOf('a.txt')).toBe('x')
})

it('leaves no row behind when the store refuses for good, and tells no secret', async () => {
  s3.failNext(100)
  const { error } = await put('lost.txt', 'x')
  s3.failNext(0)
  expect(error?.message).toBe('Internal Server Error')
  expect((await photos().list()).data).toEqual([])
  expect(platform.logs.join('\n')).not.toContain(s3.settings.secretAccessKey)
})

it('lists what begins alike in a bucket, whoever named it', async () => {
  const bucket = s3Bucket(s3.settings)
  const bytes = async function* () {
    yield Buffer.from('x')
  }
  for (const name of ['backup-2.sealed', 'other', 'backup-1.sealed']) await bucket.write(name, bytes())
  expect((await bucket.list('backup-')).sort()).toEqual(['backup-1.sealed', 'backup-2.sealed'])
  for (const name of ['backup-2.sealed', 'other', 'backup-1.sealed']) await bucket.remove(name)
  expect(await bucket.list('')).toEqual([])
})
