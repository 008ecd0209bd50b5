import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Flags = { isPresent: boolean; isVerified: boolean }

/** An authenticator in software: one ES256 key, which signs for whoever asks it (WebAuthn, sections 6.1 and 6.5). */
export class Authenticator {
  readonly rpId: string
  readonly origin: string
  readonly keyId = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  /** True when it has seen that somebody is there, and who. */
  flags: Flags = { isPresent: true, isVerified: true }
  counter = 0
  #userHandle = ''

  constructor(rpId: string, origin: string) {
    this.rpId = rpId
    this.origin = origin
  }

  /** Answers `navigator.credentials.create`, as JSON. */
  create({ challenge, user }: { challenge: string; user: { id: string } }) {
    this.#userHandle = user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const publicKey = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(Buffer.from(x, 'base64url'))],
      [-3, bytes(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.keyId.length)
    const attested = [Buffer.alloc(16), length, this.keyId, Buffer.from(isoCBOR.encode(publicKey))]
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', bytes(this.#data(attested))],
    ])
    return this.#credential({
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      transports: ['internal' as const],
    })
  }

  /** Answers `navigator.credentials.get`, as JSON. */
  get({ challenge }: { challenge: string }) {
    this.counter += 1
    const data = this.#data([])
    const clientData = this.#clientData('webauthn.get', challenge)
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    return this.#credential({
      authenticatorData: data.toString('base64url'),
      clientDataJSON: clientData.toString('base64url'),
      signature: createSign('SHA256').update(signed).sign(this.#keys.privateKey).toString('base64url'),
      userHandle: this.#userHandle,
    })
  }

  #credential<Response>(response: Response) {
    const id = this.keyId.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const, response, clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  #data(attested: readonly Buffer[]): Buffer {
    const { isPresent, isVerified } = this.flags
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (attested.length > 0 ? 64 : 0)
    const rpIdHash = createHash('sha256').update(this.rpId).digest()
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, ...attested])
  }
}

/** The options in an answer of the platform's: what an authenticator has to know of them. */
export function optionsOf({ challenge_id, options }: Record<string, unknown>) {
  const { challenge, user } = Object(options) as Record<string, unknown>
  const { id } = Object(user) as Record<string, unknown>
  return {
    challenge_id: String(challenge_id),
    options: { challenge: String(challenge), user: { id: String(id) } },
  }
}

/** The library's CBOR takes plain arrays of bytes only. */
function bytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer)
}
