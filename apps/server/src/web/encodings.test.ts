import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, createEncoder } from './encodings.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.1', 'br'],
  ['deflate', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
] as const)('accepting %o gets %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test('a body comes back from each encoding as it was, and is compressed once', async () => {
  const content = Buffer.from('ясный день '.repeat(200))
  const encode = createEncoder(content, true)

  const brotli = await encode('br')
  expect(brotliDecompressSync(brotli.bytes)).toEqual(content)
  expect(gunzipSync((await encode('gzip')).bytes)).toEqual(content)
  expect((await encode('br')).bytes).toBe(brotli.bytes)
  expect(brotli.bytes.length).toBeLessThan(content.length / 5)
})

test('what was compressed before is sent as it was', async () => {
  const content = Buffer.from('ясный день '.repeat(200))
  const brotli = brotliCompressSync(content)

  expect((await createEncoder(content, true, brotli)('br')).bytes).toBe(brotli)
})

test('what is packed already is sent as it is', async () => {
  const content = Buffer.from('font')

  expect(await createEncoder(content, false)('br')).toEqual({ encoding: 'identity', bytes: content })
})
