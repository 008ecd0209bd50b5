import { z } from 'zod'
import { address, text } from './environment.ts'

/** Settings of the file storage, unless hosted Supabase stores the files. */
export const storageSchema = z
  .discriminatedUnion('STORAGE', [
    z.object({ STORAGE: z.literal('folder') }),
    z.object({
      STORAGE: z.literal('s3'),
      STORAGE_S3_ENDPOINT: address,
      STORAGE_S3_BUCKET: text,
      STORAGE_S3_REGION: text.default('us-east-1'),
      AWS_ACCESS_KEY_ID: text,
      AWS_SECRET_ACCESS_KEY: text,
    }),
  ])
  .transform((env): StorageSettings => {
    if (env.STORAGE === 'folder') return { s3: null }
    return {
      s3: {
        endpoint: env.STORAGE_S3_ENDPOINT,
        bucket: env.STORAGE_S3_BUCKET,
        region: env.STORAGE_S3_REGION,
        accessKeyId: env.AWS_ACCESS_KEY_ID,
        secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
      },
    }
  })

type S3Bucket = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Without a bucket, files are in the data folder. */
export type StorageSettings = { s3: S3Bucket | null }
