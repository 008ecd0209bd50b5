import { md5 as hash } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Hexadecimal MD5 of a text, which browsers do not offer. Good for the provider's signature and nothing else. */
export function md5(text: string): string {
  return bytesToHex(hash(utf8ToBytes(text)))
}
