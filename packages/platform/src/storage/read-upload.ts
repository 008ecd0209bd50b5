import type { FastifyRequest } from 'fastify'
import type { JsonObject } from '../database/tables.ts'
import { isObject, JsonError, parseJson } from '../http/json.ts'
import { invalidRequest } from './storage-errors.ts'

export type Upload = { bytes: Uint8Array; type: string; cacheControl: string; metadata: JsonObject | null }

const defaultType = 'application/octet-stream'

/** Reads an upload, sent as it is or as a form with one file. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const type = request.headers['content-type'] ?? defaultType
  if (type.toLowerCase().startsWith('multipart/form-data')) return readForm(bytes, type)
  const metadata = request.headers['x-metadata']
  return {
    bytes,
    type,
    cacheControl: request.headers['cache-control'] ?? 'no-cache',
    metadata: typeof metadata === 'string' ? parseMetadata(Buffer.from(metadata, 'base64').toString()) : null,
  }
}

async function readForm(body: Uint8Array, type: string): Promise<Upload> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw invalidRequest('The form could not be read')
    })
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file) throw invalidRequest('The form holds no file')
  const cacheControl = form.get('cacheControl')
  const metadata = form.get('metadata')
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    type: file.type || defaultType,
    cacheControl:
      typeof cacheControl === 'string' && /^\d{1,10}$/.test(cacheControl)
        ? `max-age=${cacheControl}`
        : 'no-cache',
    metadata: typeof metadata === 'string' ? parseMetadata(metadata) : null,
  }
}

function parseMetadata(text: string): JsonObject {
  try {
    const value = parseJson(text)
    if (isObject(value)) return value as JsonObject
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
  }
  throw invalidRequest('metadata must be a JSON object')
}
