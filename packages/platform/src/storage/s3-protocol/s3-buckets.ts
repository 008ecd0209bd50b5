import type { FastifyReply } from 'fastify'
import { actAs } from '../../database/act-as.ts'
import { createBucket, deleteBucket, getBucket, listBuckets } from '../buckets/buckets.ts'
import { isBucketName } from '../objects/object-name.ts'
import { ownerOf } from '../objects/save-object.ts'
import { invalidBucketName } from '../storage-errors.ts'
import type { S3Call } from './s3-call.ts'

export async function sendBuckets({ context: { db }, doing, send }: S3Call): Promise<FastifyReply> {
  const all = { limit: null, offset: 0, search: null, sort: { column: 'name', order: 'asc' } } as const
  const buckets = await actAs(db, doing('bucket.list'), (trx) => listBuckets(trx, all), { readOnly: true })
  return send({
    ListAllMyBucketsResult: {
      Owner: { ID: 'storage' },
      Buckets: {
        Bucket: buckets.map(({ name, created_at }) => ({
          Name: name,
          CreationDate: created_at.toISOString(),
        })),
      },
    },
  })
}

export async function putBucket({
  context: { db },
  request,
  reply,
  bucket,
  doing,
}: S3Call): Promise<FastifyReply> {
  if (!isBucketName(bucket)) throw invalidBucketName()
  const identity = doing('bucket.create')
  const isPublic = String(request.headers['x-amz-acl'] ?? '').startsWith('public-read')
  const row = { id: bucket, name: bucket, public: isPublic, file_size_limit: null, allowed_mime_types: null }
  await actAs(db, identity, (trx) => createBucket(trx, row, ownerOf(identity)))
  return reply.header('location', `/${bucket}`).send('')
}

export async function headBucket({ context, reply, bucket, doing }: S3Call): Promise<FastifyReply> {
  await actAs(context.db, doing('bucket.head'), (trx) => getBucket(trx, bucket), { readOnly: true })
  return reply.header('x-amz-bucket-region', regionOf(context)).send('')
}

export async function removeBucket({ context, reply, bucket, doing }: S3Call): Promise<FastifyReply> {
  await deleteBucket(context, doing('bucket.delete'), bucket)
  return reply.code(204).send()
}

export async function sendLocation({ context, bucket, doing, send }: S3Call): Promise<FastifyReply> {
  await actAs(context.db, doing('bucket.get_location'), (trx) => getBucket(trx, bucket), { readOnly: true })
  return send({ LocationConstraint: regionOf(context) })
}

export async function sendVersioning({ context, bucket, doing, send }: S3Call): Promise<FastifyReply> {
  await actAs(context.db, doing('bucket.get_versioning'), (trx) => getBucket(trx, bucket), { readOnly: true })
  return send({ VersioningConfiguration: { Status: 'Suspended', MfaDelete: 'Disabled' } })
}

function regionOf({ settings }: S3Call['context']): string {
  return settings.storage.s3Protocol?.region ?? ''
}
