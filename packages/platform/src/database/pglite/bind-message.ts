/**
 * Encodes a `Bind` message with text values, faster than PGlite's serializer.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function bindMessage(statement: string, values: readonly (string | null)[]): Uint8Array {
  const lengths = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)))
  const ofName = Buffer.byteLength(statement)
  const ofValues = lengths.reduce((sum, length) => sum + 4 + length, 0)
  const bytes = Buffer.allocUnsafe(1 + 4 + 1 + ofName + 1 + 2 + 2 * values.length + 2 + ofValues + 2)
  let at = bytes.writeUInt8(0x42)
  at = bytes.writeInt32BE(bytes.length - 1, at)
  at = bytes.writeUInt8(0, at)
  at += bytes.write(statement, at)
  at = bytes.writeUInt8(0, at)
  at = bytes.writeUInt16BE(values.length, at)
  // All parameters are text.
  bytes.fill(0, at, at + 2 * values.length)
  at = bytes.writeUInt16BE(values.length, at + 2 * values.length)
  for (const [i, value] of values.entries()) {
    at = bytes.writeInt32BE(value === null ? -1 : (lengths[i] ?? 0), at)
    if (value !== null) at += bytes.write(value, at)
  }
  bytes.writeInt16BE(0, at)
  return bytes
}
