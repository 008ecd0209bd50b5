import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { ownerOf } from '../objects/save-object.ts'
import { isServer } from '../uploads/uploads.ts'
import { countOf, type S3Call } from './s3-call.ts'
import { checkBucket, named, parseToken, textOf } from './s3-lists.ts'

type Entry = { key: string; is_prefix: boolean; id: string; created_at: Date }

/**
 * `ListMultipartUploads`: the caller's own that are under way, and to the server everybody's. Whoever has no name has none of
 * their own to be told of: their ids are all that keeps one such caller from the uploads of another.
 */
export async function sendUploads(call: S3Call): Promise<FastifyReply> {
  const { context, query, bucket, send } = call
  const { db } = context
  await checkBucket(db, bucket)
  const identity = call.doing('upload.list_multipart')
  const isForServer = isServer({ identity, link: null })
  const [prefix, delimiter] = [textOf(query, 'prefix'), textOf(query, 'delimiter')]
  const limit = countOf(query, 'max-uploads')
  const marker = query.get('key-marker') ? parseToken(textOf(query, 'key-marker')) : ''
  const idMarker = query.get('upload-id-marker') ? parseToken(textOf(query, 'upload-id-marker')) : ''
  const rest = sql`substr(name, length(${prefix}::text) + 1)`
  const { rows } = await sql<Entry>`
    with found as (
      select name, id, created_at, case when ${delimiter}::text = '' then 0 else strpos(${rest}, ${delimiter}::text) end as cut
      from platform.uploads
      where kind = 'multipart' and not is_done and expires_at > now() and bucket_id = ${bucket}
        and starts_with(name, ${prefix}::text)
        and (${isForServer}::boolean or (role = ${identity.role} and owner_id = ${ownerOf(identity)}::text))
    ), keyed as (
      select case when cut > 0 then substr(name, 1, length(${prefix}::text) + cut + length(${delimiter}::text) - 1) else name end as key,
        cut > 0 as is_prefix, id, created_at from found
    ), entries as (
      select distinct on (key collate "C", case when is_prefix then '' else id end) * from keyed
    )
    select * from entries
    where key collate "C" > ${marker}::text
      or (key = ${marker}::text and not is_prefix and ${idMarker}::text <> '' and id collate "C" > ${idMarker}::text)
    order by key collate "C", id collate "C" limit ${limit + 1}::int`.execute(db)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isTruncated = limit > 0 && rows.length > limit
  const name = named(call)
  const token = (text: string) => Buffer.from(text).toString('base64url')
  return send({
    ListMultipartUploadsResult: {
      Bucket: bucket,
      Prefix: name(prefix),
      Delimiter: delimiter ? name(delimiter) : null,
      KeyMarker: query.get('key-marker'),
      UploadIdMarker: query.get('upload-id-marker'),
      NextKeyMarker: isTruncated && last ? token(last.key) : null,
      NextUploadIdMarker: isTruncated && last ? token(last.id) : null,
      MaxUploads: limit,
      IsTruncated: isTruncated,
      EncodingType: query.get('encoding-type'),
      Upload: page
        .filter(({ is_prefix }) => !is_prefix)
        .map(({ key, id, created_at }) => ({
          Key: name(key),
          UploadId: id,
          Initiated: created_at.toISOString(),
          StorageClass: 'STANDARD',
        })),
      CommonPrefixes: page.filter(({ is_prefix }) => is_prefix).map(({ key }) => ({ Prefix: name(key) })),
    },
  })
}
