import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, serviceClient, signedInClient, visitorClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'

let platform: TestPlatform
let service: SupabaseClient
let folder: string

const checklist = 'Чек-лист: вода, сон, прогулка'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-test-'))
  platform = await givenPlatform({ storage: { folder: folder, fileSizeLimit: 1024 * 1024 } })
  service = serviceClient(platform)
  const { error } = await service.storage
    .from('shared-files')
    .upload('checklists/A1.pdf', Buffer.from(checklist), {
      contentType: 'application/pdf',
      cacheControl: '600',
    })
  if (error) throw error
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

function publicUrl(path: string, bucket = 'shared-files') {
  return visitorClient(platform).storage.from(bucket).getPublicUrl(path).data.publicUrl
}

describe('a file of a public bucket', () => {
  it('is downloaded by anyone without a key', async () => {
    const response = await fetch(publicUrl('checklists/A1.pdf'))
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(checklist)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('cache-control')).toBe('max-age=600')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(checklist)))
  })

  it('is not sent again to whoever has it', async () => {
    const first = await fetch(publicUrl('checklists/A1.pdf'), { method: 'HEAD' })
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
    expect(await first.text()).toBe('')
    const second = await fetch(publicUrl('checklists/A1.pdf'), { headers: { 'if-none-match': etag } })
    expect(second.status).toBe(304)
  })

  it.each([
    ['bytes=0-3', 206, Buffer.from(checklist).subarray(0, 4)],
    ['bytes=4-', 206, Buffer.from(checklist).subarray(4)],
    ['bytes=-5', 206, Buffer.from(checklist).subarray(-5)],
    ['bytes=0-99999', 206, Buffer.from(checklist)],
    ['bytes=99999-', 416, Buffer.alloc(0)],
    ['lines=1-2', 200, Buffer.from(checklist)],
  ])('answers the range %s', async (range, status, expected) => {
    const response = await fetch(publicUrl('checklists/A1.pdf'), { headers: { range } })
    expect(response.status).toBe(status)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(expected)
  })

  it('is offered for saving under a name, a Russian one too', async () => {
    const { publicUrl: url } = visitorClient(platform)
      .storage.from('shared-files')
      .getPublicUrl('checklists/A1.pdf', { download: 'Чек-лист.pdf' }).data
    expect((await fetch(url)).headers.get('content-disposition')).toBe(
      `attachment; filename=${encodeURIComponent('Чек-лист.pdf')}; filename*=UTF-8''${encodeURIComponent('Чек-лист.pdf')};`,
    )
    const plain = await fetch(`${publicUrl('checklists/A1.pdf')}?download`)
    expect(plain.headers.get('content-disposition')).toBe('attachment;')
  })

  it('that does not exist, or whose bucket does not, is refused as upstream does', async () => {
    const missing = await call(platform, '/storage/v1/object/public/shared-files/nothing.pdf')
    expect(missing).toMatchObject({
      status: 400,
      body: { statusCode: '404', error: 'not_found', message: 'Object not found' },
    })
    const bucket = await call(platform, '/storage/v1/object/public/nowhere/nothing.pdf')
    expect(bucket).toMatchObject({ status: 400, body: { statusCode: '404', error: 'Bucket not found' } })
  })

  it('never runs as a page of our origin', async () => {
    await service.storage
      .from('shared-files')
      .upload('page.html', Buffer.from('<script>1</script>'), { contentType: 'text/html' })
    const response = await fetch(publicUrl('page.html'))
    expect(response.headers.get('content-disposition')).toBe('attachment')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('uploading', () => {
  it('takes bytes and forms, refuses to overwrite unless told to, and replaces whole files', async () => {
    const bucket = service.storage.from('shared-files')
    expect((await bucket.upload('a.txt', new Blob(['one'], { type: 'text/plain' }))).data?.path).toBe('a.txt')
    const again = await bucket.upload('a.txt', 'two')
    expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
    expect(
      (await bucket.upload('a.txt', 'three', { upsert: true, contentType: 'text/plain' })).error,
    ).toBeNull()
    expect(await (await fetch(publicUrl('a.txt'))).text()).toBe('three')
    expect((await bucket.update('a.txt', 'four', { contentType: 'text/plain' })).error).toBeNull()
    expect(await (await bucket.download('a.txt')).data?.text()).toBe('four')
  })

  it('is for those whom a policy lets, and by default for the server alone', async () => {
    const { client } = await signedInClient(platform, 'asel@example.com')
    for (const as of [visitorClient(platform), client]) {
      const { error } = await as.storage.from('shared-files').upload(`${crypto.randomUUID()}.txt`, 'x')
      expect(error).toMatchObject({ statusCode: '403' })
      expect((await as.storage.createBucket(crypto.randomUUID())).error).not.toBeNull()
    }
    const nobody = await call(platform, '/storage/v1/object/shared-files/x.txt', {
      method: 'POST',
      body: 'x',
    })
    expect(nobody.body).toMatchObject({ statusCode: '400', error: 'Error' })
  })

  it('refuses what is too large, of the wrong kind, or has nowhere to go', async () => {
    await service.storage.createBucket('small', {
      public: true,
      fileSizeLimit: 10,
      allowedMimeTypes: ['image/*'],
    })
    const small = service.storage.from('small')
    expect((await small.upload('a.png', 'x'.repeat(11), { contentType: 'image/png' })).error).toMatchObject({
      statusCode: '413',
    })
    expect((await small.upload('a.txt', 'x', { contentType: 'text/plain' })).error).toMatchObject({
      statusCode: '415',
    })
    expect((await small.upload('a.png', 'x', { contentType: 'image/png' })).error).toBeNull()
    expect((await service.storage.from('nowhere').upload('a', 'x')).error).toMatchObject({
      statusCode: '404',
    })
    const huge = await service.storage.from('shared-files').upload('huge', Buffer.alloc(1024 * 1024 + 1))
    expect(huge.error).toMatchObject({ statusCode: '413' })
  })

  it('makes buckets once, public or private', async () => {
    expect((await service.storage.createBucket('private-notes')).data).toEqual({ name: 'private-notes' })
    expect((await service.storage.createBucket('private-notes')).error).toMatchObject({ statusCode: '409' })
    await service.storage.from('private-notes').upload('n.txt', 'secret')
    expect((await fetch(publicUrl('n.txt', 'private-notes'))).status).toBe(400)
    expect(
      (await visitorClient(platform).storage.from('private-notes').download('n.txt')).error,
    ).not.toBeNull()
    expect(await (await service.storage.from('private-notes').download('n.txt')).data?.text()).toBe('secret')
  })

  it.each([
    '../escape.txt',
    'a/../../escape.txt',
    '..%2f..%2fescape.txt',
    '%2e%2e/escape.txt',
    'a/./b',
    'a//b',
    'a%00b',
    'кот.txt',
    '%ff',
  ])('takes no path out of the bucket: %s', async (path) => {
    const uploaded = await rawStatus('POST', `/storage/v1/object/shared-files/${path}`)
    const read = await rawStatus('GET', `/storage/v1/object/public/shared-files/${path}`)
    for (const statusCode of [uploaded, read]) {
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(statusCode).toBeLessThan(500)
    }
  })
})

it('says of a type that is none, and of a name that no bucket can have, what upstream says', async () => {
  const key = platform.keys.secret
  const upload = await call(platform, '/storage/v1/object/shared-files/none.bin', {
    ...{ method: 'POST', key, body: 'x', headers: { 'content-type': 'notatype' } },
  })
  expect(upload.body).toMatchObject({
    ...{ statusCode: '415', error: 'invalid_mime_type', message: 'mime type notatype is not supported' },
  })
  const bucket = await call(platform, '/storage/v1/bucket', {
    ...{ method: 'POST', key, body: JSON.stringify({ name: 'a/b' }) },
  })
  expect(bucket).toMatchObject({
    status: 400,
    body: { statusCode: '400', error: 'Invalid Input', message: 'Bucket name invalid' },
  })
})

/** Asks for a path exactly as it is; fetch would tidy it up on its way. */
function rawStatus(method: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { apikey: platform.keys.secret, 'content-type': 'text/plain' }
    const sent = request(
      platform.url,
      { method, path: path.replace(/[^ -~]/g, encodeURIComponent), headers },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(method === 'POST' ? 'x' : undefined)
  })
}
