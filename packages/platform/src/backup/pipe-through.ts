import { pipeline, type Transform } from 'node:stream'

/** Pipes bytes through a transform such as gzip. Errors of the source are thrown. */
export async function* pipeThrough(
  bytes: AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncGenerator<Buffer, undefined> {
  // An error destroys the transform, from which it is thrown below; so does an end of reading,
  // which is none.
  pipeline(bytes, transform, () => {})
  for await (const chunk of transform) yield chunk
}
