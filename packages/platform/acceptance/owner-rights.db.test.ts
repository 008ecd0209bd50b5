import { checkRights } from '@app/platform/database/check-rights'
import { type OpenDatabase, openDatabase } from '@app/platform/database/open-database'
import { givenPlatform, type TestPlatform } from '@app/testing/database/given-platform'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { call, serviceClient, signedInClient, visitorClient } from './clients.ts'

/** A PostgreSQL as an owner gets it from a provider: the database is theirs, the server is not. */
describe.runIf(process.env.TEST_DATABASE === 'postgres')('an owner who is no superuser', () => {
  const name = `owner_${crypto.randomUUID().replaceAll('-', '')}`
  let root: string
  let url: string
  let platform: TestPlatform

  beforeAll(async () => {
    const template = inject('databaseTemplate')
    root = template.kind === 'postgres' ? template.url : ''
    url = `${root.replace('postgres:password', `${name}:password`)}/${name}`
    await run(
      `create role ${name} login createrole password 'password'`,
      // On a server of their own the roles would be made by them; here other tests have made them already.
      `grant anon, authenticated, service_role to ${name} with admin option`,
      `create database ${name} owner ${name}`,
    )
    platform = await givenPlatform({ database: { kind: 'postgres', url, poolSize: 3 }, migrationsDir })
  })
  afterAll(async () => {
    await platform?.close()
    await run(`drop database if exists ${name} with (force)`, `drop role if exists ${name}`)
  })

  async function run(...statements: string[]): Promise<void> {
    const client = new Client({ connectionString: `${root}/postgres` })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }

  it('runs the whole platform: sign-in, data under policies, files and the service', async () => {
    const { client, userId } = await signedInClient(platform, 'asel@example.com')
    const { error } = await client
      .from('quiz_leads')
      .insert({ user_id: userId, name: 'Асель', quiz_answers: {} })
    expect(error).toBeNull()
    expect((await client.from('quiz_leads').select('name')).data).toEqual([{ name: 'Асель' }])
    expect((await visitorClient(platform).from('quiz_leads').select('name')).data).toEqual([])
    const service = serviceClient(platform)
    expect((await service.from('quiz_leads').select('name')).data).toEqual([{ name: 'Асель' }])
    await service.storage.createBucket('notes')
    expect((await service.storage.from('notes').upload('a.txt', 'x')).error).toBeNull()
    expect((await visitorClient(platform).storage.from('notes').list()).data).toEqual([])
    expect((await service.auth.admin.deleteUser(userId)).error).toBeNull()
  })

  it('has no way to more rights than its caller through a request', async () => {
    const { body } = await call(platform, '/rest/v1/rpc/get_user_id_by_email', {
      method: 'POST',
      key: platform.keys.publishable,
      body: JSON.stringify({ user_email: 'asel@example.com' }),
    })
    expect(body.code).toBe('42501')
  })

  it('is told what is missing before anything is made', async () => {
    const poor = `${name}_poor`
    await run(`create role ${poor} login password 'password'`, `grant connect on database ${name} to ${poor}`)
    let database: OpenDatabase | undefined
    try {
      database = await openDatabase({
        kind: 'postgres',
        url: `${root.replace('postgres:password', `${poor}:password`)}/${name}`,
      })
      const refusal = database.withSession(checkRights)
      await expect(refusal).rejects.toThrow('CREATE on the database')
      await expect(refusal).rejects.toThrow('membership in anon, authenticated, service_role')
    } finally {
      await database?.close()
      await run(`revoke connect on database ${name} from ${poor}`, `drop role ${poor}`)
    }
  })
})

const migrationsDir = `${import.meta.dirname}/../../../supabase/migrations`
