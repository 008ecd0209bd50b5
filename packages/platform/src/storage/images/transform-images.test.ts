import { expect, it } from 'vitest'
import { loadSharp } from './load-sharp.ts'
import { refusalOf } from './transform-images.ts'

/** What was logged, and where to. */
function givenLog() {
  const lines: string[] = []
  return { lines, log: { error: (_: { err: unknown }, words: string) => void lines.push(words) } }
}

it('a library that is not installed is nothing to speak of', async () => {
  const { lines, log } = givenLog()
  const missing = async () => {
    const error = new Error("Cannot find package 'sharp' imported from /app/load-sharp.ts")
    throw Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' })
  }
  expect(await loadSharp(log, missing)).toBeNull()
  expect(lines).toEqual([])
})

it.each([
  ['for another system', new Error('Could not load the "sharp" module using the linux-x64 runtime')],
  [
    'without what it needs',
    Object.assign(new Error("Cannot find package 'detect-libc' imported from /app/node_modules/sharp/x.js"), {
      code: 'ERR_MODULE_NOT_FOUND',
    }),
  ],
])('a library that is there %s is logged', async (_, error) => {
  const { lines, log } = givenLog()
  expect(await loadSharp(log, () => Promise.reject(error))).toBeNull()
  expect(lines).toEqual(['sharp is installed and cannot be loaded'])
})

it.each([
  [
    'takes too long',
    'timeout: 42% complete\nVipsImage: killed for image "temp-56"',
    { status: 503, code: 'ProcessingTimeout' },
  ],
  ['is none', 'Input buffer contains unsupported image format', { status: 400, code: 'InvalidRequest' }],
])('an image that %s is refused as that', (_, thrown, refusal) => {
  expect(refusalOf(new Error(thrown))).toMatchObject(refusal)
})
