import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../../settings.ts'
import { gatherParts } from '../objects/gather-parts.ts'
import { ObjectMissingError, type ObjectStore } from './object-store.ts'

const retries = 3

/** S3 takes parts of 5 MiB and more; each is held in memory while it is sent, so that it can be sent again. */
const partSize = 8 * 1024 * 1024

type SendToBucket = (method: string, path: string, init?: RequestInit) => Promise<Response>

/** A bucket with safe paths that need no escaping. */
export type S3Bucket = ObjectStore & {
  /** The paths that begin so, a thousand at most. */
  list: (prefix: string) => Promise<string[]>
}

/** A bucket of Amazon S3 or of anything that speaks as it does. Throws, without keys or answers, when it refuses. */
export function s3Bucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): S3Bucket {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries })
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}/`

  const send: SendToBucket = async (method, path, init = {}) => {
    const response = await client.fetch(`${base}${path}`, { method, ...init })
    if (response.ok || (method === 'DELETE' && response.status === 404)) return response
    await response.body?.cancel()
    if (method === 'GET' && response.status === 404) throw new ObjectMissingError('There is no such object.')
    throw new Error(`The object store answered ${response.status} to ${method}.`)
  }

  return {
    write: async (key, bytes) => {
      const parts = gatherParts(bytes, partSize)
      const first = await parts.next()
      const second = await parts.next()
      const head = first.done ? Buffer.alloc(0) : first.value
      if (second.done) await discardBody(await send('PUT', key, { body: new Uint8Array(head) }))
      else await sendParts(send, key, [head, second.value], parts)
    },
    copy: async (key, newKey) => {
      const headers = { 'x-amz-copy-source': `/${bucket}/${key}` }
      await requireSuccess(await send('PUT', newKey, { headers }))
    },
    read: async (key, range) => {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const { body } = await send('GET', key, { headers })
      return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
    },
    remove: async (key) => discardBody(await send('DELETE', key)),
    list: async (prefix) => {
      const listed = await (await send('GET', `?list-type=2&prefix=${encodeURIComponent(prefix)}`)).text()
      return [...listed.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
    },
  }
}

/** Sends an object in parts, which are one object once all are there; until then the bucket shows nothing. */
async function sendParts(
  send: SendToBucket,
  key: string,
  begun: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): Promise<void> {
  const started = await (await send('POST', `${key}?uploads=`)).text()
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(started)?.[1]
  if (!id) throw new Error('The object store began no upload.')
  const upload = `uploadId=${encodeURIComponent(id)}`
  const tags: string[] = []
  const sendPart = async (part: Buffer) => {
    const response = await send('PUT', `${key}?partNumber=${tags.length + 1}&${upload}`, {
      body: new Uint8Array(part),
    })
    tags.push(response.headers.get('etag') ?? '')
    await discardBody(response)
  }
  try {
    for (const part of begun) await sendPart(part)
    for await (const part of rest) await sendPart(part)
    const list = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
    await requireSuccess(await send('POST', `${key}?${upload}`, { body }))
  } catch (error) {
    await send('DELETE', `${key}?${upload}`).then(discardBody, () => {})
    throw error
  }
}

/** Throws when the body says that what began under a status of 200 has failed half-way. */
async function requireSuccess(response: Response): Promise<void> {
  if ((await response.text()).includes('<Error>')) throw new Error('The object store could not finish.')
}

async function discardBody(response: Response): Promise<void> {
  await response.body?.cancel()
}
