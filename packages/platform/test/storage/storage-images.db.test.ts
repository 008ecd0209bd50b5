import { get as httpGet } from 'node:http'
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientWith, serviceClient } from '../../testing/clients.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'

let database: SharedDatabase
let platform: TestPlatform
let service: SupabaseClient
let photo: Buffer

beforeAll(async () => {
  database = await givenSharedDatabase()
  platform = await database.open({
    storage: {
      folder: '/tmp/not-kept',
      images: { maxInputBytes: 100_000, maxInputPixels: 1_000_000, concurrency: 1 },
    },
  })
  service = serviceClient(platform)
  await service.storage.createBucket('photos', { public: true })
  await service.storage.createBucket('private')
  photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3a7' } })
    .withExif({ IFD0: { Copyright: 'Asel' } })
    .jpeg()
    .toBuffer()
  for (const bucket of ['photos', 'private']) await service.storage.from(bucket).upload('a.jpg', photo)
})
afterAll(async () => {
  await platform.close()
  await database.drop()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${platform.url}/storage/v1/render/image/${path}`, { headers })
const sizeOf = async (response: Response) => {
  const { width, height, format, exif } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  return { width, height, format, exif }
}
const put = async (name: string, bytes: Buffer) => {
  const { error } = await service.storage.from('photos').upload(name, bytes, { contentType: 'image/png' })
  expect(error).toBeNull()
}

describe('an image', () => {
  it.each<[string, number, number]>([
    ['width=30', 30, 20],
    ['height=10', 15, 10],
    ['width=20&height=20', 20, 20],
    ['width=20&height=20&resize=contain', 20, 13],
    ['width=20&height=20&resize=fill', 20, 20],
    ['width=6000', 60, 40],
    ['quality=20', 60, 40],
  ])('of 60 by 40 asked for with %s is %i by %i', async (query, width, height) => {
    const response = await get(`public/photos/a.jpg?${query}`)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(await sizeOf(response)).toEqual({ width, height, format: 'jpeg', exif: undefined })
  })

  it('says what was done to it, and is not sent again to whoever has it', async () => {
    const path = 'public/photos/a.jpg?width=200&height=200&quality=60'
    const { headers } = await get(path)
    expect(headers.get('x-transformations')).toBe('height:200,width:200,resizing_type:fill,quality:60')
    expect(headers.get('vary')).toBe('accept')
    const etag = headers.get('etag') ?? ''
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    expect(
      (await get(`${path}1`.replace('quality=601', 'quality=61'), { 'if-none-match': etag })).status,
    ).toBe(200)
  })

  it('comes as what the browser can show, or as it is', async () => {
    const accept = { accept: 'image/webp,*/*' }
    expect((await get('public/photos/a.jpg?width=9', accept)).headers.get('content-type')).toBe('image/webp')
    const origin = await get('public/photos/a.jpg?width=9&format=origin', accept)
    expect(origin.headers.get('content-type')).toBe('image/jpeg')
    expect((await get('public/photos/a.jpg?format=avif')).headers.get('content-type')).toBe('image/avif')
  })

  it('is shown to whom policies let, and as the signer of a link has it', async () => {
    expect((await get('public/private/a.jpg?width=9')).status).toBe(400)
    expect((await get('authenticated/private/a.jpg?width=9')).status).toBe(400)
    expect(
      (await get('authenticated/private/a.jpg?width=9', { apikey: platform.keys.publishable })).status,
    ).toBe(400)
    const { data } = await service.storage.from('private').download('a.jpg', { transform: { width: 30 } })
    expect(await sizeOf(new Response(data))).toMatchObject({ width: 30, height: 20 })
    const signed = await service.storage
      .from('private')
      .createSignedUrl('a.jpg', 60, { transform: { width: 12 } })
    const url = signed.data?.signedUrl ?? ''
    expect(url).toContain('/render/image/sign/private/a.jpg')
    expect(await sizeOf(await fetch(`${url}&width=60`))).toMatchObject({ width: 12, height: 8 })
    // The link is to the small one alone.
    expect((await fetch(url.replace('/render/image/sign/', '/object/sign/'))).status).toBe(400)
  })

  it.each([
    ['width=-1', 'querystring/width must be >= 0'],
    ['width=a', 'querystring/width must be integer'],
    ['quality=5', 'querystring/quality must be >= 20'],
    ['resize=tile', 'querystring/resize must be equal to one of the allowed values'],
  ])('asked for with %s is refused', async (query, message) => {
    const response = await get(`public/photos/a.jpg?${query}`)
    expect([response.status, await response.json()]).toMatchObject([400, { message }])
  })
})

describe('what is no image that may be read', () => {
  it('is refused, and hurts nobody', async () => {
    const frames = Buffer.concat([Buffer.alloc(48, 9), Buffer.alloc(48, 200)])
    const animated = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
      .gif({ delay: [10, 10] })
      .toBuffer()
    const huge = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const hostile: Record<string, Buffer> = {
      'text.png': Buffer.from('not an image'),
      'empty.png': Buffer.alloc(0),
      'cut.png': photo.subarray(0, 200),
      'vector.png': Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
      ),
      'document.png': Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj'),
      'heif.png': Buffer.from('00000010667479706d69663100000000', 'hex'),
      'animated.png': animated,
      'pixels.png': huge,
      'bytes.png': Buffer.alloc(100_001),
    }
    for (const [name, bytes] of Object.entries(hostile)) {
      await put(name, bytes)
      const response = await get(`public/photos/${name}?width=9`)
      expect([response.headers.get('cache-control'), response.headers.get('etag')]).toEqual([
        'no-store',
        null,
      ])
      expect([name, response.status, await response.json()]).toMatchObject([
        name,
        400,
        { message: 'The source image is invalid or unsupported for rendering' },
      ])
    }
    expect((await get('public/photos/a.jpg?width=9')).status).toBe(200)
    expect(platform.logs).toEqual([])
  })

  it('waits for its turn, and is told to come again when too many wait', async () => {
    const large = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#3a7' } })
      .png()
      .toBuffer()
    await put('large.png', large)
    // One at a time: the others come while the first, which take longest, are made, however slow the machine.
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, (_, i) => get(`public/photos/large.png?width=${1200 + i}&format=avif`)),
      ...Array.from({ length: 80 }, (_, i) => get(`public/photos/a.jpg?width=${i + 1}&format=avif`)),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    // A refusal is not what whoever comes again is to have.
    const refused = answers.find(({ status }) => status === 429)?.headers
    expect([refused?.get('cache-control'), refused?.get('etag')]).toEqual(['no-store', null])
  })

  it('is there for a page full of small ones behind one address, while others wait for a few of them', async () => {
    const url = (width: number) =>
      `${platform.url}/storage/v1/render/image/public/photos/a.jpg?width=${width}`
    const from = (localAddress: string, width: number) =>
      new Promise<number | undefined>((resolve, reject) => {
        httpGet(url(width), { localAddress, agent: false }, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).on('error', reject)
      })
    const page = Array.from({ length: 20 }, (_, i) => from('127.0.0.1', i + 1))
    const other = Array.from({ length: 2 }, (_, i) => from('127.0.0.2', i + 41))
    expect(await Promise.all([...page, ...other])).toEqual(Array.from({ length: 22 }, () => 200))
  })

  it('is not made larger than it can be made in time', async () => {
    const wide = await sharp({ create: { width: 3000, height: 30, channels: 3, background: '#3a7' } })
      .png()
      .toBuffer()
    await put('wide.png', wide)
    const made = async (query: string) => sizeOf(await get(`public/photos/wide.png?${query}`))
    expect(await made('quality=20')).toMatchObject({ width: 2500, height: 25 })
    expect(await made('height=30')).toMatchObject({ width: 2500, height: 25 })
    expect(await made('format=avif')).toMatchObject({ width: 1280, height: 13 })
  })
})

it('is not done where it is not switched on', async () => {
  const plain = await database.open()
  const response = await fetch(`${plain.url}/storage/v1/render/image/public/photos/a.jpg?width=9`)
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { statusCode: '501', error: 'FeatureNotEnabled' },
  ])
  const { error } = await clientWith(plain, plain.keys.secret).storage.from('photos').list()
  expect(error).toBeNull()
  await plain.close()
})
