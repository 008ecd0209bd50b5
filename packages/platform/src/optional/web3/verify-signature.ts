import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { validationFailed } from '../../auth/auth-errors.ts'
import type { Chain } from './parse-sign-in-message.ts'

/** The bytes of a signature as its chain writes them, or an error in GoTrue's words. */
export function parseSignature(chain: Chain, text: string): Uint8Array {
  if (chain === 'ethereum') {
    const hex = text.replace(/^0x/, '')
    if (!/^[0-9a-f]{130}$/i.test(hex)) {
      throw validationFailed(
        'signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string',
      )
    }
    return Buffer.from(hex, 'hex')
  }
  if (text.length !== 86 && text.length !== 88) {
    throw validationFailed('signature must be 64 bytes encoded as base64 with or without padding')
  }
  if (!/^[A-Za-z0-9+/_-]{86}(==)?$/.test(text)) {
    throw validationFailed('signature does not contain valid base64 characters')
  }
  return Buffer.from(text, 'base64url')
}

/** Returns true when the owner of the address has signed exactly this text. */
export function isSignedBy(chain: Chain, address: string, text: string, signature: Uint8Array): boolean {
  try {
    return chain === 'ethereum'
      ? ethereumSigner(text, signature) === address.toLowerCase()
      : ed25519.verify(signature, Buffer.from(text), base58.decode(address), { zip215: false })
  } catch {
    // Bytes that are no point of the curve, or no signature at all.
    return false
  }
}

/** The address whose key made a signature over a personal message (EIP-191). */
function ethereumSigner(text: string, signature: Uint8Array): string {
  const message = Buffer.from(text)
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`)
  const recovery = (signature[64] ?? 0) % 27
  const publicKey = secp256k1.Signature.fromBytes(signature.slice(0, 64), 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(keccak_256(Buffer.concat([prefix, message])))
    .toBytes(false)
  return `0x${Buffer.from(keccak_256(publicKey.slice(1)).slice(-20)).toString('hex')}`
}
