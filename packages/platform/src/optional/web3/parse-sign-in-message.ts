import { validationFailed } from '../../auth/auth-errors.ts'

export type Chain = 'ethereum' | 'solana'

/** A signed message: EIP-4361 for Ethereum, and its variant for Solana. */
export type SignInMessage = {
  domain: string
  /** Normalized, because Ethereum addresses ignore case. */
  address: string
  statement: string
  uri: URL
  chainId: string
  issuedAt: Date
  notBefore: Date | null
  expiresAt: Date | null
}

const shapes = {
  ethereum: {
    name: 'siwe',
    header: ' wants you to sign in with your Ethereum account:',
    address: /^0x[a-fA-F0-9]{40}$/,
    badAddress: 'wallet address is not in hex format',
    chainId: /^\d{1,32}$/,
  },
  solana: {
    name: 'siws',
    header: ' wants you to sign in with your Solana account:',
    address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    badAddress: 'wallet address is not in base58 format',
    chainId: /^((solana:)?(main|dev|test|local)net)?$/,
  },
} as const

const host = /^(localhost|([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])(:\d{1,5})?$/i

/** Reads a message. Throws `validation_failed` with what is wrong, in GoTrue's words. */
export function parseSignInMessage(chain: Chain, text: string): SignInMessage {
  const shape = shapes[chain]
  const refuse = (reason: string) => validationFailed(`${shape.name}: ${reason}`)
  const lines = text.split('\n')
  const [header = '', addressLine = '', blank, ...rest] = lines
  if (lines.length < 6) throw refuse('message needs at least 6 lines')
  if (!header.endsWith(shape.header))
    throw refuse(`message first line does not end in ${JSON.stringify(shape.header)}`)
  const domain = header.slice(0, -shape.header.length).trim()
  if (!host.test(domain)) throw refuse('domain in first line of message is not valid')
  const address = addressLine.trim()
  if (!shape.address.test(address)) throw refuse(shape.badAddress)
  if (blank !== '') throw refuse('third line must be empty')

  const hasStatement = rest[0] !== '' && rest[1] === ''
  const fields = readFields(hasStatement ? rest.slice(2) : rest, refuse)
  const version = fields.get('Version')
  if (version !== '1')
    throw refuse(`Version value is not supported, expected 1 got ${JSON.stringify(version ?? '')}`)
  const uri = URL.parse(fields.get('URI') ?? '')
  if (!fields.has('URI')) throw refuse('URI is not specified')
  if (!uri) throw refuse('URI is not a valid URI')
  const chainId = fields.get('Chain ID') ?? ''
  if (fields.has('Chain ID') && !shape.chainId.test(chainId)) throw refuse('Chain ID is not valid')

  const issuedAt = readInstant(fields, 'Issued At', refuse)
  const expiresAt = readInstant(fields, 'Expiration Time', refuse)
  const notBefore = readInstant(fields, 'Not Before', refuse)
  if (!issuedAt) throw refuse('Issued At is not specified')
  if (expiresAt && issuedAt > expiresAt) throw refuse('Issued At is after Expiration Time')
  if (expiresAt && notBefore && notBefore > expiresAt) throw refuse('Not Before is after Expiration Time')
  return {
    domain,
    address: chain === 'ethereum' ? address.toLowerCase() : address,
    statement: hasStatement ? (rest[0] ?? '') : '',
    uri,
    chainId,
    issuedAt,
    notBefore,
    expiresAt,
  }
}

type Refuse = (reason: string) => Error

/** `Name: value` lines, and the resources, which only have to be addresses. */
function readFields(lines: readonly string[], refuse: Refuse): Map<string, string> {
  const fields = new Map<string, string>()
  let inResources = false
  for (const [i, untrimmed] of lines.entries()) {
    const line = untrimmed.trim()
    if (inResources && line.startsWith('- ')) {
      if (!URL.canParse(line.slice(2).trim())) throw refuse('Resource at this position has invalid URI')
      continue
    }
    inResources = line === 'Resources:'
    if (inResources || line === '') continue
    const colon = line.indexOf(':')
    if (colon < 0) throw refuse(`encountered unparsable line at index ${i + 3}`)
    fields.set(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return fields
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

function readInstant(fields: ReadonlyMap<string, string>, name: string, refuse: Refuse): Date | null {
  const text = fields.get(name)
  if (text === undefined) return null
  const instant = new Date(text)
  if (!rfc3339.test(text) || Number.isNaN(instant.getTime())) {
    throw refuse(`${name} is not a valid ISO8601 timestamp`)
  }
  return instant
}
