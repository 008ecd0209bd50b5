import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { SupabaseClient } from '@supabase/supabase-js'
import { AwsClient } from 'aws4fetch'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/storage/stores/open-store.ts'
import { giveUp } from '../../src/storage/uploads/finish-upload.ts'
import { addPart } from '../../src/storage/uploads/parts.ts'
import { workAlone } from '../../src/storage/uploads/work-alone.ts'
import { serviceClient, signedInClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'

const accessKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' }

let platform: TestPlatform
let folder: string
let service: SupabaseClient
let server: AwsClient
let asel: AwsClient
let aselId: string
const bucket = 'films'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-protocol-'))
  platform = await givenPlatform({
    storage: { folder, fileSizeLimit: 100_000, s3Protocol: { region: 'kz-1', accessKeys: [accessKey] } },
  })
  service = serviceClient(platform)
  server = new AwsClient({ ...accessKey, service: 's3', region: 'kz-1', retries: 0 })
  const { client, userId } = await signedInClient(platform, 'asel@example.com')
  aselId = userId
  asel = new AwsClient({
    accessKeyId: 'anything',
    secretAccessKey: platform.keys.publishable,
    sessionToken: (await client.auth.getSession()).data.session?.access_token ?? '',
    ...{ service: 's3', region: 'us-east-1', retries: 0 },
  })
  expect(await ask('PUT', `/${bucket}`)).toMatchObject({ status: 200 })
})
afterAll(async () => {
  platform.app.server.closeAllConnections()
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

const base = () => `${platform.url}/storage/v1/s3`

async function ask(
  method: string,
  path: string,
  {
    body,
    headers = {},
    as = server,
    datetime,
  }: { body?: string; headers?: Record<string, string>; as?: AwsClient; datetime?: string | undefined } = {},
) {
  const init = {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    aws: { allHeaders: true, ...(datetime ? { datetime } : {}) },
  }
  const response = await as.fetch(`${base()}${path}`, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const put = (key: string, body: string, headers: Record<string, string> = {}) =>
  ask('PUT', `/${bucket}/${key}`, { body, headers })
const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => text)
const one = (xml: string, name: string) => all(xml, name)[0]
const stored = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile()).length

describe('an object', () => {
  it('is put, read, described, copied and removed', async () => {
    const written = await put('docs/a b.txt', 'Здравствуй', {
      'content-type': 'text/plain',
      'cache-control': 'max-age=77',
      'x-amz-meta-by': 'asel',
    })
    expect([written.status, written.headers.get('etag')]).toEqual([
      200,
      `"${createHash('md5').update('Здравствуй').digest('hex')}"`,
    ])
    const read = await ask('GET', `/${bucket}/docs/a b.txt`)
    expect(read).toMatchObject({ status: 200, text: 'Здравствуй' })
    const head = await ask('HEAD', `/${bucket}/docs/a%20b.txt`)
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '20',
      'cache-control': 'max-age=77',
      'x-amz-meta-by': 'asel',
    })
    expect((await service.storage.from(bucket).info('docs/a b.txt')).data?.metadata).toEqual({ by: 'asel' })
    const copied = await ask('PUT', `/${bucket}/copy.txt`, {
      headers: { 'x-amz-copy-source': `/${bucket}/docs/a%20b.txt` },
    })
    expect(one(copied.text, 'ETag')).toBe(`&#34;${written.headers.get('etag')?.slice(1, -1)}&#34;`)
    await ask('PUT', `/${bucket}/copy2.txt`, {
      headers: {
        ...{ 'x-amz-copy-source': `${bucket}/copy.txt`, 'x-amz-metadata-directive': 'REPLACE' },
        ...{ 'content-type': 'application/json', 'cache-control': 'max-age=91' },
      },
    })
    const replaced = await ask('HEAD', `/${bucket}/copy2.txt`)
    expect(replaced.headers.get('content-type')).toBe('application/json')
    expect(replaced.headers.get('x-amz-meta-by')).toBeNull()
    for (const _ of [1, 2]) expect((await ask('DELETE', `/${bucket}/docs/a b.txt`)).status).toBe(204)
    expect((await ask('HEAD', `/${bucket}/docs/a b.txt`)).status).toBe(404)
    const gone = await ask('GET', `/${bucket}/docs/a b.txt`)
    expect([gone.status, one(gone.text, 'Code')]).toEqual([404, 'NoSuchKey'])
    expect(one((await ask('GET', '/nowhere/a.txt')).text, 'Code')).toBe('NoSuchBucket')
    const many = await ask('POST', `/${bucket}?delete`, {
      body: '<Delete><Object><Key>copy.txt</Key></Object><Object><Key>copy2.txt</Key></Object><Object><Key>a&amp;b</Key></Object></Delete>',
    })
    expect(all(many.text, 'Key')).toEqual(['copy.txt', 'copy2.txt', 'a&#38;b'])
    expect(await stored()).toBe(0)
  })

  it('is read in part, and under conditions', async () => {
    const { headers } = await put('digits.bin', '0123456789')
    const get = (more: Record<string, string>) => ask('GET', `/${bucket}/digits.bin`, { headers: more })
    expect(await get({ range: 'bytes=-3' })).toMatchObject({ status: 206, text: '789' })
    expect((await get({ range: 'bytes=2-4' })).headers.get('content-range')).toBe('bytes 2-4/10')
    const outside = await get({ range: 'bytes=10-' })
    expect([outside.status, one(outside.text, 'Code')]).toEqual([416, 'InvalidRange'])
    expect((await get({ 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
    expect((await get({ 'if-match': '"other"' })).status).toBe(412)
    expect((await get({ 'if-modified-since': new Date(Date.now() + 2000).toUTCString() })).status).toBe(304)
    expect((await get({ 'if-unmodified-since': new Date(0).toUTCString() })).status).toBe(412)
    expect((await put('digits.bin', 'x', { 'if-none-match': '*' })).status).toBe(412)
    const query =
      '?response-content-type=text/html&response-content-disposition=inline&response-expires=never'
    const overridden = await ask('GET', `/${bucket}/digits.bin${query}`)
    expect(overridden.headers.get('expires')).toBe('never')
    // What would run as a page of ours is never shown as one.
    expect(overridden.headers.get('content-disposition')).toBe('attachment')
  })

  it('is kept only as it was signed and summed up', async () => {
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32('hello'))
    const before = await stored()
    expect((await put('sum.txt', 'hello', { 'x-amz-checksum-crc32': sum.toString('base64') })).status).toBe(
      200,
    )
    for (const [headers, code] of [
      [{ 'x-amz-checksum-crc32': 'AAAAAA==' }, 'BadDigest'],
      [{ 'content-md5': 'rL0Y20zC+Fzt72VPzMSk2A==' }, 'BadDigest'],
      [
        { 'x-amz-content-sha256': createHash('sha256').update('other').digest('hex') },
        'XAmzContentSHA256Mismatch',
      ],
    ] as const) {
      const refused = await put('wrong.txt', 'hello', headers)
      expect([refused.status, one(refused.text, 'Code')]).toEqual([400, code])
    }
    expect((await ask('HEAD', `/${bucket}/wrong.txt`)).status).toBe(404)
    const large = await put('large.txt', 'x'.repeat(100_001))
    expect([large.status, one(large.text, 'Code')]).toEqual([413, 'EntityTooLarge'])
    expect(await stored()).toBe(before + 1)
  })

  it('comes in chunks with a checksum behind them', async () => {
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32('hello world'))
    const chunked = (trailer: string) => ({
      body: `5\r\nhello\r\n6\r\n world\r\n0\r\nx-amz-checksum-crc32:${trailer}\r\n\r\n`,
      headers: {
        'content-encoding': 'aws-chunked',
        'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
        'x-amz-decoded-content-length': '11',
        'x-amz-trailer': 'x-amz-checksum-crc32',
      },
    })
    expect((await ask('PUT', `/${bucket}/chunks.txt`, chunked(sum.toString('base64')))).status).toBe(200)
    expect((await ask('GET', `/${bucket}/chunks.txt`)).text).toBe('hello world')
    expect(one((await ask('PUT', `/${bucket}/chunks2.txt`, chunked('AAAAAA=='))).text, 'Code')).toBe(
      'BadDigest',
    )
    const broken = { ...chunked(''), body: '5\r\nhel' }
    expect(one((await ask('PUT', `/${bucket}/chunks2.txt`, broken)).text, 'Code')).toBe('IncompleteBody')
    expect((await ask('HEAD', `/${bucket}/chunks2.txt`)).status).toBe(404)
  })
})

describe('an object in chunks that are signed one after the other', () => {
  const payload = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

  async function send(chunks: readonly string[], spoil: (body: string) => string = (body) => body) {
    const url = `${base()}/${bucket}/signed-chunks.txt`
    const headers = { 'x-amz-content-sha256': payload, 'x-amz-decoded-content-length': '11' }
    const signed = await server.sign(url, { method: 'PUT', headers, aws: { allHeaders: true } })
    const date = signed.headers.get('x-amz-date') ?? ''
    const scope = [date.slice(0, 8), 'kz-1', 's3', 'aws4_request']
    const key = scope.reduce<string | Buffer>(hmac, `AWS4${accessKey.secretAccessKey}`)
    let previous = /Signature=(\w+)/.exec(signed.headers.get('authorization') ?? '')?.[1] ?? ''
    const framed = [...chunks, ''].map((chunk) => {
      const text = ['AWS4-HMAC-SHA256-PAYLOAD', date, scope.join('/'), previous, sha256(''), sha256(chunk)]
      previous = hmac(key, text.join('\n')).toString('hex')
      return `${chunk.length.toString(16)};chunk-signature=${previous}\r\n${chunk}\r\n`
    })
    const response = await fetch(url, {
      method: 'PUT',
      headers: signed.headers,
      body: spoil(framed.join('')),
    })
    return { status: response.status, code: one(await response.text(), 'Code') }
  }

  it('is kept whole, and not at all when a chunk is not what was signed', async () => {
    expect(await send(['hello', ' world'])).toEqual({ status: 200, code: undefined })
    expect((await ask('GET', `/${bucket}/signed-chunks.txt`)).text).toBe('hello world')
    const spoilt = await send(['other', ' world'], (body) => body.replace('world', 'w0rld'))
    expect(spoilt).toEqual({ status: 403, code: 'SignatureDoesNotMatch' })
    const unsigned = await send(['other', ' world'], (body) => body.replace(/;chunk-signature=\w+/g, ''))
    expect(unsigned.code).toBe('SignatureDoesNotMatch')
    expect((await ask('GET', `/${bucket}/signed-chunks.txt`)).text).toBe('hello world')
  })
})

describe('a list', () => {
  beforeAll(async () => {
    await ask('PUT', '/lists')
    for (const key of ['a.txt', 'b/1.txt', 'b/2.txt', 'c/1.txt', 'd%2Be.txt']) {
      expect((await ask('PUT', `/lists/${key}`, { body: key })).status).toBe(200)
    }
  })
  const list = async (query: string) => (await ask('GET', `/lists?list-type=2${query}`)).text

  it('goes through pages of keys and folders', async () => {
    expect(all(await list(''), 'Key')).toEqual(['a.txt', 'b/1.txt', 'b/2.txt', 'c/1.txt', 'd+e.txt'])
    const seen: (string | undefined)[] = []
    for (let token = ''; ; ) {
      const page = await list(`&delimiter=/&max-keys=2${token && `&continuation-token=${token}`}`)
      seen.push(...all(page, 'Key'), ...all(page.split('<CommonPrefixes>').slice(1).join(), 'Prefix'))
      token = one(page, 'NextContinuationToken') ?? ''
      if (!token) break
    }
    expect(seen).toEqual(['a.txt', 'b/', 'd+e.txt', 'c/'])
    const later = await list('&delimiter=/&start-after=b/zzz')
    expect(all(later.split('<CommonPrefixes>').slice(1).join(), 'Prefix')).toEqual(['c/'])
    expect(all(await list('&prefix=b/'), 'Key')).toEqual(['b/1.txt', 'b/2.txt'])
    expect(all(await list('&prefix=d&encoding-type=url'), 'Key')).toEqual(['d%2Be.txt'])
    const older = (await ask('GET', '/lists?delimiter=/&marker=b/')).text
    expect(all(older, 'Key')).toEqual(['d+e.txt'])
  })

  it('of buckets shows them; a bucket is made once, and goes when it is empty', async () => {
    expect(all((await ask('GET', '/')).text, 'Name')).toEqual(expect.arrayContaining(['films', 'lists']))
    expect((await ask('HEAD', '/lists')).status).toBe(200)
    expect((await ask('PUT', '/lists')).status).toBe(409)
    expect((await ask('DELETE', '/lists')).status).toBe(409)
    expect(one((await ask('GET', '/lists?location')).text, 'LocationConstraint')).toBeUndefined()
    expect((await ask('GET', '/lists?acl')).status).toBe(501)
    expect((await ask('HEAD', '/nowhere')).status).toBe(404)
    await ask('PUT', '/short')
    expect((await ask('DELETE', '/short')).status).toBe(204)
  })
})

describe('an upload in parts', () => {
  const begin = async (key: string, as = server) =>
    one(
      (await ask('POST', `/${bucket}/${key}?uploads`, { headers: { 'x-amz-meta-by': 'bota' }, as })).text,
      'UploadId',
    )

  it('is put together of the parts that are named, copied ones too', async () => {
    const id = await begin('whole.txt')
    const part = (number: number, body: string) =>
      ask('PUT', `/${bucket}/whole.txt?partNumber=${number}&uploadId=${id}`, { body })
    await part(1, 'first try')
    const tags = [(await part(1, 'hello ')).headers.get('etag')]
    await put('source.txt', 'my whole world')
    const copied = await ask('PUT', `/${bucket}/whole.txt?partNumber=2&uploadId=${id}`, {
      headers: { 'x-amz-copy-source': `${bucket}/source.txt`, 'x-amz-copy-source-range': 'bytes=9-13' },
    })
    tags.push(one(copied.text, 'ETag')?.replaceAll('&#34;', '"') ?? null)
    const listed = (await ask('GET', `/${bucket}/whole.txt?uploadId=${id}&max-parts=1`)).text
    expect([all(listed, 'PartNumber'), one(listed, 'NextPartNumberMarker')]).toEqual([['1'], '1'])
    expect(all((await ask('GET', `/${bucket}?uploads&prefix=who`)).text, 'UploadId')).toEqual([id])
    const complete = (parts: (string | null)[]) =>
      ask('POST', `/${bucket}/whole.txt?uploadId=${id}`, {
        body: `<CompleteMultipartUpload>${parts.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('')}</CompleteMultipartUpload>`,
      })
    expect(one((await complete(['"other"'])).text, 'Code')).toBe('InvalidPart')
    const before = await stored()
    expect(one((await complete(tags)).text, 'ETag')).toMatch(/-2&#34;$/)
    expect(await ask('GET', `/${bucket}/whole.txt`)).toMatchObject({ status: 200, text: 'hello world' })
    expect((await ask('HEAD', `/${bucket}/whole.txt`)).headers.get('x-amz-meta-by')).toBe('bota')
    expect(await stored()).toBe(before - 1)
    expect(one((await complete(tags)).text, 'Code')).toBe('NoSuchUpload')
  })

  it('is given up with its parts, and is nobody else’s', async () => {
    const before = await stored()
    const id = await begin('given-up.txt')
    const url = `/${bucket}/given-up.txt?partNumber=1&uploadId=${id}`
    await ask('PUT', url, { body: 'x' })
    expect((await ask('PUT', url, { body: 'y', as: asel })).status).toBe(404)
    expect((await ask('PUT', url.replace('given-up', 'other'), { body: 'y' })).status).toBe(404)
    expect((await ask('PUT', url, { body: 'x'.repeat(100_001) })).status).toBe(413)
    expect((await ask('DELETE', `/${bucket}/given-up.txt?uploadId=${id}`)).status).toBe(204)
    expect((await ask('PUT', url, { body: 'y' })).status).toBe(404)
    expect(await stored()).toBe(before)
    expect(await begin('elsewhere.txt', asel)).toBeUndefined()
  })

  it('has room for no more than the bucket takes, however many parts come at once', async () => {
    const before = await stored()
    const id = await begin('at-once.txt')
    const url = (number: number) => `/${bucket}/at-once.txt?partNumber=${number}&uploadId=${id}`
    const sent = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => ask('PUT', url(number), { body: 'x'.repeat(60_000) })),
    )
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 413, 413, 413, 413])
    expect(await stored()).toBe(before + 1)
    expect((await ask('DELETE', `/${bucket}/at-once.txt?uploadId=${id}`)).status).toBe(204)
  })

  it('takes no more in all than there is room for, of two parts that did not say how long they are', async () => {
    const id = (await begin('room.txt')) ?? ''
    const store = openStore({ folder })
    let waiting = 0
    const both = Promise.withResolvers<void>()
    async function* bytes() {
      waiting += 1
      if (waiting === 2) both.resolve()
      await both.promise
      yield Buffer.from('12345')
    }
    const room = { part: 9, whole: 9 }
    const taken = await Promise.allSettled(
      [1, 2].map((number) => addPart({ db: platform.db, store }, id, number, bytes(), { room })),
    )
    expect(taken.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(taken.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'EntityTooLarge' },
    })
    expect((await ask('DELETE', `/${bucket}/room.txt?uploadId=${id}`)).status).toBe(204)
  })

  it('takes no part any more while it is given up, and is gone then', async () => {
    const id = (await begin('leaving.txt')) ?? ''
    const url = `/${bucket}/leaving.txt?partNumber=1&uploadId=${id}`
    expect((await ask('PUT', url, { body: 'x' })).status).toBe(200)
    const store = openStore({ folder })
    async function* bytes() {
      yield Buffer.from('y')
    }
    const room = { part: 9, whole: 9 }
    const late: unknown[] = []
    const remove = async (key: string) => {
      await store.remove(key)
      if (late.length > 0) return
      late.push('asked')
      late.push(
        await addPart({ db: platform.db, store }, id, 2, bytes(), { room }).catch((error) => error.code),
      )
    }
    await workAlone(platform, id, (worker) =>
      giveUp({ db: platform.db, store: { ...store, remove } }, id, worker),
    )
    expect(late).toEqual(['asked', 'NoSuchUpload'])
    expect((await ask('PUT', url, { body: 'y' })).text).toContain('NoSuchUpload')
  })

  it('is one of a hundred at most that one caller has under way', async () => {
    const path = `${aselId}/many.txt`
    const id = await begin(path, asel)
    expect(id).toBeTruthy()
    await sql`insert into platform.uploads (id, kind, bucket_id, name, role, owner_id, overwrite, type, cache_control, expires_at)
      select ${id} || n, kind, bucket_id, name, role, owner_id, overwrite, type, cache_control, expires_at
      from platform.uploads, generate_series(1, 99) as n where id = ${id}`.execute(platform.db)
    const refused = await ask('POST', `/${bucket}/${path}?uploads`, { as: asel })
    expect([refused.status, one(refused.text, 'Code')]).toEqual([429, 'SlowDown'])
    expect(await begin(path)).toBeTruthy()
    expect((await ask('DELETE', `/${bucket}/${path}?uploadId=${id}`, { as: asel })).status).toBe(204)
    expect(await begin(path, asel)).toBeTruthy()
  })

  it('of one visitor without a name is not shown to another', async () => {
    const visitor = new AwsClient({
      ...{
        accessKeyId: 'any',
        secretAccessKey: platform.keys.publishable,
        sessionToken: platform.keys.anonJwt,
      },
      ...{ service: 's3', region: 'us-east-1', retries: 0 },
    })
    await sql`create policy "visitors add" on storage.objects for insert to anon with check (name like 'open/%')`.execute(
      platform.db,
    )
    await sql`create policy "visitors overwrite" on storage.objects for select to anon using (name like 'open/%')`.execute(
      platform.db,
    )
    const id = await begin('open/letter.txt', visitor)
    expect(id).toBeTruthy()
    const listed = await ask('GET', `/${bucket}?uploads`, { as: visitor })
    expect([listed.status, all(listed.text, 'UploadId'), listed.text.includes('open/')]).toEqual([
      200,
      [],
      false,
    ])
    expect(all((await ask('GET', `/${bucket}?uploads`)).text, 'UploadId')).toContain(id)
    // Their id is theirs to go on with.
    const url = `/${bucket}/open/letter.txt?uploadId=${id}`
    expect((await ask('PUT', `${url}&partNumber=1`, { body: 'x', as: visitor })).status).toBe(200)
    expect((await ask('DELETE', url, { as: visitor })).status).toBe(204)
  })
})

describe('a form', () => {
  const key = (day: string) =>
    [day, 'kz-1', 's3', 'aws4_request'].reduce<string | Buffer>(
      (from, part) => createHmac('sha256', from).update(part).digest(),
      `AWS4${accessKey.secretAccessKey}`,
    )

  async function post(
    fields: Record<string, string>,
    {
      conditions = [],
      bytes = 'hello',
      ends = 60_000,
      into = bucket,
    }: { conditions?: unknown[]; bytes?: string; ends?: number; into?: string } = {},
  ) {
    const signed: Record<string, string> = {
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      'x-amz-credential': `${accessKey.accessKeyId}/20261123/kz-1/s3/aws4_request`,
      'x-amz-date': '20261123T000000Z',
    }
    const policy = Buffer.from(
      JSON.stringify({
        expiration: new Date(Date.now() + ends).toISOString(),
        conditions: [
          { bucket },
          ['starts-with', '$key', 'forms/'],
          ...Object.entries(signed).map(([name, value]) => ({ [name]: value })),
          ...conditions,
        ],
      }),
    ).toString('base64')
    const signature = createHmac('sha256', key('20261123')).update(policy).digest('hex')
    const form = new FormData()
    for (const [name, value] of Object.entries({
      ...signed,
      ...fields,
      Policy: policy,
      'X-Amz-Signature': signature,
    }))
      form.set(name, value)
    form.set('file', new Blob([bytes], { type: 'text/plain' }), 'a.txt')
    const response = await fetch(`${base()}/${into}`, { method: 'POST', body: form })
    return { status: response.status, code: one(await response.text(), 'Code') }
  }

  it('brings a file to where its policy lets it, as that says', async () => {
    const conditions = [
      { 'Content-Type': 'text/plain' },
      ['eq', '$x-amz-meta-by', 'dana'],
      ['content-length-range', 1, 5],
    ]
    const fields = { key: 'forms/a.txt', 'Content-Type': 'text/plain', 'X-Amz-Meta-By': 'dana' }
    expect(await post(fields, { conditions })).toEqual({ status: 200, code: undefined })
    const head = await ask('HEAD', `/${bucket}/forms/a.txt`)
    expect([head.headers.get('content-type'), head.headers.get('x-amz-meta-by')]).toEqual([
      'text/plain',
      'dana',
    ])
    expect(await post({ ...fields, key: 'elsewhere.txt' }, { conditions })).toMatchObject({
      code: 'AccessDenied',
    })
    expect(await post({ ...fields, 'X-Amz-Meta-By': 'bota' }, { conditions })).toMatchObject({
      code: 'AccessDenied',
    })
    expect(await post({ ...fields, 'X-Amz-Meta-More': 'x' }, { conditions })).toMatchObject({
      code: 'AccessDenied',
    })
    expect(await post(fields, { conditions, ends: -1000 })).toMatchObject({ code: 'AccessDenied' })
    expect(await post(fields, { conditions, into: 'lists' })).toMatchObject({ code: 'AccessDenied' })
    expect(await post(fields, { conditions, bytes: 'too long' })).toMatchObject({ code: 'EntityTooLarge' })
  })
})

describe('a signature', () => {
  it('lets in whoever has the key, and users by their own token, as policies say', async () => {
    const path = `/${bucket}/${aselId}/mine.txt`
    expect((await ask('PUT', path, { body: 'mine', as: asel })).status).toBe(200)
    expect((await ask('GET', path, { as: asel })).text).toBe('mine')
    const { rows } =
      await sql`select owner_id from storage.objects where name = ${`${aselId}/mine.txt`}`.execute(
        platform.db,
      )
    expect(rows).toEqual([{ owner_id: aselId }])
    await put('secret.txt', 'theirs')
    expect((await ask('GET', `/${bucket}/secret.txt`, { as: asel })).status).toBe(404)
    const refused = await ask('PUT', `/${bucket}/elsewhere.txt`, { body: 'x', as: asel })
    expect([refused.status, one(refused.text, 'Code')]).toEqual([403, 'AccessDenied'])
    const many = await ask('POST', `/${bucket}?delete`, {
      body: '<Delete><Object><Key>secret.txt</Key></Object></Delete>',
      as: asel,
    })
    expect(many.status).toBe(200)
    expect((await ask('HEAD', `/${bucket}/secret.txt`)).status).toBe(200)
    expect(all((await ask('GET', `/${bucket}?list-type=2`, { as: asel })).text, 'Key')).toEqual([
      `${aselId}/mine.txt`,
    ])
  })

  it('in an address shows one object to whoever has it, and lets them say nothing more', async () => {
    await put('linked.txt', 'for you')
    const url = new URL(`${base()}/${bucket}/linked.txt`)
    url.searchParams.set('X-Amz-Expires', '60')
    const signed = (await server.sign(url, { aws: { signQuery: true } })).url
    expect(await (await fetch(signed)).text()).toBe('for you')
    expect((await fetch(signed.replace('linked', 'secret'))).status).toBe(403)
    expect((await fetch(`${signed}&response-content-type=text/html`)).status).toBe(403)
    expect((await fetch(signed, { method: 'DELETE' })).status).toBe(403)
    expect((await fetch(signed, { headers: { 'x-amz-copy-source': 'films/secret.txt' } })).status).toBe(403)
    const past = await server.sign(url, { aws: { signQuery: true, datetime: '20200101T000000Z' } })
    expect((await fetch(past.url)).status).toBe(400)
  })

  it.each<[string, () => AwsClient, string | undefined, string]>([
    [
      'by an unknown key',
      () => new AwsClient({ ...accessKey, accessKeyId: 'AKIDOTHER', service: 's3' }),
      undefined,
      'InvalidAccessKeyId',
    ],
    [
      'with another secret',
      () => new AwsClient({ ...accessKey, secretAccessKey: 'guess', service: 's3' }),
      undefined,
      'SignatureDoesNotMatch',
    ],
    [
      'with no true token',
      () =>
        new AwsClient({
          ...accessKey,
          sessionToken: 'a.b.c',
          secretAccessKey: platform.keys.publishable,
          service: 's3',
        }),
      undefined,
      'InvalidJWT',
    ],
    [
      'with an API key for a token',
      () =>
        new AwsClient({
          ...accessKey,
          sessionToken: platform.keys.secret,
          secretAccessKey: platform.keys.publishable,
          service: 's3',
        }),
      undefined,
      'InvalidJWT',
    ],
    ['of another time', () => server, '20200101T000000Z', 'RequestTimeTooSkewed'],
  ])('is refused %s', async (_, clientOf, datetime, code) => {
    const refused = await ask('GET', `/${bucket}`, { as: clientOf(), datetime })
    expect(one(refused.text, 'Code')).toBe(code)
  })

  it('that is none is refused, whatever is asked', async () => {
    for (const authorization of ['', 'Bearer x', 'AWS4-HMAC-SHA256 x', `Bearer ${platform.keys.secret}`]) {
      const headers: Record<string, string> = authorization ? { authorization } : {}
      const refused = await fetch(`${base()}/${bucket}/a.txt`, { headers })
      expect([refused.status, one(await refused.text(), 'Code')]).toEqual([403, 'AccessDenied'])
    }
    for (const query of [
      '?uploadId=%00',
      '?list-type=2&prefix=%00',
      '?max-keys=x',
      '?list-type=2&continuation-token=AA',
    ]) {
      expect((await ask('GET', `/${bucket}${query}`)).status).toBeLessThan(500)
    }
    for (const xml of ['', '<Delete>', '<Object><Key>a</Key>', '<Object>'.repeat(1000)]) {
      expect((await ask('POST', `/${bucket}?delete`, { body: xml })).status).toBe(400)
    }
    expect(platform.logs).toEqual([])
  })
})
