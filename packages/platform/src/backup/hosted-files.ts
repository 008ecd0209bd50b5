import { ObjectMissingError } from '../storage/stores/object-store.ts'
import { BackupError } from './backup-error.ts'

export type HostedBucket = {
  id: string
  name: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}
type FilePlace = { bucket: string; name: string }
type FileFacts = { type: string; cacheControl: string; metadata: object | null }

/** The files of a hosted project, reached by its storage interface alone. A file is in memory whole, one at a time. */
export type HostedFiles = {
  /** Throws `ObjectMissingError` when there is none. */
  read: (place: FilePlace) => Promise<Buffer>
  /** Adds a file; one that is there already with the same bytes will do. Throws when it has others. */
  add: (place: FilePlace, bytes: Buffer, facts: FileFacts) => Promise<void>
  /** Makes a bucket, or makes the one of its name as this one is. */
  keepBucket: (bucket: HostedBucket) => Promise<void>
}

/** The time that one request may take: a large file on a slow line. */
const requestTimeoutMs = 10 * 60_000

export function openHostedFiles({ url, secretKey }: { url: string; secretKey: string }): HostedFiles {
  const keys = { apikey: secretKey, authorization: `Bearer ${secretKey}` }

  async function ask(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${url.replace(/\/+$/, '')}/storage/v1/${path}`, {
        ...init,
        headers: { ...keys, ...init.headers },
        // Wherever an address might lead, the key is for this one.
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeoutMs),
      })
    } catch (error) {
      throw new BackupError(
        'not_reached',
        `The storage interface of ${new URL(url).host} does not answer: ${error}`,
      )
    }
  }

  const files: HostedFiles = {
    async read(place) {
      const answer = await ask(`object/${pathOf(place)}`, { method: 'GET' })
      if (answer.ok) return Buffer.from(await answer.arrayBuffer())
      const refusal = await refusalOf(answer)
      if (refusal.code === '404') throw new ObjectMissingError(`${place.bucket}/${place.name}`)
      throw hostedError(`${place.bucket}/${place.name}`, refusal)
    },

    async add(place, bytes, { type, cacheControl, metadata }) {
      const headers = {
        ...{ 'content-type': type, 'cache-control': cacheControl, 'x-upsert': 'false' },
        ...(metadata && { 'x-metadata': Buffer.from(JSON.stringify(metadata)).toString('base64') }),
      }
      const answer = await ask(`object/${pathOf(place)}`, {
        method: 'POST',
        headers,
        body: new Uint8Array(bytes),
      })
      if (answer.ok) return
      const refusal = await refusalOf(answer)
      if (refusal.code !== '409') throw hostedError(`${place.bucket}/${place.name}`, refusal)
      if (!bytes.equals(await files.read(place))) {
        throw new BackupError('occupied', `There is another file ${place.bucket}/${place.name} already.`)
      }
    },

    async keepBucket(bucket) {
      const json = (method: string, body: object): RequestInit => ({
        ...{ method, body: JSON.stringify(body) },
        headers: { 'content-type': 'application/json' },
      })
      const made = await ask('bucket', json('POST', bucket))
      if (made.ok) return
      const refusal = await refusalOf(made)
      if (refusal.code !== '409') throw hostedError(bucket.id, refusal)
      const { id, name, ...settings } = bucket
      const changed = await ask(`bucket/${encodeURIComponent(id)}`, json('PUT', settings))
      if (!changed.ok) throw hostedError(name, await refusalOf(changed))
    },
  }
  return files
}

function pathOf({ bucket, name }: FilePlace): string {
  return [bucket, ...name.split('/')].map(encodeURIComponent).join('/')
}

type HostedRefusal = { code: string; words: string }

/** Storage answers almost everything with status 400, so the body decides. */
async function refusalOf(answer: Response): Promise<HostedRefusal> {
  const text = await answer.text()
  try {
    const { statusCode, message } = JSON.parse(text) as { statusCode?: unknown; message?: unknown }
    return { code: String(statusCode ?? answer.status), words: String(message ?? answer.status) }
  } catch {
    return { code: String(answer.status), words: String(answer.status) }
  }
}

function hostedError(what: string, { code, words }: HostedRefusal): BackupError {
  return new BackupError('not_reached', `The storage interface refuses ${what}: ${code} ${words}`)
}
