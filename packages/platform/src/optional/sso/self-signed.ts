import { createPublicKey, type KeyObject, sign } from 'node:crypto'

/**
 * The smallest certificate there is of an RSA key (RFC 5280, section 4.1), the same each time: SAML
 * publishes keys in nothing else, and believes them for where they were found.
 */
export function selfSigned(privateKey: KeyObject, name: string): Buffer {
  const der = (tag: number, ...parts: Buffer[]): Buffer => {
    const content = Buffer.concat(parts)
    const size = content.length
    const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
    return Buffer.concat([Buffer.from([tag, ...length]), content])
  }
  const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
  const time = (text: string) => der(0x17, Buffer.from(text))
  const sha256WithRsa = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05))
  const commonName = der(0x06, Buffer.from('550403', 'hex'))
  const named = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))))
  const toSign = sequence(
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    named,
    sequence(time('200101000000Z'), time('491231000000Z')),
    named,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', toSign, privateKey)
  return sequence(toSign, sha256WithRsa, der(0x03, Buffer.from([0]), signature))
}
