import { request as httpRequest } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mostUnfinishedOfStrangers } from '../../src/storage/uploads/uploads.ts'
import { serviceClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await givenPlatform()
  await serviceClient(platform).storage.createBucket('open')
  await sql`create policy "visitors add" on storage.objects for insert to anon with check (bucket_id = 'open')`.execute(
    platform.db,
  )
})
afterAll(() => platform.close())

const encoded = (text: string) => Buffer.from(text).toString('base64')

/** Begins an upload as a visitor from an address of this machine. */
const begin = (localAddress: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const asking = httpRequest(
      `${platform.url}/storage/v1/upload/resumable`,
      {
        ...{ method: 'POST', localAddress, agent: false },
        headers: {
          authorization: `Bearer ${platform.keys.anonJwt}`,
          'tus-resumable': '1.0.0',
          'upload-length': '10',
          'upload-metadata': `bucketName ${encoded('open')},objectName ${encoded(crypto.randomUUID())}`,
        },
      },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    asking.on('error', reject).end()
  })

const repeat = (times: number, address: string) =>
  sql`insert into platform.uploads (id, kind, bucket_id, name, role, overwrite, type, cache_control, expires_at, address)
    select gen_random_uuid(), kind, bucket_id, name, role, overwrite, type, cache_control, expires_at, ${address}
    from (select * from platform.uploads limit 1) as one, generate_series(1, ${times}::int)`.execute(
    platform.db,
  )

it('a visitor’s unfinished uploads are no other visitor’s', async () => {
  expect(await begin('127.0.0.1')).toBe(201)
  await repeat(99, '127.0.0.1')
  expect(await begin('127.0.0.1')).toBe(429)
  expect(await begin('127.0.0.2')).toBe(201)
})

it('so many are unfinished in all, wherever visitors come from', async () => {
  await repeat(mostUnfinishedOfStrangers, '127.0.0.9')
  expect(await begin('127.0.0.3')).toBe(429)
})
