import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildLeakedPasswordsFile } from './build-leaked-passwords-file.ts'
import { openLeakedPasswords, sha1 } from './leaked-passwords.ts'
import { checkPassword } from './passwords.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaked-'))
})
afterAll(() => rm(folder, { recursive: true }))

const leaked = Array.from({ length: 5_000 }, (_, i) => `leaked ${i}`)

async function givenFile(lines: readonly string[]) {
  const [list, file] = [join(folder, 'list'), join(folder, 'file')]
  await writeFile(list, lines.join('\r\n'))
  expect(await buildLeakedPasswordsFile(list, file)).toBe(lines.length)
  return openLeakedPasswords(file)
}

it('every password of the list is known, however it is written there, and about one other in a thousand', async () => {
  const half = leaked.length / 2
  const digests = leaked.slice(half).map((one) => `${sha1(one).toString('hex').toUpperCase()}:3`)
  const known = await givenFile([...leaked.slice(0, half), ...digests])
  expect(leaked.filter((one) => !known.has(one))).toEqual([])
  const wrongly = Array.from({ length: 20_000 }, (_, i) => `another ${i}`).filter((one) => known.has(one))
  expect(wrongly.length).toBeLessThan(60)
})

it('a leaked password is refused as weak, by the reason GoTrue has for it', async () => {
  const leakedPasswords = await givenFile(leaked)
  const rules = {
    siteUrl: 'https://site.test',
    auth: { passwordMinLength: 6, siteNames: [], leakedPasswords },
  }
  expect(() => checkPassword(rules, 'leaked 7', null)).toThrow(
    expect.objectContaining({ status: 422, errorCode: 'weak_password', reasons: ['pwned'] }),
  )
  expect(() => checkPassword(rules, 'never seen before', null)).not.toThrow()
})

it.each([['LPW'], ['a file of something else'], ['LPW1\0\0\0\0bits']])(
  '%j is no such file',
  async (content) => {
    const file = join(folder, 'other')
    await writeFile(file, content)
    await expect(openLeakedPasswords(file)).rejects.toThrow('no file of leaked passwords')
  },
)
