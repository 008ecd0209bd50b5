/** Turns bytes, however they are cut, into parts of one size; the last may be smaller. */
export async function* gatherParts(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer, undefined> {
  let gathered: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    let rest = chunk
    while (length + rest.length >= size) {
      gathered.push(rest.subarray(0, size - length))
      yield Buffer.concat(gathered)
      rest = rest.subarray(size - length)
      gathered = []
      length = 0
    }
    if (rest.length > 0) gathered.push(rest)
    length += rest.length
  }
  if (length > 0) yield Buffer.concat(gathered)
}
