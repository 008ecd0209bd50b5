import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type KeyRing, loadKeys } from '../src/keys/keys.ts'
import { rotateKeys } from '../src/keys/rotate-keys.ts'
import { readCredential, signToken } from '../src/keys/tokens.ts'
import { givenPlatform, type TestPlatform } from '../testing/given-platform.ts'

let platform: TestPlatform
let folder: string
let keyFile: string

beforeAll(async () => {
  platform = await givenPlatform()
})
afterAll(() => platform.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keys-test-'))
  keyFile = join(folder, 'data.keys')
  await platform.db.deleteFrom('platform.secrets').execute()
  return () => rm(folder, { recursive: true, force: true })
})

const stored = () => platform.db.selectFrom('platform.secrets').select(['name', 'value']).execute()
const secretsOf = ({ secret, publishable, serviceRoleJwt, pepper, signer }: KeyRing) => ({
  ...{ secret, publishable, serviceRoleJwt },
  pepper: pepper.export().toString('hex'),
  kid: signer.kid,
})
const tokenOf = (keys: KeyRing) =>
  signToken(keys, { sub: 'a', role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600 })
const outcomeOf = async (keys: KeyRing, presented: string) => (await readCredential(keys, presented)).outcome

describe('a key file', () => {
  it('seals what an installation kept in the clear, and signs nobody out', async () => {
    const before = await loadKeys(platform.db)
    const token = await tokenOf(before)
    expect((await stored()).some(({ value }) => value.includes(before.secret))).toBe(true)

    const after = await loadKeys(platform.db, {}, keyFile)

    expect(secretsOf(after)).toEqual(secretsOf(before))
    expect(await outcomeOf(after, token)).toBe('accepted')
    for (const { value } of await stored()) expect(value).toMatch(/^sealed:/)
    expect(JSON.stringify(await stored())).not.toContain(before.secret)
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  })

  it('is made once by processes that start together, which then hold the same keys', async () => {
    const rings = await Promise.all(Array.from({ length: 4 }, () => loadKeys(platform.db, {}, keyFile)))
    expect(new Set(rings.map((ring) => JSON.stringify(secretsOf(ring)))).size).toBe(1)
  })

  it('that is gone, or belongs to another database, stops the start', async () => {
    await loadKeys(platform.db, {}, keyFile)
    const elsewhere = join(folder, 'other.keys')
    await expect(loadKeys(platform.db, {}, elsewhere)).rejects.toThrow(/other\.keys is missing/)
    await writeFile(elsewhere, `${Buffer.alloc(32, 7).toString('base64url')}\n`)
    await expect(loadKeys(platform.db, {}, elsewhere)).rejects.toThrow(/sealed with another key/)
    await expect(loadKeys(platform.db)).rejects.toThrow(/sealed with another key/)
    await writeFile(elsewhere, 'a key\n')
    await expect(loadKeys(platform.db, {}, elsewhere)).rejects.toThrow(/must hold keys of 32 bytes/)
  })

  it('that others could read is closed to them', async () => {
    await loadKeys(platform.db, {}, keyFile)
    await chmod(keyFile, 0o644)
    await loadKeys(platform.db, {}, keyFile)
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  })
})

describe('new keys', () => {
  it('replace all but the public one, and take what was signed until it ends', async () => {
    const old = await loadKeys(platform.db, {}, keyFile)
    const token = await tokenOf(old)
    await rotateKeys(platform.db, { keyFile, keepTokens: true, now: new Date() })
    const next = await loadKeys(platform.db, {}, keyFile)

    expect(next.publishable).toBe(old.publishable)
    for (const name of ['secret', 'serviceRoleJwt', 'pepper', 'kid'] as const) {
      expect(secretsOf(next)[name]).not.toEqual(secretsOf(old)[name])
    }
    expect(next.publicJwks.map(({ kid }) => kid)).toEqual([next.signer.kid, old.signer.kid])
    expect(JSON.stringify(next.publicJwks)).not.toContain('"d":')
    expect(await outcomeOf(next, token)).toBe('accepted')
    expect(await outcomeOf(next, await tokenOf(next))).toBe('accepted')
    expect(await outcomeOf(next, old.secret)).toBe('unknown_key')
  })

  it('take nothing any more that was signed longer ago than tokens live', async () => {
    const old = await loadKeys(platform.db, {}, keyFile)
    const token = await tokenOf(old)
    await rotateKeys(platform.db, { keyFile, keepTokens: true, now: new Date(Date.now() - 2 * 3600_000) })
    const next = await loadKeys(platform.db, {}, keyFile)
    expect(await outcomeOf(next, token)).toBe('invalid')
    expect(await outcomeOf(next, old.serviceRoleJwt)).toBe('invalid')
  })

  it('made after a theft take nothing of the old ones, and the stolen key file opens nothing', async () => {
    const old = await loadKeys(platform.db)
    const token = await tokenOf(old)
    await rotateKeys(platform.db, { keyFile, keepTokens: false, now: new Date() })
    const next = await loadKeys(platform.db, {}, keyFile)
    expect(await outcomeOf(next, token)).toBe('invalid')
    expect(next.publicJwks).toHaveLength(1)

    const stolen = join(folder, 'stolen.keys')
    await writeFile(stolen, await readFile(keyFile))
    await rotateKeys(platform.db, { keyFile, keepTokens: false, now: new Date() })
    await expect(loadKeys(platform.db, {}, stolen)).rejects.toThrow(/sealed with another key/)
  })
})
