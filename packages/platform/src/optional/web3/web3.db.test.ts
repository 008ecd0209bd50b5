import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, visitorClient } from '../../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../../testing/given-platform.ts'
import { truncateAll } from '../../../testing/truncate-all.ts'
import { web3 } from './web3.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await givenPlatform({
    siteUrl: 'https://site.test',
    auth: { uriAllowList: ['https://shop.test/**'] },
    optionalSignIns: [web3({ ethereum: true, solana: true })],
  })
})
afterAll(() => platform.close())
beforeEach(() => truncateAll(platform.db))

type Wallet = { chain: 'ethereum' | 'solana'; address: string; sign: (text: string) => string }

function ethereumWallet(): Wallet {
  const secretKey = secp256k1.utils.randomSecretKey()
  const publicKey = secp256k1.getPublicKey(secretKey, false)
  const hashOf = (text: string) =>
    keccak_256(Buffer.from(`\x19Ethereum Signed Message:\n${Buffer.byteLength(text)}${text}`))
  return {
    chain: 'ethereum',
    address: `0x${Buffer.from(keccak_256(publicKey.slice(1)).slice(-20)).toString('hex')}`,
    sign: (text) => {
      const [recovery = 0, ...rest] = secp256k1.sign(hashOf(text), secretKey, {
        prehash: false,
        format: 'recovered',
      })
      return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`
    },
  }
}

function solanaWallet(): Wallet {
  const secretKey = ed25519.utils.randomSecretKey()
  return {
    chain: 'solana',
    address: base58.encode(ed25519.getPublicKey(secretKey)),
    sign: (text) => Buffer.from(ed25519.sign(Buffer.from(text), secretKey)).toString('base64url'),
  }
}

const wallets = [
  ['Ethereum', ethereumWallet],
  ['Solana', solanaWallet],
] as const

type Part = { domain?: string; uri?: string; issuedAt?: Date; lines?: string[]; version?: string }

function messageOf({ chain, address }: Wallet, part: Part = {}): string {
  const { domain = 'site.test', uri = 'https://site.test/in', issuedAt = new Date(), lines = [] } = part
  const name = chain === 'ethereum' ? 'Ethereum' : 'Solana'
  return [
    `${domain} wants you to sign in with your ${name} account:`,
    address,
    '',
    'Welcome back',
    '',
    `URI: ${uri}`,
    `Version: ${part.version ?? '1'}`,
    ...(chain === 'ethereum' ? ['Chain ID: 1'] : []),
    'Nonce: 12345678',
    `Issued At: ${issuedAt.toISOString()}`,
    ...lines,
  ].join('\n')
}

async function refusal(wallet: Wallet, part: Part): Promise<string> {
  const message = messageOf(wallet, part)
  return refusalOf({ chain: wallet.chain, message, signature: wallet.sign(message) })
}

async function refusalOf(body: Record<string, unknown>): Promise<string> {
  const { status, body: answer } = await call(platform, '/auth/v1/token?grant_type=web3', {
    method: 'POST',
    body: JSON.stringify(body),
  })
  expect(status).toBe(400)
  return String(answer.error_description ?? answer.msg)
}

describe.each(wallets)('signing in with a wallet of %s', (_name, givenWallet) => {
  const wallet = givenWallet()

  it('makes an account and finds it again', async () => {
    const signIn = async () => {
      const message = messageOf(wallet)
      const { auth } = visitorClient(platform)
      const signature = wallet.sign(message)
      const { data, error } = await (wallet.chain === 'solana'
        ? // The client wants Solana's signature as bytes.
          auth.signInWithWeb3({ chain: 'solana', message, signature: Buffer.from(signature, 'base64url') })
        : auth.signInWithWeb3({ chain: 'ethereum', message, signature: `0x${signature.slice(2)}` }))
      expect(error).toBeNull()
      return data
    }
    const first = await signIn()
    expect(first.user).toMatchObject({
      app_metadata: { provider: 'web3', providers: ['web3'] },
      is_anonymous: false,
      identities: [
        {
          provider: 'web3',
          id: `web3:${wallet.chain}:${wallet.address}`,
          identity_data: { custom_claims: { address: wallet.address, domain: 'site.test' } },
        },
      ],
    })
    expect((await signIn()).user?.id).toBe(first.user?.id)
  })

  it('takes messages for an address on the allow list', async () => {
    const message = messageOf(wallet, { domain: 'shop.test', uri: 'https://shop.test/in' })
    const { status } = await call(platform, '/auth/v1/token?grant_type=web3', {
      method: 'POST',
      body: JSON.stringify({ chain: wallet.chain, message, signature: wallet.sign(message) }),
    })
    expect(status).toBe(200)
  })

  it.each<[string, Part, RegExp]>([
    ['another site', { uri: 'https://evil.test/', domain: 'evil.test' }, /signed for another app/],
    ['a domain that is not its address', { domain: 'evil.test' }, /Domain that does not match/],
    ['an address without encryption', { uri: 'http://site.test/' }, /does not use HTTPS/],
    ['long ago', { issuedAt: new Date(Date.now() - 3_600_000) }, /issued too long ago/],
    ['a time to come', { issuedAt: new Date(Date.now() + 3_600_000) }, /too far in the future/],
    [
      'an hour that has passed',
      {
        issuedAt: new Date(Date.now() - 60_000),
        lines: [`Expiration Time: ${new Date(Date.now() - 1000).toISOString()}`],
      },
      /is expired/,
    ],
    [
      'an hour that has not begun',
      { lines: [`Not Before: ${new Date(Date.now() + 60_000).toISOString()}`] },
      /valid in the future/,
    ],
    ['another version', { version: '2' }, /Version value is not supported/],
    ['nothing readable', { lines: ['no colon here'] }, /unparsable line/],
  ])('refuses a message made for %s', async (_what, part, reason) => {
    expect(await refusal(wallet, part)).toMatch(reason)
  })

  it('refuses a signature of someone else, of another text, or of no kind', async () => {
    const message = messageOf(wallet)
    const { chain } = wallet
    const mismatch = 'Signature does not match address in message'
    expect(await refusalOf({ chain, message, signature: givenWallet().sign(message) })).toBe(mismatch)
    expect(await refusalOf({ chain, message, signature: wallet.sign(`${message} `) })).toBe(mismatch)
    const zeros = chain === 'ethereum' ? '0'.repeat(130) : 'A'.repeat(86)
    expect(await refusalOf({ chain, message, signature: zeros })).toBe(mismatch)
    expect(await refusalOf({ chain, message, signature: 'x' })).toMatch(/^signature must be/)
    expect(await refusalOf({ chain, message: 'short', signature: 'x' })).toBe('message is too short')
  })
})

it('knows an Ethereum wallet by one address, however it is written', async () => {
  const wallet = ethereumWallet()
  const ids = new Set<unknown>()
  for (const address of [wallet.address, `0x${wallet.address.slice(2).toUpperCase()}`]) {
    const message = messageOf({ ...wallet, address })
    const { body } = await call(platform, '/auth/v1/token?grant_type=web3', {
      method: 'POST',
      body: JSON.stringify({ chain: 'ethereum', message, signature: wallet.sign(message) }),
    })
    ids.add((body.user as { id: string }).id)
  }
  expect(ids.size).toBe(1)
})

it('refuses chains it does not know', async () => {
  expect(await refusalOf({ chain: 'polygon', message: 'x', signature: 'x' })).toBe('Unsupported chain')
})

it.each(['bitcoin', 'solana'])(
  'is refused as GoTrue refuses it where it is switched off: %s',
  async (chain) => {
    const off = await givenPlatform({ optionalSignIns: [web3()] })
    const body = JSON.stringify({ chain })
    const answer = await call(off, '/auth/v1/token?grant_type=web3', { method: 'POST', body })
    expect(answer).toMatchObject({ status: 422, body: { error_code: 'web3_provider_disabled' } })
    await off.close()
  },
)
