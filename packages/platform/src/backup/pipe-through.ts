import { pipeline, type Transform } from 'node:stream'

/** The bytes after a transform such as gzip's. What goes wrong before it is thrown to whoever reads. */
export async function* pipeThrough(
  bytes: AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncGenerator<Buffer, undefined> {
  // An error destroys the transform, from which it is thrown below; so does an end of reading, which is none.
  pipeline(bytes, transform, () => {})
  for await (const chunk of transform) yield chunk
}
