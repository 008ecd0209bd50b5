import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { actAs, type DatabaseIdentity } from '../../database/act-as.ts'
import type { ObjectMetadata } from '../../database/tables.ts'
import { bucketNotFound } from '../storage-errors.ts'
import { countOf, type S3Call } from './s3-call.ts'
import { s3Refusal } from './s3-errors.ts'
import { encode } from './verify-signature.ts'

type Listing = { prefix: string; delimiter: string; after: string; limit: number }
type Entry = { key: string; is_prefix: boolean; updated_at: Date; metadata: ObjectMetadata | null }

/** `ListObjectsV2`: what begins alike, up to a delimiter, in the order of its bytes. */
export async function sendObjects(call: S3Call): Promise<FastifyReply> {
  const { query, bucket, send } = call
  const token = query.get('continuation-token')
  const listing = listingOf(call, token ? parseToken(token) : textOf(query, 'start-after'))
  const { entries, isTruncated } = await listKeys(call, listing)
  const last = entries.at(-1)
  return send({
    ListBucketResult: {
      Name: bucket,
      ...described(call, listing, entries),
      ContinuationToken: token,
      StartAfter: query.get('start-after'),
      KeyCount: entries.length,
      IsTruncated: isTruncated,
      NextContinuationToken: isTruncated && last ? Buffer.from(last.key).toString('base64url') : null,
    },
  })
}

/** `ListObjects`, the older one, which goes on behind a name. */
export async function sendObjectsV1(call: S3Call): Promise<FastifyReply> {
  const { query, bucket, send } = call
  const listing = listingOf(call, textOf(query, 'marker'))
  const { entries, isTruncated } = await listKeys(call, listing)
  const last = entries.at(-1)
  return send({
    ListBucketResult: {
      Name: bucket,
      ...described(call, listing, entries),
      Marker: query.get('marker') ?? '',
      IsTruncated: isTruncated,
      NextMarker: isTruncated && last ? named(call)(last.key) : null,
    },
  })
}

function listingOf({ query }: S3Call, after: string): Listing {
  return {
    prefix: textOf(query, 'prefix'),
    delimiter: textOf(query, 'delimiter'),
    after,
    limit: countOf(query, 'max-keys'),
  }
}

function described(call: S3Call, { prefix, delimiter, limit }: Listing, entries: readonly Entry[]) {
  const name = named(call)
  return {
    Prefix: name(prefix),
    Delimiter: delimiter ? name(delimiter) : null,
    MaxKeys: limit,
    EncodingType: call.query.get('encoding-type'),
    Contents: entries
      .filter(({ is_prefix }) => !is_prefix)
      .map(({ key, updated_at, metadata }) => ({
        Key: name(key),
        LastModified: updated_at.toISOString(),
        ETag: metadata?.eTag,
        Size: metadata?.size ?? 0,
        StorageClass: 'STANDARD',
      })),
    CommonPrefixes: entries.filter(({ is_prefix }) => is_prefix).map(({ key }) => ({ Prefix: name(key) })),
  }
}

/** How names are written in the answer. */
export function named({ query }: Pick<S3Call, 'query'>): (text: string) => string {
  const encoding = query.get('encoding-type')
  if (encoding !== null && encoding !== 'url') throw s3Refusal('InvalidArgument', 'Invalid Encoding Method')
  return encoding === 'url' ? (text) => encode(text).replaceAll('%2F', '/') : (text) => text
}

async function listKeys(
  { context: { db }, bucket, doing }: S3Call,
  { prefix, delimiter, after, limit }: Listing,
): Promise<{ entries: Entry[]; isTruncated: boolean }> {
  await checkBucket(db, bucket)
  const identity: DatabaseIdentity = doing('object.list')
  const rest = sql`substr(name, length(${prefix}::text) + 1)`
  const { rows } = await actAs(
    db,
    identity,
    (trx) =>
      sql<Entry>`
        with found as (
          select name, updated_at, metadata, case when ${delimiter}::text = '' then 0 else strpos(${rest}, ${delimiter}::text) end as cut
          from storage.objects
          where bucket_id = ${bucket} and starts_with(name, ${prefix}::text)
        ), keyed as (
          select case when cut > 0 then substr(name, 1, length(${prefix}::text) + cut + length(${delimiter}::text) - 1) else name end as key,
            cut > 0 as is_prefix, updated_at, metadata from found
        )
        select key, bool_or(is_prefix) as is_prefix, max(updated_at) as updated_at,
          (array_agg(metadata))[1] as metadata
        from keyed where key collate "C" > ${after}::text
        group by key order by key collate "C" limit ${limit + 1}::int`.execute(trx),
    { readOnly: true },
  )
  return { entries: rows.slice(0, limit), isTruncated: limit > 0 && rows.length > limit }
}

/** Lists say that there is no such bucket to whoever knows the key to ask. */
export async function checkBucket(db: S3Call['context']['db'], bucket: string): Promise<void> {
  const row = bucket.includes('\0')
    ? null
    : await db.selectFrom('storage.buckets').select('id').where('id', '=', bucket).executeTakeFirst()
  if (!row) throw bucketNotFound()
}

/** A text of the query that PostgreSQL can hold. */
export function textOf(query: URLSearchParams, name: string): string {
  const value = query.get(name) ?? ''
  if (value.length > 4096 || value.includes('\0')) throw s3Refusal('InvalidArgument', `${name} is invalid`)
  return value
}

export function parseToken(token: string): string {
  const key = Buffer.from(token, 'base64url').toString('utf8')
  if (key.length > 4096 || key.includes('\0') || key === '')
    throw s3Refusal('InvalidArgument', 'The continuation token provided is incorrect')
  return key
}
