import { isBucketName } from '../objects/object-name.ts'
import { invalidBucketName, invalidRequest } from '../storage-errors.ts'

export type NewBucket = {
  id: string
  name: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

export type BucketChanges = Partial<Omit<NewBucket, 'id' | 'name'>>

/** Reads the request for a new bucket, or throws. A size may be written as a number of bytes or as `5MB`. */
export function readBucket(body: Record<string, unknown>): NewBucket {
  const name = body.name ?? body.id
  const id = body.id ?? body.name
  if (typeof id !== 'string' || typeof name !== 'string' || !isBucketName(id) || !isBucketName(name)) {
    throw invalidBucketName()
  }
  if (typeof (body.public ?? false) !== 'boolean') throw invalidRequest('public must be a boolean')
  return {
    id,
    name,
    public: body.public === true,
    file_size_limit: readSize(body.file_size_limit),
    allowed_mime_types: readTypes(body.allowed_mime_types),
  }
}

/** Reads what is to change of a bucket; what the request does not name stays as it is. */
export function readBucketChanges(body: Record<string, unknown>): BucketChanges {
  if (typeof (body.public ?? false) !== 'boolean') throw invalidRequest('public must be a boolean')
  return {
    ...(typeof body.public === 'boolean' ? { public: body.public } : {}),
    ...(body.file_size_limit === undefined ? {} : { file_size_limit: readSize(body.file_size_limit) }),
    ...(body.allowed_mime_types === undefined
      ? {}
      : { allowed_mime_types: readTypes(body.allowed_mime_types) }),
  }
}

/** Upstream uses powers of 1000. */
const units: Readonly<Record<string, number>> = { '': 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

function readSize(value: unknown): number | null {
  if (value === undefined || value === null) return null
  const match = /^(\d{1,12}(?:\.\d{1,6})?)\s*([KMG]?B)?$/i.exec(String(value))
  const size = match ? Math.round(Number(match[1]) * (units[match[2]?.toUpperCase() ?? ''] ?? 1)) : -1
  if (size < 0) throw invalidRequest('file_size_limit must be a number of bytes')
  return size
}

function readTypes(value: unknown): string[] | null {
  if (value === undefined || value === null) return null
  if (
    !Array.isArray(value) ||
    !value.every((one) => typeof one === 'string' && /^[\w.+*-]+\/[\w.+*-]+$/.test(one))
  ) {
    throw invalidRequest('allowed_mime_types must be a list of media types')
  }
  return value
}
