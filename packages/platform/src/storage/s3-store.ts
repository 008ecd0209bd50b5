import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../settings.ts'
import { checkKey, type ObjectStore } from './object-store.ts'

const retries = 3

/**
 * Keeps objects in a bucket of Amazon S3 or of anything that speaks as it does. Throws, without keys or answers, when
 * the bucket refuses.
 */
export function s3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): ObjectStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries })
  const urlOf = (key: string) => `${endpoint.replace(/\/+$/, '')}/${bucket}/${checkKey(key)}`

  async function send(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    const response = await client.fetch(urlOf(key), { method, ...init })
    if (response.ok) return response
    await response.body?.cancel()
    throw new Error(`The object store answered ${response.status} to ${method}.`)
  }

  return {
    write: async (key, bytes) => {
      const response = await send('PUT', key, { body: new Uint8Array(bytes) })
      await response.body?.cancel()
    },
    copy: async (key, newKey) => {
      const headers = { 'x-amz-copy-source': `/${bucket}/${checkKey(key)}` }
      const response = await send('PUT', newKey, { headers })
      // A copy that fails half-way says so in a body under a status of 200.
      if ((await response.text()).includes('<Error>')) throw new Error('The object store could not copy.')
    },
    read: async (key, range) => {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const { body } = await send('GET', key, { headers })
      return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
    },
    remove: async (key) => {
      const response = await client.fetch(urlOf(key), { method: 'DELETE' })
      await response.body?.cancel()
      if (!response.ok && response.status !== 404) {
        throw new Error(`The object store answered ${response.status} to DELETE.`)
      }
    },
  }
}
